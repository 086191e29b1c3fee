// Building a data file with the compiled file, alone in an empty folder.

import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyBundle } from '../../src/dataset/bundle.ts'
import { readPlace } from '../../src/ipdata/layouts.ts'
import { FILES, PLACE } from '../support/data/published.ts'
import { openBuilt } from '../support/data/range-file.ts'
import { EXECUTABLE } from '../support/executable.ts'
import { spawnLine } from '../support/process/command-line.ts'
import { atTerminal } from '../support/process/terminal.ts'
import { ROOT } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const folder = sharedFolder('data-build')
const copy = join(folder, 'doorstep')
const cwd = join(folder, 'empty')
beforeAll(() => {
  mkdirSync(cwd)
  copyFileSync(EXECUTABLE, copy)
  chmodSync(copy, 0o755)
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(cwd, name), content)
})

/** For files that neither are dated nor have a name that is. */
const DATED = ['--date', '2026-11-01']
const build = (...args: string[]) => spawnLine(['data', 'build', ...args], { command: [copy], cwd })
const bundle = (name: string) => verifyBundle(readFileSync(join(cwd, name)))

describe('doorstep data build', () => {
  test('a data file of a publisher, with the rest of the embedded data as they are, byte for byte', async () => {
    const files = Object.keys(FILES).filter((name) => name.startsWith('GeoLite2-City-'))
    const { code, out, err } = await build('--city', ...files, ...DATED, '--out', 'out.bundle')
    expect(code).toBe(0)
    expect(out).toContain('GeoLite2 City, ')
    expect(out).toMatch(/\nout\.bundle: [\d,]+ bytes\n$/)
    expect(err).toContain('GeoLite2')
    const built = bundle('out.bundle')
    const [city, ...rest] = built.manifest.datasets
    expect(city).toMatchObject({ id: 'city', name: 'GeoLite2 City', licence: 'GeoLite2 End User License Agreement', records: 2 })
    const data = openBuilt(built.bytesOf('city') ?? Buffer.alloc(0))
    for (const ip of ['192.0.2.9', '2001:db8::9']) expect(readPlace(data.get(ip), 'en')).toMatchObject(PLACE)
    const embedded = JSON.parse(readFileSync(join(ROOT, 'data', 'datasets.gen.json'), 'utf8')).datasets
    expect(rest).toMatchObject(embedded.filter(({ id }: { id: string }) => id === 'network' || id === 'registry'))
    for (const id of ['network', 'registry'] as const)
      expect(built.bytesOf(id)?.equals(readFileSync(join(ROOT, 'data', `${id}.ranges`)))).toBe(true)
  })

  test('the line of the guide builds a file, and the guide names every publisher and flag', async () => {
    const page = readFileSync(join(ROOT, 'docs', 'data.md'), 'utf8')
    const [, part = ''] = /\n## Build data once[^\n]*\n([\s\S]*?)\n## /.exec(page) ?? []
    const [, line = ''] = /^doorstep data build (.*)$/m.exec(part) ?? []
    // The guide names the packed file; the fixture is plain, which must not matter.
    copyFileSync(join(cwd, 'dbip-asn-lite-2026-11.csv'), join(cwd, 'dbip-asn-lite-2026-11.csv.gz'))
    expect(await build(...line.split(' '))).toMatchObject({ code: 0, err: '' })
    expect(bundle('doorstep-data.bundle').manifest.datasets).toHaveLength(3)
    const publishers = ['DB-IP', 'IPinfo Lite', 'GeoLite2', 'iptoasn', 'ip-location-db']
    for (const word of [...publishers, '--licence-url', '--attribution-url', '--date']) expect(part).toContain(word)
  })

  test('credit and date for files of a publisher that is not known', async () => {
    writeFileSync(join(cwd, 'mine.csv'), '192.0.2.0,192.0.2.255,64500,Mine\n')
    const undated = await build('--asn', 'mine.csv', '--out', 'mine.bundle')
    expect([undated.code, undated.err.includes('mine.csv: neither the name nor the file says')]).toEqual([1, true])
    const bare = await build('--asn', 'mine.csv', ...DATED, '--out', 'mine.bundle')
    expect([bare.code, bare.err.includes('name its licence with --licence')]).toEqual([0, true])
    const credit = {
      licence: 'CC BY 4.0',
      licenceUrl: 'https://example.com/l',
      attribution: 'Me',
      attributionUrl: 'https://example.com',
    }
    const flags = Object.entries(credit).flatMap(([name, value]) => [`--${name.replace('Url', '-url')}`, value])
    const { code, out, err } = await build('--asn', 'mine.csv', ...flags, ...DATED, '--json', '--out', 'mine.bundle')
    expect([code, err]).toEqual([0, ''])
    const named = { id: 'network', name: 'mine.csv', buildDate: '2026-11-01', ...credit }
    expect(JSON.parse(out).datasets[1]).toMatchObject(named)
  })

  test.each([
    ['--asn asn-ipv4.csv', 2, 'data build needs --out FILE'],
    ['--out x', 2, 'data build needs --city, --asn or --country'],
    ['asn-ipv4.csv --out x', 2, 'unexpected argument "asn-ipv4.csv"'],
    ['--asm x', 2, 'unknown flag --asm: did you mean --asn?'],
    ['--asn asn-ipv4.csv --out x --out y', 2, '--out is given twice'],
    ['--asn asn-ipv4.csv --out x --date 2026-02-30', 2, '--date: "2026-02-30" is not a day'],
    ['--asn asn-ipv4.csv --out x --licence a\nb', 2, '--licence: "a\\nb" is not a line'],
    ['--asn asn-ipv4.csv --out x --licence-url ftp://x', 2, '--licence-url: "ftp://x" is not an http(s) address'],
    ['--asn nowhere.csv --out x', 1, 'nowhere.csv is not a file; nothing was written'],
    ['--city asn-ipv4.csv --date 2026-11-01 --out x', 1, 'no data of the kind "city"; nothing was written'],
    ['--asn asn-ipv4.csv --date 2026-11-01 --out nowhere/x', 1, 'nowhere/x cannot be written (ENOENT)'],
    ['--asn asn-ipv4.csv --date 2026-11-01 --out .', 1, '. is there already, and is not a regular file'],
  ])('%j is refused with %i', async (args, code, message) => {
    const before = readdirSync(cwd).sort()
    const printed = await build(...args.split(' '))
    expect([printed.code, printed.out]).toEqual([code, ''])
    expect(printed.err).toContain(message)
    expect(printed.err.trimEnd().split('\n')).toHaveLength(1)
    expect(readdirSync(cwd).sort()).toEqual(before)
  })

  test('whoever watches sees what happens, line by line', async () => {
    await using terminal = atTerminal([copy, 'data', 'build', '--asn', 'ip2asn-combined.tsv', ...DATED, '--out', 'seen.bundle'], {
      cwd,
    })
    await terminal.saw(/doorstep: building the network data: 100 %/)
    await terminal.saw(/seen\.bundle: [\d,]+ bytes/)
    expect(await terminal.exited).toBe(0)
  })

  test('its flags are in its help, and its files complete', async () => {
    const help = await build('--help')
    expect(help).toMatchObject({ code: 0, err: '' })
    const completed = await spawnLine(['complete', 'data', 'build', '--'], { command: [copy], cwd })
    const flags = completed.out.match(/^[^\t\n]+/gm) ?? []
    expect(flags).toContain('--licence')
    for (const flag of flags) expect(help.out).toContain(flag)
    expect((await spawnLine(['complete', 'data', 'build', '--city', ''], { command: [copy], cwd })).out).toBe(':files\n')
    expect((await spawnLine(['complete', 'data', 'b'], { command: [copy], cwd })).out).toBe('build\t\n')
  })
})
