import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../src/contract/problem.ts'
import type { Address } from '../../../src/policy/address.ts'
import { addressesIn } from '../../../src/policy/admit.ts'
import { admitFoundName, admitName, admitPublicName, isLocalName } from '../../../src/policy/admit-name.ts'
import { publicName, weightOf } from '../../../src/policy/policies.ts'
import { judge, type Rules } from '../../../src/policy/rules.ts'
import { PublicEndpoint, QueryName } from '../../../src/policy/target.ts'
import { TOP_LEVEL_DOMAINS_DATE } from '../../../src/policy/top-level-domains.gen.ts'
import { cpuMsOf } from '../../support/cost.ts'
import { LOCAL_NAMES, NO_NAMES, PUBLIC_NAMES } from '../../support/dns/local-spellings.ts'
import { edgeAddresses } from '../../support/policy/adversarial.ts'
import { addressOf, blocksOf, rulesOf as rulesWith } from '../../support/policy/rules.ts'

const POLICY = publicName('domain', { ports: [80, 443] })

const rulesOf = (changes: Partial<Rules> = {}) => rulesWith({ denyPorts: [25], ...changes })
const admit = (value: string, rules = rulesOf()) => admitPublicName(POLICY, value, rules)

/** Returns the judgement of an address that was found for a name, in a word. */
function found(text: string, port = 80, rules = rulesOf()): string {
  const judged = admit('home.example.com', rules).at(addressOf(text), port)
  return judged instanceof PublicEndpoint ? `${judged.address.text} ${judged.port}` : judged
}

/** Returns what a name is refused for, in English. */
function refusalOf(value: string): string | null {
  try {
    admit(value)
    return null
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    expect([thrown.code, thrown.particulars.field]).toEqual(['invalid-target', 'domain'])
    return thrown.detail('en')
  }
}

describe('a name', () => {
  test('is one to ask name servers about, in ASCII and as people write it', () => {
    const name = admit('Home.Example.COM.')
    expect(name).toMatchObject({ ascii: 'home.example.com', unicode: 'home.example.com', wildcard: false })
    expect(name.query).toBeInstanceOf(QueryName)
    expect(name.query?.ascii).toBe('home.example.com')
    expect(admit('집.example.com')).toMatchObject({ ascii: 'xn--rc6b.example.com', unicode: '집.example.com', wildcard: false })
  })

  test('of a wildcard is the name below it', () => {
    const name = admit('*.집.Example.com')
    expect(name).toMatchObject({ ascii: 'xn--rc6b.example.com', unicode: '집.example.com', wildcard: true })
    expect(name.query?.ascii).toBe('xn--rc6b.example.com')
  })

  test.each(['nas', 'home.lan', 'NAS.Local.', 'com', '*.com', '*.lan', 'nas.없는최상위', 'x.home.arpa'])(
    '%s is of a local network: a finding, and nothing to ask about',
    (value) => expect(admit(value).query).toBe(null),
  )

  test('no spelling of a local name is asked about', () => {
    for (const value of LOCAL_NAMES) {
      const isAsked = refusalOf(value) === null && admit(value).query !== null
      expect([value, isAsked]).toEqual([value, false])
    }
  })

  test.each(NO_NAMES)('%p is refused', (value) => expect(refusalOf(value)).not.toBe(null))

  test.each(PUBLIC_NAMES.filter((value) => !/[_/]|arpa/.test(value)))('%p is asked about', (value) => {
    expect(admit(value).query).toBeInstanceOf(QueryName)
  })

  test.each([
    ['', 'not a domain name'],
    ['*', 'not a domain name'],
    ['*.*.example.com', 'not a domain name'],
    ['a.*.example.com', 'not a domain name'],
    ['https://example.com/', 'not a domain name'],
    ['example.com:80', 'not a domain name'],
    [`${'x'.repeat(64)}.example.com`, 'not a domain name'],
    ['8.8.8.8', 'holds an IP address'],
    ['[2001:db8::1]', 'holds an IP address'],
    ['127.1', 'not a domain name'],
    ['8.8.8.8.in-addr.arpa', 'not a domain name'],
    ['*.8.8.in-addr.arpa', 'not a domain name'],
    ['8.b.1.0.0.2.ip6.arpa', 'not a domain name'],
    ['_acme-challenge.example.com', '"_acme-challenge.example.com" cannot be the name of a host'],
    ['a_b.example.com', 'cannot be the name of a host'],
    ['-a.example.com', 'cannot be the name of a host'],
    ['a-.example.com', 'cannot be the name of a host'],
    ['0/25.2.0.192.example.com', 'cannot be the name of a host'],
  ])('%p is refused: %s', (value, words) => expect(refusalOf(value)).toContain(words))

  test('the longest names take no time', () => {
    const values = [`${'a.'.repeat(126)}a`, 'a'.repeat(60_000), `${'-'.repeat(63)}.${'a-'.repeat(31)}.com`, '*.'.repeat(20_000)]
    expect(cpuMsOf(() => values.map(refusalOf))).toBeLessThan(100)
  })
})

