// Set-ups whose web server is right; what differs is what the name servers say.
import type { Method, MethodVerdict, ProblemCode } from '../../../src/issuance/fields.ts'
import type { Setup } from './setup.ts'

const [WORKS, FAILS, OPEN] = ['would-work', 'would-fail', 'cannot-tell'] as const
const METHODS = ['http-01', 'tls-alpn-01', 'dns-01'] as const

const of = <Value>(value: Value, methods: readonly Method[] = METHODS) =>
  Object.fromEntries(methods.map((method) => [method, value])) as Partial<Record<Method, Value>>
const verdicts = (web: MethodVerdict, dns: MethodVerdict): Setup['expected'] => ({
  'http-01': web,
  'tls-alpn-01': web,
  'dns-01': dns,
})
const problems = (...codes: ProblemCode[]) => of(codes)
const BOTH = ['http-01', 'tls-alpn-01'] as const
const NO_CAA = { issues: false, because: 'pebble reads no CAA records; RFC 8659 and 8657 count' }

const CAA: readonly Setup[] = [
  {
    title: "CAA allows Let's Encrypt",
    label: 'caa-le',
    zone: ['@ A {4}', '@ CAA 0 issue "letsencrypt.org"'],
    expected: verdicts(WORKS, WORKS),
    always: true,
  },
  {
    title: 'CAA allows nobody',
    label: 'caa-nobody',
    zone: ['@ A {4}', '@ CAA 0 issue ";"'],
    differs: of(NO_CAA),
    expected: verdicts(FAILS, FAILS),
    problems: problems('caa-forbids'),
    always: true,
  },
  {
    title: 'CAA of the zone allows another authority',
    label: 'caa-above',
    domain: 'www.caa-above.test',
    zone: ['www A {4}', '@ CAA 0 issue "authority.test"'],
    differs: of(NO_CAA),
    expected: verdicts(FAILS, FAILS),
    problems: problems('caa-forbids'),
  },
  {
    title: 'CAA at the end of a CNAME allows nobody',
    label: 'caa-alias',
    domain: 'www.caa-alias.test',
    zone: ['www CNAME home', 'home A {4}', 'home CAA 0 issue ";"'],
    differs: of(NO_CAA),
    expected: verdicts(FAILS, FAILS),
    problems: problems('caa-forbids'),
  },
  {
    title: 'CAA with an unknown critical tag',
    label: 'caa-critical',
    zone: ['@ A {4}', '@ CAA 128 unheard "of"'],
    differs: of(NO_CAA),
    expected: verdicts(FAILS, FAILS),
    problems: problems('caa-critical-unknown'),
  },
  {
    title: 'CAA allows DNS-01 alone',
    label: 'caa-method',
    zone: ['@ A {4}', '@ CAA 0 issue "letsencrypt.org; validationmethods=dns-01"'],
    differs: of(NO_CAA, BOTH),
    expected: verdicts(FAILS, WORKS),
    problems: of(['caa-method'], BOTH) as Setup['problems'] & object,
  },
  {
    title: 'CAA names an account',
    label: 'caa-account',
    zone: ['@ A {4}', '@ CAA 0 issue "letsencrypt.org; accounturi=https://acme-v02.api.letsencrypt.org/acme/acct/1"'],
    expected: verdicts(WORKS, WORKS),
    problems: problems('caa-account'),
  },
  {
    title: 'CAA allows a wildcard to nobody',
    label: 'caa-wild',
    domain: '*.caa-wild.test',
    zone: ['@ A {4}', '@ CAA 0 issue "letsencrypt.org"', '@ CAA 0 issuewild ";"'],
    differs: of(NO_CAA, ['dns-01']),
    expected: verdicts(FAILS, FAILS),
    problems: { 'http-01': ['wildcard-needs-dns'], 'dns-01': ['caa-wildcard'] },
  },
]

