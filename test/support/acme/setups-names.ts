// Set-ups whose web server is right; what differs is what the name servers say.
import type { Method, MethodVerdict } from '../../../src/issuance/fields.ts'
import { FAILS, judged, OPEN, type Setup, setup, WORKS } from './setup.ts'

const METHODS = ['http-01', 'tls-alpn-01', 'dns-01'] as const

const of = <Value>(value: Value, methods: readonly Method[] = METHODS) =>
  Object.fromEntries(methods.map((method) => [method, value])) as Partial<Record<Method, Value>>
const named = ([web, dns]: readonly [MethodVerdict, MethodVerdict], problems?: Setup['problems']) =>
  judged([web, web, dns], problems)
const WEB = ['http-01', 'tls-alpn-01'] as const
const NO_CAA = { issues: false, because: 'pebble reads no CAA records; RFC 8659 and 8657 count' }

const CAA: readonly Setup[] = [
  setup("CAA allows Let's Encrypt", 'caa-le', named([WORKS, WORKS]), {
    zone: ['@ A {4}', '@ CAA 0 issue "letsencrypt.org"'],
    always: true,
  }),
  setup('CAA allows nobody', 'caa-nobody', named([FAILS, FAILS], of(['caa-forbids'])), {
    zone: ['@ A {4}', '@ CAA 0 issue ";"'],
    differs: of(NO_CAA),
    always: true,
  }),
  setup('CAA of the zone allows another authority', 'caa-above', named([FAILS, FAILS], of(['caa-forbids'])), {
    domain: 'www.caa-above.test',
    zone: ['www A {4}', '@ CAA 0 issue "authority.test"'],
    differs: of(NO_CAA),
  }),
  setup('CAA at the end of a CNAME allows nobody', 'caa-alias', named([FAILS, FAILS], of(['caa-forbids'])), {
    domain: 'www.caa-alias.test',
    zone: ['www CNAME home', 'home A {4}', 'home CAA 0 issue ";"'],
    differs: of(NO_CAA),
  }),
  setup('CAA with an unknown critical tag', 'caa-critical', named([FAILS, FAILS], of(['caa-critical-unknown'])), {
    zone: ['@ A {4}', '@ CAA 128 unheard "of"'],
    differs: of(NO_CAA),
  }),
  setup('CAA allows DNS-01 alone', 'caa-method', named([FAILS, WORKS], of(['caa-method'], WEB)), {
    zone: ['@ A {4}', '@ CAA 0 issue "letsencrypt.org; validationmethods=dns-01"'],
    differs: of(NO_CAA, WEB),
  }),
  setup('CAA names an account', 'caa-account', named([WORKS, WORKS], of(['caa-account'])), {
    zone: ['@ A {4}', '@ CAA 0 issue "letsencrypt.org; accounturi=https://acme-v02.api.letsencrypt.org/acme/acct/1"'],
  }),
  setup(
    'CAA allows a wildcard to nobody',
    'caa-wild',
    named([FAILS, FAILS], { 'http-01': ['wildcard-needs-dns'], 'dns-01': ['caa-wildcard'] }),
    {
      domain: '*.caa-wild.test',
      zone: ['@ A {4}', '@ CAA 0 issue "letsencrypt.org"', '@ CAA 0 issuewild ";"'],
      differs: of(NO_CAA, ['dns-01']),
    },
  ),
]

const DNS: readonly Setup[] = [
  setup('a wildcard', 'star', named([FAILS, WORKS], of(['wildcard-needs-dns'], WEB)), { domain: '*.star.test', always: true }),
  setup('no address', 'empty', named([FAILS, WORKS], of(['no-records'], WEB)), { zone: ['@ TXT "nothing else"'] }),
  setup('nobody has registered the domain', 'nobody', named([FAILS, FAILS], of(['no-records'])), { zone: null }),
  setup('a name of the home network', 'nas', named([FAILS, FAILS], of(['name-not-public'])), { domain: 'nas.lan', zone: null }),
  setup('an address of the home network', 'private', named([FAILS, WORKS], of(['reserved-address'], WEB)), {
    silent: ['http-01', 'tls-alpn-01'],
    zone: ['@ A 192.168.0.10'],
    always: true,
  }),
  setup('signatures that do not fit (DNSSEC)', 'bogus', named([FAILS, FAILS], of(['dnssec-bogus']))),
  setup('no name server knows the zone', 'lame', named([FAILS, FAILS], of(['dns-failed'])), { servers: ['lame'], txt: null }),
  setup(
    'one of two name servers does not know the zone',
    'half-lame',
    named([WORKS, WORKS], of(['lame-name-server'], ['dns-01'])),
    { servers: ['ns', 'lame'] },
  ),
  setup('one of two name servers is silent', 'half-silent', named([WORKS, WORKS], of(['lame-name-server'], ['dns-01'])), {
    servers: ['ns', 'silent'],
  }),
  setup('a CNAME to the host', 'alias', named([WORKS, WORKS]), {
    domain: 'www.alias.test',
    zone: ['www CNAME home', 'home A {4}'],
  }),
  setup('a name in Korean letters', 'xn--rc6b', named([WORKS, WORKS])),
  setup(
    'the challenge is delegated to another zone',
    'delegated',
    named([WORKS, WORKS], of(['challenge-delegated'], ['dns-01'])),
    { zone: ['@ A {4}', '_acme-challenge CNAME delegated.web.test.'], txt: { zone: 'web.test', owner: 'delegated.web.test.' } },
  ),
  setup(
    'the challenge is delegated to a zone that is gone',
    'gone',
    named([WORKS, FAILS], of(['challenge-delegated'], ['dns-01'])),
    { zone: ['@ A {4}', '_acme-challenge CNAME gone.nobody.test.'], txt: null },
  ),
  setup('an old challenge record', 'leftover', named([WORKS, WORKS], of(['challenge-leftover'], ['dns-01'])), {
    zone: ['@ A {4}', `_acme-challenge TXT "${'x'.repeat(43)}"`],
  }),
]

const MORE: readonly Setup[] = [
  setup('CAA allows another authority that speaks ACME', 'caa-other', named([WORKS, WORKS], of(['caa-forbids'])), {
    zone: ['@ A {4}', '@ CAA 0 issue "sectigo.com"'],
  }),
  setup('a CNAME of a wildcard covers the challenge', 'wild-alias', named([WORKS, WORKS]), {
    zone: ['@ A {4}', '* CNAME wild-alias.test.'],
  }),
  setup('a CNAME that leads to nothing', 'dangling', named([FAILS, WORKS], of(['no-records'], WEB)), {
    domain: 'www.dangling.test',
    zone: ['www CNAME gone'],
  }),
  setup('every name server is silent', 'mute', named([OPEN, OPEN], of(['dns-failed'])), { servers: ['silent'], txt: null }),
  setup(
    'an address of the home network over IPv6, a public one over IPv4',
    'local6',
    named([WORKS, WORKS], of(['reserved-address'], WEB)),
    {
      zone: ['@ A {4}', '@ AAAA fd00::10'],
      differs: of({ issues: true, because: 'Boulder leaves out addresses that are not public' }, WEB),
    },
  ),
  setup('an IPv6 address at which nobody is any more', 'stale6', named([WORKS, WORKS], of(['family-broken'], WEB)), {
    zone: ['@ A {4}', '@ AAAA 2001:db8:99::99'],
    differs: of({ issues: true, because: 'Boulder turns to IPv4 after a connection that fails' }, WEB),
  }),
]

export const NAME_SETUPS: readonly Setup[] = [...CAA, ...DNS, ...MORE]
