import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { countries } from 'countries-list'
import { readBlocks, readServedCountries } from '../../data/registry.ts'

const DATA = join(import.meta.dirname, '..', '..', 'data')

/** Codes outside ISO 3166-1, which no registry lists: Ascension and Tristan da Cunha, parts of Saint Helena. */
const NOT_ISO = ['AC', 'TA']

test('every country is served by one registry', () => {
  const served = readServedCountries(join(DATA, 'rir-countries.json'))
  const missing = Object.keys(countries).filter((code) => !served.has(code) && !NOT_ISO.includes(code))
  expect(missing).toEqual([])
  expect([served.get('KR'), served.get('DE'), served.get('US'), served.get('BR'), served.get('KE')]).toEqual([
    'APNIC',
    'RIPE NCC',
    'ARIN',
    'LACNIC',
    'AFRINIC',
  ])
})

test('IANA blocks: allocated and legacy ones have a registry, reserved ones have none', () => {
  const v4 = readBlocks(join(DATA, 'iana-ipv4-address-space.csv'))
  expect(v4.find(({ cidr }) => cidr === '1.0.0.0/8')).toEqual({ cidr: '1.0.0.0/8', registry: 'APNIC', legacy: false })
  expect(v4.find(({ cidr }) => cidr === '3.0.0.0/8')).toEqual({ cidr: '3.0.0.0/8', registry: 'ARIN', legacy: true })
  expect(v4.some(({ cidr }) => cidr === '10.0.0.0/8' || cidr === '240.0.0.0/8')).toBe(false)
  const v6 = readBlocks(join(DATA, 'iana-ipv6-unicast-assignments.csv'))
  expect(v6.find(({ cidr }) => cidr === '2410:0000::/12')).toEqual({ cidr: '2410:0000::/12', registry: 'APNIC', legacy: false })
  expect(v6.some(({ cidr }) => cidr.startsWith('2002:'))).toBe(false)
})
