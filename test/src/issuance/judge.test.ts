import { describe, expect, test } from 'bun:test'
import type { Facts, HttpFacts, TlsFacts } from '../../../src/issuance/facts.ts'
import { METHODS, type Method, type MethodVerdict, PROBLEM_CODES } from '../../../src/issuance/fields.ts'
import { judgeIssuance } from '../../../src/issuance/judge.ts'
import type { WhereVerdict } from '../../../src/net/where/index.ts'
import * as sample from '../../support/issuance/facts.ts'
import { listed } from '../../support/listed.ts'
import { whereOf } from '../../support/where/situations.ts'

const { at, both, caa, challenge, dns, facts, http, looked, noHttp, redirected, stopped, tls, unasked, wildcard, zone } = sample
const { atIpv4, withCaa, withDns, IPV4, IPV6, NAME } = sample

/** The verdict of a method in one letter, then its problems: "code" or "code.kind", with ! for an error and ? for what leaves it open. */
type Told = string
const LETTERS = { 'would-work': 'works', 'would-fail': 'fails', 'cannot-tell': 'open' } as const
const MARKS = { error: '!', unclear: '?', warning: '' } as const

function told(given: Facts, method: Method, methods: readonly Method[] = METHODS): Told {
  const judged = judgeIssuance(given, methods).methods.find((one) => one.method === method)
  const problems = (judged?.problems ?? []).map(
    ({ code, severity, slots: { kind } }) => `${code}${kind ? `.${kind}` : ''}${MARKS[severity]}`,
  )
  return [LETTERS[judged?.verdict ?? 'cannot-tell'], ...problems].join(' ')
}

const seen = new Set<string>()
/** Asserts the verdict and problems of each method; '' if it is as in the healthy set-up. */
function expectTold(given: Facts, [web, alpn, name]: readonly [Told, Told, Told]) {
  for (const { problems } of judgeIssuance(given, METHODS).methods)
    for (const { code, severity } of problems) seen.add(`${code} ${severity}`)
  const expected = [web || 'works', alpn || 'works', name || 'works']
  expect([told(given, 'http-01'), told(given, 'tls-alpn-01'), told(given, 'dns-01')]).toEqual(expected)
}

const asking = (...addresses: Facts['addresses']) => facts({ addresses })
const withHttp = (more: HttpFacts | null) => atIpv4({ http: more })
const withTls = (more: Partial<TlsFacts> | null) => atIpv4({ tls: more && tls({ alert: null, ...more }) })
const limited = (reason: string) => withHttp(noHttp('limited', { reason }))
const withPage = (status: number | null, page: HttpFacts['page'], more: Partial<HttpFacts> = {}) =>
  withHttp(http({ status, page, ...more }))
const wildcardWith = (...records: string[]) => wildcard({ dns: dns({ caa: caa(records) }) })
const withZone = (...states: Parameters<typeof zone>) => withDns({ zone: zone(...states) })
const withChallenge = (more: Parameters<typeof challenge>[0]) => withDns({ challenge: challenge(more) })
const named = (ascii: string) => facts({ subject: { ...facts().subject, ascii, unicode: ascii } })
const all = (one: Told) => [one, one, one] as const
const forWeb = (one: Told) => [one, one, ''] as const
const web = (one: Told) => [one, '', ''] as const
const alpn = (one: Told) => ['', one, ''] as const
const name = (one: Told) => ['', '', one] as const
const byName = (one: Told) => ['fails wildcard-needs-dns!', 'fails wildcard-needs-dns!', one] as const
const DIFFER = ['works addresses-differ', 'open addresses-differ?', ''] as const
const PROXIED = ['works proxied', 'fails proxied.tls!', ''] as const
const WELL = ['', '', ''] as const
const [IPV4_2, IPV6_2] = ['203.0.113.8', '2001:db8::8']
const OTHER = 'https://other.example/.well-known/acme-challenge/doorstep-abc'
const HTTPS = `https://${NAME}/`

