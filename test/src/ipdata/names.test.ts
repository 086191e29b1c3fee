import { expect, test } from 'bun:test'
import { continentName, continentOf, countryName } from '../../../src/ipdata/names.ts'

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

test('a code that is no country has no name and no continent', () => {
  for (const code of ['ZZ', 'QX', 'A1']) expect(continentOf(code)).toBeNull()
  expect(countryName('ZZ', 'en')).toBeNull()
  expect(countryName('QX', 'ko')).toBeNull()
  expect(continentName('XX', 'en')).toBeNull()
})