describe('an address that was found for it', () => {
  test('every edge of every block is judged as everywhere else', () => {
    const edges = edgeAddresses()
    expect(edges.length).toBeGreaterThan(300)
    for (const { address: text, verdict } of edges) {
      const [first] = found(text).split(' ')
      expect([text, first]).toEqual([text, verdict === 'allowed' ? addressOf(text).text : 'reserved'])
    }
  })

  test('is judged at each use: what a name server says later has no part in what was admitted', () => {
    const name = admit('rebinding.example.com')
    expect(name.at(addressOf('8.8.8.8'), 80)).toBeInstanceOf(PublicEndpoint)
    expect(name.at(addressOf('192.168.0.1'), 80)).toBe('reserved')
    expect(name.at(addressOf('::ffff:127.0.0.1'), 443)).toBe('reserved')
    expect(name.at(addressOf('8.8.8.8'), 443)).toBeInstanceOf(PublicEndpoint)
  })

  test('the rules of the operator count, and do not pass for those of the internet', () => {
    const rules = rulesOf({
      allow: blocksOf('10.0.0.0/8', '8.8.0.0/16'),
      deny: blocksOf('8.8.4.0/24', '10.1.0.0/16'),
      denyPorts: [80],
      ownAddresses: () => [addressOf('9.9.9.9')],
    })
    expect([found('8.8.8.8', 443, rules), found('10.0.0.1', 443, rules)]).toEqual(['8.8.8.8 443', '10.0.0.1 443'])
    expect([found('8.8.4.4', 443, rules), found('9.9.9.9', 443, rules)]).toEqual(['not-allowed', 'not-allowed'])
    expect([found('8.8.8.8', 80, rules), found('10.1.0.1', 443, rules)]).toEqual(['not-allowed', 'reserved'])
    expect(found('192.168.0.1', 80, rules)).toBe('reserved')
  })

  test('has no other port than those of the policy', () => {
    for (const port of [25, 8080, 0, 65_536]) expect(() => found('8.8.8.8', port)).toThrow(`the policy has no port ${port}`)
  })

  test('the rules of this moment count, not those of the admission', () => {
    const own: Address[] = []
    const rules = rulesOf({ ownAddresses: () => own })
    const name = admit('home.example.com', rules)
    expect(name.at(addressOf('9.9.9.9'), 80)).toBeInstanceOf(PublicEndpoint)
    own.push(addressOf('9.9.9.9'))
    expect([judge(addressOf('9.9.9.9'), rules), name.at(addressOf('9.9.9.9'), 80)]).toEqual(['own', 'not-allowed'])
  })
})

test('no address of it is waited for before the run, and it weighs more than any other', () =>
  expect([addressesIn(admit('home.example.com')), weightOf({ policy: POLICY })]).toEqual([[], 5]))

const rules = rulesWith({
  allow: blocksOf('192.168.7.0/24'),
  deny: blocksOf('198.51.100.0/24'),
  ownAddresses: () => [addressOf('9.9.9.9')],
})

describe('a name that was found on the way, as zone files spell it', () => {
  test.each([
    'corp',
    'db.corp',
    'a.b.local',
    'printer',
    'x.home.arpa',
    // Escapes hide nothing, and an escaped dot does not separate labels.
    '\\001\\255.corp',
    'a\\.b',
    'a\\\\\\.b',
    'a\\.com',
    'x.xn\\255-p1ai',
    '\\046',
    '7.1.168.192.in-addr.arpa',
    '168.192.in-addr.arpa',
    '10.in-addr.arpa',
    '0/25.1.168.192.in-addr.arpa',
    'lb._dns-sd._udp.0.0.168.192.in-addr.arpa',
    '1.0.0.127.in-addr.arpa',
    '0.0.0.0.0.0.d.f.ip6.arpa',
    'b.e.f.ip6.arpa',
    // Denied by the operator.
    '1.100.51.198.in-addr.arpa',
  ])('%s is local', (name) => expect(isLocalName(name, rules)).toBe(true))

  test.each([
    '',
    'example.com',
    'corp.example',
    'a\\\\.test',
    'in-addr.arpa',
    '4.4.8.8.in-addr.arpa',
    '8.b.1.0.0.2.ip6.arpa',
    // Allowed by the operator, or our own.
    '7.7.168.192.in-addr.arpa',
    '9.9.9.9.in-addr.arpa',
  ])('%p is not', (name) => expect(isLocalName(name, rules)).toBe(false))
})

