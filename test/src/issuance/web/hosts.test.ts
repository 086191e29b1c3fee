import { describe, expect, test } from 'bun:test'
import { challengePath, connectionFailure, pageOf, readRedirect, requestFailure } from '../../../../src/issuance/web/chain.ts'
import { proxyNamedBy, RedirectHosts } from '../../../../src/issuance/web/hosts.ts'
import { choose } from '../../../../src/issuance/web.ts'
import { cpuMsOf } from '../../../support/cost.ts'
import { dnsOf, NAME, nameOf, read, response } from '../../../support/issuance/web.ts'
import { addressOf } from '../../../support/policy/rules.ts'

const NAMES = {
  'www.example.test': ['1.1.1.1', '2606::1'],
  'third.example.test': ['1.1.1.3'],
  'cdn.example.test': ['8.8.8.8'],
  'both.example.test': ['1.1.1.1', '8.8.8.8'],
  'inside.example.test': ['10.0.0.1', '127.0.0.1'],
  'half.example.test': ['10.0.0.1', '1.1.1.2'],
  'denied.example.test': ['9.9.9.9'],
}
const ASKED = ['1.1.1.1', '1.1.1.2', '2606::1']

function hosts() {
  const dns = dnsOf(NAMES)
  const own = { target: nameOf(), asked: new Set(ASKED), all: new Set([...ASKED, '1.1.1.3', '10.0.0.1']) }
  const all = new RedirectHosts(dns, own)
  return {
    dns,
    async from(address: string, host: string) {
      const led = await all.from(addressOf(address), host)
      if ('unknown' in led) return `unknown: ${led.unknown}`
      return 'stop' in led ? `stop: ${led.stop}` : led.address.text
    },
  }
}

describe('a redirect to', () => {
  const cases: Record<string, [string, string]> = {
    'the name itself': [NAME, '1.1.1.2'],
    'a name with the same addresses, of which this is none': ['www.example.test', '1.1.1.1'],
    'an address of the name that is not asked': ['third.example.test', 'stop: elsewhere'],
    'somebody else': ['cdn.example.test', 'stop: elsewhere'],
    'the name or somebody else': ['both.example.test', 'stop: elsewhere'],
    'private addresses': ['inside.example.test', 'stop: not-public'],
    'one that is private and one that is asked': ['half.example.test', '1.1.1.2'],
    'one that may not be asked': ['denied.example.test', 'stop: elsewhere'],
    'a name without addresses': ['missing.example.test', 'stop: unresolved'],
    'a local name': ['nas.lan', 'stop: not-public'],
    'a single word': ['localhost', 'stop: not-public'],
    'a name that our resolver says nothing about': ['timeout.example.test', 'unknown: no-answer'],
    'a public address': ['8.8.8.8', 'stop: to-address'],
    'its own address': ['1.1.1.2', 'stop: to-address'],
    'a private address': ['10.0.0.1', 'stop: not-public'],
    'this machine over IPv6': ['[::1]', 'stop: not-public'],
    'a public address over IPv6': ['[2606::1]', 'stop: to-address'],
    'a domain that does not exist': ['nas.fritzbox', 'stop: not-public'],
  }
  for (const [what, [host, led]] of Object.entries(cases))
    test(what, async () => expect(await hosts().from('1.1.1.2', host)).toBe(led))

  test('a name with this address as well stays there', async () => {
    const { from } = hosts()
    expect([await from('1.1.1.1', 'www.example.test'), await from('2606::1', 'www.example.test')]).toEqual(['1.1.1.1', '2606::1'])
  })
})

test('each host is looked up once, local names and the name itself never, and no more than four', async () => {
  const { dns, from } = hosts()
  const names = [NAME, 'nas.lan', ...Object.keys(NAMES)]
  await Promise.all([...names, ...names].map((name) => from('1.1.1.1', name)))
  expect(dns.asked).toEqual(['www.example.test', 'third.example.test', 'cdn.example.test'])
  expect(await from('1.1.1.1', 'half.example.test')).toBe('stop: elsewhere')
})

const PORTS = [80, 443]