const dead = (outcome: 'silent' | 'refused' | 'unreachable') => ({ http: noHttp(outcome), tls: tls({ outcome, alert: null }) })
/** Addresses that are silent, that refuse, and that are silent on port 80 alone. */
const [SILENT, REFUSED, SILENT_80] = [dead('silent'), dead('refused'), { http: noHttp('silent') }]
/** A redirect to HTTPS, where nothing answers. */
const DEAD_END = { http: noHttp('silent', { url: HTTPS, redirects: redirected().redirects }) }
const [SERVFAIL, TIMEOUT] = [looked([], { status: 'servfail', reason: 'server-failure' }), looked([], { status: 'timeout' })]
const BOGUS = looked([], { status: 'servfail', dnssec: 'bogus' })
const failedCaa = (name: string, dnssec: 'unknown' | 'bogus') =>
  caa([], { failed: { name, status: 'servfail', reason: 'server-failure', dnssec } })
const BOGUS_ALL = { ipv4: BOGUS, ipv6: BOGUS, caa: failedCaa(NAME, 'bogus'), challenge: challenge({ ...BOGUS, values: [] }) }
const NOBODYS = { apex: null, servers: [], isLent: false }
const LENT = { ...zone(), isLent: true }
const ACME = 'x.acme-dns.example'
const LE = '0 issue "letsencrypt.org"'
const LE_BY_DNS = '0 issue "letsencrypt.org; validationmethods=dns-01"'
const LE_FOR_ONE = '0 issue "letsencrypt.org; accounturi=https://example.net/acct/1"'
const SIX_REFUSED = { http: refusedByDevice(), isRequester: true }

