import { beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildDataset } from '../../../src/dataset/build.ts'
import { sourceFile } from '../../../src/dataset/reading/files.ts'
import type { Kind } from '../../../src/dataset/reading/tables.ts'
import { sortFiles } from '../../../src/dataset/sort.ts'
import { readNetwork, readPlace } from '../../../src/ipdata/layouts.ts'
import { SEOUL } from '../../support/data/bundle.ts'
import { smallMmdb } from '../../support/data/mmdb.ts'
import { FILES, NETWORK, PLACE, SETS } from '../../support/data/published.ts'
import { openBuilt } from '../../support/data/range-file.ts'
import { sharedFolder } from '../../support/shared.ts'

const folder = sharedFolder('sources')
beforeAll(() => {
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content)
})

const filesOf = (names: readonly string[]) => names.map((name) => sourceFile(join(folder, name)))
/** Files that neither are dated nor have a name that is. */
const isDated = (name: string) => /20\d\d|\.mmdb|\.zip/.test(name)
const CITY = 'AS,KR,Seoul,Seoul,37.5,127'
const DAY = new Date('2026-10-31')
const build = (kind: Kind, names: readonly string[]) =>
  buildDataset({ kind, files: filesOf(names), description: null, date: names.every(isDated) ? null : DAY })

/** Builds of a file with this content. */
function buildOf(kind: Kind, name: string, content: string | Buffer) {
  writeFileSync(join(folder, name), content)
  return build(kind, [name])
}

