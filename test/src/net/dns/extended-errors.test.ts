import { expect, test } from 'bun:test'
import { extendedError, saysBogus } from '../../../../src/net/dns/extended-errors.ts'

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
])('code %d is called %s', (code, name) => {
  expect(extendedError(code, '')).toEqual({ code, name, text: null })
})

test('what the server adds is kept', () => {
  expect(extendedError(17, 'by request').text).toBe('by request')
})

test('only errors about signatures that do not hold say that an answer is bogus', () => {
  const codes = Array.from({ length: 40 }, (_, code) => code).filter((code) => saysBogus([extendedError(code, '')]))
  expect(codes).toEqual([6, 7, 8, 9, 10, 11, 12, 25])
  expect(saysBogus([extendedError(22, ''), extendedError(9, '')])).toBe(true)
  expect(saysBogus([])).toBe(false)
})