type Row = [what: string, given: Facts, told: readonly [Told, Told, Told]]
const TABLE: Record<string, Row[]> = {
  names: [
    ['all is well', facts(), WELL],
    ['a local name', facts({ subject: { ...named('nas').subject, query: null } }), all('fails name-not-public!')],
    ['more than ten parts', named('a.b.c.d.e.f.g.h.i.example.com'), all('fails name-not-public.parts!')],
    ['ten parts', named('a.b.c.d.e.f.g.h.example.com'), WELL],
    ['hyphens that are reserved', named('ab--cd.example.com'), all('fails name-not-public.hyphens!')],
    ['hyphens of another script', named('xn--rc6b.example.com'), WELL],
    ['a free domain', withDns({ zone: NOBODYS, ipv4: looked() }), all('fails no-records.unregistered!')],
    ['neither A nor AAAA', withDns({ ipv4: looked() }), forWeb('fails no-records!')],
    ['A does not exist', withDns({ ipv4: looked([], { status: 'nxdomain' }) }), forWeb('fails no-records!')],
    ['both fail', withDns({ ipv4: SERVFAIL, ipv6: SERVFAIL }), forWeb('fails dns-failed!')],
    ['A fails, AAAA is empty', withDns({ ipv4: SERVFAIL }), forWeb('fails dns-failed!')],
    ['AAAA fails, A is there', withDns({ ipv6: SERVFAIL }), forWeb('works dns-failed.one-family')],
    [
      'AAAA fails, A is silent',
      { ...atIpv4(SILENT), dns: dns({ ipv6: SERVFAIL }) },
      forWeb('fails address-silent! dns-failed.one-family'),
    ],
    ['no answer to us', withDns({ ipv4: TIMEOUT, ipv6: TIMEOUT }), forWeb('open dns-failed?')],
    [
      'no answer by dead servers',
      withDns({ ipv4: TIMEOUT, ipv6: TIMEOUT, zone: zone('silent', 'lame') }),
      ['fails dns-failed!', 'fails dns-failed!', 'fails lame-name-server.all!'],
    ],
    ['our budget', withDns({ ipv4: looked([], { status: 'error', reason: 'budget-exceeded' }) }), forWeb('open dns-failed?')],
    [
      'to a local name',
      withDns({ ipv4: looked([], { reason: 'leads-to-local-name', status: 'error' }) }),
      forWeb('fails dns-failed!'),
    ],
    ['invalid signatures', withDns(BOGUS_ALL), all('fails dnssec-bogus!')],
    ['nothing was looked up', withDns({ ipv4: null, ipv6: null }), forWeb('open dns-failed?')],
    ['a reserved address alone', asking(unasked('192.168.0.5', 'reserved')), forWeb('fails reserved-address!')],
    ['one beside a public one', asking(unasked('fd00::1', 'reserved'), at(IPV4)), forWeb('works reserved-address.beside')],
    ['an address that may not be asked', asking(unasked(IPV4, 'not-checked')), forWeb('open address-not-checked?')],
    ['no address was asked', asking(), forWeb('open address-not-checked?')],
  ],
  connections: [
    ['silent', atIpv4(SILENT), forWeb('fails address-silent!')],
    ['unreachable', atIpv4(dead('unreachable')), forWeb('fails address-silent.unreachable!')],
    ['refused', atIpv4(REFUSED), forWeb('fails address-refused!')],
    ['refused at my own', atIpv4({ ...REFUSED, isRequester: true }), forWeb('fails address-refused.own!')],
    ['no way there', limited('network-unreachable'), web('open address-not-checked.no-way?')],
    ['time was up', limited('out-of-time'), web('open address-not-checked.unfinished?')],
    ['asked too much', limited('rate-limited'), web('open address-not-checked.limited?')],
    ['a port that may not be asked', limited('not-allowed'), web('open address-not-checked?')],
    ['not asked', withHttp(null), web('open address-not-checked?')],
    ['one of two dead', asking(at(IPV4), at(IPV4_2, SILENT)), forWeb('open address-silent.some?')],
    ['both dead', asking(at(IPV4, SILENT), at(IPV4_2, REFUSED)), forWeb('fails address-silent! address-refused!')],
    ['IPv6 dead', both(SILENT), forWeb('works family-broken.ipv6-dead')],
    ['IPv6 dead on 80 alone', both({ http: noHttp('refused') }), web('works family-broken.ipv6-dead')],
    ['IPv4 dead', both({}, REFUSED), forWeb('works family-broken.ipv4-dead')],
    ['both families dead', both(SILENT, REFUSED), forWeb('fails address-silent! address-refused!')],
    [
      'IPv6 dead, IPv4 wrong',
      both(SILENT_80, { http: stopped('port', `http://${NAME}:8080/`) }),
      web('fails address-silent! redirect-port!'),
    ],
    [
      'IPv6 dead, IPv4 open',
      both(SILENT_80, { http: http({ status: 200, page: 'page' }) }),
      web('open challenge-page-caught? family-broken.ipv6-dead'),
    ],
    [
      'IPv6 wrong, IPv4 right',
      both({ http: http({ page: 'router', status: 200 }) }),
      ['fails challenge-page-caught.router! family-broken.ipv6-wrong! addresses-differ', 'open addresses-differ?', ''],
    ],
    [
      'IPv4 wrong, IPv6 right',
      both({}, { http: http({ page: 'login', status: 401 }) }),
      ['works challenge-page-caught.login addresses-differ', 'open addresses-differ?', ''],
    ],
    ['one of two of IPv6 dead, without IPv4', asking(at(IPV6), at(IPV6_2, SILENT)), forWeb('open address-silent.some?')],
    ['one of two of IPv6 dead', asking(at(IPV6), at(IPV6_2, SILENT), at(IPV4)), forWeb('works family-broken.ipv6-dead')],
    [
      'one of two of IPv6 dead, IPv4 as well',
      asking(at(IPV6), at(IPV6_2, SILENT), at(IPV4, REFUSED)),
      forWeb('open address-silent.some? family-broken.ipv4-dead'),
    ],
    [
      'one of two of IPv4 dead, IPv6 as well',
      asking(at(IPV6, SILENT), at(IPV4), at(IPV4_2, REFUSED)),
      forWeb('open address-refused.some? family-broken.ipv6-dead'),
    ],
    ['a redirect of IPv6 into a dead end, IPv4 without one', both(DEAD_END), web('open address-silent.redirected?')],
    ['redirects of both families', both(DEAD_END, { http: redirected() }), web('open address-silent.redirected?')],
  ],
  'redirects where IPv6 is dead': [
    ['to an open port', both(SILENT_80, { http: redirected() }), web('open family-broken.ipv6-redirect?')],
    ...[redirected(), redirected({ url: OTHER })].map(
      (one): Row => [
        `to ${one.url}`,
        both(SILENT, { http: one }),
        ['open family-broken.ipv6-redirect?', 'works family-broken.ipv6-dead', ''],
      ],
    ),
    [
      'that is not followed anyway',
      both(SILENT, { http: stopped('elsewhere', OTHER) }),
      ['open redirect-elsewhere? family-broken.ipv6-dead', 'works family-broken.ipv6-dead', ''],
    ],
  ],
  'my own ports': [
    ['the device refuses', ownAt('refused-by-device'), web('open address-refused.rule?')],
    ['the router refuses', ownAt('refused-at-address'), web('fails address-refused.own!')],
    ['the device refuses over IPv6, IPv4 works', both(SIX_REFUSED), web('works family-broken.ipv6-dead')],
    [
      'the device refuses over IPv6, IPv4 is dead',
      both(SIX_REFUSED, SILENT),
      ['open address-refused.rule? family-broken.ipv4-dead', 'works family-broken.ipv4-dead', ''],
    ],
    ['the device refuses over IPv4, IPv6 works', both({}, { http: refusedByDevice() }), web('works family-broken.ipv4-dead')],
    ['proven', withHttp(noHttp('proof', { proof: 'proven' })), WELL],
    ['proven where it answers badly', withPage(500, 'error', { proof: 'proven' }), WELL],
    ['proven on 443', withTls({ outcome: 'proof', proof: 'proven' }), WELL],
    ['somebody else on a port', withHttp(http({ proof: 'someone-else' })), web('open challenge-page-caught.someone-else?')],
    ['no answer to the proof', withHttp(http({ proof: 'no-answer' })), WELL],
    [
      'a key of the other port',
      atIpv4({ http: http({ proof: 'someone-else' }), tls: tls({ outcome: 'proof', proof: 'proven' }) }),
      WELL,
    ],
  ],
  'answers over HTTP': [
    ['410', withHttp(http({ status: 410 })), WELL],
    ['404 after nine redirects', withHttp(redirectedBy(9)), WELL],
    ['404 after ten redirects', withHttp(redirectedBy(10)), web('open redirect-loop.many?')],
    ['an echo', withPage(200, 'echo'), WELL],
    ['any page', withPage(200, 'page'), web('open challenge-page-caught?')],
    ['a login', withPage(200, 'login'), web('fails challenge-page-caught.login!')],
    ['401', withPage(401, 'login'), web('fails challenge-page-caught.login!')],
    ['407', withPage(407, 'error'), web('fails challenge-page-caught.login!')],
    ['403', withPage(403, 'login'), web('open challenge-page-caught.forbidden?')],
    ['the router', withPage(200, 'router'), web('fails challenge-page-caught.router!')],
    ['the router with 401', withPage(401, 'router'), web('fails challenge-page-caught.router!')],
    ['a missing page that may be of a router', withPage(404, 'error'), web('open challenge-status?')],
    ['a path lost by 301', withHttp(lost(301)), web('fails challenge-page-caught.lost!')],
    ['a path lost by 302', withHttp(lost(302)), web('open challenge-page-caught.lost?')],
    ['502', withPage(502, 'error'), web('open challenge-status?')],
    ['204', withPage(204, 'error'), web('open challenge-status?')],
    ['no status', withPage(null, null), web('open challenge-status?')],
    ['TLS on 80', withHttp(noHttp('tls-on-http-port')), web('fails wrong-protocol.tls-on-80!')],
    ['SSH on 80', withHttp(noHttp('not-http')), web('fails wrong-protocol.not-http!')],
    ['no answer in time', withHttp(noHttp('broken', { reason: 'no-answer' })), web('open wrong-protocol.stalled?')],
    ['ended before an answer', withHttp(noHttp('broken')), web('fails wrong-protocol.broken!')],
    ['a dead port after a redirect', atIpv4(DEAD_END), web('fails address-silent.redirected!')],
    ['an own server behind a proxy', withHttp(http({ proxy: 'Cloudflare' })), PROXIED],
    ['an address of a proxy', atIpv4({ proxy: 'Cloudflare' }), PROXIED],
    ['two servers', both({}, { http: http({ server: 'Apache' }) }), DIFFER],
    ['one redirects, one does not', both({ http: redirected() }), DIFFER],
  ],
  redirects: [
    ['to another port', withHttp(stopped('port', `https://${NAME}:8443/x`)), web('fails redirect-port!')],
    ['to another scheme', withHttp(stopped('scheme', 'ftp://x/')), web('fails redirect-scheme!')],
    ['in a circle', withHttp(stopped('loop', 'http://x/')), web('fails redirect-loop!')],
    ['by 303', withHttp(stopped('status', 'http://x/', 303)), web('fails redirect-status!')],
    ['to an address', withHttp(stopped('to-address', 'http://203.0.113.9/')), web('open redirect-to-address?')],
    ['inwards', withHttp(stopped('not-public', 'http://nas/')), web('fails redirect-not-public!')],
    ['to a name without an address', withHttp(stopped('unresolved', OTHER)), web('fails redirect-invalid.no-address!')],
    ['without a slash', withHttp(stopped('slash', `https://${NAME}.well-known/x`)), web('fails redirect-invalid.slash!')],
    ['to nothing that can be read', withHttp(stopped('invalid', 'http://[')), web('fails redirect-invalid!')],
    ['elsewhere', withHttp(stopped('elsewhere', OTHER)), web('open redirect-elsewhere?')],
  ],
  'answers over TLS': [
    ['the protocol is spoken', withTls({ outcome: 'offered', alpn: 'acme-tls/1' }), WELL],
    ['an alert of Caddy', withTls({ alert: 80 }), WELL],
    ['an alert of nginx', withTls({ alert: 120 }), alpn('open alpn-not-offered?')],
    ['the protocol is ignored', withTls({ outcome: 'ignored' }), alpn('open alpn-not-offered?')],
    ['ended before an answer', withTls({ outcome: 'broken' }), alpn('open wrong-protocol.broken?')],
    ['HTTP on 443', withTls({ outcome: 'plain-http' }), alpn('fails wrong-protocol.http-on-443!')],
    ['SSH on 443', withTls({ outcome: 'not-tls' }), alpn('fails wrong-protocol.not-tls!')],
    ['HTTP over IPv6 alone', both({ tls: tls({ outcome: 'plain-http' }) }), alpn('works wrong-protocol.http-on-443')],
    [
      'HTTP over both families',
      both({ tls: tls({ outcome: 'plain-http' }) }, { tls: tls({ outcome: 'plain-http' }) }),
      alpn('fails wrong-protocol.http-on-443! wrong-protocol.http-on-443!'),
    ],
    ['not asked', withTls(null), alpn('open address-not-checked?')],
  ],
  CAA: [
    ['the largest may', withCaa(LE), WELL],
    ['nobody may', withCaa('0 issue ";"'), all('fails caa-forbids.nobody!')],
    ['one that nobody can order from', withCaa('0 issue "ca.example.net"'), all('fails caa-forbids!')],
    ['another one', withCaa('0 issue "pki.goog"'), all('works caa-forbids.other')],
    ['several', withCaa('0 issue "pki.goog"', LE, '0 iodef "mailto:a@example.com"'), WELL],
    ['wildcards alone', withCaa('0 issuewild ";"'), WELL],
    ['an unknown critical tag', withCaa('128 tbs "x"', LE), all('fails caa-critical-unknown!')],
    ['one method', withCaa(LE_BY_DNS), forWeb('fails caa-method!')],
    ['one method, any with another authority', withCaa(LE_BY_DNS, '0 issue "pki.goog"'), forWeb('works caa-method')],
    ['one account', withCaa(LE_FOR_ONE), all('works caa-account')],
    ['one account, or any', withCaa(LE_FOR_ONE, LE), WELL],
    ['more than were read', withDns({ caa: caa(['0 issue "pki.goog"'], { isPartial: true }) }), all('open dns-failed?')],
    ['a lookup that fails', withDns({ caa: failedCaa('example.com', 'unknown') }), all('fails dns-failed!')],
    ['not looked up', withDns({ caa: null }), all('open dns-failed?')],
  ],
  wildcards: [
    ['all is well', wildcard(), byName('')],
    ['issuewild', wildcardWith(LE, '0 issuewild ";"'), byName('fails caa-wildcard.nobody!')],
    ['issuewild of another one', wildcardWith('0 issue ";"', '0 issuewild "ssl.com"'), byName('works caa-wildcard.other')],
    ['issue alone', wildcardWith('0 issue ";"'), byName('fails caa-forbids.nobody!')],
  ],
  'DNS-01': [
    ['one lame server', withZone('answers', 'lame'), name('works lame-name-server')],
    ['one silent server', withZone('silent', 'answers'), name('works lame-name-server.silent')],
    ['one without an address', withZone('answers', 'no-address'), name('works lame-name-server.no-address')],
    ['all bad', withZone('lame', 'silent'), name('fails lame-name-server.all!')],
    ['some bad, the others not asked', withZone('lame', 'not-asked'), name('open lame-name-server?')],
    ['none asked', withZone('not-asked'), name('open address-not-checked?')],
    ['a lent name', withDns({ zone: LENT }), name('open zone-not-yours?')],
    [
      'one that was written to',
      withDns({ zone: LENT, challenge: challenge({ values: ['"x"'] }) }),
      name('works challenge-leftover'),
    ],
    ['no zone found', withDns({ zone: null }), name('open dns-failed.zone?')],
    ['not looked up', withDns({ challenge: null }), name('open dns-failed?')],
    ['a delegated name', withChallenge({ alias: ACME, aliasAnswers: true }), name('works challenge-delegated')],
    [
      'a delegated name that nobody answers',
      withChallenge({ alias: ACME, aliasAnswers: false, status: 'servfail' }),
      name('fails challenge-delegated.dead!'),
    ],
    ['a delegated name of which nothing is known', withChallenge({ alias: ACME }), name('open challenge-delegated.unknown?')],
    ['leftovers', withChallenge({ status: 'noerror', values: ['"a"', '"b"'] }), name('works challenge-leftover')],
    ['a lookup that fails', withChallenge({ status: 'servfail' }), name('fails dns-failed!')],
    ['invalid signatures', withChallenge({ status: 'servfail', dnssec: 'bogus' }), name('fails dnssec-bogus!')],
  ],
}