describe('files of every publisher', () => {
  test.each(SETS.map((set) => [set.files.join(' + '), set] as const))('%s', async (_, { kind, files, name, licence }) => {
    const { bytes, dataset, isKnown } = await build(kind, files)
    const data = openBuilt(bytes)
    for (const ip of ['192.0.2.0', '192.0.2.255', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff']) {
      if (kind === 'asn') expect(readNetwork(data.get(ip))).toEqual(NETWORK)
      else expect(readPlace(data.get(ip), 'en')).toMatchObject({ ...PLACE, latitude: 37.5, longitude: 127 })
    }
    expect(['192.0.1.255', '192.0.3.0', '0.0.0.1', '2001:db7::', '2001:db9::'].map((ip) => data.get(ip))).toEqual(
      Array(5).fill(null),
    )
    expect([isKnown, dataset.records]).toEqual([true, 2])
    expect(dataset).toMatchObject({ name, licence, source: files.join(', ') })
    for (const text of [dataset.licenceUrl, dataset.attribution, dataset.attributionUrl]) expect(text).toBeString()
    if (/2026-11|mmdb/.test(files[0])) expect(dataset.buildDate).toBe('2026-11-01')
  })

  test('the country decides in legacy blocks alone', async () => {
    const rows = ['1.0.0.0,1.255.255.255,US', '3.0.0.0,3.0.255.255,KR', '3.1.0.0,3.1.255.255,DE', '3.2.0.0,3.2.255.255,ZZ']
    const data = openBuilt((await buildOf('country', 'legacy-2026-10.csv', `${rows.join('\n')}\n`)).bytes)
    const named = ['1.2.3.4', '3.0.0.1', '3.1.0.1', '3.2.0.1', '3.9.9.9', '2410::1'].map((ip) => data.get(ip))
    expect(named).toEqual(['APNIC', 'APNIC', 'RIPE NCC', 'ARIN', 'ARIN', 'APNIC'].map((registry) => ({ registry })))
    expect(data.get('10.0.0.1')).toBeNull()
  })

  test('are told apart without being named, each for what it is best for', async () => {
    const sorted = await sortFiles(filesOf(Object.keys(FILES).filter((name) => name.startsWith('GeoLite2'))))
    const names = (kind: Kind) => sorted[kind].map(({ name }) => name).filter((name) => !name.includes('Locations'))
    expect(names('city')).toEqual(['GeoLite2-City.mmdb', 'GeoLite2-City-Blocks-IPv4.csv', 'GeoLite2-City-Blocks-IPv6.csv'])
    expect(names('asn')).toEqual(['GeoLite2-ASN.mmdb', 'GeoLite2-ASN-Blocks-IPv4.csv', 'GeoLite2-ASN-Blocks-IPv6.csv'])
    expect(names('country')).toEqual(['GeoLite2-Country.mmdb'])
    for (const name of ['ipinfo_lite.mmdb', 'ipinfo_lite.json.gz', 'ip2asn-combined.tsv']) {
      const { city, asn, country } = await sortFiles(filesOf([name]))
      expect([city.length, asn.length, country.length]).toEqual([0, 1, 1])
    }
    for (const name of ['dbip-city-lite-2026-11.csv.gz', 'dbip-city-lite-2026-11.mmdb', 'dbip-city-ipv4.csv'])
      expect(await sortFiles(filesOf([name]))).toMatchObject({ city: [{ name }], asn: [], country: [] })
    writeFileSync(join(folder, 'notes.txt'), 'hello\n')
    expect(sortFiles(filesOf(['notes.txt']))).rejects.toThrow('notes.txt does not have a known layout')
  })
})

describe('a file that cannot be used is named, and why', () => {
  const city = FILES['GeoLite2-City.mmdb'] ?? ''
  test.each([
    ['city', 'hello.csv', 'a,b\n', 'hello.csv does not have a known layout of the kind "city"'],
    ['city', 'empty.csv', '', 'empty.csv does not have a known layout'],
    ['asn', 'city8.csv', `9.0.0.0,9.0.0.255,${CITY}\n`, 'city8.csv has the layout of DB-IP, but no data of the kind "asn"'],
    ['asn', 'city.mmdb', city, 'city.mmdb has no data of the kind "asn"; it is a database of the type "GeoLite2-City"'],
    ['city', 'page.html', '<!doctype html>\n<html>\n', 'page.html does not have a known layout'],
    ['city', 'lite.zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)]), 'lite.zip is an archive: unpack it'],
    ['city', 'cut.csv.gz', gzipSync('192.0.2.0,192.0.2.255,KR\n'.repeat(999)).subarray(0, 40), 'cut.csv.gz is damaged'],
    ['city', 'cut.mmdb', Buffer.from(city).subarray(0, 300), 'cut.mmdb is damaged'],
    ['asn', 'none.tsv', '0.0.0.0\t1.0.0.0\t0\tNone\tNot routed\n', 'none.tsv: there is no row of the kind "asn" in it'],
    ['asn', 'line.csv', `1.0.0.0,1.0.0.255,13335,${'x'.repeat(300_000)}`, 'line.csv has a line of more than 65536 characters'],
  ] as const)('%s from %s', async (kind, name, content, message) => expect(buildOf(kind, name, content)).rejects.toThrow(message))
})

test('lines that are not rows are counted and named, and the others are taken', async () => {
  const rows = [
    '1.0.0.0,1.0.0.255,13335,"Cloud',
    '1.1.0.0,1.1.0.255,64500,"A ""B"""',
    'x,y,z',
    '1.2.0.0,1.2.0.255,-4,Minus',
    '1.3.0.0,1.3.0.255,AS7,C',
    '',
  ]
  writeFileSync(join(folder, 'odd.csv'), `\ufeff1.4.0.0,1.4.0.255,9,First\r\n${rows.join('\r\n')}`)
  const { bytes, remarks } = await build('asn', ['odd.csv'])
  const data = openBuilt(bytes)
  expect(['1.4.0.1', '1.1.0.1', '1.3.0.1'].map((ip) => readNetwork(data.get(ip)).organization)).toEqual(['First', 'A "B"', 'C'])
  expect(remarks.map(({ en }) => en)).toEqual([
    '3 lines cannot be read and were left out: odd.csv line 2; odd.csv line 4; odd.csv line 5',
  ])
})

test('the narrower of two ranges wins and is named; a block of MaxMind has the place of its list, and is left out without one', async () => {
  const lines = '9.0.0.0,9.255.255.255,1,Wide\n9.9.9.0,9.9.9.255,7,Narrow\n'
  const { bytes, remarks } = await buildOf('asn', 'wide-2026-10.csv', lines)
  expect(['9.9.9.9', '9.9.8.9'].map((ip) => readNetwork(openBuilt(bytes).get(ip)).asn)).toEqual([7, 1])
  expect(remarks.map(({ en }) => en)).toEqual([
    '1 range overlaps another, and the narrower one counts: 9.9.9.0-9.9.9.255 and the one before it, which ends with 9.255.255.255',
  ])
  const listed = await build('city', ['GeoLite2-City-Blocks-IPv4.csv', 'GeoLite2-City-Locations-en.csv'])
  expect(openBuilt(listed.bytes).get('192.0.2.1')).toEqual({ ...SEOUL, postcode: '04524', timezone: 'Asia/Seoul' })
  expect(build('city', ['GeoLite2-City-Blocks-IPv4.csv'])).rejects.toThrow('there is no row of the kind "city"')
})

test('a name with a date dates its file, unless it cannot be one', async () => {
  const day = async (name: string) => (await buildOf('asn', name, '1.0.0.0,1.0.0.255,1,A\n')).dataset.buildDate
  expect(await day('dbip-asn-lite-2026-10.csv')).toBe('2026-10-01')
  expect(await day('GeoLite2-ASN_20261013.csv')).toBe('2026-10-13')
  for (const name of ['asn-2026-02-30.csv', 'asn-2099-01.csv'])
    expect(day(name)).rejects.toThrow(`${name}: neither the name nor the file says of which day the data are`)
})

describe('lines that cannot be read', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => `9.${index >> 8}.${index & 255}.0,9.${index >> 8}.${index & 255}.255,7,A`)

  test('a line that was cut is not a row that says less', async () => {
    const lines = `9.0.0.0,9.0.0.255,${CITY}\n9.0.1.0,9.0.1.255,AS,KR\n`
    const { remarks, bytes } = await buildOf('city', 'cut-2026-10.csv', lines)
    expect(remarks.map(({ en }) => en)).toEqual(['1 line cannot be read and was left out: cut-2026-10.csv line 2'])
    expect(openBuilt(bytes).get('9.0.1.1')).toBeNull()
  })

  test('a few are left out, more than one in a hundred refuse the file', async () => {
    const few = await buildOf('asn', 'few-2026-10.csv', [...rows(2000), ...Array(20).fill('broken')].join('\n'))
    expect(few.remarks[0]?.en).toStartWith('20 lines cannot be read and were left out: few-2026-10.csv line 2001; ')
    expect(few.remarks[0]?.en).toEndWith('line 2005; ...')
    expect(buildOf('asn', 'many-2026-10.csv', [...rows(2000), ...Array(21).fill('broken')].join('\n'))).rejects.toThrow(
      'many-2026-10.csv cannot be used: 21 of its 2,021 lines cannot be read, the first of them line 2001',
    )
  })
})

test('unknown files have no publisher', async () => {
  for (const [name, content] of [
    ['mine.csv', '1.0.0.0,1.0.0.255,1,A\n'],
    ['mine.mmdb', smallMmdb({ '10.0.0.0/8': { asn: 5, name: 'Five' } }, 'Mine')],
    ['GeoIP2-ISP.mmdb', smallMmdb({ '10.0.0.0/8': { autonomous_system_number: 5, isp: 'Five' } }, 'GeoIP2-ISP')],
  ] as const) {
    const { dataset, isKnown } = await buildOf('asn', name, content)
    expect([isKnown, dataset.licence, dataset.attribution, dataset.name]).toEqual([false, null, null, name])
  }
  writeFileSync(join(folder, 'mine2.csv'), '2.0.0.0,2.0.0.255,1,A\n')
  expect((await build('asn', ['asn-ipv4.csv', 'mine2.csv'])).dataset.licence).toBeNull()
})
