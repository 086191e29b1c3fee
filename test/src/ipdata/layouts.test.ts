import { expect, test } from 'bun:test'
import { readNetwork, readPlace } from '../../../src/ipdata/layouts.ts'
import { SEOUL } from '../../support/data/bundle.ts'

const EMPTY = { countryCode: null, region: null, city: null, latitude: null, longitude: null, timezone: null }
const PLACE = { countryCode: 'KR', region: 'Seoul', city: 'Seoul', latitude: 37.5665, longitude: 126.978, timezone: 'Asia/Seoul' }

test('ip-location-db: flat, empty text for unknown, float32 coordinates', () => {
  const record = { ...SEOUL, latitude: Math.fround(37.5665), longitude: Math.fround(126.978) }
  expect(readPlace(record, 'en')).toEqual({ ...PLACE, timezone: null })
})

test('MaxMind and DB-IP: nested, names by language, otherwise in English', () => {
  const record = {
    city: { names: { en: 'Seoul', ko: '서울' } },
    country: { iso_code: 'KR', names: { en: 'South Korea' } },
    location: { latitude: 37.5665, longitude: 126.978, time_zone: 'Asia/Seoul' },
    subdivisions: [{ iso_code: '11', names: { en: 'Seoul Special City' } }, { names: { en: 'second' } }],
  }
  const place = { ...PLACE, region: 'Seoul Special City' }
  expect(readPlace(record, 'en')).toEqual(place)
  expect(readPlace(record, 'ko')).toEqual({ ...place, city: '서울' })
})

test('IPinfo: flat, numbers as text', () => {
  const record = { city: 'Seoul', region: 'Seoul', country: 'KR', lat: '37.56650', lng: '126.97800', timezone: 'Asia/Seoul' }
  expect(readPlace(record, 'en')).toEqual(PLACE)
  const lite = { country: 'South Korea', country_code: 'KR', continent: 'Asia' }
  expect(readPlace(lite, 'en')).toEqual({ ...EMPTY, countryCode: 'KR' })
})

test('zero is a coordinate', () => {
  expect(readPlace({ latitude: 0, longitude: 6.5 }, 'en')).toMatchObject({ latitude: 0, longitude: 6.5 })
  expect(readPlace({ city: 'Null Island', latitude: 0, longitude: 0 }, 'en')).toMatchObject({ latitude: 0, longitude: 0 })
})

test('nonsense is nothing, as is what data say when they know nothing', () => {
  const records = [
    { lat: '', lng: '' },
    { latitude: 91, longitude: 181 },
    { latitude: Number.NaN, longitude: 'x' },
    { country_code: 'kr', city: 7, country: null, subdivisions: {} },
    { country_code: 'ZZ', latitude: 0, longitude: 0, timezone: '' },
    { country: { iso_code: 'ZZ' }, city: { names: { en: 'x' } } },
    { latitude: 0, longitude: 0, time_zone: 'Etc/GMT' },
  ]
  for (const record of [...records, null, undefined, 'text', 7, [], {}]) expect(readPlace(record, 'en')).toEqual(EMPTY)
})

test('a double keeps all its digits, a float32 gets back the ones it was given', () => {
  const doubles = { latitude: 37.42200088, longitude: 1 / 3 }
  expect(readPlace(doubles, 'en')).toMatchObject(doubles)
  for (const degrees of [37.422, -122.085, 0.1, -0.0001, 45.5019, 179.999])
    expect(readPlace({ latitude: 1, longitude: Math.fround(degrees) }, 'en').longitude).toBe(degrees)
})

test('networks in the layouts of MaxMind, DB-IP, ip-location-db and IPinfo', () => {
  const records = [
    { autonomous_system_number: 4766, autonomous_system_organization: 'Korea Telecom' },
    { asn: 'AS4766', name: 'Korea Telecom', domain: 'kt.com' },
    { asn: 'AS4766', as_name: 'Korea Telecom' },
  ]
  for (const record of records) expect(readNetwork(record)).toEqual({ asn: 4766, organization: 'Korea Telecom' })
  for (const record of [null, {}, { asn: 'ASx' }, { asn: 0 }, { asn: '' }, { autonomous_system_organization: '' }])
    expect(readNetwork(record)).toEqual({ asn: null, organization: null })
})
