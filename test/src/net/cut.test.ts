import { expect, test } from 'bun:test'
import { bytesInAnswer, cut } from '../../../src/net/cut.ts'

test('a short text is unchanged; a long one says how much was cut', () => {
  expect(cut('x'.repeat(8192))).toBe('x'.repeat(8192))
  expect(cut('x'.repeat(8193))).toBe(`${'x'.repeat(8192)} [... 1 more characters]`)
  expect(cut('abcdef', 4)).toBe('abcd [... 2 more characters]')
})

test('half a character is none', () => expect(cut('ab\u{1f600}', 3)).toBe('ab\ufffd [... 1 more characters]'))

test('the bytes of a part are those of its JSON', () =>
  expect([bytesInAnswer('a'), bytesInAnswer('é"'), bytesInAnswer({ a: 1 })]).toEqual([3, 6, 7]))
