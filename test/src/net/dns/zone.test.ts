import { expect, test } from 'bun:test'
import { type Answer, answerOf } from '../../../../src/net/dns/answer.ts'
import { askZone, type ZoneSearch } from '../../../../src/net/dns/zone.ts'
import { parseAddress, parseBlock } from '../../../../src/policy/address.ts'
import { admitFound } from '../../../../src/policy/admit.ts'
import { openHosts } from '../../../support/network.ts'

const NOTHING: Answer = { ...answerOf(null, 'nobody.test', 'A'), status: 'nodata', reason: 'no-such-record', server: '127.0.0.1' }

/** A zone that names twenty servers with fifty addresses each: all of this machine, and nobody listens there. */
const HOSTS = Array.from({ length: 20 }, (_, index) => `ns${index}.greedy.test`)
const addressesOf = (host: string) => Array.from({ length: 50 }, (_, index) => `127.83.${HOSTS.indexOf(host)}.${index + 1}`)

function greedySearch(also: readonly string[] = []): ZoneSearch {
  const loopback = [parseBlock('127.0.0.0/8')].filter((block) => block !== null)
  return {
    async lookup(name, type) {
      const records = HOSTS.map((host) => ({
        name: 'greedy.test',
        type: 'NS',
        ttl: 60,
        rdata: { data: { target: host }, value: `${host}.`, normalised: `${host}.` },
      }))
      if (type === 'NS' && name === 'greedy.test') return { ...NOTHING, status: 'noerror', reason: null, records }
      return type === 'A' ? { ...NOTHING, status: 'noerror', reason: null, values: [...addressesOf(name), ...also] } : NOTHING
    },
    admit(addresses) {
      const parsed = addresses.map(parseAddress).filter((address) => address !== null)
      return admitFound(parsed, { allow: loopback, deny: [], denyPorts: [], ddnsDomains: [], ownAddresses: () => [] })
    },
  }
}

/** The addresses that datagrams are sent to meanwhile. */
async function asked(search: ZoneSearch): Promise<{ addresses: string[]; answer: Awaited<ReturnType<typeof askZone>> }> {
  const close = openHosts(HOSTS.flatMap(addressesOf))
  const real = Bun.udpSocket
  const addresses: string[] = []
  Bun.udpSocket = ((options: Parameters<typeof real>[0]) => {
    addresses.push(String((options as { connect?: { hostname: string } }).connect?.hostname))
    return real(options)
  }) as typeof real
  try {
    return { answer: await askZone('www.greedy.test', 'A', search, new AbortController().signal), addresses }
  } finally {
    Bun.udpSocket = real
    close()
  }
}

test('a zone cannot make us ask hundreds of addresses', async () => {
  const { addresses, answer } = await asked(greedySearch())
  expect(new Set(addresses).size).toBe(16)
  expect(addresses.length).toBeLessThanOrEqual(32)
  expect(answer).toMatchObject({ nameserver: 'ns0.greedy.test', answer: { status: 'error', reason: 'connection-refused' } })
})

test('one address that is refused refuses the server, however far down the list it stands', async () => {
  const { addresses, answer } = await asked(greedySearch(['10.0.0.1']))
  expect(addresses).toEqual([])
  expect(answer).toBeNull()
})
