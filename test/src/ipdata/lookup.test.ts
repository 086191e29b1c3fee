import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mapFile } from '../../../src/ipdata/embedded.ts'
import { continentName, continentOf, countryName, IpData } from '../../../src/ipdata/lookup.ts'
import { smallMmdb } from '../../support/data/mmdb.ts'
import { addressOf } from '../../support/policy/rules.ts'
import { bodyOf, startServer } from '../../support/server.ts'
import { sharedFolder } from '../../support/shared.ts'

const folder = sharedFolder('ipdata')

function file(name: string, bytes: Buffer | string): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

describe('the embedded data', () => {
  const ipdata = new IpData({ city: null, network: null })

  test('are mapped, not copied', () => expect(ipdata.mapped).toBe(true))

  test.each([
    ['8.8.8.8', 'ARIN'],
    ['168.126.63.1', 'APNIC'],
    ['193.0.6.139', 'RIPE NCC'],
    ['200.160.2.3', 'LACNIC'],
    ['196.216.2.6', 'AFRINIC'],
    ['2001:200::1', 'APNIC'],
    ['2410::1', 'APNIC'],
    ['2a00:1450::1', 'RIPE NCC'],
    ['2c0f:f248::1', 'AFRINIC'],
    ['141.1.1.1', 'RIPE NCC'],
    ['3000::1', null],
    ['2002::1', null],
  ])('%s is kept by %s', (text, registry) =>
    expect(ipdata.registry(addressOf(text))).toBe(registry as ReturnType<IpData['registry']>),
  )
})

describe("an operator's own files", () => {
  const maxmind = smallMmdb(
    {
      '8.8.8.0/24': {
        country: { iso_code: 'KR' },
        city: { names: { en: 'Seoul', ko: '서울' } },
        location: { latitude: 37.5, longitude: 127.1, time_zone: 'Asia/Seoul' },
      },
      '2001:4860::/32': { country: { iso_code: 'JP' } },
    },
    'GeoLite2-City',
    1_790_000_000,
  )
  const networks = smallMmdb({ '8.8.0.0/16': { asn: 'AS64500', name: 'Lab Net' } }, 'ipinfo asn.mmdb', 1_795_000_000)

  test('stand in for the embedded ones, in answers, dates and /api/data', async () => {
    const data = ['--city-db', file('city.mmdb', maxmind), '--asn-db', file('asn.mmdb', networks)]
    await using server = await startServer({ args: [...data, '--trusted-proxies', '127.0.0.1'] })
    const ask = (client: string) =>
      fetch(`${server.url}/api/ip/json`, { headers: { 'x-forwarded-for': client, 'accept-language': 'ko' } })
    expect(await bodyOf(await ask('8.8.8.8'))).toMatchObject({
      country: '대한민국',
      city: '서울',
      latitude: 37.5,
      timezone: 'Asia/Seoul',
      asn: 64500,
      organization: 'Lab Net',
      dataDate: '2026-09-21',
    })
    expect(await bodyOf(await ask('9.9.9.9'))).toMatchObject({ country: null, asn: null, latitude: null, timezone: null })
    const { datasets } = await bodyOf(await fetch(`${server.url}/api/data`))
    expect(datasets.map((dataset: { replaced: boolean }) => dataset.replaced)).toEqual([true, true, false, false])
    const described = { name: 'GeoLite2-City', source: 'city.mmdb', licence: null, buildDate: '2026-09-21', records: null }
    expect(datasets[0]).toMatchObject(described)
    expect(JSON.stringify(datasets)).not.toContain(folder)
  })

  test.each([
    ['missing.mmdb', null, 'does not exist'],
    ['damaged.mmdb', damaged(), 'is damaged'],
    ['text.mmdb', 'no database', 'is not an MMDB file'],
    ['cut.mmdb', maxmind.subarray(0, -40), 'is not an MMDB file'],
    ['empty.mmdb', '', 'is not an MMDB file'],
  ])('%s stops the start with a line that names it', (name, content, reason) => {
    const path = content === null ? join(folder, name) : file(name, content)
    expect(() => new IpData({ city: path, network: null })).toThrow(`${path} ${reason}`)
  })
})

/** Returns a file with sound metadata and damaged records: every byte of the data section is a pointer to itself or nonsense. */
function damaged(): Buffer {
  const bytes = smallMmdb({ '0.0.0.0/1': { country: { iso_code: 'KR' } } })
  const marker = bytes.indexOf(Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'))
  const data = bytes.lastIndexOf(Buffer.alloc(16), marker) + 16
  return bytes.fill(0x20, data, marker)
}

describe('mapping', () => {
  test('gives the bytes from any offset, aligned or not', () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) & 0xff))
    const path = file('bytes', bytes)
    for (const [offset, length] of [
      [0, 200_000],
      [1, 10],
      [4095, 2],
      [65_536, 100],
      [65_537, 100_000],
    ] as const)
      expect(mapFile(path, offset, length)?.equals(bytes.subarray(offset, offset + length))).toBe(true)
  })

  test('of a file that is absent or cannot be mapped gives null', () => {
    expect([mapFile(join(folder, 'nothing'), 0, 1), mapFile(folder, 0, 1)]).toEqual([null, null])
    expect(mapFile(file('nil', 'x'), 0, 0)).toBeNull()
  })
})

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
  test.each(M49)('%s: %s', (_, continent, countries) => {
    const found = countries.split(' ').map((code) => `${code} ${continentOf(code)}`)
    expect(found).toEqual(countries.split(' ').map((code) => `${code} ${continent}`))
  })
})
