import { expect, test } from 'bun:test'
import { countries } from 'countries-list'
import { IANA_IPV4, IANA_IPV6, readBlocks, readServedCountries, SERVED } from '../../../../src/dataset/reading/registry.ts'

/** Codes outside ISO 3166-1, which no registry lists: Ascension and Tristan da Cunha, parts of Saint Helena. */
const NOT_ISO = ['AC', 'TA']

test('every country is served by one registry', () => {
  const served = readServedCountries(SERVED)
  expect(Object.keys(countries).filter((code) => !served.has(code) && !NOT_ISO.includes(code))).toEqual([])
  expect([served.get('KR'), served.get('DE'), served.get('US'), served.get('BR'), served.get('KE')]).toEqual([
    'APNIC',
    'RIPE NCC',
    'ARIN',
    'LACNIC',
    'AFRINIC',
  ])
})

test('IANA blocks: allocated and legacy ones have a registry, reserved ones have none', () => {
  const v4 = readBlocks(IANA_IPV4)
  expect(v4.find(({ cidr }) => cidr === '1.0.0.0/8')).toEqual({ cidr: '1.0.0.0/8', registry: 'APNIC', legacy: false })
  expect(v4.find(({ cidr }) => cidr === '3.0.0.0/8')).toEqual({ cidr: '3.0.0.0/8', registry: 'ARIN', legacy: true })
  expect(v4.some(({ cidr }) => cidr === '10.0.0.0/8' || cidr === '240.0.0.0/8')).toBe(false)
  const v6 = readBlocks(IANA_IPV6)
  expect(v6.find(({ cidr }) => cidr === '2410:0000::/12')).toEqual({ cidr: '2410:0000::/12', registry: 'APNIC', legacy: false })
  expect(v6.some(({ cidr }) => cidr.startsWith('2002:'))).toBe(false)
})
