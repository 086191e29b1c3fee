import { describe, expect, test } from 'bun:test'
import ipaddr from 'ipaddr.js'
import {
  addressOfBytes,
  blockText,
  contains,
  parseAddress,
  parseBlock,
  parseUnmapped,
  portOfUrl,
  readCanonical6,
  readDotted,
  spell6,
} from '../../../src/policy/address.ts'
import { samples, sampleTest } from '../../support/lab.ts'
import { listed } from '../../support/listed.ts'

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
  ])('%s reads as %s', (text, canonical) => expect(parseAddress(text)?.text).toBe(canonical))

  const BLANKS = ['', ' ', ' 8.8.8.8', '8.8.8.8 ', '8.8.8.8\n']
  const ODD = listed(`
      8.8.8 8.8.8.8.8 8.8.8.8. .8.8.8.8 08.8.8.8 8.8.8.256 999.1.1.1 127.1 0x7f.1 0x7f000001 2130706433 017700000001
      1e1.1.1.1 +8.8.8.8 -1.8.8.8 ８.８.８.８ ①②⑦.0.0.1 [8.8.8.8] [::1 ::1] [[::1]] fe80::1%eth0 fe80::1%251 ::1/128 :::
      1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 1::2::3 12345:: g::1 ::127.1 ::0x7f.0.0.1 ::ffff:08.8.8.8 localhost example.com
      8.8.8.8:80
    `)
  test.each([...BLANKS, ...ODD])('%p is no address', (text) => expect(parseAddress(text)).toBeNull())
})

test('parseUnmapped shows an IPv4-mapped address as IPv4, and nothing else', () => {
  expect(parseUnmapped('::ffff:192.0.2.1')).toEqual(parseAddress('192.0.2.1'))
  expect([parseUnmapped('::ffff:c000:201')?.text, parseUnmapped('::192.0.2.1')?.version]).toEqual(['192.0.2.1', 6])
  expect([parseUnmapped('64:ff9b::192.0.2.1')?.version, parseUnmapped('::ffff:999.0.0.1')]).toEqual([6, null])
})

describe('blocks', () => {
  test.each('10.0.0.0/8 0.0.0.0/0 192.0.2.1/32 192.0.2.1 2001:db8::/32 ::/0 ::1 198.18.0.0/15 2001:20::/28'.split(' '))(
    '%s is one',
    (text) => expect(parseBlock(text)).not.toBeNull(),
  )

  test.each([
    '',
    ...'10.0.0.0/ /8 10.0.0.0/33 10.0.0.0/-1 10.0.0.0/8/8 10.0.0.1/8 2001:db8::1/32 ::/129 10/8 a/8 10.0.0.0/8a'.split(' '),
  ])('%p is none', (text) => expect(parseBlock(text)).toBeNull())

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
  const urls = 'http://a.test/ https://a.test/ http://a.test:443/ https://a.test:80/ ftp://a.test/ ftp://a.test:80/'.split(' ')
  expect(urls.map((url) => portOfUrl(new URL(url)))).toEqual([80, 443, 443, 80, null, null])
})

// Addresses are read and spelled by code of our own where they are spelled as usual. ipaddr.js gives the second opinion.
const MANY = samples(12_000, 120_000)
const SEED = 20_261_122
const DOTTED = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
const CHARACTERS = [...'0123456789abcdefABCDEFg:.[]% \n-+x０']
/** Spellings that parsers often get wrong: ends, gaps, zeros, widths. */
const PIECES = ['', ':', '::', ':::', '0', '00', '0000', '00000', '1', 'ffff', '1ffff', '0:0', ':0:', '.', '1.2.3.4', '256', '01']

/** Returns the same numbers in every run (mulberry32). */
function drawer(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    return ((mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))) >>> 8) % below
  }
}

/** Null, or the canonical spelling. */
function opinion(text: string): string | null {
  if (DOTTED.test(text)) return text
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (!/^[0-9a-f:.]{2,45}$/i.test(bare) || !bare.includes(':')) return null
  const tail = bare.slice(bare.lastIndexOf(':') + 1)
  if (tail.includes('.') && !DOTTED.test(tail)) return null
  // ipaddr.js reads `::1.2.3.4` as a mapped address.
  const octets = tail.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = octets
  const hex =
    octets.length === 4 ? `${bare.slice(0, -tail.length)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}` : bare
  return ipaddr.IPv6.isValid(hex) ? ipaddr.IPv6.parse(hex).toRFC5952String() : null
}

