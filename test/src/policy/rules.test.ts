import { expect, test } from 'bun:test'
import { parseAddress, parseBlock } from '../../../src/policy/address.ts'
import { admitFound } from '../../../src/policy/admit.ts'
import { natOf } from '../../../src/policy/nat.ts'
import { judge, type Rules } from '../../../src/policy/rules.ts'

function rules(allow: string[], deny: string[]): Rules {
  const blocks = (texts: string[]) => texts.map(parseBlock).filter((block) => block !== null)
  return { allow: blocks(allow), deny: blocks(deny), denyPorts: [], ddnsDomains: [], ownAddresses: () => [] }
}

function address(text: string) {
  const parsed = parseAddress(text)
  if (!parsed) throw new Error(text)
  return parsed
}

test.each([
  ['8.8.8.8', [], [], 'allowed'],
  ['10.0.0.1', [], [], 'private-use'],
  ['10.0.0.1', ['10.0.0.0/8'], [], 'allowed'],
  ['10.0.0.1', ['10.0.0.0/8'], ['10.0.0.0/30'], 'denied'],
  ['10.0.0.4', ['10.0.0.0/8'], ['10.0.0.0/30'], 'allowed'],
  ['8.8.8.8', [], ['8.8.8.0/24'], 'denied'],
  ['8.8.8.8', ['8.8.8.8'], ['0.0.0.0/0'], 'denied'],
  ['2001:db8::1', ['198.18.0.0/15'], [], 'documentation'],
  ['2001:db8::1', ['2001:db8::/32'], [], 'allowed'],
] as const)('%s, allowed %p, denied %p: %s', (text, allow, deny, expected) => {
  const judgement = judge(address(text), rules([...allow], [...deny]))
  expect<string>(typeof judgement === 'string' ? judgement : judgement.name).toBe(expected)
})

test('what was found on the way is let pass whole or not at all', () => {
  const found = (texts: string[], allow: string[] = []) =>
    admitFound(texts.map(address), rules(allow, [])).map((target) => target.address.text)
  expect(found(['8.8.8.8', '2001:4860:4860::8888'])).toEqual(['8.8.8.8', '2001:4860:4860::8888'])
  expect(found(['8.8.8.8', '10.0.0.1'])).toEqual([])
  expect(found(['8.8.8.8', '10.0.0.1'], ['10.0.0.0/8'])).toEqual(['8.8.8.8', '10.0.0.1'])
  expect(found([])).toEqual([])
})

test.each([
  ['203.0.114.7', '203.0.114.7', 'none'],
  ['192.168.0.2', '203.0.114.7', 'double-nat'],
  ['10.1.2.3', '203.0.114.7', 'double-nat'],
  ['100.64.1.2', '203.0.114.7', 'carrier-grade'],
  ['192.0.0.2', '203.0.114.7', 'carrier-grade'],
  ['203.0.114.8', '203.0.114.7', 'unknown'],
  ['2001:4860::1', '203.0.114.7', 'unknown'],
  ['fd00::1', '2001:4860::1', 'double-nat'],
  ['192.168.0.2', '2001:4860::1', 'double-nat'],
  ['100.64.1.2', '2001:4860::1', 'carrier-grade'],
  ['203.0.114.7', '2001:4860::1', 'unknown'],
  ['169.254.1.1', '203.0.114.7', 'unknown'],
] as const)('a router that shows %s, seen at %s: %s', (wan, seen, expected) => {
  expect(natOf(address(wan), address(seen))).toBe(expected)
})

test('without the address that a router shows nothing is known', () => {
  expect(natOf(null, address('203.0.114.7'))).toBe('unknown')
})