function chosen(ipv4: readonly string[], ipv6: readonly string[], { requester = '', rules = {} } = {}) {
  const looked = (values: readonly string[]) => ({ status: 'noerror', reason: null, values, dnssec: 'insecure' }) as const
  const choosing = { target: nameOf(undefined, rules), ports: PORTS, requester: requester === '' ? null : addressOf(requester) }
  const { candidates, omitted, all } = choose({ ipv4: looked(ipv4), ipv6: looked(ipv6) }, choosing)
  const shown = candidates.map(({ address, kind, isRequester }) => `${address.text} ${kind}${isRequester ? ' own' : ''}`)
  return { shown, omitted, all: [...all] }
}

test('IPv6 first, two of each family, and how many more there are', () => {
  expect(chosen(['1.1.1.1', '1.1.1.2', '1.1.1.3'], ['2606::1', '2606::2', '2606::3', '2606::1'])).toEqual({
    shown: ['2606::1 public', '2606::2 public', '1.1.1.1 public', '1.1.1.2 public'],
    omitted: 2,
    all: ['2606::1', '2606::2', '2606::3', '1.1.1.1', '1.1.1.2', '1.1.1.3'],
  })
})

test('those that may not be asked take no place of the others', () => {
  expect(chosen(['10.0.0.1', '9.9.9.9', '127.0.0.1', '1.1.1.1', '1.1.1.2'], ['fe80::1', '::ffff:1.1.1.1']).shown).toEqual([
    'fe80::1 reserved',
    '::ffff:101:101 reserved',
    '1.1.1.1 public',
    '1.1.1.2 public',
    '10.0.0.1 reserved',
    '9.9.9.9 not-checked',
  ])
})

test("the requester's own comes first", () => {
  expect(chosen(['1.1.1.1', '1.1.1.2', '1.1.1.3'], [], { requester: '1.1.1.3' }).shown).toEqual([
    '1.1.1.3 public own',
    '1.1.1.1 public',
  ])
})

test('an address of which one port may be asked is asked', () => {
  expect(chosen(['1.1.1.1'], [], { rules: { denyPorts: [80] } }).shown).toEqual(['1.1.1.1 public'])
  expect(chosen(['1.1.1.1'], [], { rules: { denyPorts: PORTS } }).shown).toEqual(['1.1.1.1 not-checked'])
})

describe('an answer names the network of a proxy by', () => {
  const cases = [
    ['Server', 'cloudflare', 'Cloudflare'],
    ['CF-RAY', '8a-FRA', 'Cloudflare'],
    ['Server', 'AkamaiGHost', 'Akamai'],
    ['Server', 'BunnyCDN-DE1-1', 'bunny.net'],
    ['Server', 'ddos-guard', 'DDoS-Guard'],
    ['X-Sucuri-ID', '1', 'Sucuri'],
    ['X-Iinfo', '1-2-3', 'Imperva'],
    ['X-Served-By', 'cache-fra1', 'Fastly'],
    ['X-Amz-Cf-Id', 'abc', 'CloudFront'],
    ['Server', 'nginx', null],
    ['Server', 'my-cloudflared-box', null],
    ['X-Served-By', 'host1', null],
  ] as const
  for (const [header, value, network] of cases)
    test(`${header}: ${value}`, () => expect(proxyNamedBy(read(response(404, { [header]: value })).head)).toBe(network))
})

const USUAL = { isOver: false, hasRoute: true }

describe('a connection that was not made:', () => {
  const cases = {
    'connection-refused': 'refused',
    'no-answer': 'silent',
    'host-unreachable': 'unreachable',
    'admin-prohibited': 'unreachable',
    'network-unreachable': 'unreachable',
    'no-route': 'unreachable',
    'hop-limit-exceeded': 'unreachable',
    'connection-reset': 'broken',
    'rate-limited': 'limited',
    'budget-exceeded': 'limited',
    'blocked-locally': 'limited',
    'too-many-open-files': 'limited',
    'family-unsupported': 'limited',
  } as const
  for (const [reason, outcome] of Object.entries(cases))
    test(reason, () => expect(connectionFailure(reason, USUAL)).toEqual({ outcome, reason }))

  test('silence after the end of the time says nothing', () =>
    expect(connectionFailure('no-answer', { ...USUAL, isOver: true })).toEqual({ outcome: 'limited', reason: 'out-of-time' }))

  test('without a way to the address, it is about this server', () =>
    expect(connectionFailure('network-unreachable', { ...USUAL, hasRoute: false }).outcome).toBe('limited'))
})

