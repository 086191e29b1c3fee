import { expect, test } from 'bun:test'
import { placeIn } from '../../../src/contract/place.ts'
import type { Visitor } from '../../../src/faces/web/page/state.ts'

const at = (fields: Partial<Visitor>) => ({ city: null, region: null, country: null, countryCode: null, ...fields }) as Visitor

test('a place is written from the smallest part in English, from the largest in Korean', () => {
  const place = { city: 'Seongdong-gu', region: 'Seoul', countryCode: 'KR' }
  expect(placeIn(at({ ...place, country: 'South Korea' }), 'en')).toBe('Seongdong-gu, Seoul, South Korea')
  expect(placeIn(at({ ...place, country: '대한민국' }), 'ko')).toBe('대한민국 서울 Seongdong-gu')
})

test('a city that is its own region is written once', () =>
  expect(placeIn(at({ city: 'Seoul', region: 'Seoul', country: '대한민국', countryCode: 'KR' }), 'ko')).toBe('대한민국 서울'))

test('a district in brackets stays, and its city is written once', () => {
  const place = { city: 'Seoul (Jongno-gu)', region: 'Seoul', country: '대한민국', countryCode: 'KR' }
  expect(placeIn(at(place), 'ko')).toBe('대한민국 서울 (Jongno-gu)')
  expect(placeIn(at({ ...place, country: 'South Korea' }), 'en')).toBe('Seoul (Jongno-gu), South Korea')
})

test('names of other countries stay as they are, and nothing is made up', () => {
  expect(placeIn(at({ city: 'Seoul', country: '미국', countryCode: 'US' }), 'ko')).toBe('미국 Seoul')
  expect(placeIn(at({}), 'ko')).toBeNull()
})
