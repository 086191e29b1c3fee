import { describe, expect, test } from 'bun:test'
import { encodeName, labelsOf, reverseName } from '../../../../src/net/dns/names.ts'
import { Reader } from '../../../../src/net/dns/reader.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { counted, name, u8 } from '../../../support/dns-wire.ts'
import { seededRandom } from '../../../support/sources.ts'

const NAMES = 2000
const NAME_MAX_BYTES = 255

describe('a name on the wire', () => {
  test.each([
    ['', u8(0)],
    ['com', name('com')],
    ['www.Example.com', name('www.Example.com')],
    ['a\\.b.c', Buffer.concat([counted('a.b'), counted('c'), u8(0)])],
    ['a\\\\.b', Buffer.concat([counted('a\\'), counted('b'), u8(0)])],
    ['\\000\\255\\065', Buffer.concat([counted(u8(0, 255, 65)), u8(0)])],
    ['\\a\\-b', Buffer.concat([counted('a-b'), u8(0)])],
    ['x\\0461', Buffer.concat([counted('x.1'), u8(0)])],
    ['*._tcp', name('*._tcp')],
  ])('%s', (text, bytes) => {
    expect(encodeName(text)).toEqual(bytes)
  })

  test(`${NAMES} names of any bytes come back as they were`, () => {
    const random = seededRandom(1035)
    const below = (limit: number) => Math.floor(random() * limit)
    // Half of the bytes are those that are written in another way than they are.
    const byte = () => (below(2) === 0 ? below(256) : ('."\\$();@ 0129'.charCodeAt(below(13)) ?? 0))
    for (let count = 0; count < NAMES; count++) {
      const labels: Buffer[] = []
      let room = NAME_MAX_BYTES - 1
      for (let wanted = below(130); wanted > 0 && room >= 2; wanted--) {
        const bytes = Buffer.from(Array.from({ length: 1 + below(Math.min(63, room - 1)) }, byte))
        labels.push(counted(bytes))
        room -= bytes.length + 1
      }
      const wire = Buffer.concat([...labels, u8(0)])
      const text = new Reader(wire).name().text
      expect(text).toMatch(/^[!-~]*$/)
      expect(encodeName(text).toString('hex')).toBe(wire.toString('hex'))
      expect(labelsOf(text)).toHaveLength(labels.length)
    }
  })
})

test('labels end at a dot that is not escaped', () => {
  expect(labelsOf('a\\.b.c\\\\.d')).toEqual(['a\\.b', 'c\\\\', 'd'])
  expect(labelsOf('')).toEqual([])
})

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
