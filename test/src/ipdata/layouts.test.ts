import { expect, test } from 'bun:test'
import { readNetwork, readPlace } from '../../../src/ipdata/layouts.ts'

const EMPTY = { countryCode: null, region: null, city: null, latitude: null, longitude: null, timezone: null }

test('ip-location-db: flat, empty text for unknown, float32 coordinates', () => {
  const record = {
    city: 'Seoul',
    country_code: 'KR',
    latitude: Math.fround(37.5665),
    longitude: Math.fround(126.978),
    postcode: '',
    state1: 'Seoul',
    state2: '',
    timezone: '',
  }
  expect(readPlace(record, 'en')).toEqual({
    countryCode: 'KR',
    region: 'Seoul',
    city: 'Seoul',
    latitude: 37.5665,
    longitude: 126.978,
    timezone: null,
  })
})

test('MaxMind and DB-IP: nested, names by language, otherwise in English', () => {
  const record = {
    city: { names: { en: 'Seoul', ko: '서울' } },
    country: { iso_code: 'KR', names: { en: 'South Korea' } },
    location: { latitude: 37.5111, longitude: 126.9743, time_zone: 'Asia/Seoul' },
    subdivisions: [{ iso_code: '11', names: { en: 'Seoul Special City' } }, { names: { en: 'second' } }],
  }
  const place = {
    countryCode: 'KR',
    region: 'Seoul Special City',
    latitude: 37.5111,
    longitude: 126.9743,
    timezone: 'Asia/Seoul',
  }
  expect(readPlace(record, 'en')).toEqual({ ...place, city: 'Seoul' })
  expect(readPlace(record, 'ko')).toEqual({ ...place, city: '서울' })
})

test('IPinfo: flat, numbers as text', () => {
  const record = { city: 'Seoul', region: 'Seoul', country: 'KR', lat: '37.56600', lng: '126.97840', timezone: 'Asia/Seoul' }
  expect(readPlace(record, 'en')).toEqual({
    countryCode: 'KR',
    region: 'Seoul',
    city: 'Seoul',
    latitude: 37.566,
    longitude: 126.9784,
    timezone: 'Asia/Seoul',
  })
  expect(readPlace({ country: 'South Korea', country_code: 'KR', continent: 'Asia' }, 'en')).toEqual({
    ...EMPTY,
    countryCode: 'KR',
  })
})

test('zero is a coordinate; nonsense is none', () => {
  expect(readPlace({ latitude: 0, longitude: 6.5 }, 'en')).toMatchObject({ latitude: 0, longitude: 6.5 })
  expect(readPlace({ city: 'Null Island', latitude: 0, longitude: 0 }, 'en')).toMatchObject({ latitude: 0, longitude: 0 })
  expect(readPlace({ lat: '', lng: '' }, 'en')).toEqual(EMPTY)
  expect(readPlace({ latitude: 91, longitude: 181 }, 'en')).toEqual(EMPTY)
  expect(readPlace({ latitude: Number.NaN, longitude: 'x' }, 'en')).toEqual(EMPTY)
  expect(readPlace({ country_code: 'kr', city: 7, country: null, subdivisions: {} }, 'en')).toEqual(EMPTY)
  for (const record of [null, undefined, 'text', 7, [], {}]) expect(readPlace(record, 'en')).toEqual(EMPTY)
})

test('what data say when they know nothing is nothing', () => {
  expect(readPlace({ country_code: 'ZZ', latitude: 0, longitude: 0, timezone: '' }, 'en')).toEqual(EMPTY)
  expect(readPlace({ country: { iso_code: 'ZZ' }, city: { names: { en: 'x' } } }, 'en')).toEqual(EMPTY)
  expect(readPlace({ latitude: 0, longitude: 0, time_zone: 'Etc/GMT' }, 'en')).toEqual(EMPTY)
})

test('a double keeps all its digits, a float32 gets back the ones it was given', () => {
  expect(readPlace({ latitude: 37.42200088, longitude: 1 / 3 }, 'en')).toMatchObject({ latitude: 37.42200088, longitude: 1 / 3 })
  for (const degrees of [37.422, -122.085, 0.1, -0.0001, 45.5019, 179.999])
    expect(readPlace({ latitude: 1, longitude: Math.fround(degrees) }, 'en').longitude).toBe(degrees)
})

test('networks in the layouts of MaxMind, DB-IP, ip-location-db and IPinfo', () => {
  expect(readNetwork({ autonomous_system_number: 4766, autonomous_system_organization: 'Korea Telecom' })).toEqual({
    asn: 4766,
    organization: 'Korea Telecom',
  })
  expect(readNetwork({ asn: 'AS4766', name: 'Korea Telecom', domain: 'kt.com' })).toEqual({
    asn: 4766,
    organization: 'Korea Telecom',
  })
  expect(readNetwork({ asn: 'AS4766', as_name: 'Korea Telecom' })).toEqual({ asn: 4766, organization: 'Korea Telecom' })
  for (const record of [null, {}, { asn: 'ASx' }, { asn: 0 }, { asn: '' }, { autonomous_system_organization: '' }])
    expect(readNetwork(record)).toEqual({ asn: null, organization: null })
})
