import { describe, expect, test } from 'bun:test'
import { callersBy } from '../../../../src/faces/http/client-address.ts'
import { parseBlock } from '../../../../src/policy/address.ts'
import type { Peer } from '../../../../src/policy/caller.ts'
import type { ClientIpHeader } from '../../../../src/settings/parse.ts'

type Header = Record<string, string> | [string, string][]

function callerFrom(peer: string, header: Header, trusted: string[], name: ClientIpHeader): Peer {
  const proxies = trusted.map((cidr) => parseBlock(cidr)).filter((block) => block !== null)
  return callersBy({ proxies: { blocks: proxies, unix: false }, header: name })(peer, new Headers(header))
}

/** Returns the address of the caller, and checks the requester: behind a trusted peer, only a client that it names can be the requester. */
function ask(peer: string, header: Header, trusted: string[] = [], name: ClientIpHeader = 'x-forwarded-for') {
  const { address, requester, source } = callerFrom(peer, header, trusted, name)
  expect(requester).toBe(source === 'unnamed-proxy' ? null : address)
  return address.text
}

const UNNAMED = { source: 'unnamed-proxy', requester: null, address: expect.objectContaining({ text: '10.0.0.1' }) }

const PROXY = ['10.0.0.0/8', '2001:db8::/32']

test('without trusted proxies no header counts', () => {
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'])
    expect(ask('203.0.113.9', { [name]: '8.8.8.8' })).toBe('203.0.113.9')
})

test('a mapped peer is the IPv4 peer, and its zone id is dropped', () => {
  expect(ask('::ffff:203.0.113.9', {})).toBe('203.0.113.9')
  expect(ask('::ffff:10.0.0.1', { 'x-forwarded-for': '8.8.8.8' }, PROXY)).toBe('8.8.8.8')
  expect(ask('fe80::1%eth0', {})).toBe('fe80::1')
})

