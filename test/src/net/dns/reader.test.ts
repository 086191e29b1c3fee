import { describe, expect, test } from 'bun:test'
import { Malformed, quoteTxt, Reader } from '../../../../src/net/dns/reader.ts'
import { counted, hex, name, pointer, u8, u16, u32 } from '../../../support/dns/wire.ts'

const NAME_MAX_BYTES = 255

describe('numbers and bytes', () => {
  test('are read from front to back, in network order', () => {
    const reader = new Reader(Buffer.concat([u8(0xfe), u16(0x1234), u32(0xfedcba98), counted('four'), Buffer.from('rest')]))
    expect([reader.u8(), reader.u16(), reader.u32()]).toEqual([0xfe, 0x1234, 0xfedcba98])
    expect(reader.text().toString()).toBe('four')
    expect([reader.left, reader.isAtEnd]).toEqual([4, false])
    expect(reader.rest().toString()).toBe('rest')
    expect([reader.left, reader.isAtEnd]).toEqual([0, true])
    expect(reader.rest()).toHaveLength(0)
  })

  test.each<[string, Buffer, (reader: Reader) => unknown]>([
    ['a byte of none', u8(), (reader) => reader.u8()],
    ['a word of one byte', u8(1), (reader) => reader.u16()],
    ['a long word of three bytes', u8(1, 2, 3), (reader) => reader.u32()],
    ['a text whose last byte is missing', u8(2, 0x61), (reader) => reader.text()],
    ['a text without its length', u8(), (reader) => reader.text()],
    ['a part that is too long', u8(1, 2), (reader) => reader.part(3)],
    ['what lies behind a part', u8(1, 2), (reader) => reader.part(1).u16()],
  ])('%s is refused', (_, bytes, read) => expect(() => read(new Reader(bytes))).toThrow(Malformed))

  test('a part ends at its length, and the whole continues after it', () => {
    const reader = new Reader(u8(1, 2, 3, 4))
    const part = reader.part(2)
    expect([part.u8(), part.left, part.u8(), part.isAtEnd]).toEqual([1, 1, 2, true])
    expect(reader.u16()).toBe(0x0304)
  })
})

describe('names', () => {
  const read = (bytes: Buffer, at = 0) => new Reader(bytes, at).name().text

  test.each([
    ['', hex('00')],
    ['com', hex('03636f6d00')],
    ['WwW.Example', name('WwW.Example')],
    ['a\\.b.c', Buffer.concat([counted('a.b'), counted('c'), u8(0)])],
    ['\\"\\$\\(\\)\\;\\@\\\\', Buffer.concat([counted('"$();@\\'), u8(0)])],
    ['\\000\\032\\127\\255', Buffer.concat([counted(u8(0, 32, 127, 255)), u8(0)])],
    ["!#%&'*+,-/:<=>?[]^_`{|}~", Buffer.concat([counted("!#%&'*+,-/:<=>?[]^_`{|}~"), u8(0)])],
    ['\\195\\188', Buffer.concat([counted(Buffer.from('ü')), u8(0)])],
  ])('%s', (text, bytes) => expect(read(bytes)).toBe(text))

  test('follow a pointer to a pointer, and reading continues after the first', () => {
    const reader = new Reader(Buffer.concat([name('test'), counted('b'), pointer(0), counted('a'), pointer(6), u8(7)]), 10)
    expect(reader.name().text).toBe('a.b.test')
    expect(reader.u8()).toBe(7)
  })

  test('a pointer within a part leads out of it', () => {
    const whole = new Reader(Buffer.concat([name('test'), counted('b'), pointer(0), u8(9)]), 6)
    const part = whole.part(4)
    expect([part.name().text, part.isAtEnd, whole.u8()]).toEqual(['b.test', true, 9])
  })

  test('have a form in lower case for comparison: only letters have two cases', () => {
    const bytes = Buffer.concat([name('TeST'), counted(Buffer.from('ÜA')), pointer(0)])
    expect(new Reader(bytes, 6).name()).toMatchObject({ text: '\\195\\156A.TeST', lower: '\\195\\156a.test' })
  })

  test('are left out with everything they point to', () => {
    const reader = new Reader(Buffer.concat([name('a.test'), counted('b'), pointer(0x3fff), u8(9)]))
    reader.skipName()
    reader.skipName()
    expect([reader.u8(), reader.isAtEnd]).toEqual([9, true])
  })

  test('a pointer uses all of its fourteen bits', () => {
    const bytes = Buffer.concat([Buffer.alloc(0x3fff), name('far'), pointer(0x3fff)])
    expect(read(bytes, 0x3fff + 5)).toBe('far')
  })

  test.each([
    ['a pointer to itself', pointer(0), 0],
    ['two that point to each other', Buffer.concat([pointer(2), pointer(0)]), 2],
    ['a label in front of a loop', Buffer.concat([counted('a'), pointer(0)]), 0],
    ['a pointer forward', Buffer.concat([pointer(2), name('a')]), 0],
    ['a pointer past the end', pointer(0x3fff), 0],
    ['half a pointer', u8(0xc0), 0],
    ['a label that is cut', u8(3, 0x61), 0],
    ['no end', counted('a'), 0],
    ['no bytes', u8(), 0],
    ['a label of the kind 01', Buffer.concat([u8(0x41), name('a')]), 0],
    ['a label of the kind 10', Buffer.concat([u8(0x81), name('a')]), 0],
  ])('%s is refused', (_, bytes, at) => expect(() => read(bytes, at)).toThrow(Malformed))

  test('a name that leaves its part is refused', () => expect(() => new Reader(name('abc')).part(3).name()).toThrow(Malformed))

  test('have 255 bytes at most, pointers counted as the names they point to', () => {
    const three = Buffer.concat([counted('a'.repeat(63)), counted('b'.repeat(63)), counted('c'.repeat(63))])
    const longest = Buffer.concat([three, counted('d'.repeat(61)), u8(0)])
    const tooLong = Buffer.concat([three, counted('d'.repeat(62)), u8(0)])
    expect([longest.length, tooLong.length]).toEqual([NAME_MAX_BYTES, NAME_MAX_BYTES + 1])
    expect(read(longest)).toHaveLength(NAME_MAX_BYTES - 2)
    expect(() => read(tooLong)).toThrow(Malformed)
    expect(() => read(Buffer.concat([longest, counted('x'), pointer(0)]), longest.length)).toThrow(Malformed)
  })

  test('have 127 labels at most', () => {
    expect(read(Buffer.concat([...Array.from({ length: 127 }, () => counted('x')), u8(0)])).split('.')).toHaveLength(127)
    expect(() => read(Buffer.concat([...Array.from({ length: 128 }, () => counted('x')), u8(0)]))).toThrow(Malformed)
  })
})

test('a text in quotes escapes the quote, the backslash and bytes that cannot be printed', () => {
  expect(quoteTxt(Buffer.from('plain; text.'))).toBe('"plain; text."')
  expect(quoteTxt(Buffer.from('a"b\\c'))).toBe('"a\\"b\\\\c"')
  expect(quoteTxt(u8(0, 9, 10, 31, 32, 126, 127, 128, 255))).toBe('"\\000\\009\\010\\031 ~\\127\\128\\255"')
  expect(quoteTxt(u8())).toBe('""')
})
