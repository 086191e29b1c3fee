// A server on a folder of newer data: what it uses, what it reports, and how it takes the next version.
import { describe, expect, test } from 'bun:test'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { nameOfBundle, putBundle, putState } from '../../../src/dataset/update/obtain.ts'
import { EMPTY_STATE, type Version } from '../../../src/ipdata/data-dir.ts'
import type { DatabaseId } from '../../../src/ipdata/embedded.ts'
import { bundleOf, damaged } from '../../support/data/bundle.ts'
import { DataFiles, dataOf, datasetOf, filesTest } from '../../support/data/files.ts'
import { smallRangeFile } from '../../support/data/range-file.ts'
import { labTest, sampled, sampleName } from '../../support/lab.ts'
import { runLine } from '../../support/process/command-line.ts'
import { bodyOf, type Server, startServer } from '../../support/server.ts'
import { until } from '../../support/until.ts'

const CLIENT = '8.8.8.8'

/** Data with another record of the client than the embedded ones. */
function small(id: DatabaseId, { country, asn, date }: { country: string; asn: number; date: string }) {
  const records = {
    city: { city: '', country_code: country, postcode: '', state1: '', state2: '', timezone: '' },
    network: { autonomous_system_number: asn, autonomous_system_organization: 'Lab' },
    registry: { registry: 'APNIC' },
  }
  return { bytes: smallRangeFile({ '8.8.8.0/24': records[id], '2001:db8::/32': records[id] }, id), dataset: datasetOf(id, date) }
}

const SEOUL = { country: 'KR', asn: 64500, date: '2026-11-01' }
const TOKYO = { country: 'JP', asn: 64501, date: '2026-11-02' }

/** Puts a version into a folder, as the last steps of an update do. */
function put(
  files: DataFiles,
  version: typeof SEOUL,
  ids: readonly DatabaseId[] = ['city', 'network'],
  previous: Version | null = null,
): Version {
  mkdirSync(files.dir, { recursive: true })
  const bytes = bundleOf({ datasets: ids.map((id) => small(id, version)) })
  const file = nameOfBundle(bytes)
  putBundle(files.dir, file, bytes)
  const inUse = Object.fromEntries(ids.map((id) => [id, { file }]))
  putState(files.dir, { ...EMPTY_STATE, inUse, previous })
  return inUse
}

const serve = (files: DataFiles, ...args: string[]) =>
  startServer({ args: ['--data-dir', files.dir, '--trusted-proxies', '127.0.0.1', ...args] })
const ask = async ({ url }: Pick<Server, 'url'>) => {
  const { countryCode, asn, dataDate } = await bodyOf(
    await fetch(`${url}/api/ip/json`, { headers: { 'x-forwarded-for': CLIENT } }),
  )
  return { country: countryCode, asn, date: dataDate }
}
const untilLogged = (server: Server, text: string) => until(() => server.output.join('\n').includes(text), text)
const EMBEDDED = { country: 'US', asn: 15169, date: '2026-06-05' }

filesTest('a server uses the data of the folder, and says so', async (files) => {
  put(files, SEOUL)
  await using server = await serve(files, '--metrics')
  expect(await ask(server)).toEqual(SEOUL)
  const { datasets } = await bodyOf(await fetch(`${server.url}/api/data`))
  const shown = datasets.map(({ id, origin, replaced }: Record<string, unknown>) => ({ id, origin, replaced }))
  expect(shown).toEqual([
    { id: 'city', origin: 'data-dir', replaced: false },
    { id: 'network', origin: 'data-dir', replaced: false },
    { id: 'registry', origin: 'embedded', replaced: false },
    { id: 'timezone', origin: 'embedded', replaced: false },
  ])
  expect(server.output.join('\n')).toContain('"data in use","city":"2026-11-01 data-dir","network":"2026-11-01 data-dir"')
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const at = Date.parse('2026-11-01') / 1000
  expect(metrics).toContain(`doorstep_data_build_timestamp_seconds{dataset="city",origin="data-dir"} ${at}\n`)
  expect(JSON.parse((await runLine(['data', '--json', '--data-dir', files.dir])).out).datasets).toEqual(datasets)
  expect((await runLine(['check', '--data-dir', files.dir])).out).toContain('--data-dir: network ok, 2026-11-01')
})

