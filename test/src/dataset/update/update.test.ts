// Newer data in a folder: what is taken, what is refused, and the way back.
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canariesOf } from '../../../../src/dataset/update/candidates.ts'
import { lockFolder } from '../../../../src/dataset/update/update.ts'
import { openEmbedded } from '../../../../src/ipdata/database.ts'
import { damaged } from '../../../support/data/bundle.ts'
import { DataFiles, dataOf, filesTest } from '../../../support/data/files.ts'
import { smallRangeFile } from '../../../support/data/range-file.ts'
import { runLine } from '../../../support/process/command-line.ts'
import { ROOT } from '../../../support/server.ts'

const lineIn = (files: DataFiles) => (args: string) =>
  runLine(['data', ...args.split(' ').filter(Boolean), '--data-dir', files.dir])
const networkIn = async (files: DataFiles) => {
  const { datasets } = JSON.parse((await lineIn(files)('--json')).out)
  return datasets.find(({ id }: { id: string }) => id === 'network')
}
const UNDATED = '1.0.0.0,1.0.0.255,13335,Example\n'
const bundlesIn = (files: DataFiles) => readdirSync(files.dir).filter((name) => name.endsWith('.bundle'))

describe('a data file', () => {
  filesTest('is taken, once', async (files) => {
    const run = lineIn(files)
    const from = `--from ${files.bundle('1.bundle', [dataOf('network', '2026-11-01'), dataOf('registry', '2026-11-02')])}`
    const { code, out, err } = await run(`update ${from}`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toStartWith(
      'network: 2026-11-01 replaces 2026-06-17; 732,482 networks, 1,000 of 1,000 addresses agree\n' +
        'registry: 2026-11-02 replaces 2026-06-17; 87,691 networks, 1,000 of 1,000 addresses agree\n',
    )
    const { origin, buildDate } = await networkIn(files)
    expect({ origin, buildDate }).toEqual({ origin: 'data-dir', buildDate: '2026-11-01' })
    expect(out).toContain(`\nin use by every server with --data-dir ${files.dir}`)
    expect(await run(`update ${from}`)).toEqual({ code: 0, out: 'already up to date\n', err: '' })
    // The server may run as another user, who cannot write to what it has mapped.
    const [name = ''] = bundlesIn(files)
    expect([statSync(join(files.dir, name)).mode & 0o777, statSync(join(files.dir, 'in-use.json')).mode & 0o777]).toEqual([
      0o444, 0o644,
    ])
    expect(readdirSync(files.dir).toSorted()).toEqual([name, 'in-use.json', 'update.lock'].toSorted())
  })

  filesTest('is refused with one byte changed, if it is cut, and together with another file', async (files) => {
    const run = lineIn(files)
    const path = files.bundle('1.bundle', [dataOf('registry', '2026-11-01')])
    const bytes = readFileSync(path)
    const last = bytes.length - 100
    const bad = damaged(bytes, (copy) => copy.writeUInt8(copy.readUInt8(last) ^ 1, last))
    const refusals = [
      [files.file('bad.bundle', bad), 'bad.bundle is damaged'],
      [files.file('cut.bundle', bytes.subarray(0, bytes.length - 1)), 'cut.bundle is cut'],
      [`${path} --from ${files.file('csv', UNDATED)}`, 'a data file is taken alone'],
      [`${path} --date 2026-11-05`, 'a data file has its date'],
      [join(files.folder, 'missing'), 'is not a file'],
    ] as const
    for (const [args, why] of refusals) {
      const { code, err } = await run(`update --from ${args}`)
      expect([code, err]).toEqual([1, expect.stringContaining(why)])
      expect(err).toEndWith('; nothing has changed\n')
    }
    expect(bundlesIn(files)).toEqual([])
  })
})

describe('data that cannot be what they say', () => {
  test.each([
    ['2026-06-16', {}, 'the data are older than those in use: network of 2026-06-16, and in use is 2026-06-17'],
    ['2026-11-01', { records: 695_000 }, 'they have 695,000 networks, and those in use 732,482: at least 95 % are required'],
  ])('of %s, %p', async (date, changes, why) => {
    using files = new DataFiles()
    const path = files.bundle('1.bundle', [dataOf('network', date, changes)])
    const { code, err } = await lineIn(files)(`update --from ${path}`)
    expect({ code, err: err.includes(why) ? why : err }).toEqual({ code: 1, err: why })
  })

  filesTest('know too few addresses, or differ about too many', async (files) => {
    const registry = openEmbedded('registry')
    const known = canariesOf('registry', registry).map((address) => {
      const found = registry.find(address)
      return [`${address.text}/${address.version === 4 ? 32 : 128}`, found && registry.read(found.record)] as const
    })
    const bundleOf = (name: string, records: typeof known) => {
      const bytes = smallRangeFile(Object.fromEntries(records) as Parameters<typeof smallRangeFile>[0], 'registry')
      const dataset = { ...dataOf('registry', '2026-11-01').dataset, name: 'Other', records: records.length }
      return files.bundle(name, [{ bytes, dataset }])
    }
    const wrong = (count: number) =>
      known.map(([cidr, record], index) => [cidr, index < count ? { registry: 'Nobody' } : record] as const)
    const update = (path: string) => lineIn(files)(`update --from ${path}`)
    expect((await update(bundleOf('few', known.slice(60)))).err).toContain('they know only 940 of 1,000 addresses')
    expect((await update(bundleOf('wrong', wrong(21)))).err).toContain('they agree with the embedded data on only 979 of 1,000')
    expect((await update(bundleOf('right', wrong(20)))).out).toContain('980 of 1,000 addresses agree')
  })
})

test('addresses to compare are a thousand public ones, the same each time, of both families', () => {
  const database = openEmbedded('network')
  const chosen = canariesOf('network', database)
  expect(chosen).toEqual(canariesOf('network', database))
  expect([chosen.length, chosen.filter(({ version }) => version === 6).length]).toEqual([1000, 200])
  expect(new Set(chosen.map(({ text }) => text)).size).toBe(1000)
  expect(
    new Set(chosen.map((address) => JSON.stringify(database.read(database.find(address)?.record ?? 0)))).size,
  ).toBeGreaterThan(300)
})

describe('sources of this machine', () => {
  const registries = join(ROOT, 'node_modules', '@ip-location-db', 'geo-whois-asn-country-mmdb', 'geo-whois-asn-country.mmdb')

  filesTest('when a file was written is not its date: the flag is named', async (files) => {
    const update = (date: string) => lineIn(files)(`update --from ${files.file('asn.csv', UNDATED)}${date}`)
    const why = 'asn.csv: neither the name nor the file says of which day the data are; name it with --date YYYY-MM-DD'
    expect(await update('')).toMatchObject({ code: 1, err: expect.stringContaining(why) })
    expect((await update(' --date 2026-02-30')).err).toContain('--date: "2026-02-30" is not a day such as 2026-11-01')
  })

  filesTest('that are in use already are not newer, whatever their stated day', async (files) => {
    const run = lineIn(files)
    const { code, out } = await run(`update --from ${registries} --date 2026-11-22`)
    expect({ code, out }).toEqual({
      code: 0,
      out: 'registry: identical to the data in use, and so not newer\nalready up to date\n',
    })
    expect(JSON.parse((await run(`update --from ${registries} --date 2026-11-22 --json`)).out)).toMatchObject({
      outcome: 'unchanged',
      identical: ['registry'],
    })
    expect(bundlesIn(files)).toEqual([])
  })

  test.each([
    ['2026-06-16', 'the data are older than those in use: network of 2026-06-16, and in use is 2026-06-17; nothing'],
    ['2099-01-01', 'the network data are not taken: their date, 2099-01-01, has not come yet; nothing'],
  ])('of %s are judged before they are read', async (date, why) => {
    using files = new DataFiles()
    // Had it been read, this would be said of it.
    const path = files.file('asn.csv', `${UNDATED}${'broken\n'.repeat(100)}`)
    expect((await lineIn(files)(`update --from ${path} --date ${date}`)).err).toContain(why)
    expect((await lineIn(files)(`update --from ${path} --date 2026-11-01`)).err).toContain('100 of its 101 lines cannot be read')
  })

  filesTest('that are older than those of the folder: the way back is named', async (files) => {
    const run = lineIn(files)
    await run(`update --from ${files.bundle('1.bundle', [dataOf('network', '2026-11-22')])}`)
    const { err } = await run(`update --from ${files.file('asn-2026-11.csv', UNDATED)}`)
    expect(err).toContain(
      `in use is 2026-11-22 (doorstep data rollback --data-dir ${files.dir} returns to the data before those)`,
    )
  })

  filesTest('a folder is not taken for a file: what to name is said', async (files) => {
    files.file('b.csv', UNDATED)
    expect((await lineIn(files)(`update --from ${files.folder}`)).err).toContain(
      `${files.folder} is a folder: name the files in it (b.csv); nothing has changed`,
    )
  })
})

describe('going back', () => {
  filesTest('returns to the version before, and what was rolled back is not taken again', async (files) => {
    const run = lineIn(files)
    const paths = ['2026-11-01', '2026-11-02', '2026-11-03'].map((date) => files.bundle(date, [dataOf('network', date)]))
    const update = (path = '') => run(`update --from ${path}`)
    expect((await update(paths[0])).code).toBe(0)
    expect((await run('rollback')).out).toBe('network: back to 2026-06-17, embedded in the file\n')
    expect((await update(paths[0])).out).toContain('unchanged since it was rolled back')
    expect((await networkIn(files)).origin).toBe('embedded')
    expect((await run('rollback')).out).toBe('network: back to 2026-11-01, from the folder\n')
    await update(paths[1])
    await update(paths[2])
    // Two versions are kept, no more.
    expect(bundlesIn(files).length).toBe(2)
    expect((await run('rollback')).out).toBe('network: back to 2026-11-02, from the folder\n')
    // A later one is taken.
    const later = files.bundle('later', [dataOf('network', '2026-11-04')])
    expect((await update(later)).out).toContain('2026-11-04 replaces 2026-11-02')
    expect(bundlesIn(files).length).toBe(2)
  })

  filesTest('datasets of another data file stay', async (files) => {
    const run = lineIn(files)
    const take = (name: string, data: ReturnType<typeof dataOf>[]) => run(`update --from ${files.bundle(name, data)}`)
    await take('1', [dataOf('network', '2026-11-01'), dataOf('registry', '2026-11-01')])
    const { out } = await take('2', [dataOf('network', '2026-11-05'), dataOf('registry', '2026-10-30')])
    // The older registry data stay out.
    expect(out).not.toContain('registry')
    const { datasets } = JSON.parse((await run('--json')).out)
    const dates = datasets.map(({ id, buildDate }: Record<string, string>) => `${id} ${buildDate}`)
    expect(dates.slice(1, 3)).toEqual(['network 2026-11-05', 'registry 2026-11-01'])
    await run('rollback')
    expect((await networkIn(files)).buildDate).toBe('2026-11-01')
  })

  filesTest('needs previous data', async (files) => {
    await lineIn(files)(`update --from ${files.file('x', 'x')}`)
    expect((await lineIn(files)('rollback')).err).toContain('does not hold previous data; nothing has changed')
  })
})

filesTest('two updates at once: the second is told', async (files) => {
  const run = lineIn(files)
  const line = `update --from ${files.bundle('1', [dataOf('registry', '2026-11-01')])}`
  await run('update --from nothing')
  const lock = lockFolder(files.dir)
  expect((await run(line)).err).toContain(`another update is at work in ${files.dir}`)
  lock?.[Symbol.dispose]()
  expect((await run(line)).code).toBe(0)
})

filesTest('unfinished files are removed; a damaged state is replaced', async (files) => {
  const run = lineIn(files)
  await run('update --from nothing')
  writeFileSync(join(files.dir, `data-${'0'.repeat(32)}.bundle`), 'x')
  writeFileSync(join(files.dir, 'in-use.json.77.partial'), 'x')
  writeFileSync(join(files.dir, 'in-use.json'), '{"format":1,"inUse":{"network":{"file":"../../etc/passwd"}}}')
  writeFileSync(join(files.dir, 'note.txt'), 'not ours: it stays')
  const { code } = await run(`update --from ${files.bundle('1', [dataOf('registry', '2026-11-01')])}`)
  expect(code).toBe(0)
  const [bundle = ''] = bundlesIn(files)
  expect(readdirSync(files.dir).toSorted()).toEqual([bundle, 'in-use.json', 'note.txt', 'update.lock'].toSorted())
})