function redirectedBy(count: number): HttpFacts {
  const { redirects } = redirected()
  return redirected({ redirects: Array.from({ length: count }, () => redirects).flat() })
}

function lost(status: number): HttpFacts {
  const url = 'https://www.example.com/'
  return http({ status: 200, page: 'lost', url, redirects: [{ url: http().url, status, location: url }] })
}

function refusedByDevice(verdict: WhereVerdict = 'refused-by-device'): HttpFacts {
  return noHttp('refused', { where: whereOf(verdict, 4) })
}

function ownAt(verdict: WhereVerdict): Facts {
  return atIpv4({ http: refusedByDevice(verdict), isRequester: true })
}

for (const [part, rows] of Object.entries(TABLE))
  describe(part, () => {
    for (const [what, given, expected] of rows) test(what, () => expectTold(given, expected))
  })

test('the table has every code, and both an error and a warning or an open one where a code has both', () => {
  expect(PROBLEM_CODES.filter((code) => ![...seen].some((one) => one.startsWith(`${code} `)))).toEqual([])
  const severe = listed(`
    reserved-address family-broken caa-forbids caa-wildcard caa-method challenge-delegated lame-name-server proxied
  `)
  for (const code of severe) expect([code, seen.has(`${code} error`), seen.has(`${code} warning`)]).toEqual([code, true, true])
})