filesTest('data older than the embedded ones are not used', async (files) => {
  put(files, { ...SEOUL, date: '2026-06-10' })
  await using server = await serve(files)
  // City data are of 5 June, network data of 17 June.
  expect(await ask(server)).toEqual({ country: 'KR', asn: EMBEDDED.asn, date: '2026-06-10' })
})

/** Flips the last byte of the last dataset that counts: the bytes after it mark its end. */
function flipLast(file: string): void {
  const bytes = readFileSync(file)
  chmodSync(file, 0o600)
  writeFileSync(
    file,
    damaged(bytes, (copy) => copy.writeUInt8(copy.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100)),
  )
}

function folderInstead(path: string): void {
  rmSync(path)
  mkdirSync(path)
}

describe('what cannot be used does not stop a server, and is said', () => {
  const state = (text: string) => (files: DataFiles) => writeFileSync(join(files.dir, 'in-use.json'), text)
  const elsewhere = { format: 1, ...EMPTY_STATE, inUse: { city: { file: '../../etc/passwd' } } }
  const breakers: [string, (files: DataFiles, file: string) => void, string][] = [
    ['a state that is not JSON', state('{'), 'in-use.json is damaged'],
    ['a state of a later version', state('{"format":2}'), 'in-use.json is damaged'],
    ['a state that leads elsewhere', state(JSON.stringify(elsewhere)), 'in-use.json is damaged'],
    ['a state that is a folder', ({ dir }) => folderInstead(join(dir, 'in-use.json')), 'is a folder'],
    ['a missing bundle', (_, file) => rmSync(file), '.bundle does not exist'],
    ['an empty bundle', (_, file) => truncateSync(file, 0), '.bundle is not a data file of doorstep'],
    ['a cut bundle', (_, file) => truncateSync(file, 70_000), '.bundle is cut'],
    ['a bundle that is a folder', (_, file) => folderInstead(file), 'is a folder, not a regular file'],
  ]
  test.each(sampled(3, breakers))(sampleName('%s'), async (_, breakIt, why) => {
    using files = new DataFiles()
    const { city } = put(files, SEOUL)
    breakIt(files, join(files.dir, city?.file ?? ''))
    await using server = await serve(files)
    expect(await ask(server)).toEqual(EMBEDDED)
    const log = server.output.join('\n')
    expect(log).toContain(why)
    expect(log).toContain(': the embedded data are used instead')
    const { code, err } = await runLine(['check', '--data-dir', files.dir])
    expect({ code, err: err.includes(why) ? why : err }).toEqual({ code: 2, err: why })
  })

  filesTest('data with a changed byte are refused, and the others are used', async (files) => {
    const { network } = put(files, SEOUL)
    flipLast(join(files.dir, network?.file ?? ''))
    await using server = await serve(files)
    expect(await ask(server)).toEqual({ country: 'KR', asn: EMBEDDED.asn, date: '2026-06-17' })
    expect(server.output.join('\n')).toContain('.bundle is damaged: its network data do not have the sum that the manifest names')
  })

  filesTest('a folder that can no longer be looked at counts as empty', async (files) => {
    put(files, SEOUL)
    await using server = await serve(files)
    rmSync(files.dir, { recursive: true })
    symlinkSync(files.dir, files.dir)
    await untilLogged(server, '"data replaced"')
    expect(await ask(server)).toEqual(EMBEDDED)
  })

  filesTest('a bad version later leaves the one before in use', async (files) => {
    put(files, SEOUL)
    await using server = await serve(files)
    writeFileSync(join(files.dir, 'in-use.json'), '{')
    await untilLogged(server, 'the previous data stay in use')
    expect(await ask(server)).toEqual(SEOUL)
    process.kill(server.pid, 'SIGHUP')
    await untilLogged(server, 'not reloaded')
    expect(await ask(server)).toEqual(SEOUL)
  })
})

const SWAPS = 8
const CLIENTS = 8

