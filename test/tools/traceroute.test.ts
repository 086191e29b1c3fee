import { describe, expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { smallMmdb } from '../support/data/mmdb.ts'
import { run } from '../support/net/namespace.ts'
import { type Found, pathLabOfFile } from '../support/net/path-lab.ts'
import { testRefusals } from '../support/process/refusals.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

testRefusals('traceroute', [
  [{}, 422, 'invalid-request', 'host'],
  [{ host: '9.9.9.9', maxHops: 0 }, 422, 'invalid-request', 'maxHops'],
  [{ host: '9.9.9.9', maxHops: 21 }, 422, 'invalid-request', 'maxHops'],
  [{ host: '9.9.9.9', method: 'sctp' }, 422, 'invalid-request', 'method'],
  [{ host: '2130706433' }, 422, 'invalid-target', 'host'],
  [{ host: '192.168.0.1' }, 403, 'target-not-public', 'host'],
  [{ host: 'example.com' }, 422, 'unresolvable-target', 'host'],
])

test('over TCP only the ports that the operator allows are used', async () => {
  await using server = await startServer({ args: ['--deny-ports', '80'] })
  const answer = await postTool(server.url, 'traceroute', { host: '9.9.9.9', method: 'tcp' })
  expect([answer.status, await bodyOf(answer)]).toMatchObject([403, { code: 'port-not-allowed', field: 'method' }])
})

test('the list of tools says what each connects to, and at which port', async () => {
  await using server = await startServer()
  const { tools }: { tools: { name: string; policy: object }[] } = await bodyOf(await fetch(`${server.url}/api/tools`))
  const policyOf = (wanted: string) => tools.find(({ name }) => name === wanted)?.policy
  const handshakes = { field: 'method', value: 'tcp', port: 80 }
  expect(policyOf('traceroute')).toEqual({ kind: 'public-path', field: 'host', handshakes })
  expect(policyOf('ping')).toEqual({ kind: 'public-host', field: 'host' })
  expect(policyOf('port-check')).toEqual({ kind: 'requester', port: 'port' })
  const refused = { unresolved: 'refused', usualPort: 443 }
  expect(policyOf('ssl-check')).toEqual({ kind: 'public-service', field: 'host', port: 'port', ...refused })
})

const METHODS = ['udp', 'icmp', 'tcp'] as const
const LINE = {
  4: ['198.18.1.2', '198.18.2.2', '198.18.3.2', '198.18.4.2'],
  6: ['2001:db8:1::2', '2001:db8:2::2', '2001:db8:3::2', '2001:db8:4::2'],
} as const
const lineTest = pathLabOfFile({
  topology: 'line',
  names: { 'here.test': [LINE[4][3]], 'r1.test': [LINE[4][0], LINE[6][0]], 'r3.isp.test': [LINE[4][2]] },
})

describe('a path of three routers', () => {
  lineTest('the router that answers at each hop', async ({ ask }) => {
    const found = await ask('traceroute', { host: LINE[6][3] })
    const reached = { reached: true, reason: null, failedLayer: null }
    expect(found).toMatchObject({ ...reached, maxHops: 12, method: 'udp', address: LINE[6][3] })
    const expected = LINE[6].map((address, index) => {
      const status = index === 3 ? 'reached' : 'hop'
      return { hop: index + 1, address, addresses: [address], status, scope: 'reserved', reason: null }
    })
    expect(found.hops).toMatchObject(expected)
    for (const { rttMs } of found.hops) expect(rttMs).toEqual([1, 2, 3].map(() => expect.any(Number)))
  })

  lineTest('no further than requested', async ({ ask, server }) => {
    const found = await ask('traceroute', { host: LINE[4][3], maxHops: 2 })
    expect(found).toMatchObject({ reached: false, reason: 'no-answer', failedLayer: 'icmp' })
    expect(found.hops.map(({ address }: { address: string }) => address)).toEqual(LINE[4].slice(0, 2))
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['follow-further'])
    expect((await ask('traceroute', { host: LINE[4][3], maxHops: 1, method: 'icmp' })).hops).toHaveLength(1)
  })

  lineTest('as text, it reads as traceroute prints it', async ({ ask }) => {
    const text = await ask('traceroute', { host: 'here.test' }, { accept: 'text/plain' })
    const times = '(  [\\d.]+ ms){3}'
    expect(text).toMatch(
      new RegExp(
        [
          '^here\\.test was reached at hop 4\\.\n\ntraceroute to here\\.test \\(198\\.18\\.4\\.2\\), 12 hops max, udp',
          ` 1  r1\\.test \\(198\\.18\\.1\\.2\\)${times}`,
          ` 2  198\\.18\\.2\\.2 \\(198\\.18\\.2\\.2\\)${times}`,
          ` 3  r3\\.isp\\.test \\(198\\.18\\.3\\.2\\)${times}`,
          ` 4  here\\.test \\(198\\.18\\.4\\.2\\)${times}\n\n1. Packets reach here\\.test at hop 4\\..*\n$`,
        ].join('\n'),
      ),
    )
  })
})

