import { expect, test } from 'bun:test'
import { parseAddress, parseBlock } from '../../../src/policy/address.ts'
import { admitFound } from '../../../src/policy/admit.ts'
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

test('addresses found along the way are admitted all or not at all', () => {
  const found = (texts: string[], allow: string[] = []) =>
    admitFound(texts.map(address), 53, rules(allow, [])).map((endpoint) => `${endpoint.address.text} ${endpoint.port}`)
  expect(found(['8.8.8.8', '2001:4860:4860::8888'])).toEqual(['8.8.8.8 53', '2001:4860:4860::8888 53'])
  expect(found(['8.8.8.8', '10.0.0.1'])).toEqual([])
  expect(found(['8.8.8.8', '10.0.0.1'], ['10.0.0.0/8'])).toEqual(['8.8.8.8 53', '10.0.0.1 53'])
  expect(found([])).toEqual([])
})

test('denied ports keep no name server from being asked: they are those that callers have checked', () =>
  expect(admitFound([address('8.8.8.8')], 53, { ...rules([], []), denyPorts: [53] })).toHaveLength(1))