test('somebody else answers for certain if no other port was to be proven', () =>
  expect(told(withHttp(http({ proof: 'someone-else' })), 'http-01', ['http-01', 'dns-01'])).toBe(
    'fails challenge-page-caught.someone-else!',
  ))

test.each<[what: string, given: Facts, methods: readonly Method[], best: Method | null]>([
  ['of two computers the one that asks neither', both({}, { http: http({ server: 'Apache' }) }), METHODS, 'dns-01'],
  ['HTTP-01 if all work', facts(), METHODS, 'http-01'],
  ['whatever the order of the request', facts(), METHODS.toReversed(), 'http-01'],
  ['one without a warning', both(SILENT_80), METHODS, 'tls-alpn-01'],
  ['HTTP-01 rather than DNS-01 where only a record has to be tidied up', both(SILENT), METHODS, 'http-01'],
  ['DNS-01 where a proxy may keep the challenge', withHttp(redirected({ proxy: 'Akamai' })), ['http-01', 'dns-01'], 'dns-01'],
  ['one with a warning if there is no other', both(SILENT), ['http-01', 'tls-alpn-01'], 'http-01'],
  ['DNS-01 for a wildcard', wildcard(), METHODS, 'dns-01'],
  ['none if nothing is certain', withDns({ caa: null }), METHODS, null],
])('the best method is %s', (_, given, methods, best) => expect(judgeIssuance(given, methods).best).toBe(best))

