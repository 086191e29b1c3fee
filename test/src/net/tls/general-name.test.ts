import { describe, expect, test } from 'bun:test'
import { matchesHost } from '../../../../src/net/tls/general-name.ts'

const dns = (...values: string[]) => values.map((value) => ({ kind: 'dns' as const, value }))
const ip = (...values: string[]) => values.map((value) => ({ kind: 'ip' as const, value }))

describe('names', () => {
  const table: [string, string, boolean][] = [
    ['web.test', 'web.test', true],
    ['web.test', 'WEB.Test', true],
    ['WEB.test', 'web.test', true],
    ['web.test.', 'web.test', true],
    ['web.test', 'web.test.', false],
    ['web.test', 'a.web.test', false],
    ['a.web.test', 'web.test', false],
    ['a.web.test', '*.web.test', true],
    ['web.test', '*.web.test', false],
    ['a.b.web.test', '*.web.test', false],
    ['.web.test', '*.web.test', false],
    ['a.web.test', 'a.*.test', false],
    ['www.web.test', 'w*.web.test', false],
    ['www.web.test', '*w.web.test', false],
    ['a.b.web.test', '*.*.web.test', false],
    ['a.b.web.test', '**.web.test', false],
    ['web.test', '*.test', false],
    ['test', '*', false],
    ['xn--rc6b.web.test', '*.web.test', true],
    ['xn--rc6b.test', 'xn--rc6b.test', true],
    ['xn--rc6b.test', '집.test', false],
    ['_dmarc.web.test', '_dmarc.web.test', true],
    ['web.test', 'web.test\u0000.evil.test', false],
    ['web.test', '', false],
    ['127.0.0.1', '127.0.0.1', false],
  ]
  test.each(table)('%s by %s: %p', (host, name, expected) => {
    expect(matchesHost(host, /^[\d.]+$/.test(host), dns(name))).toBe(expected)
  })

  test('any of many names, and only names of hosts', () => {
    expect(matchesHost('b.test', false, dns('a.test', 'b.test', 'c.test'))).toBe(true)
    expect(matchesHost('b.test', false, [])).toBe(false)
    expect(matchesHost('b.test', false, [{ kind: 'other', value: 'b.test' }])).toBe(false)
  })
})

test('addresses are compared as addresses', () => {
  expect(matchesHost('192.0.2.1', true, ip('192.0.2.1'))).toBe(true)
  expect(matchesHost('192.0.2.1', true, ip('192.0.2.2'))).toBe(false)
  expect(matchesHost('2001:DB8:0::1', true, ip('2001:db8::1'))).toBe(true)
  expect(matchesHost('192.0.2.1', true, dns('192.0.2.1'))).toBe(false)
  expect(matchesHost('192.0.2.1', true, ip('::ffff:c000:201'))).toBe(false)
})
