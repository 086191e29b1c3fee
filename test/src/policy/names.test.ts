import { describe, expect, test } from 'bun:test'
import { parseAddress } from '../../../src/policy/address.ts'
import { addressOfReverseName, isWithin, labelsOf, localRule, parseDomain, reverseName } from '../../../src/policy/names.ts'
import { listed } from '../../support/listed.ts'

const label63 = 'a'.repeat(63)
const name253 = [label63, label63, label63, 'a'.repeat(61)].join('.')

test.each([
  ['example.com', 'example.com', 'example.com'],
  ['Example.COM.', 'example.com', 'example.com'],
  ['_dmarc.example.com', '_dmarc.example.com', '_dmarc.example.com'],
  ['*.example.com', '*.example.com', '*.example.com'],
  ['0/25.2.0.192.in-addr.arpa', '0/25.2.0.192.in-addr.arpa', '0/25.2.0.192.in-addr.arpa'],
  ['bücher.example', 'xn--bcher-kva.example', 'bücher.example'],
  ['_sip.BÜCHER.example', '_sip.xn--bcher-kva.example', '_sip.bücher.example'],
  ['집.한국', 'xn--rc6b.xn--3e0b707e', '집.한국'],
  ['xn--3e0b707e.kr', 'xn--3e0b707e.kr', '한국.kr'],
  ['例え。テスト', 'xn--r8jz45g.xn--zckzah', '例え.テスト'],
  ['xn--a.example', 'xn--a.example', 'xn--a.example'],
  ['com', 'com', 'com'],
  [name253, name253, name253],
  ['3com.com', '3com.com', '3com.com'],
  ['-', '-', '-'],
])('domain names: %p', (text, ascii, unicode) => expect(parseDomain(text)).toEqual({ ascii, unicode }))

test.each(['8.8.8.8', '2001:db8::1', '[::1]'])('%p is an address', (text) => expect(parseDomain(text)).toBe('an-address'))

const TOO_LONG = [`a.${name253}`, `${label63}a.example`]
const ODD = ['', ' example.com', 'exa mple.com', 'example.com\n', 'exam\u0000ple.com', 'ex\\.ample.com', 'a\u200dü.example']
const PLAIN = listed(`
  . .. a..b .a.b https://example.com example.com/path example.com:80 user@example.com a.*.example.com * 127.1 0x7f.1
  0x7f example.0x 2130706433 1.2.3.4. １.２.３.４ ①②⑦.0.0.1 bü%63her.example ü/x.example ü@x.example
`)
test.each([...TOO_LONG, ...ODD, ...PLAIN])('%p is not a domain name', (text) => expect(parseDomain(text)).toBe('not-a-name'))

describe('names of the local network', () => {
  test.each([
    ['router.lan', 'lan'],
    ['LAN', 'lan'],
    ['a.b.local', 'local'],
    ['printer.localdomain', 'localdomain'],
    ['x.localhost', 'localhost'],
    ['metadata.google.internal', 'internal'],
    ['x.intranet', 'intranet'],
    ['nas.home', 'home'],
    ['nas.home.arpa', 'home.arpa'],
    ['dc.corp', 'corp'],
    ['x.private', 'private'],
    ['abc.onion', 'onion'],
    ['x.alt', 'alt'],
    ['_dns.resolver.arpa', 'resolver.arpa'],
    ['default.service.arpa', 'service.arpa'],
  ])('%p ends in %p', (text, suffix) => {
    const domain = parseDomain(text)
    expect(typeof domain === 'string' ? domain : localRule(domain)).toMatchObject({ suffix })
  })

  test.each(
    'example.com lan.example mylan.kr xlocal.net home.arpa.example localhost.example.com 2.0.192.in-addr.arpa'.split(' '),
  )('%p does not', (ascii) => expect(localRule({ ascii })).toBeNull())

  test.each(['x.consul', 'x.test1', 'x.xn--test', 'example.cmo', 'x.-', 'x._tcp', 'a.b'])(
    '%p does, since nobody has delegated it',
    (ascii) => expect(localRule({ ascii })).toBe('not-delegated'),
  )

  test.each(['x.com', 'x.kr', 'x.xn--3e0b707e', 'x.arpa', 'x.zw', 'x.aaa', 'x.test', 'x.example', 'x.invalid'])(
    '%p does not',
    (ascii) => expect(localRule({ ascii })).toBeNull(),
  )

  test('a single label does', () =>
    expect([localRule({ ascii: 'intra' }), localRule({ ascii: 'com' })]).toEqual(['single-label', 'single-label']))
})

test.each([
  ['4.3.2.1.in-addr.arpa', '1.2.3.4'],
  ['168.192.in-addr.arpa', '192.168.0.0'],
  ['10.in-addr.arpa', '10.0.0.0'],
  ['8.b.d.0.1.0.0.2.ip6.arpa', '2001:db8::'],
  [`${'1.'.repeat(32)}ip6.arpa`, '1111:1111:1111:1111:1111:1111:1111:1111'],
  ['in-addr.arpa', null],
  ['256.in-addr.arpa', null],
  // An impossible octet does not hide those above it.
  ['256.168.192.in-addr.arpa', '192.168.0.0'],
  ['07.168.192.in-addr.arpa', '192.168.0.0'],
  ['255.249.199.100.in-addr.arpa', '100.199.249.255'],
  ['0/25.2.0.192.in-addr.arpa', '192.0.2.0'],
  ['x.y.1.10.in-addr.arpa', '10.1.0.0'],
  ['_tcp.in-addr.arpa', null],
  ['b._dns-sd._udp.0.1.168.192.in-addr.arpa', '192.168.1.0'],
  ['example.com', null],
])('the reverse name %s is that of %p', (ascii, expected) => expect(addressOfReverseName({ ascii })?.text ?? null).toBe(expected))

test('the domain itself and the names below it are within a domain', () => {
  expect([isWithin('dyn.example', 'dyn.example'), isWithin('a.b.dyn.example', 'dyn.example')]).toEqual([true, true])
  expect([isWithin('xdyn.example', 'dyn.example'), isWithin('example', 'dyn.example')]).toEqual([false, false])
})

test('labels end at a dot that is not escaped', () =>
  expect([labelsOf('a\\.b.c\\\\.d'), labelsOf('')]).toEqual([['a\\.b', 'c\\\\', 'd'], []]))

test.each([
  ['192.0.2.7', '7.2.0.192.in-addr.arpa'],
  ['0.0.0.0', '0.0.0.0.in-addr.arpa'],
  ['255.1.20.200', '200.20.1.255.in-addr.arpa'],
  ['2001:db8::567:89ab', 'b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  ['::', `${'0.'.repeat(32)}ip6.arpa`],
  ['::ffff:192.0.2.7', '7.0.2.0.0.0.0.c.f.f.f.f.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.ip6.arpa'],
])('%s has its PTR record at %s', (text, expected) => {
  const address = parseAddress(text)
  expect(address && reverseName(address)).toBe(expected)
})