describe('X-Forwarded-For from a trusted peer', () => {
  test.each([
    ['8.8.8.8', '8.8.8.8'],
    ['1.1.1.1, 8.8.8.8', '8.8.8.8'],
    ['1.1.1.1, 8.8.8.8, 10.0.0.2', '8.8.8.8'],
    ['8.8.8.8, 10.0.0.2, 10.0.0.3', '8.8.8.8'],
    ['8.8.8.8,10.0.0.2,2001:db8::7', '8.8.8.8'],
    ['10.0.0.5, 10.0.0.2', '10.0.0.5'],
    ['8.8.8.8:51234', '8.8.8.8'],
    ['[2606:4700::1]:443', '2606:4700::1'],
    ['[2606:4700::1]', '2606:4700::1'],
    ['2606:4700::1', '2606:4700::1'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['[::ffff:8.8.8.8]:443', '8.8.8.8'],
    ['8.8.8.8, ::ffff:10.0.0.2', '8.8.8.8'],
    ['8.8.8.8, , ,', '8.8.8.8'],
    [',8.8.8.8', '8.8.8.8'],
    ['  8.8.8.8\t', '8.8.8.8'],
    ['garbage, 8.8.8.8', '8.8.8.8'],
    ['192.168.0.7', '192.168.0.7'],
  ])('%p names %s', (value, expected) => expect(ask('10.0.0.1', { 'x-forwarded-for': value }, PROXY)).toBe(expected))

  test.each([
    '',
    ',',
    'garbage',
    '8.8.8.8, garbage',
    '8.8.8.8, garbage, 10.0.0.2',
    '8.8.8.8, unknown',
    '8.8.8.8, 127.1',
    '8.8.8.8, 0x7f.1',
    '8.8.8.8, 999.1.1.1',
    '8.8.8.8, fe80::1%eth0',
    '8.8.8.8, 8.8.4.4:',
    '8.8.8.8, 8.8.4.4:123456',
    '8.8.8.8, 2606:4700::1]:443',
    '8.8.8.8 9.9.9.9',
    'for=8.8.8.8',
    '"8.8.8.8"',
  ])('%p names nobody: the peer is answered, and there is no requester', (value) => {
    expect(callerFrom('10.0.0.1', { 'x-forwarded-for': value }, PROXY, 'x-forwarded-for')).toMatchObject(UNNAMED)
  })

  test('several header lines are one list', () => {
    const lines: [string, string][] = [
      ['x-forwarded-for', '1.1.1.1'],
      ['x-forwarded-for', '8.8.8.8, 10.0.0.2'],
    ]
    expect(ask('10.0.0.1', lines, PROXY)).toBe('8.8.8.8')
  })
})

test.each([
  ['for=8.8.8.8', '8.8.8.8'],
  ['For="8.8.8.8:443";proto=https;by=10.0.0.1', '8.8.8.8'],
  ['proto=http; for="[2606:4700::1]:443"', '2606:4700::1'],
  ['for=1.1.1.1, for=8.8.8.8;host="a,b", for=10.0.0.2', '8.8.8.8'],
  ['for="\\8.8.8.8"', '8.8.8.8'],
  // A client leaves a quote open so that the proxy's own quote would close it; the element that the proxy wrote counts.
  ['for=6.6.6.6;x=", for=203.0.113.5;host="example.com"', '203.0.113.5'],
  ['for=6.6.6.6;x=", for="203.0.113.5:80";proto=http', '203.0.113.5'],
  ['for=6.6.6.6;x=", for=8.8.8.8;host=""', '8.8.8.8'],
  ['for="x, for=8.8.8.8', '8.8.8.8'],
  ['for="x\\, for=8.8.8.8', '8.8.8.8'],
  ['for=6.6.6.6;for=7.7.7.7, for=8.8.8.8', '8.8.8.8'],
  ['",",", for=8.8.8.8;host="a\\"b,\\\\"', '8.8.8.8'],
  // The hop that the proxy names wrote the preceding elements; if they are unsound, no client is named.
  ['for=6.6.6.6;x=", for="[2001:db8::1]:4711"', '10.0.0.1'],
  ['for=6.6.6.6, for=8.8.8.8;x, for=10.0.0.2', '10.0.0.1'],
  ['for="8.8.8.8" junk', '10.0.0.1'],
  ['for=8.8.8.8;', '10.0.0.1'],
  ['for=8.8.8.8;for=9.9.9.9', '10.0.0.1'],
  ['for=8.8.8.8;FOR=8.8.8.8', '10.0.0.1'],
  ['for=8.8.8.8;proto=http;proto=https', '10.0.0.1'],
  ['for=8.8.8.8,for=9.9.9.9"', '10.0.0.1'],
  ['for=8.8.8.8, "', '10.0.0.1'],
  ['for=8.8.8.8 ; proto=https , , for=10.0.0.2 ,', '8.8.8.8'],
  ['for=unknown', '10.0.0.1'],
  ['for=_hidden', '10.0.0.1'],
  ['for=8.8.8.8, for=_proxy', '10.0.0.1'],
  ['for=8.8.8.8, by=10.0.0.2', '10.0.0.1'],
  ['proto=https', '10.0.0.1'],
  ['xfor=8.8.8.8', '10.0.0.1'],
  ['for="8.8.8.8', '10.0.0.1'],
  ['8.8.8.8', '10.0.0.1'],
])('Forwarded from a trusted peer: %p names %s', (value, expected) =>
  expect(ask('10.0.0.1', { forwarded: value }, PROXY, 'forwarded')).toBe(expected),
)

test.each(['x-real-ip', 'cf-connecting-ip'] as const)('%s holds one address; a list is garbage', (name) => {
  expect(ask('10.0.0.1', { [name]: '8.8.8.8' }, PROXY, name)).toBe('8.8.8.8')
  expect(ask('10.0.0.1', { [name]: '8.8.8.8, 9.9.9.9' }, PROXY, name)).toBe('10.0.0.1')
  expect(ask('10.0.0.1', { [name]: 'nobody' }, PROXY, name)).toBe('10.0.0.1')
})

describe('what a client sends along cannot change what its proxy writes behind it', () => {
  // Pieces of a header that a client may send, chosen to trip a reader.
  const bits = [
    '"',
    '\\',
    ...', ; ='.split(' '),
    ' ',
    '\t',
    ...'for= for=" 6.6.6.6 10.0.0.2 for=6.6.6.6 x ";'.split(' '),
    '\\"',
    '\u00e9',
  ]
  const written: Record<ClientIpHeader, string[]> = {
    forwarded: [
      'for=203.0.113.5',
      'for="203.0.113.5:4711";proto=https',
      'for=203.0.113.5;host="a,b;for=6.6.6.6"',
      'host="\\"";for=203.0.113.5;by="\\\\"',
      'for=203.0.113.5;host="", for=10.0.0.9;host="\\","',
    ],
    'x-forwarded-for': ['203.0.113.5', '203.0.113.5:4711', '203.0.113.5, 10.0.0.9'],
    'x-real-ip': [],
    'cf-connecting-ip': [],
  }
  let seed = 1
  const pick = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }

  test.each(['forwarded', 'x-forwarded-for'] as const)('%s, where the proxy appends', (name) => {
    for (let round = 0; round < 20_000; round++) {
      const sent = Array.from({ length: pick(9) }, () => bits[pick(bits.length)]).join('')
      const value = `${sent}, ${written[name][pick(written[name].length)]}`
      expect([sent, ask('10.0.0.1', { [name]: value }, PROXY, name)]).toEqual([sent, '203.0.113.5'])
    }
  })

  test.each(['x-real-ip', 'cf-connecting-ip'] as const)('%s, where the proxy adds a second line: no client is named', (name) => {
    for (const sent of ['6.6.6.6', '', '203.0.113.5', '10.0.0.2']) {
      const lines: [string, string][] = [
        [name, sent],
        [name, '203.0.113.5'],
      ]
      expect(callerFrom('10.0.0.1', lines, PROXY, name)).toMatchObject(UNNAMED)
    }
  })
})

test('a trusted peer without the chosen header does not name a client, whatever else it sends', () => {
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'] as const) {
    const others = Object.fromEntries(
      ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']
        .filter((other) => other !== name)
        .map((other) => [other, other === 'forwarded' ? 'for=8.8.8.8' : '8.8.8.8']),
    )
    expect(callerFrom('10.0.0.1', others, PROXY, name)).toMatchObject(UNNAMED)
    expect(callerFrom('10.0.0.1', {}, PROXY, name)).toMatchObject(UNNAMED)
    expect(callerFrom('203.0.113.9', others, PROXY, name)).toMatchObject({ source: 'socket' })
  }
})

test('a hostile header is read in no time', () => {
  const started = performance.now()
  for (const value of [
    '"\\'.repeat(50_000),
    ','.repeat(100_000),
    '"'.repeat(100_000),
    'for='.repeat(20_000),
    `${'a,'.repeat(50_000)}8.8.8.8`,
    '\\"'.repeat(50_000),
    `"${'\\'.repeat(100_000)}"`,
    `for=10.0.0.2,`.repeat(8000),
    `for=10.0.0.2;x="${','.repeat(100_000)}"`,
    `${'a=b;'.repeat(25_000)}for=8.8.8.8`,
  ]) {
    ask('10.0.0.1', { 'x-forwarded-for': value }, PROXY)
    ask('10.0.0.1', { forwarded: value }, PROXY, 'forwarded')
  }
  // Not a benchmark: a quadratic reader would take minutes.
  expect(performance.now() - started).toBeLessThan(5000)
})