test.each<[Facts, readonly Method[], MethodVerdict]>([
  [withDns({ ipv4: looked() }), METHODS, 'would-work'],
  [withHttp(null), ['http-01'], 'cannot-tell'],
  [withCaa('0 issue ";"'), METHODS, 'would-fail'],
])('the verdict over all methods is the best of them (%#)', (given, methods, verdict) =>
  expect(judgeIssuance(given, methods).verdict).toBe(verdict),
)

describe('the particulars of a problem', () => {
  const first = (given: Facts, method: Method) => judgeIssuance(given, [method]).methods[0]?.problems[0]

  test('of a redirect', () => {
    expect(first(withHttp(stopped('port', `https://${NAME}:8443/x`)), 'http-01')).toEqual({
      code: 'redirect-port',
      severity: 'error',
      address: IPV4,
      slots: {
        url: `http://${NAME}/.well-known/acme-challenge/doorstep-abc`,
        location: `https://${NAME}:8443/x`,
        status: 301,
        count: 1,
        host: NAME,
        port: 8443,
        scheme: 'https',
      },
    })
  })

  test('of a redirect that cannot be read', () =>
    expect(first(withHttp(stopped('invalid', 'http://[')), 'http-01')?.slots).toMatchObject({ host: '', port: 0, scheme: '' }))

  test('of lookups that failed alike: one problem that names every type', () => {
    const given = withDns({ ipv4: SERVFAIL, ipv6: SERVFAIL, caa: failedCaa(NAME, 'unknown') })
    expect(first(given, 'http-01')?.slots).toMatchObject({ type: 'CAA, A, AAAA', name: NAME, status: 'servfail' })
  })

  test('of CAA records: where they are, whom they name and whom to order from', () => {
    const issuers = ['0 issue "digicert.com"', '0 issue "ssl.com"', '0 issue "ca.example.net"']
    expect(first(withDns({ caa: caa(issuers) }), 'dns-01')?.slots).toEqual({
      found: 'example.com',
      name: NAME,
      issuers: 'digicert.com, ssl.com, ca.example.net',
      authority: 'ssl.com',
      kind: 'other',
    })
  })
})
