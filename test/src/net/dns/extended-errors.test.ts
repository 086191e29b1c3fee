import { expect, test } from 'bun:test'
import { type ExtendedError, extendedError as read, saysBogus } from '../../../../src/net/dns/extended-errors.ts'

const extendedError = (code: number, text: string): ExtendedError => read(code, Buffer.from(text))

test.each([
  [0, 'Other'],
  [6, 'DNSSEC Bogus'],
  [15, 'Blocked'],
  [18, 'Prohibited'],
  [22, 'No Reachable Authority'],
  [24, 'Invalid Data'],
  [30, 'Invalid Query Type'],
  [31, 'Code 31'],
  [65_535, 'Code 65535'],
])('code %d is called %s', (code, name) => expect(extendedError(code, '')).toEqual({ code, name, text: null }))

test('the text of the server is kept', () => expect(extendedError(17, 'by request').text).toBe('by request'))

test('but nothing of it ends a line, hides, or turns the direction of writing, and it has an end', () => {
  const odd = 'a\nb\r\nc\x1b[2J\x85d\u2028e\u2029f\u202eg\u2066h\u200fi\u061cj\ufeffk\0'
  expect(extendedError(0, odd).text).toBe('a b  c [2J d e f g h i j k')
  expect(extendedError(0, '집'.repeat(40_000)).text?.length).toBeLessThan(512)
  expect(extendedError(0, 'x'.repeat(512)).text).toBe('x'.repeat(512))
  expect(extendedError(0, 'x'.repeat(513)).text).toBe(`${'x'.repeat(512)}…`)
})

test('only errors about signatures that do not hold say that an answer is bogus', () => {
  const codes = Array.from({ length: 40 }, (_, code) => code).filter((code) => saysBogus([extendedError(code, '')]))
  expect(codes).toEqual([6, 7, 8, 9, 10, 11, 12, 25])
  expect(saysBogus([extendedError(22, ''), extendedError(9, '')])).toBe(true)
  expect(saysBogus([])).toBe(false)
})