const draw = drawer(SEED)
const pick = <Item>(items: readonly Item[]): Item | undefined => items[draw(items.length)]

const randomGroups = (): number[] => Array.from({ length: 8 }, () => [0, 0, 0, draw(16), draw(0x1_0000), 0xffff][draw(6)] ?? 0)

function spelling(): string | undefined {
  const groups = randomGroups()
  const address = new ipaddr.IPv6(groups)
  const canonical = address.toRFC5952String()
  const normal = address.toNormalizedString()
  const at = draw(8)
  const length = draw(8 - at)
  const oddGap = `${normal.split(':').slice(0, at).join(':')}::${normal
    .split(':')
    .slice(at + length)
    .join(':')}`
  const dotted = Array.from({ length: 4 }, () => draw(300)).join('.')
  return pick([
    canonical,
    normal,
    normal.replace(/\b0\b/g, '0000'),
    canonical.toUpperCase(),
    `[${canonical}]`,
    oddGap,
    dotted,
    `::${dotted}`,
  ])
}

function damaged(text: string): string {
  const at = draw(text.length + 1)
  return `${text.slice(0, at)}${pick(draw(2) ? CHARACTERS : PIECES)}${text.slice(at + draw(3))}`
}

describe(`${MANY} spellings, many of them damaged`, () => {
  sampleTest('are read as ipaddr.js reads them', () => {
    const wrong: unknown[] = []
    const counts = { address: 0, none: 0, canonical: 0 }
    for (let index = 0; index < MANY; index++) {
      const spelled = spelling() ?? ''
      const text =
        [spelled, damaged(spelled), damaged(damaged(spelled)), Array.from({ length: draw(9) }, () => pick(PIECES)).join('')][
          draw(4)
        ] ?? ''
      const address = parseAddress(text)
      const second = opinion(text)
      if ((address?.text ?? null) !== second) wrong.push({ text, read: address?.text ?? null, second })
      counts[address ? 'address' : 'none']++
      if (address && readCanonical6(text)) counts.canonical++
      if (address && `${address.words}` !== `${wordsByLibrary(address.text)}`) wrong.push({ text, words: address.words })
    }
    expect(wrong).toEqual([])
    // Otherwise the comparison would say little.
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(MANY / 25)
  })

  sampleTest('what is read at once is canonical, and every canonical spelling is read at once', () => {
    const wrong: unknown[] = []
    for (let index = 0; index < MANY / 3; index++) {
      const canonical = new ipaddr.IPv6(randomGroups()).toRFC5952String()
      const words = readCanonical6(canonical)
      if (`${words}` !== `${wordsByLibrary(canonical)}`) wrong.push({ canonical, words })
      for (const text of [damaged(canonical), canonical.toUpperCase()])
        if (readCanonical6(text) && opinion(text) !== text) wrong.push({ text })
    }
    expect(wrong).toEqual([])
  })
})

sampleTest('words are spelled as ipaddr.js spells them', () => {
  const wrong: unknown[] = []
  for (let index = 0; index < MANY / 3; index++) {
    const bytes = new ipaddr.IPv6(randomGroups()).toByteArray()
    const text = ipaddr.fromByteArray(bytes).toString()
    const words = wordsByLibrary(text)
    if (spell6(words) !== ipaddr.IPv6.parse(text).toRFC5952String()) wrong.push({ text, spelled: spell6(words) })
    if (`${addressOfBytes(Uint8Array.from(bytes))?.words}` !== `${words}`) wrong.push({ text, words })
  }
  expect(wrong).toEqual([])
})

test('every octet is read, and nothing beside', () => {
  for (let octet = 0; octet < 1000; octet++)
    for (const text of [`${octet}.0.0.0`, `1.${octet}.3.4`, `255.255.255.${octet}`, `0${octet}.1.1.1`])
      expect(readDotted(text) >= 0).toBe(DOTTED.test(text))
})

function wordsByLibrary(text: string): number[] {
  const bytes = ipaddr.parse(text).toByteArray()
  return Array.from({ length: bytes.length / 4 }, (_, word) => new DataView(Uint8Array.from(bytes).buffer).getUint32(word * 4))
}
