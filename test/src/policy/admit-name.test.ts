import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../src/contract/problem.ts'
import { parseAddress, parseBlock } from '../../../src/policy/address.ts'
import { admitFoundName, admitName, isLocalName } from '../../../src/policy/admit-name.ts'
import type { Rules } from '../../../src/policy/rules.ts'
import { TOP_LEVEL_DOMAINS_DATE } from '../../../src/policy/top-level-domains.gen.ts'
import { cpuMsOf } from '../../support/cost.ts'
import { LOCAL_NAMES, NO_NAMES, PUBLIC_NAMES } from '../../support/dns/local-spellings.ts'

const blocks = (...texts: string[]) => texts.map(parseBlock).filter((block) => block !== null)
const rules: Rules = {
  allow: blocks('192.168.7.0/24'),
  deny: blocks('198.51.100.0/24'),
  denyPorts: [],
  ddnsDomains: [],
  ownAddresses: () => [parseAddress('9.9.9.9')].filter((address) => address !== null),
}

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

  test('thousands of escapes take no time', () => {
    const name = `${'\\255'.repeat(20_000)}.example.com`
    expect(cpuMsOf(() => expect(isLocalName(name, rules)).toBe(false))).toBeLessThan(200)
  })
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
