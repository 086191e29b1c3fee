import { describe, expect, test } from 'bun:test'
import { encodeName } from '../../../../src/net/dns/message.ts'
import { Reader } from '../../../../src/net/dns/reader.ts'
import { labelsOf } from '../../../../src/policy/names.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { counted, name, u8 } from '../../../support/dns/wire.ts'

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
  ])('%s', (text, bytes) => expect(encodeName(text)).toEqual(bytes))

  test(`${NAMES} names of any bytes come back as they were`, () => {
    const random = seededRandom(1035)
    const below = (limit: number) => Math.floor(random() * limit)
    // Half of the bytes are those that are written with an escape.
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

describe('a name that the wire cannot hold unchanged is not asked about', () => {
  const label = 'a'.repeat(63)
  test.each([
    'bücher.example',
    '한국.example',
    'ex\u0131mple.com',
    `${label}a.example`,
    [label, label, label, label].join('.'),
    'a..b',
    'a.',
    '.',
    '\\256.example',
    `${'\\001'.repeat(64)}.example`,
    'a..\\001',
    'a.b\\',
  ])('%s', (text) => expect(() => encodeName(text)).toThrow())

  test('the longest ones are', () => {
    expect(encodeName([label, label, label, 'a'.repeat(61)].join('.'))).toHaveLength(255)
    expect(encodeName(`${'\\001'.repeat(63)}.example`)).toHaveLength(73)
  })
})