const hiddenTest = pathLabOfFile({ topology: 'private-first' })
const shownTest = pathLabOfFile({ topology: 'private-first', args: ['--show-local-hops'] })
const loopTest = pathLabOfFile({ topology: 'loop' })
const filteredTest = pathLabOfFile({ topology: 'filtered-admin' })
const longTest = pathLabOfFile({ topology: 'long' })
const muteTest = pathLabOfFile({ topology: 'v6-only' })

const statuses = ({ hops }: Found) => hops.map(({ status }: { status: string }) => status)

const folder = sharedFolder('traceroute')
function dataFile(name: string, entries: Parameters<typeof smallMmdb>[0], type: string): string {
  const path = join(folder, name)
  writeFileSync(path, smallMmdb(entries, type))
  return path
}
const networks = { '198.18.2.0/24': { autonomous_system_number: 64_501, autonomous_system_organization: 'Transit' } }
const places = { '198.18.2.0/24': { country: { iso_code: 'KR' } } }
const knownTest = pathLabOfFile({
  topology: 'line',
  args: ['--asn-db', dataFile('asn.mmdb', networks, 'GeoLite2-ASN'), '--city-db', dataFile('city.mmdb', places, 'GeoLite2-City')],
})

knownTest('a hop has its network and country from the data', async ({ ask }) => {
  const found = await ask('traceroute', { host: LINE[4][3] })
  expect(found.hops.slice(0, 2)).toMatchObject([
    { asn: null, organization: null, countryCode: null },
    { asn: 64_501, organization: 'Transit', countryCode: 'KR' },
  ])
  expect(await ask('traceroute', { host: LINE[4][3] }, { accept: 'text/plain' })).toContain(
    '198.18.2.2 (198.18.2.2)  [AS64501]  ',
  )
})

describe("the operator's own routers", () => {
  hiddenTest('are hidden for every requester and method', async ({ ask, built }) => {
    for (const method of METHODS) {
      const found = await ask('traceroute', { host: built.target[4], method })
      expect(statuses(found)).toEqual(['hidden', 'hidden', 'hop', 'hop', 'reached'])
      const unnamed = { address: null, addresses: [], hostname: null, scope: null, asn: null }
      const nothing = { ...unnamed, rttMs: [null, null, null], reason: null }
      expect(found.hops.slice(0, 2)).toMatchObject([nothing, nothing])
      expect(JSON.stringify(found)).not.toMatch(/10\.77|192\.168/)
    }
    for (const accept of ['application/x-ndjson', 'text/event-stream', 'text/plain']) {
      const text = await ask('traceroute', { host: built.target[4] }, { accept })
      expect(text).toContain('hidden')
      expect(text).not.toMatch(/10\.77|192\.168/)
    }
  })

  hiddenTest('also when one of them refuses', async ({ ask, built, server }) => {
    await built.node('r1').exec(['ip', 'route', 'add', 'prohibit', '198.18.77.0/24'])
    const found = await ask('traceroute', { host: '198.18.77.1' })
    expect(found).toMatchObject({ reached: false, reason: 'admin-prohibited', failedLayer: 'icmp' })
    expect(statuses(found)).toEqual(['hidden'])
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['ask-hidden-router', 'check-service-anyway'])
  })

  shownTest('are shown if the operator allows it', async ({ ask, built }) => {
    const found = await ask('traceroute', { host: built.target[4] })
    expect(found.hops.slice(0, 3)).toMatchObject([
      { address: '10.77.0.2', scope: 'private', status: 'hop' },
      { address: '192.168.77.2', scope: 'private', status: 'hop' },
      { address: '198.18.1.2', scope: 'reserved', status: 'hop' },
    ])
  })
})

