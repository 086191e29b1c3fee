import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { SEOUL } from '../support/data/bundle.ts'
import { smallMmdb } from '../support/data/mmdb.ts'
import { recordAt } from '../support/data/range-file.ts'
import { sampled, sampleTest } from '../support/lab.ts'
import { ROOT } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const folder = sharedFolder('build')

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

interface Result {
  code: number
  report: string
  find(database: 'city' | 'network' | 'registry', ip: string): unknown
  // biome-ignore lint/suspicious/noExplicitAny: a JSON file, looked at field by field
  summary: any
}

/** Runs `data/build.ts` on small files for every kind, so that it takes no time. */
async function build(
  flags: { city?: string[]; asn?: string[]; country?: string[] },
  date: string | null = '2026-11-01',
): Promise<Result> {
  const small = {
    city: [file('s-city-2026-11.csv', '1.0.0.0,1.0.0.255,AU,,,,,,,\n')],
    asn: [file('s-asn-2026-11.csv', '1.0.0.0,1.0.0.255,13335,Cloudflare\n')],
    country: [file('s-country-2026-11.csv', '3.0.0.0,3.0.255.255,KR\n')],
  }
  const out = mkdtempSync(join(folder, 'out-'))
  const named = Object.entries({ ...small, ...flags }).flatMap(([kind, files]) => files.flatMap((path) => [`--${kind}`, path]))
  const args = [...named, ...(date === null ? [] : ['--date', date])]
  const child = Bun.spawn([process.execPath, join(ROOT, 'data', 'build.ts'), '--out', out, ...args], {
    stderr: 'pipe',
    stdout: 'ignore',
  })
  const report = await new globalThis.Response(child.stderr).text()
  const code = await child.exited
  if (code !== 0) return { code, report, find: () => undefined, summary: null }
  const find = (database: string, ip: string) => recordAt(readFileSync(join(out, `${database}.ranges`)), ip)
  return { code, report, find, summary: JSON.parse(readFileSync(join(out, 'datasets.gen.json'), 'utf8')) }
}

let severalBuilt: Promise<Result> | null = null
/** Builds files of three kinds, once. */
function several(): Promise<Result> {
  const networks =
    'network,autonomous_system_number,autonomous_system_organization\n9.9.9.0/24,4766,"Korea ""Telecom"", Inc"\n2001:4860::/32,15169,Google\n'
  const nested = smallMmdb({ '3.0.0.0/16': { country: { iso_code: 'KR' } }, '3.1.0.0/16': { country: {} } })
  severalBuilt ??= build({
    city: [file('dbip.csv', '9.9.9.0,9.9.9.255,AS,KR,Seoul,Seoul,37.5,127\n')],
    asn: [file('mm-asn.csv', networks)],
    country: [file('country.mmdb', nested)],
  })
  return severalBuilt
}