/** Returns the code of a refusal, and its sentences; the name where it is admitted. */
function judged(name: string): string[] {
  try {
    return [admitName('domain', name, rules).ascii]
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return [thrown.code, ...(['en', 'ko'] as const).map((locale) => thrown.detail(locale))]
  }
}

describe('a name in a field', () => {
  test.each(LOCAL_NAMES)('%p is local', (name) => expect(judged(name)[0]).toBe('target-not-public'))
  test.each(NO_NAMES)('%p is not a name', (name) => expect(judged(name)[0]).toBe('invalid-target'))
  test.each(PUBLIC_NAMES)('%p is asked about, in ASCII', (name) => {
    expect(judged(name)).toEqual([expect.stringMatching(/^[a-z0-9._-]+$/)])
  })

  test('a top-level domain that is not delegated is named, with the day on which it was not', () => {
    expect(judged('www.example.cmo')).toEqual([
      'target-not-public',
      `"www.example.cmo" ends in .cmo, which is not a top-level domain of the public internet (IANA, ${TOP_LEVEL_DOMAINS_DATE}), so only a local network can resolve it. Check the spelling, or give a public domain name. If .cmo is newer than that, the operator of this server has to update it.`,
      expect.stringContaining(`(.cmo)은 ${TOP_LEVEL_DOMAINS_DATE} 현재`),
    ])
    expect(judged('nas.없는최상위')[1]).toStartWith('"nas.없는최상위" ends in .없는최상위, ')
  })
})

describe('a name that was found, to ask about', () => {
  test.each(LOCAL_NAMES)('not %p', (name) => expect(admitFoundName(name, rules)).toBeNull())
  test.each(PUBLIC_NAMES)('%p', (name) => expect(admitFoundName(name, rules)?.ascii).toBe(judged(name)[0] ?? ''))

  test.each([
    ['', ''],
    ['.', ''],
    ['a\\.b.Example.COM.', 'a\\.b.example.com'],
    ['a\\\\.example.com.', 'a\\\\.example.com'],
    ['\\000\\032\\255.example.com', '\\000\\032\\255.example.com'],
    [`${'\\001'.repeat(63)}.example.com`, `${'\\001'.repeat(63)}.example.com`],
    ["!#%&'*+,/:<=>?[]^_`{|}~.example.com", "!#%&'*+,/:<=>?[]^_`{|}~.example.com"],
  ])('%s as %s', (text, ascii) => expect(admitFoundName(text, rules)?.ascii).toBe(ascii))

  test.each([
    // Another spelling of nas.lan, and of 10.in-addr.arpa.
    'nas.\\108\\097\\110',
    'nas.\\lan',
    '\\049\\048.in-addr.arpa',
    'nas\\046lan.example.com',
    '\\256.example.com',
    '\\03.example.com',
    'a b.example.com',
    'a\tb.example.com',
    'a"b.example.com',
    'a.example.com\\',
    'a\\.example.com\\.',
    'a..example.com',
    `${'\\001'.repeat(64)}.example.com`,
    `${`${'\\001'.repeat(60)}.`.repeat(4)}example.com`,
    'x'.repeat(100_000),
    `${'ü'.repeat(64)}.example.com`,
  ])('not %s', (text) => expect(admitFoundName(text, rules)).toBeNull())

  test('takes no time, however it is made to fail', () => {
    const started = performance.now()
    for (const part of ['\\255', 'a.', '\\', '..', 'ü', '.\\.']) {
      for (let round = 0; round < 200; round++) admitFoundName(part.repeat(100_000 / part.length), rules)
      for (let round = 0; round < 200; round++) admitFoundName(part.repeat(900 / part.length), rules)
    }
    expect(performance.now() - started).toBeLessThan(3000)
  })
})
