// A valid folder with changes of any kind is laid over or refused with a list of mistakes: nothing else is thrown, nothing odd is shown.
import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCatalogue } from '../../../../src/router/catalogue/load.ts'
import { localise } from '../../../../src/router/catalogue/localise.ts'
import { matchName } from '../../../../src/router/catalogue/match.ts'
import { CatalogueError } from '../../../../src/router/catalogue/mistakes.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { PROGRAM } from '../../../support/executable.ts'
import { samples, sampleTest } from '../../../support/lab.ts'
import { BRAND, catalogueFolder, type Folder, ISP, PLATFORM, SECOND, USE_CASE } from '../../../support/router/catalogue-folder.ts'
import { ROOT } from '../../../support/server.ts'

const FULL = {
  ...BRAND,
  hostnames: ['acme.box'],
  admin: { https: true, port: 8443 },
  app: { name: 'Acme', only: false },
  variants: [{ when: { en: 'old', ko: '구형' }, menu: BRAND.menu }],
  fields: { name: { screen: 'en', en: 'Name', ko: '이름' } },
  sticker: { where: { en: 'Below.', ko: '바닥면' }, lines: { en: ['Key'], ko: ['키'] } },
  forwards: true,
  notes: { en: ['One.'], ko: ['하나입니다.'] },
}
const BLOCKED = [{ ports: '25,135-139', protocol: 'tcp', note: { en: 'Always.', ko: '항상 막혀 있습니다.' } }]
const VALID = {
  'brands.json': [FULL, SECOND],
  'services.json': [USE_CASE],
  'providers.json': [{ ...ISP, blocked: BLOCKED }],
  'platforms.json': [
    { ...PLATFORM, commands: [{ shell: 'Terminal', command: 'ip route', read: { en: 'via', ko: 'via 뒤의 주소' } }] },
  ],
}
const NAMES = Object.keys(VALID)
const FOLDERS = samples(100, 500)

type Below = (limit: number) => number

/** Values that tend to be handled wrongly in any place. */
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  65_536,
  '',
  ' ',
  'x'.repeat(5000),
  '\u0000\u001b[2J\u202e',
  '\ud800',
  '__proto__',
  '1-',
  '99999-1',
  '0.0.0.0',
  '::1',
  'password: admin',
  '<script>',
  [],
  [[]],
  {},
  { en: [], ko: ['하나'] },
  { __proto__: null, constructor: 1, toString: 'x' },
]
const KEYS = ['', ' ', '0', '-1', 'a/b~c', '__proto__', 'constructor', '\u001b[2J\n\u202e', '\ud800', 'x'.repeat(500)]
const PIECES = [
  ...'[ ] { } " , :'.split(' '),
  '\\',
  '\\u0000',
  '\n',
  '\uFEFF',
  '\0',
  ...'"__proto__":{}, "id":"asus", 0 null 한'.split(' '),
]

/** Changes one value to something odd or to one from elsewhere, or removes it. */
function changeValue(value: unknown, below: Below): void {
  const places: { holder: Record<string, unknown>; key: string }[] = []
  const walk = (holder: unknown) => {
    if (typeof holder !== 'object' || holder === null) return
    for (const key of Object.keys(holder)) {
      // A list is an object with numbers for keys.
      places.push({ holder: holder as Record<string, unknown>, key })
      walk(Reflect.get(holder, key))
    }
  }
  walk(value)
  const [to, from] = [places[below(places.length)], places[below(places.length)]]
  if (!to || !from) return
  const ways = [
    () => Reflect.set(to.holder, to.key, ODD[below(ODD.length)]),
    () => Reflect.set(to.holder, to.key, structuredClone(from.holder[from.key])),
    () => Reflect.deleteProperty(to.holder, to.key),
    () => Reflect.set(to.holder, KEYS[below(KEYS.length)] ?? '', 'odd'),
    () => Array.isArray(to.holder) && to.holder.push(structuredClone(to.holder[0])),
  ]
  ways[below(ways.length)]?.()
}

