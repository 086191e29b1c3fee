import { describe, expect, test } from 'bun:test'
import { continentName, continentOf, countryName } from '../../../src/ipdata/lookup.ts'

test.each([
  ['KR', 'South Korea', '대한민국', 'AS', 'Asia', '아시아'],
  ['US', 'United States', '미국', 'NA', 'North America', '북아메리카'],
  ['BR', 'Brazil', '브라질', 'SA', 'South America', '남아메리카'],
  ['DE', 'Germany', '독일', 'EU', 'Europe', '유럽'],
  ['ZA', 'South Africa', '남아프리카', 'AF', 'Africa', '아프리카'],
  ['NZ', 'New Zealand', '뉴질랜드', 'OC', 'Oceania', '오세아니아'],
  ['AQ', 'Antarctica', '남극 대륙', 'AN', 'Antarctica', '남극 대륙'],
  ['XK', 'Kosovo', '코소보', 'EU', 'Europe', '유럽'],
])('%s is %s, %s, in %s', (code, english, korean, continent, continentEnglish, continentKorean) => {
  expect([countryName(code, 'en'), countryName(code, 'ko'), continentOf(code)]).toEqual([english, korean, continent])
  expect([continentName(continent, 'en'), continentName(continent, 'ko')]).toEqual([continentEnglish, continentKorean])
})

test('a code that is not of a country has neither a name nor a continent', () => {
  for (const code of ['ZZ', 'QX', 'A1']) expect(continentOf(code)).toBeNull()
  expect(countryName('ZZ', 'en')).toBeNull()
  expect(countryName('QX', 'ko')).toBeNull()
  expect(continentName('XX', 'en')).toBeNull()
})

/**
 * The regions of UN M49 (https://unstats.un.org/unsd/methodology/m49/), with the continent that each is part of, and the
 * countries of ISO 3166-1 in them.
 */
const M49: [region: string, continent: string, countries: string][] = [
  ['015 Northern Africa', 'AF', 'DZ EG EH LY MA SD TN'],
  ['011 Western Africa', 'AF', 'BF BJ CI CV GH GM GN GW LR ML MR NE NG SH SL SN TG'],
  ['014 Eastern Africa', 'AF', 'BI DJ ER ET IO KE KM MG MU MW MZ RE RW SC SO SS TF TZ UG YT ZM ZW'],
  ['017 Middle Africa', 'AF', 'AO CD CF CG CM GA GQ ST TD'],
  ['018 Southern Africa', 'AF', 'BW LS NA SZ ZA'],
  ['021 Northern America', 'NA', 'BM CA GL PM US'],
  ['013 Central America', 'NA', 'BZ CR GT HN MX NI PA SV'],
  ['029 Caribbean', 'NA', 'AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI'],
  ['005 South America', 'SA', 'AR BO BR BV CL CO EC FK GF GS GY PE PY SR UY VE'],
  ['143 Central Asia', 'AS', 'KG KZ TJ TM UZ'],
  ['030 Eastern Asia', 'AS', 'CN HK JP KP KR MN MO'],
  ['034 Southern Asia', 'AS', 'AF BD BT IN IR LK MV NP PK'],
  ['035 South-eastern Asia', 'AS', 'BN ID KH LA MM MY PH SG TH TL VN'],
  ['145 Western Asia', 'AS', 'AE AM AZ BH GE IL IQ JO KW LB OM PS QA SA SY TR YE'],
  ['151 Eastern Europe', 'EU', 'BG BY CZ HU MD PL RO RU SK UA'],
  ['154 Northern Europe', 'EU', 'AX DK EE FI FO GB GG IE IM IS JE LT LV NO SE SJ'],
  ['155 Western Europe', 'EU', 'AT BE CH DE FR LI LU MC NL'],
  ['039 Southern Europe', 'EU', 'AD AL BA ES GI GR HR IT ME MK MT PT RS SI SM VA'],
  ['053 Australia and New Zealand', 'OC', 'AU CC CX HM NF NZ'],
  ['054 Melanesia', 'OC', 'FJ NC PG SB VU'],
  ['057 Micronesia', 'OC', 'FM GU KI MH MP NR PW UM'],
  ['061 Polynesia', 'OC', 'AS CK NU PF PN TK TO TV WF WS'],
  // Territories without a region in M49, and Cyprus, which it counts to Western Asia.
  ['GeoNames', 'AS', 'TW'],
  ['GeoNames', 'AN', 'AQ'],
  ['GeoNames', 'EU', 'CY'],
]

describe('a country is on the continent that M49 gives it', () => {
  test('of all 249 there are', () => {
    const codes = M49.flatMap(([, , countries]) => countries.split(' '))
    expect(codes).toHaveLength(249)
    expect(new Set(codes).size).toBe(249)
    for (const code of codes) expect(countryName(code, 'en')).not.toBeNull()
  })

  test.each(M49)('%s: %s', (_, continent, countries) => {
    const found = countries.split(' ').map((code) => `${code} ${continentOf(code)}`)
    expect(found).toEqual(countries.split(' ').map((code) => `${code} ${continent}`))
  })
})
