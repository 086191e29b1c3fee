// Release files have their licences and the list of their parts, and anybody can build the same bytes.

import { describe, expect, test } from 'bun:test'
import { closeSync, constants, copyFileSync, existsSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { inventory } from '../../.ci/release/inventory.ts'
import { type ReleaseFile, sbomOf } from '../../.ci/release/sbom.ts'
import { isReleaseName } from '../../.ci/release/targets.ts'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { ROOT } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const printed = () => Bun.spawnSync([EXECUTABLE, 'licenses']).stdout.toString()
const folder = sharedFolder('release')
const parts = await inventory()

const partNamed = (name: string) => parts.find((part) => part.name === name)

/** A checkout serves with these as well: the runtime, the sources of data and of the map, and what reads the map. */
const MADE_WITH = /^(bun|countries-list|topojson-client|world-atlas|@ip-location-db\/.*)$/

describe('the inventory', () => {
  test('has every package that the code imports at run time, and the data', () => {
    const { dependencies } = JSON.parse(read('package.json'))
    for (const [name, version] of Object.entries(dependencies).filter(([one]) => !MADE_WITH.test(one)))
      expect(partNamed(name)).toMatchObject({ kind: 'package', version })
    for (const id of ['city', 'network', 'registry']) expect(partNamed(`data/${id}.ranges`)?.licence).toMatch(/^CC/)
  })

  test('has no package that only checks or builds', () => {
    const { devDependencies } = JSON.parse(read('package.json'))
    const packages = parts.filter(({ kind }) => kind === 'package').map(({ name }) => name)
    expect(packages.filter((name) => name in devDependencies)).toEqual([])
  })

  test('has the runtime in the version that is locked, whose licence page is of the same version', () => {
    const { version } = JSON.parse(read('node_modules/bun-types/package.json'))
    expect(partNamed('bun')).toMatchObject({ version, licence: 'MIT' })
    expect(partNamed('JavaScriptCore')).toMatchObject({ version: process.versions.webkit, licence: 'LGPL-2.0-only' })
    for (const name of ['boringssl', 'mimalloc', 'zstd', 'lol-html', 'c-ares', 'zlib-ng'])
      expect(partNamed(name)?.version).toMatch(/^[0-9a-f]{40}$/)
  })

  test('names the parts whose licence is not known, and why', () => {
    const unknown = parts.filter(({ licence }) => licence === null)
    expect(unknown.map(({ name }) => name)).toEqual([
      'boringssl',
      'libarchive',
      'mozilla-ca-certificates',
      'lightningcss',
      'esbuild',
    ])
    for (const { remark } of unknown) expect(remark).toContain('The documentation of Bun')
  })
})

describe('doorstep licenses', () => {
  test('prints the same text as the file of the release', () => expect(printed()).toBe(read('dist/LICENSES.txt')))

  test('names every part, and has a text for each whose licence is known', () => {
    const text = printed()
    const covered = new Set([...text.matchAll(/^for: (.*)$/gm)].flatMap(([, names = '']) => names.split(', ')))
    for (const { name, licence } of parts) {
      expect(text).toContain(`\n${name}`)
      expect([name, covered.has(name)]).toEqual([name, licence !== null])
    }
  })

  test.each([
    ['elysia', 'Copyright 2022 saltyAom'],
    ['JavaScriptCore', 'GNU LIBRARY GENERAL PUBLIC LICENSE'],
    ['JavaScriptCore', 'To relink Bun with changes'],
    ['data/city.ranges', 'Creative Commons Attribution 4.0 International Public License'],
    ['data/city.ranges', 'IP Geolocation by DB-IP'],
    ['time-zone-boundaries', 'Open Database License'],
  ])('%s: %p', (_, words) => expect(printed().toLowerCase()).toContain(words.toLowerCase()))

  test('reaches a reader whose pipe is full, and who does not wait', async () => {
    const pipe = join(folder, 'pipe')
    expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0)
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    const writer = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
    const child = Bun.spawn([EXECUTABLE, 'licenses'], { stdout: writer.fd })
    await writer.close()
    await Bun.sleep(500)
    expect(await Bun.file(reader).text()).toBe(read('dist/LICENSES.txt'))
    expect(await child.exited).toBe(0)
  })
})

/** Returns the files of `build --all`, if it was the last build. */
function filesOfRelease(): ReleaseFile[] {
  if (!existsSync(join(ROOT, 'dist', 'SHA256SUMS'))) return []
  const sums = [...read('dist/SHA256SUMS').matchAll(/^(\w{64}) {2}(.+)$/gm)]
  return sums.map(([, sha256 = '', name = '']) => ({ name, sha256 })).filter(({ name }) => isReleaseName(name))
}

describe('the SBOM', () => {
  test('is CycloneDX 1.6, and what the build wrote', async () => {
    const text = read('dist/doorstep.cdx.json')
    expect([sbomOf(parts, []), sbomOf(parts, filesOfRelease())]).toContain(text)
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull()
  })

  labTest('is made by one command without a build, the same', {}, () => {
    const path = join(folder, 'alone', 'doorstep.cdx.json')
    const { exitCode } = Bun.spawnSync([process.execPath, '.ci/sbom.ts', path], { cwd: ROOT })
    expect([exitCode, readFileSync(path, 'utf8')]).toEqual([0, sbomOf(parts, [])])
  })

  test('hashes the data that are in the executable, and every reference in it leads somewhere', () => {
    const { metadata, components, dependencies } = JSON.parse(read('dist/doorstep.cdx.json'))
    const references = [metadata.component, ...components].map((component) => component['bom-ref'])
    expect(new Set(references).size).toBe(references.length)
    for (const { ref, dependsOn } of dependencies) for (const one of [ref, ...dependsOn]) expect(references).toContain(one)
    const hash = components.find(({ name }: { name: string }) => name === 'data/city.ranges').hashes[0].content
    expect(hash).toBe(new Bun.CryptoHasher('sha256').update(readFileSync(join(ROOT, 'data', 'city.ranges'))).digest('hex'))
    expect(components.length).toBeGreaterThan(75)
  })
})

labTest('a second build, in another folder and time zone, gives the same bytes, and another byte is found', {}, () => {
  const changed = join(folder, 'doorstep')
  copyFileSync(EXECUTABLE, changed)
  const offset = Math.floor(statSync(changed).size / 2)
  const file = openSync(changed, 'r+')
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, offset)
  writeSync(file, Buffer.of(~byte.readUInt8() & 0xff), 0, 1, offset)
  closeSync(file)
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, join(ROOT, '.ci', 'verify.ts'), EXECUTABLE, changed])
  const verdicts = stdout
    .toString()
    .split('\n')
    .filter((line) => /^(equal|different)/.test(line))
  expect([verdicts, exitCode]).toEqual([['equal', `different from byte ${offset} on`], 1])
})