function changeBytes(bytes: Uint8Array, below: Below): Uint8Array {
  const at = below(bytes.length)
  const ways = [
    () => Buffer.concat([bytes.subarray(0, at), Buffer.from(PIECES[below(PIECES.length)] ?? ''), bytes.subarray(at)]),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(20))]),
    () => Buffer.concat([bytes.subarray(0, at), Buffer.from([128 + below(128)]), bytes.subarray(at + 1)]),
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes, bytes.subarray(at)]),
  ]
  return ways[below(ways.length)]?.() ?? bytes
}

/** Returns a valid folder with one to three things wrong, which follow from the random numbers alone. */
function mutated(below: Below): Record<string, Uint8Array> {
  const values: Record<string, unknown> = structuredClone(VALID)
  const name = NAMES[below(NAMES.length)] ?? ''
  const isText = below(3) === 0
  for (let count = 1 + below(3); count > 0 && !isText; count--) changeValue(values[name], below)
  const bytes: Record<string, Uint8Array> = Object.fromEntries(
    NAMES.map((file) => [file, Buffer.from(JSON.stringify(values[file], null, 2) ?? 'null')]),
  )
  for (let count = 1 + below(2); count > 0 && isText; count--) bytes[name] = changeBytes(bytes[name] ?? Buffer.of(), below)
  return bytes
}

const LINE = /^ {2}(brands|services|providers|platforms)\.json(:\d+:(\d+:)? (\[\d+\]|the file |is |invalid JSON: )| is )\S?/

function expectList(message: string, folder: Folder): void {
  const [first, ...lines] = message.split('\n')
  expect(first).toEndWith(` in "${folder.path}"`)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    if (/^ {2}and (at least )?\d+ more$/.test(line)) continue
    expect(line).toMatch(LINE)
    expect(line).not.toMatch(/\p{C}|undefined|\[object/u)
    const [, name = '', row = '1'] = /^ {2}([\w.-]+\.json):?(\d+)?/.exec(line) ?? []
    expect(Number(row)).toBeLessThanOrEqual(readFileSync(join(folder.path, name), 'utf8').split('\n').length)
  }
}

sampleTest(
  `of ${FOLDERS} folders with something changed each starts, or is refused with a list`,
  async () => {
    const random = seededRandom(2026)
    const below = (limit: number) => Math.floor(random() * limit)
    using folder = catalogueFolder()
    let [laid, refused] = [0, 0]
    for (let round = 0; round < FOLDERS; round++) {
      folder.write(mutated(below))
      try {
        const catalogue = await openCatalogue(folder.path).read()
        const shown = JSON.stringify([localise(catalogue, 'en'), localise(catalogue, 'ko')])
        expect(shown).not.toMatch(/\\u|\\n|[\p{Zl}\p{Zp}\u202a-\u202e]|<script|password: admin/u)
        matchName(catalogue.brands, 'acme box')
        laid++
      } catch (error) {
        if (!(error instanceof CatalogueError)) throw error
        expectList(error.message, folder)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(FOLDERS / 3)
    expect(laid).toBeGreaterThan(FOLDERS / 30)
  },
  120_000,
)

sampleTest('the program does the same, with exit code 2 and nothing but that list', () => {
  const random = seededRandom(33)
  const below = (limit: number) => Math.floor(random() * limit)
  using folder = catalogueFolder()
  for (let round = 0; round < samples(4, 12); round++) {
    folder.write(mutated(below))
    const { exitCode, stdout, stderr } = Bun.spawnSync([...PROGRAM, 'check', '--catalog-dir', folder.path], { cwd: ROOT })
    const err = stderr.toString()
    expect([0, 2]).toContain(exitCode)
    if (exitCode === 0) expect([err, stdout.toString()]).toEqual(['', expect.stringContaining('brands.json ok')])
    else expectList(err.replace('doorstep: --catalog-dir: ', '').trimEnd(), folder)
  }
})