describe('places', () => {
  const maxmindBlocks = [
    'network,geoname_id,registered_country_geoname_id,represented_country_geoname_id,is_anonymous_proxy,is_satellite_provider,postal_code,latitude,longitude,accuracy_radius',
    '9.9.9.0/24,1835848,1835841,,0,0,04524,37.5000,127.0000,20',
    '2001:4860::/32,1835848,,,0,0,,,,',
    '9.9.8.0/24,999,,,0,0,,1,1,1',
    '',
  ].join('\n')
  const maxmindLocations = [
    'geoname_id,locale_code,continent_code,continent_name,country_iso_code,country_name,subdivision_1_iso_code,subdivision_1_name,subdivision_2_iso_code,subdivision_2_name,city_name,metro_code,time_zone,is_in_european_union',
    '1835848,en,AS,Asia,KR,"South Korea",11,Seoul,,,Seoul,,Asia/Seoul,0',
    '',
  ].join('\n')

  test('ip-location-db CSV, plain and packed, by address and by number', async () => {
    const plain = file('city4.csv', '9.9.9.0,9.9.9.255,KR,Seoul,,Seoul,,37.5,127,\n')
    const packed = file(
      'city6.csv.gz',
      gzipSync('2001:4860::,2001:4860:ffff:ffff:ffff:ffff:ffff:ffff,KR,Seoul,,Seoul,,37.5,127,\n'),
    )
    const numbers = file('city4-num.csv', `${(9 << 24) + (8 << 16)},${(9 << 24) + (8 << 16) + 255},KR,Seoul,,Seoul,,37.5,127,\n`)
    const { find } = await build({ city: [plain, packed, numbers] })
    for (const ip of ['9.9.9.9', '2001:4860::8888', '9.8.0.1']) expect(find('city', ip)).toEqual(SEOUL)
    expect(find('city', '9.9.10.0')).toBeNull()
  })

  test('DB-IP CSV', async () => expect((await several()).find('city', '9.9.9.9')).toEqual(SEOUL))

  test('MaxMind CSV: blocks of both families and their locations, in any order; a block without a place is counted', async () => {
    const { find, report } = await build({ city: [file('blocks.csv', maxmindBlocks), file('locations.csv', maxmindLocations)] })
    expect(find('city', '9.9.9.9')).toEqual({ ...SEOUL, postcode: '04524', timezone: 'Asia/Seoul' })
    expect(find('city', '2001:4860::1')).toEqual({
      city: 'Seoul',
      country_code: 'KR',
      state1: 'Seoul',
      state2: '',
      timezone: 'Asia/Seoul',
      postcode: '',
    })
    expect(find('city', '9.9.8.1')).toBeNull()
    expect(report).toContain('city: 1 line cannot be read and was left out: blocks.csv line 4\n')
  })

  sampleTest('MMDB of any layout, plain and packed, in the layout that is embedded', async () => {
    const record = { country: { iso_code: 'KR' }, location: { latitude: 37.5665, longitude: 126.978 } }
    const bytes = smallMmdb({ '9.9.9.0/24': record }, 'GeoLite2-City', 1_790_000_000)
    const paths = [
      file('geo.mmdb', bytes),
      file('geo.mmdb.gz', gzipSync(bytes)),
      file('geo.dat', bytes),
      file('geo-latest.gz', gzipSync(bytes)),
    ]
    for (const path of sampled(2, paths)) {
      const { find, summary } = await build({ city: [path] }, null)
      const place = { city: '', postcode: '', state1: '', state2: '', timezone: '' }
      const [latitude, longitude] = [Math.fround(37.5665), Math.fround(126.978)]
      expect(find('city', '9.9.9.9')).toEqual({ ...place, country_code: 'KR', latitude, longitude })
      expect(summary.datasets[0]).toMatchObject({ name: 'GeoLite2 City', buildDate: '2026-09-21', records: 1 })
    }
  })
})

test('what an IPv6 row says of all addresses is not said of IPv4, however many rows there are', async () => {
  const rows = Array.from(
    { length: 3000 },
    (_, id) => `9.${id >> 8}.${id & 255}.0,9.${id >> 8}.${id & 255}.127,AS,KR,Seoul,Seoul,37.5,127`,
  )
  const wide = '::,1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,ZZ,ZZ,,,0,0'
  const { find, report } = await build({ city: [file('wide.csv', `${[...rows, wide].join('\n')}\n`)] })
  expect([find('city', '9.0.1.1'), find('city', '9.0.1.200')]).toEqual([SEOUL, null])
  expect(find('city', '1000::1')).toMatchObject({ country_code: 'ZZ' })
  expect(report).not.toMatch(/cannot be read|overlap/)
})

