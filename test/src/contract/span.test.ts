import { expect, test } from 'bun:test'
import { readSpan, writeSpan } from '../../../src/contract/span.ts'

test.each([
  ['30s', 30_000],
  ['10m', 600_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['0s', 0],
  ['', null],
  ['10', null],
  ['m', null],
  ['10 m', null],
  ['1.5h', null],
  ['-1h', null],
  ['10w', null],
  ['10M', null],
  ['1e3s', null],
  ['9999999s', null],
] as const)('%j is read', (text, spanMs) => {
  expect(readSpan(text)).toBe(spanMs)
  if (spanMs !== null && spanMs > 0) expect(writeSpan(spanMs)).toBe(text)
})

test('is written in the largest unit without a fraction', () =>
  expect([90_000, 3_600_000, 86_400_000, 4_800_000, 1500].map(writeSpan)).toEqual(['90s', '1h', '1d', '80m', '2s']))
