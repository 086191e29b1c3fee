import { describe, expect, test } from 'bun:test'
import { blockText, contains, parseAddress, parseBlock, parseUnmapped, portOfUrl } from '../../../src/policy/address.ts'

describe('parseAddress', () => {
  test.each([
    ['0.0.0.0', '0.0.0.0'],
    ['8.8.8.8', '8.8.8.8'],
    ['255.255.255.255', '255.255.255.255'],
    ['::', '::'],
    ['::1', '::1'],
    ['2001:DB8::A', '2001:db8::a'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['::ffff:192.0.2.1', '::ffff:c000:201'],
    ['::127.0.0.1', '::7f00:1'],
  ])('%s reads as %s', (text, canonical) => {
    expect(parseAddress(text)?.text).toBe(canonical)
  })

  test.each([
    '',
    ' ',
    ' 8.8.8.8',
    '8.8.8.8 ',
    '8.8.8.8\n',
    '8.8.8',
    '8.8.8.8.8',
    '8.8.8.8.',
    '.8.8.8.8',
    '08.8.8.8',
    '8.8.8.256',
    '999.1.1.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '1e1.1.1.1',
    '+8.8.8.8',
    '-1.8.8.8',
    '８.８.８.８',
    '①②⑦.0.0.1',
    '[8.8.8.8]',
    '[::1',
    '::1]',
    '[[::1]]',
    'fe80::1%eth0',
    'fe80::1%251',
    '::1/128',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '12345::',
    'g::1',
    '::127.1',
    '::0x7f.0.0.1',
    '::ffff:08.8.8.8',
    'localhost',
    'example.com',
    '8.8.8.8:80',
  ])('%p is no address', (text) => {
    expect(parseAddress(text)).toBeNull()
  })
})

test('parseUnmapped shows an IPv4-mapped address as IPv4, and nothing else', () => {
  expect(parseUnmapped('::ffff:192.0.2.1')).toEqual(parseAddress('192.0.2.1'))
  expect(parseUnmapped('::ffff:c000:201')?.text).toBe('192.0.2.1')
  expect(parseUnmapped('::192.0.2.1')?.version).toBe(6)
  expect(parseUnmapped('64:ff9b::192.0.2.1')?.version).toBe(6)
  expect(parseUnmapped('::ffff:999.0.0.1')).toBeNull()
})

describe('blocks', () => {
  test.each([
    '10.0.0.0/8',
    '0.0.0.0/0',
    '192.0.2.1/32',
    '192.0.2.1',
    '2001:db8::/32',
    '::/0',
    '::1',
    '198.18.0.0/15',
    '2001:20::/28',
  ])('%s is one', (text) => {
    expect(parseBlock(text)).not.toBeNull()
  })

  test.each([
    '',
    '10.0.0.0/',
    '/8',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.1/8',
    '2001:db8::1/32',
    '::/129',
    '10/8',
    'a/8',
    '10.0.0.0/8a',
  ])('%p is none', (text) => {
    expect(parseBlock(text)).toBeNull()
  })

  test.each([
    ['10.0.0.0/8', '10.0.0.0', true],
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '9.255.255.255', false],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['198.18.0.0/15', '198.19.255.255', true],
    ['198.18.0.0/15', '198.20.0.0', false],
    ['240.0.0.0/4', '255.255.255.254', true],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['192.0.2.1/32', '192.0.2.1', true],
    ['192.0.2.1/32', '192.0.2.0', false],
    ['2001:20::/28', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff', true],
    ['2001:20::/28', '2001:30::', false],
    ['2001:20::/28', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff', false],
    ['::1/128', '::1', true],
    ['::1/128', '::2', false],
    ['::/0', 'ffff::', true],
    ['::/0', '8.8.8.8', false],
    ['0.0.0.0/0', '::', false],
    ['100::/64', '100::ffff:ffff:ffff:ffff', true],
    ['100::/64', '100:0:0:1::', false],
  ])('%s holds %s: %p', (blockCidr, addressText, expected) => {
    const [block, address] = [parseBlock(blockCidr), parseAddress(addressText)]
    expect(block && address && contains(block, address)).toBe(expected)
  })

  test.each([
    ['8.8.8.8', 24, '8.8.8.0/24'],
    ['255.255.255.255', 1, '128.0.0.0/1'],
    ['8.8.8.8', 0, '0.0.0.0/0'],
    ['8.8.8.8', 32, '8.8.8.8/32'],
    ['2606:4700:4700::1111', 45, '2606:4700:4700::/45'],
    ['2606:4700:470f::1111', 44, '2606:4700:4700::/44'],
    ['ffff:ffff::', 33, 'ffff:ffff::/33'],
    ['ffff:ffff:ffff::', 33, 'ffff:ffff:8000::/33'],
  ])('the block of %s at /%d is %s', (text, prefix, expected) => {
    const address = parseAddress(text)
    expect(address && blockText(address, prefix)).toBe(expected)
  })
})

test('the port of a URL is the one that it names, otherwise that of its scheme', () => {
  const urls = [
    'http://a.test/',
    'https://a.test/',
    'http://a.test:443/',
    'https://a.test:80/',
    'ftp://a.test/',
    'ftp://a.test:80/',
  ]
  expect(urls.map((url) => portOfUrl(new URL(url)))).toEqual([80, 443, 443, 80, null, null])
})