for (const args of [[], ['--workers', '2']])
  labTest(`the next version comes in under load without a lost or a mixed answer: ${args.join(' ')}`, {}, async () => {
    using files = new DataFiles()
    let version = put(files, SEOUL)
    await using server = await serve(files, ...args)
    const answers: string[] = []
    let isOver = false
    const client = async () => {
      while (!isOver) answers.push(JSON.stringify(await ask(server)))
    }
    const clients = Array.from({ length: CLIENTS }, client)
    for (let swap = 0; swap < SWAPS; swap++) {
      version = put(files, swap % 2 === 0 ? TOKYO : SEOUL, undefined, version)
      // Longer than a look at the folder takes to come.
      await Bun.sleep(250)
    }
    isOver = true
    await Promise.all(clients)
    expect(new Set(answers)).toEqual(new Set([JSON.stringify(SEOUL), JSON.stringify(TOKYO)]))
    expect(answers.length).toBeGreaterThan(25 * SWAPS)
    // Every worker has the last one.
    const last = () => Promise.all(Array.from({ length: 20 }, () => ask(server)))
    await until(async () => (await last()).every(({ country }) => country === 'KR'), 'all have it')
    const replacements = server.output.join('\n').match(/"data replaced"/g)?.length ?? 0
    expect(replacements).toBeGreaterThan(SWAPS / 4)
    expect(replacements).toBeLessThanOrEqual(SWAPS)
  })

describe('a folder that others could change', () => {
  const everybody = 'can be written to by everybody: chmod go-w'
  const group = 'can be written to by its group: chmod go-w'
  const somebody = 'belongs to user 65534, not to root'
  const openers: [string, (files: DataFiles, file: string) => string, string][] = [
    ['the folder, by everybody', ({ dir }) => opened(dir, 0o777), everybody],
    ['the folder, by its group', ({ dir }) => opened(dir, 0o775), group],
    ['the folder above', ({ folder }) => opened(folder, 0o777), everybody],
    ['the state', ({ dir }) => opened(join(dir, 'in-use.json'), 0o666), everybody],
    ['the data', (_, file) => opened(file, 0o664), group],
    ['the state, which belongs to somebody', ({ dir }) => given(join(dir, 'in-use.json')), somebody],
    ['the folder, which belongs to somebody', ({ dir }) => given(dir), somebody],
    ['the data, which belong to somebody', (_, file) => given(file), somebody],
  ]
  const needsRoot = process.geteuid?.() !== 0
  test.each(sampled(4, openers))(sampleName('%s'), async (what, open, why) => {
    if (needsRoot && what.includes('belong')) return
    using files = new DataFiles()
    const { city } = put(files, SEOUL)
    const path = open(files, join(files.dir, city?.file ?? ''))
    await using server = await serve(files)
    expect(await ask(server)).toEqual(EMBEDDED)
    expect(server.output.join('\n')).toContain(why)
    const { code, err } = await runLine(['check', '--data-dir', files.dir])
    expect([code, err]).toEqual([2, expect.stringContaining(`${basename(path)} ${why}`)])
    if (what.includes('data')) return
    for (const verb of [['update', '--from', files.file('any', 'x')], ['rollback']]) {
      const refused = await runLine(['data', ...verb, '--data-dir', files.dir])
      expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(new RegExp(`${why}.*; nothing has changed\n$`, 's'))])
    }
  })

  filesTest('is not what an update makes, whatever the umask', async (files) => {
    const from = files.bundle('1.bundle', [dataOf('registry', '2026-11-01')])
    const before = process.umask(0)
    try {
      const dir = join(files.dir, 'deeper')
      expect(await runLine(['data', 'update', '--from', from, '--data-dir', dir])).toMatchObject({ code: 0 })
      expect(await runLine(['check', '--data-dir', dir])).toMatchObject({ code: 0, err: '' })
    } finally {
      process.umask(before)
    }
  })
})

function opened(path: string, mode: number): string {
  chmodSync(path, mode)
  return path
}

function given(path: string): string {
  chownSync(path, 65534, 65534)
  return path
}