const DNS: readonly Setup[] = [
  {
    title: 'a wildcard',
    label: 'star',
    domain: '*.star.test',
    expected: verdicts(FAILS, WORKS),
    problems: of(['wildcard-needs-dns'], BOTH) as Setup['problems'] & object,
    always: true,
  },
  {
    title: 'no address',
    label: 'empty',
    zone: ['@ TXT "nothing else"'],
    expected: verdicts(FAILS, WORKS),
    problems: of(['no-records'], BOTH) as Setup['problems'] & object,
  },
  {
    title: 'nobody has registered the domain',
    label: 'nobody',
    zone: null,
    expected: verdicts(FAILS, FAILS),
    problems: problems('no-records'),
  },
  {
    title: 'a name of the home network',
    label: 'nas',
    domain: 'nas.lan',
    zone: null,
    expected: verdicts(FAILS, FAILS),
    problems: problems('name-not-public'),
  },
  {
    title: 'an address of the home network',
    label: 'private',
    silent: ['http-01', 'tls-alpn-01'],
    zone: ['@ A 192.168.0.10'],
    expected: verdicts(FAILS, WORKS),
    problems: of(['reserved-address'], BOTH) as Setup['problems'] & object,
    always: true,
  },
  {
    title: 'signatures that do not fit (DNSSEC)',
    label: 'bogus',
    expected: verdicts(FAILS, FAILS),
    problems: problems('dnssec-bogus'),
  },
  {
    title: 'no name server knows the zone',
    label: 'lame',
    servers: ['lame'],
    txt: null,
    expected: verdicts(FAILS, FAILS),
    problems: problems('dns-failed'),
  },
  {
    title: 'one of two name servers does not know the zone',
    label: 'half-lame',
    servers: ['ns', 'lame'],
    expected: verdicts(WORKS, WORKS),
    problems: { 'dns-01': ['lame-name-server'] },
  },
  {
    title: 'one of two name servers is silent',
    label: 'half-silent',
    servers: ['ns', 'silent'],
    expected: verdicts(WORKS, WORKS),
    problems: { 'dns-01': ['lame-name-server'] },
  },
  {
    title: 'a CNAME to the host',
    label: 'alias',
    domain: 'www.alias.test',
    zone: ['www CNAME home', 'home A {4}'],
    expected: verdicts(WORKS, WORKS),
  },
  { title: 'a name in Korean letters', label: 'xn--rc6b', expected: verdicts(WORKS, WORKS) },
  {
    title: 'the challenge is delegated to another zone',
    label: 'delegated',
    zone: ['@ A {4}', '_acme-challenge CNAME delegated.web.test.'],
    txt: { zone: 'web.test', owner: 'delegated.web.test.' },
    expected: verdicts(WORKS, WORKS),
    problems: { 'dns-01': ['challenge-delegated'] },
  },
  {
    title: 'the challenge is delegated to a zone that is gone',
    label: 'gone',
    zone: ['@ A {4}', '_acme-challenge CNAME gone.nobody.test.'],
    txt: null,
    expected: verdicts(WORKS, FAILS),
    problems: { 'dns-01': ['challenge-delegated'] },
  },
  {
    title: 'an old challenge record',
    label: 'leftover',
    zone: ['@ A {4}', `_acme-challenge TXT "${'x'.repeat(43)}"`],
    expected: verdicts(WORKS, WORKS),
    problems: { 'dns-01': ['challenge-leftover'] },
  },
]

const MORE: readonly Setup[] = [
  {
    title: 'CAA allows another authority that speaks ACME',
    label: 'caa-other',
    zone: ['@ A {4}', '@ CAA 0 issue "sectigo.com"'],
    expected: verdicts(WORKS, WORKS),
    problems: problems('caa-forbids'),
  },
  {
    title: 'a CNAME of a wildcard covers the challenge',
    label: 'wild-alias',
    zone: ['@ A {4}', '* CNAME wild-alias.test.'],
    expected: verdicts(WORKS, WORKS),
  },
  {
    title: 'a CNAME that leads to nothing',
    label: 'dangling',
    domain: 'www.dangling.test',
    zone: ['www CNAME gone'],
    expected: verdicts(FAILS, WORKS),
    problems: of(['no-records'], BOTH) as Setup['problems'] & object,
  },
  {
    title: 'every name server is silent',
    label: 'mute',
    servers: ['silent'],
    txt: null,
    expected: verdicts(OPEN, OPEN),
    problems: problems('dns-failed'),
  },
  {
    title: 'an address of the home network over IPv6, a public one over IPv4',
    label: 'local6',
    zone: ['@ A {4}', '@ AAAA fd00::10'],
    differs: of({ issues: true, because: 'Boulder leaves out addresses that are not public' }, BOTH),
    expected: verdicts(WORKS, WORKS),
    problems: of(['reserved-address'], BOTH) as Setup['problems'] & object,
  },
  {
    title: 'an IPv6 address at which nobody is any more',
    label: 'stale6',
    zone: ['@ A {4}', '@ AAAA 2001:db8:99::99'],
    differs: of({ issues: true, because: 'Boulder turns to IPv4 after a connection that fails' }, BOTH),
    expected: verdicts(WORKS, WORKS),
    problems: of(['family-broken'], BOTH) as Setup['problems'] & object,
  },
]

export const NAME_SETUPS: readonly Setup[] = [...CAA, ...DNS, ...MORE]
