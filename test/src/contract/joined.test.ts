import { expect, test } from 'bun:test'
import { Joined, joined } from '../../../src/contract/joined.ts'
import { readSpan, writeSpan } from '../../../src/contract/span.ts'
import { placeIn } from '../../../src/contract/written.ts'
import type { Visitor } from '../../../src/faces/web/page/answers.ts'

test('parts and plain objects give the JSON of one object, in their order', () => {
  const known = joined({ b: null, c: 'x"y\n' })
  const whole = { a: 1, b: null, c: 'x"y\n', d: [true, { e: 0.1 }] }
  expect(joined({ a: 1 }, known, { d: [true, { e: 0.1 }] }).json).toBe(JSON.stringify(whole))
  expect<unknown>(joined({ a: 1 }, known, { d: [true, { e: 0.1 }] }).fields).toEqual(whole)
})

test('a part without fields leaves no comma', () => {
  expect([joined({}, { a: undefined, b: 1 }, {}).json, joined().json]).toEqual(['{"b":1}', '{}'])
  expect(Joined.of({}).json).toBe('{}')
})

const at = (fields: Partial<Visitor>) => ({ city: null, region: null, country: null, countryCode: null, ...fields }) as Visitor

test('a place is written from the smallest part in English, from the largest in Korean', () => {
  const place = { city: 'Seongdong-gu', region: 'Seoul', countryCode: 'KR' }
  expect(placeIn(at({ ...place, country: 'South Korea' }), 'en')).toBe('Seongdong-gu, Seoul, South Korea')
  expect(placeIn(at({ ...place, country: '대한민국' }), 'ko')).toBe('대한민국 서울 Seongdong-gu')
})

test('a district in brackets stays, and its city is written once', () => {
  const place = { city: 'Seoul (Jongno-gu)', region: 'Seoul', country: '대한민국', countryCode: 'KR' }
  expect(placeIn(at(place), 'ko')).toBe('대한민국 서울 (Jongno-gu)')
  expect(placeIn(at({ ...place, country: 'South Korea' }), 'en')).toBe('Seoul (Jongno-gu), South Korea')
})

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