describe('a request without a response:', () => {
  const cases = [
    ['connect-failed', 'connection-refused', 'tcp', 'refused'],
    ['connect-failed', 'host-unreachable', 'icmp', 'unreachable'],
    ['connect-failed', 'host-unreachable', 'local', 'limited'],
    ['connect-failed', 'no-address', 'dns', 'limited'],
    ['timeout', 'no-answer', 'tcp', 'silent'],
    ['timeout', 'no-answer', 'http', 'broken'],
    ['timeout', 'incomplete-answer', 'http', 'broken'],
    ['timeout', 'no-answer', 'tls', 'broken'],
    ['tls-failed', 'not-tls', 'tls', 'not-http'],
    ['tls-failed', 'closed-early', 'tls', 'broken'],
    ['protocol-error', 'tls-on-http-port', 'http', 'tls-on-http-port'],
    ['protocol-error', 'not-http', 'http', 'not-http'],
    ['protocol-error', 'closed-without-answer', 'http', 'broken'],
    ['protocol-error', 'header-too-large', 'http', 'broken'],
  ] as const
  for (const [outcome, reason, failedLayer, expected] of cases)
    test(`${outcome}, ${reason}, ${failedLayer}`, () =>
      expect(requestFailure({ outcome, reason, failedLayer }, USUAL)).toEqual({ outcome: expected, reason }))

  test('cut off by the end of the time', () => {
    const failure = { outcome: 'timeout', reason: 'incomplete-answer', failedLayer: 'http' } as const
    expect(requestFailure(failure, { ...USUAL, isOver: true })).toEqual({ outcome: 'limited', reason: 'out-of-time' })
  })
})

const TOKEN = 'doorstep-x'
const THUMBPRINT = 'a'.repeat(43)

const FIRST = new URL(challengePath(TOKEN), 'http://home.example.test/')

/** Returns what a page is, at the end of these redirects. */
function kind(bytes: string, ...redirects: readonly string[]) {
  return pageOf({ ...read(bytes), asked: [FIRST, ...redirects.map((url) => new URL(url, FIRST))] }, TOKEN)
}

describe('a page', () => {
  const html = (body: string) => response(200, {}, body)
  const cases: Record<string, [string, string]> = {
    'that is missing': [response(404, { Server: 'nginx' }, 'Not Found'), 'missing'],
    'that is gone': [response(410), 'missing'],
    'for every path': [html('<title>My app</title>'), 'page'],
    'that asks for a password': [html('<form><input name=p TYPE = "password">'), 'login'],
    'that speaks of passwords': [html('<p>type="password"</p>'), 'page'],
    'that asks for a name by its status': [response(401, { 'WWW-Authenticate': 'Basic realm="Admin"' }), 'login'],
    'that is forbidden': [response(403), 'login'],
    'that a proxy wants a login for': [response(407), 'login'],
    'that failed': [response(502), 'error'],
    'that is empty': [response(204), 'error'],
    'with a redirect to nowhere': [response(301), 'error'],
    'of a router by its title': [html('<title>FRITZ!Box</title>'), 'router'],
    'of a router by its realm': [response(401, { 'WWW-Authenticate': 'Basic realm="TP-LINK Archer C7"' }), 'router'],
    'of a router that has no such page': [response(404, { Server: 'Router Webserver' }), 'router'],
    'that is missing, and may be of a router': [response(404, {}, '<title>Not found: my OpenWrt notes</title>'), 'error'],
    'of a router by where it leads': [html('<a href="/cgi-bin/luci">'), 'router'],
    'of a server that keeps no files': [html(`${TOKEN}.${THUMBPRINT}\n`), 'echo'],
    'that repeats the path': [html(`${TOKEN}.html is not here`), 'page'],
    'with the thumbprint and more': [html(`${TOKEN}.${THUMBPRINT}<script>`), 'page'],
  }
  for (const [what, [bytes, expected]] of Object.entries(cases)) test(what, () => expect(kind(bytes)).toBe(expected as never))

  test('that redirects lead to', () => {
    const welcome = html('<p>Welcome')
    const https = FIRST.href.replace('http:', 'https:')
    expect([kind(welcome, https), kind(welcome, '/.well-known/acme-challenge/other/')]).toEqual(['page', 'page'])
    // A server may send people to its start page only where a file is missing.
    expect([kind(welcome, '/'), kind(welcome, https, 'https://home.example.test/start')]).toEqual(['page', 'page'])
    expect([kind(welcome, 'https://home.example.test/'), kind(welcome, 'http://www.example.test/x')]).toEqual(['lost', 'lost'])
    expect([kind(welcome, '/login'), kind(welcome, https, 'https://www.example.test/auth/?next=/')]).toEqual(['login', 'login'])
    expect([kind(welcome, '/author'), kind(response(404), 'https://home.example.test/')]).toEqual(['page', 'missing'])
  })

  test('4 KiB of fields cost no more than they are long', () => {
    const bytes = html('<input '.repeat(585))
    expect(cpuMsOf(() => kind(bytes))).toBeLessThan(100)
  })
})

