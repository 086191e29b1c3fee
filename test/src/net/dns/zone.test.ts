import { describe, expect, test } from 'bun:test'
import { Budget } from '../../../../src/net/budget.ts'
import { type Answer, answerOf, noAnswer } from '../../../../src/net/dns/answer.ts'
import { Questions } from '../../../../src/net/dns/index.ts'
import { typeNumber } from '../../../../src/net/dns/rdata.ts'
import { askZone, type ZoneSearch } from '../../../../src/net/dns/zone.ts'
import { parseAddress, parseBlock } from '../../../../src/policy/address.ts'
import { admitFound } from '../../../../src/policy/admit.ts'
import { admitFoundName } from '../../../../src/policy/admit-name.ts'
import { queryName } from '../../../support/dns/query-names.ts'
import { openHosts } from '../../../support/net/network.ts'

const NOTHING: Answer = { ...noAnswer('no-such-record'), status: 'nodata', server: '127.0.0.1' }
const LOOPBACK = [parseBlock('127.0.0.0/8')].filter((block) => block !== null)
const RULES = { allow: LOOPBACK, deny: [], denyPorts: [], ddnsDomains: [], ownAddresses: () => [] }
const NOBODY = { id: 'a', name: 'a', kind: 'local', endpoints: () => [] } as const

/** A zone that names twenty servers with fifty addresses each: all of this machine, and nothing listens there. */
const HOSTS = Array.from({ length: 20 }, (_, index) => `ns${index}.greedy.test`)
const addressesOf = (host: string) => Array.from({ length: 50 }, (_, index) => `127.83.${HOSTS.indexOf(host)}.${index + 1}`)

interface Greed {
  /** Beside the fifty of each server. */
  also?: readonly string[]
  /** Instead of the fifty. */
  only?: readonly string[]
}

/** The look-ups of the search, and the addresses that were asked, in order. */
type Looks = { readonly names: string[]; readonly addresses: string[] }

function greedySearch({ also = [], only }: Greed, looks: Looks): ZoneSearch {
  const questions = new Questions(new Budget(), [NOBODY, NOBODY, NOBODY])
  const isLocal = (name: string) => name.endsWith('.corp')
  return {
    found: (host) => admitFoundName(host, RULES),
    shortage: () => null,
    async ask({ address }, name, type, signal) {
      looks.addresses.push(address.text)
      const asking = { recursion: false, checkingDisabled: false, signal }
      const reply = await questions.ask([{ address: address.text, port: 53 }], { name, type: typeNumber(type) }, asking)
      return answerOf(reply, name, type, isLocal)
    },
    async lookup(name, type) {
      looks.names.push(`${name.ascii} ${type}`)
      const records = HOSTS.map((host) => ({
        name: 'greedy.test',
        key: 'greedy.test',
        type: 'NS',
        ttl: 60,
        rdata: { data: { target: host }, value: `${host}.`, normalised: `${host}.`, names: [{ text: host, lower: host }] },
      }))
      if (type === 'NS' && name.ascii === 'greedy.test') return { ...NOTHING, status: 'noerror', reason: null, records }
      const values = only ?? [...addressesOf(name.ascii), ...also]
      return type === 'A' ? { ...NOTHING, status: 'noerror', reason: null, values } : NOTHING
    },
    admit(addresses) {
      const parsed = addresses.map(parseAddress).filter((address) => address !== null)
      return admitFound(parsed, 53, RULES)
    },
  }
}

/** Returns the answer, and what was asked for it. */
async function search(greed: Greed = {}, name = 'www.greedy.test') {
  const looks: Looks = { names: [], addresses: [] }
  const close = openHosts(HOSTS.flatMap(addressesOf))
  try {
    const answer = await askZone(queryName(name), 'A', greedySearch(greed, looks), new AbortController().signal)
    return { answer, ...looks }
  } finally {
    close()
  }
}

describe('a zone cannot make us ask hundreds of addresses', () => {
  test('two of each family at eight servers', async () => {
    const { addresses, answer } = await search()
    expect(new Set(addresses).size).toBe(16)
    expect(answer).toMatchObject({ nameserver: 'ns0.greedy.test', answer: { status: 'error', reason: 'connection-refused' } })
  })

  test('an address that all servers have is asked once', async () => {
    const { addresses } = await search({ only: ['127.83.0.1', '127.83.0.1'] })
    expect(addresses).toEqual(['127.83.0.1'])
  })

  test('a server with more addresses than anyone has is not asked', async () => {
    const { addresses, answer } = await search({ also: Array.from({ length: 20 }, (_, index) => `127.84.0.${index}`) })
    expect([addresses, answer]).toEqual([[], null])
  })
})

test('one refused address refuses the server, however far down the list it is', async () => {
  const { addresses, answer } = await search({ also: ['10.0.0.1'] })
  expect([addresses, answer]).toEqual([[], null])
})

test('of a deep name the eight names nearest to the root are asked about, the deepest first', async () => {
  const deep = Array.from({ length: 100 }, (_, index) => `${index % 10}`).join('.')
  const { names, answer } = await search({}, `${deep}.greedy.test`)
  const cuts = names.filter((look) => look.endsWith(' NS')).map((look) => look.split('.').length)
  expect([cuts, answer?.nameserver]).toEqual([[8, 7, 6, 5, 4, 3, 2, 1], 'ns0.greedy.test'])
})