describe('a path that ends early', () => {
  loopTest('in a loop', async ({ ask, built, server }) => {
    const found = await ask('traceroute', { host: built.target[4], maxHops: 8 })
    expect(found).toMatchObject({ reached: false, reason: 'routing-loop', failedLayer: 'icmp' })
    expect(found.hops).toHaveLength(8)
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['report-loop', 'check-service-anyway'])
  })

  filteredTest('at a firewall that says so', async ({ ask, built, server }) => {
    const found = await ask('traceroute', { host: built.target[6] })
    expect(found).toMatchObject({ reached: false, reason: 'admin-prohibited', failedLayer: 'icmp' })
    const end = { hop: 4, address: '2001:db8:3::2', status: 'unreachable', reason: 'admin-prohibited' }
    expect(found.hops.at(-1)).toMatchObject(end)
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['ask-router', 'check-service-anyway'])
  })

  muteTest('before the first router', async ({ ask, built, server }) => {
    const input = 'table inet mute { chain packets { type filter hook prerouting priority -300; meta l4proto udp drop; }; }'
    await run(built.node('r1').inside(['nft', '-f', '-']), { input })
    const found = await ask('traceroute', { host: built.target[6], maxHops: 3 })
    expect(statuses(found)).toEqual(['timeout', 'timeout', 'timeout'])
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['nothing-came-back', 'check-service-anyway'])
  })

  longTest('in silence', async ({ ask, server }) => {
    // The last router has no such neighbour, and takes three seconds to say so; no other router says anything before.
    const found = await ask('traceroute', { host: '198.18.12.77', maxHops: 8 })
    expect(found.reached).toBe(false)
    expect(statuses(found)).toEqual(['hop', 'hop', 'hop', 'timeout', 'hop', 'hop', 'timeout', 'timeout'])
    expect(found.hops[3]).toMatchObject({ address: null, addresses: [], hostname: null, rttMs: [null, null, null], scope: null })
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['try-other-method', 'check-service-anyway'])
  })
})

describe('streamed', () => {
  longTest('a hop a line, as soon as it is known, and the answer last', async ({ ask, built }) => {
    const text = await ask('traceroute', { host: built.target[4] }, { accept: 'application/x-ndjson' })
    const lines: Found[] = text
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line))
    const answer = lines.pop()
    expect(answer).toMatchObject({ tool: 'traceroute', reached: true })
    expect(lines.toSorted((one, other) => one.hop - other.hop)).toEqual(answer.hops)
    // A router is reported before the silent ones before it are given up.
    const order = lines.map(({ hop }) => hop)
    expect(order.indexOf(5)).toBeLessThan(order.indexOf(4))
  })

  longTest('a client that goes away stops its probes and leaves nothing open', async ({ server }) => {
    const open = () => readdirSync(`/proc/${server.pid}/fd`).length
    const before = open()
    for (const method of METHODS) {
      const controller = new AbortController()
      const request = new Request(`${server.url}/api/tools/traceroute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ host: '198.18.12.77', maxHops: 20, method }),
      })
      const asked = fetch(request, { signal: controller.signal })
      await Bun.sleep(150)
      controller.abort()
      await asked.catch(() => {})
    }
    for (let waited = 0; waited < 40 && open() > before; waited++) await Bun.sleep(50)
    expect(open()).toBeLessThanOrEqual(before)
  })
})
