import { describe, expect, test } from 'bun:test'
import { parseAddress, parseBlock } from '../../../src/policy/address.ts'
import { isLocalName } from '../../../src/policy/admit.ts'
import type { Rules } from '../../../src/policy/rules.ts'
import { cpuMsOf } from '../../support/cost.ts'

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
    // Escapes hide nothing, and an escaped dot parts no labels.
    '\\001\\255.corp',
    'a\\.b',
    'a\\\\\\.b',
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
    'a\\\\.b',
    'in-addr.arpa',
    '4.4.8.8.in-addr.arpa',
    '8.b.1.0.0.2.ip6.arpa',
    // Allowed by the operator; and our own.
    '7.7.168.192.in-addr.arpa',
    '9.9.9.9.in-addr.arpa',
  ])('%p is not', (name) => expect(isLocalName(name, rules)).toBe(false))

  test('thousands of escapes take no time', () => {
    const name = `${'\\255'.repeat(20_000)}.example.com`
    expect(cpuMsOf(() => expect(isLocalName(name, rules)).toBe(false))).toBeLessThan(200)
  })
})