describe('networks', () => {
  const KT = { autonomous_system_number: 4766, autonomous_system_organization: 'Korea "Telecom", Inc' }

  test('ip-location-db and DB-IP CSV with quotes; the narrower of two wins and is reported', async () => {
    const rows =
      '9.0.0.0,9.255.255.255,1,Wide\n010.0.0.0,010.0.0.255,8,octal\n9.9.9.0,9.9.9.255,4766,"Korea ""Telecom"", Inc"\nnonsense\n9.9.8.0,9.9.7.0,5,backwards\n'
    const { find, report } = await build({ asn: [file('asn.csv', rows)] })
    expect(find('network', '9.9.9.9')).toEqual(KT)
    expect(find('network', '9.9.8.9')).toEqual({ autonomous_system_number: 1, autonomous_system_organization: 'Wide' })
    expect(report).toContain('3 lines cannot be read and were left out: asn.csv line 2; asn.csv line 4; asn.csv line 5\n')
    expect(report).toContain('1 range overlaps another, and the narrower one counts: 9.9.9.0-9.9.9.255')
  })

  test('MaxMind CSV', async () => {
    const { find } = await several()
    expect(find('network', '9.9.9.9')).toEqual(KT)
    expect(find('network', '2001:4860::1')).toEqual({ autonomous_system_number: 15169, autonomous_system_organization: 'Google' })
  })
})

test('registries: the country decides in legacy blocks alone', async () => {
  const { find } = await build({
    country: [
      file('country.csv', '1.0.0.0,1.255.255.255,US\n3.0.0.0,3.0.255.255,KR\n3.1.0.0,3.1.255.255,DE\n3.2.0.0,3.2.255.255,ZZ\n'),
    ],
  })
  const registries = ['1.2.3.4', '3.0.0.1', '3.1.0.1', '3.2.0.1', '3.9.9.9', '10.0.0.1', '2410::1'].map((ip) =>
    find('registry', ip),
  )
  const named = (registry: string) => ({ registry })
  expect(registries).toEqual([
    named('APNIC'),
    named('APNIC'),
    named('RIPE NCC'),
    named('ARIN'),
    named('ARIN'),
    null,
    named('APNIC'),
  ])
})

test('the country may come nested, as MaxMind and DB-IP write it', async () => {
  const { find } = await several()
  expect([find('registry', '3.0.0.1'), find('registry', '3.1.0.1')]).toEqual([{ registry: 'APNIC' }, { registry: 'ARIN' }])
})

test('a file by address, dated by its server', async () => {
  await using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      url.includes('/asn.csv.gz')
        ? new globalThis.Response(gzipSync('9.9.9.0,9.9.9.255,4766,KT\n'), {
            headers: { 'last-modified': 'Sun, 01 Nov 2026 10:00:00 GMT' },
          })
        : new globalThis.Response('no', { status: 404 }),
  })
  const address = `http://user:hunter2@127.0.0.1:${server.port}/asn.csv.gz?token=SECRET`
  const { find, summary } = await build({ asn: [address] }, null)
  expect(find('network', '9.9.9.9')).toEqual({ autonomous_system_number: 4766, autonomous_system_organization: 'KT' })
  expect(summary).toMatchObject({ recipe: 'custom' })
  expect(summary.datasets[1]).toMatchObject({
    id: 'network',
    buildDate: '2026-11-01',
    source: `http://127.0.0.1:${server.port}/asn.csv.gz`,
  })
  expect(JSON.stringify(summary)).not.toMatch(/SECRET|hunter2/)
  const missing = await build({ asn: [`http://127.0.0.1:${server.port}/nothing.csv?token=SECRET`] })
  expect(missing.code).not.toBe(0)
  expect(missing.report).toContain(`doorstep: http://127.0.0.1:${server.port}/nothing.csv answered 404\n`)
})

test.each([
  ['an unknown layout', 'a,b\n', 'bad.csv does not have a known layout of the kind "asn"'],
  ['an empty file', '', 'bad.csv does not have a known layout'],
])('%s stops the build and is named', async (_, content, message) => {
  const { code, report } = await build({ asn: [file('bad.csv', content)] })
  expect(code).not.toBe(0)
  expect(report.trim().split('\n').at(-1)).toStartWith('doorstep: ')
  expect(report).toContain(message)
})

test('files without a date need one, and their own times do not count', async () => {
  const { code, report } = await build({ asn: [file('asn-undated.csv', '9.9.9.0,9.9.9.255,4766,KT\n')] }, null)
  expect(code).not.toBe(0)
  expect(report).toContain(
    'asn-undated.csv: neither the name nor the file says of which day the data are; name it with --date YYYY-MM-DD',
  )
})