const START = new URL('http://home.example.test/.well-known/acme-challenge/doorstep-x')

/** Returns the URL that is asked for next, or why none is. */
function led(location: string | null, status = 301, asked: readonly [URL, ...URL[]] = [START]): string | null {
  const redirect = readRedirect({ status, location }, asked)
  if (!redirect) return null
  return 'stop' in redirect ? `stop: ${redirect.stop}` : redirect.next.href
}

describe('a redirect', () => {
  const cases: Record<string, [string, string]> = {
    'to HTTPS': ['https://home.example.test/.well-known/x', 'https://home.example.test/.well-known/x'],
    relative: ['/other?a=b#c', 'http://home.example.test/other?a=b'],
    'without a scheme': ['//www.example.test/x', 'http://www.example.test/x'],
    'to an explicit port': ['http://home.example.test:443/x', 'http://home.example.test:443/x'],
    'with a login and a final dot': ['https://a:b@www.example.test./x', 'https://www.example.test/x'],
    'in capitals': ['HTTPS://WWW.Example.Test/x', 'https://www.example.test/x'],
    'to another port': ['https://home.example.test:8443/x', 'stop: port'],
    'to another scheme': ['ftp://home.example.test/x', 'stop: scheme'],
    'to a program': ['javascript:alert(1)', 'stop: scheme'],
    'to an odd spelling of an address, which is read': ['http://0x7f.1/x', 'http://127.0.0.1/x'],
    'to a number': ['http://2130706433/x', 'http://127.0.0.1/x'],
    'without the slash': ['https://example.test.well-known/acme-challenge/x', 'stop: slash'],
    'without the slash, after a port': ['https://example.test:443.well-known/acme-challenge/x', 'stop: slash'],
    'without the slash and the scheme': ['//example.test.well-known/acme-challenge/x', 'stop: slash'],
    'to no host': ['https:///x', 'stop: invalid'],
    'to a scheme alone': ['http:x', 'stop: invalid'],
    'to no host and no scheme': ['///evil.test/x', 'stop: invalid'],
    'with a backslash': ['/\\evil.test/x', 'stop: invalid'],
    'with a control character': ['https://home.example.test/\u0009x', 'stop: invalid'],
    'that is not a URL': ['https://a b/', 'stop: invalid'],
    'that is empty': ['  ', 'stop: invalid'],
    'too long a path': [`/${'a'.repeat(2000)}`, 'stop: invalid'],
    'too long by far': [`/?${'a'.repeat(9000)}`, 'stop: invalid'],
    'to itself': [START.pathname, 'stop: loop'],
    'to itself with a fragment': [`${START.href}#x`, 'stop: loop'],
  }
  for (const [what, [location, next]] of Object.entries(cases)) test(what, () => expect(led(location)).toBe(next))

  test('by its status: four are followed, 303 is not, others are no redirects', () => {
    const of = (status: number) => led('/x', status)
    expect([301, 302, 307, 308].map(of)).toEqual(Array(4).fill('http://home.example.test/x'))
    expect([of(303), [200, 201, 300, 304, 404].map(of)]).toEqual(['stop: status', Array(5).fill(null)])
    expect(led(null, 301)).toBeNull()
  })

  test('the tenth is followed, one more is not', () => {
    const asked = (count: number): [URL, ...URL[]] => [
      START,
      ...Array.from({ length: count - 1 }, (_, at) => new URL(`/${at}`, START)),
    ]
    expect(led('/next', 302, asked(10))).toBe('http://home.example.test/next')
    expect(led('/next', 302, asked(11))).toBe('stop: loop')
  })
})
