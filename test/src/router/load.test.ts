import { describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catalogue } from '../../../src/router/catalogue.ts'
import { openCatalogue } from '../../../src/router/load.ts'
import { matchName } from '../../../src/router/match.ts'
import { CatalogueError } from '../../../src/router/overlay.ts'
import { ROOT } from '../../support/server.ts'

const [shown = '', shownUseCases = ''] = Array.from(
  readFileSync(join(ROOT, 'data', 'README.md'), 'utf8').matchAll(/```json\n([\s\S]*?)```/g),
  ([, example = '']) => example,
)
const [BRAND] = JSON.parse(shown)
const [USE_CASE] = JSON.parse(shownUseCases)
const ISP = {
  id: 'acme-net',
  name: { en: 'Acme Net', ko: '애크미넷' },
  country: 'KR',
  equipment: 'acme-box',
  carrierNat: { usual: 'no', note: { en: 'No sharing.', ko: '주소를 공유하지 않습니다.' } },
}
const PLATFORM = { id: 'other', name: { en: 'Anything else', ko: '그 밖의 기기' } }

/** Opens a folder with these files; a text is written as it is. */
async function open(files: Record<string, unknown>): Promise<Catalogue> {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-catalog-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
    }
    return await openCatalogue(folder)()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const ours = await openCatalogue(null)()

test('without a folder it is what is built in, read once', async () => {
  const catalogue = openCatalogue(null)
  expect(await catalogue()).toBe(await catalogue())
  expect(ours.brands.length).toBeGreaterThanOrEqual(40)
})

test('the example of the README is laid in front of ours, filled up with what it leaves out', async () => {
  const { brands, useCases } = await open({ 'brands.json': shown })
  expect(brands.length).toBe(ours.brands.length + 1)
  expect(brands[0]).toMatchObject({
    ...BRAND,
    hostnames: [],
    admin: { https: false, port: null },
    hairpin: 'unknown',
    sources: [],
    confidence: 'high',
    lastVerified: new Date().toISOString().slice(0, 10),
  })
  expect(useCases).toBe(ours.useCases)
  expect(matchName(brands, '애크미 공유기').found?.id).toBe('acme-box')
})

test('all four files, the least that each needs', async () => {
  const laid = await open({
    'brands.json': [BRAND],
    'use-cases.json': shownUseCases,
    'isps.json': [ISP],
    'platforms.json': [PLATFORM],
  })
  expect([laid.brands[0]?.id, laid.useCases[0]?.id, laid.isps[0]?.id]).toEqual(['acme-box', 'acme-cam', 'acme-net'])
  expect(laid.platforms.length).toBe(ours.platforms.length)
  expect(laid.platforms[0]?.name.en).toBe('Anything else')
})

test('an entry with a known id replaces ours, and its names win over ours', async () => {
  const mine = { ...BRAND, id: 'asus', aliases: ['netgear'] }
  const { brands } = await open({ 'brands.json': [mine] })
  expect(brands.filter(({ id }) => id === 'asus').map(({ name }) => name.en)).toEqual(['Acme Box'])
  expect(matchName(brands, 'netgear').found?.id).toBe('asus')
  expect(matchName(brands, 'nighthawk').found?.id).toBe('netgear')
})

test('a byte order mark, as editors on Windows write it, is no part of the JSON', async () => {
  expect((await open({ 'brands.json': `\uFEFF${shown}` })).brands[0]?.id).toBe('acme-box')
})

test('files whose names start with a dot are left alone', async () => {
  expect((await open({ '.gitkeep': '', 'brands.json': [] })).brands).toBe(ours.brands)
})

const SECOND = { en: 'Second', ko: '두 번째' }

/** A folder whose second brand has this instead of what it should have; undefined takes the field away. */
function broken(field: string, value: unknown): Record<string, unknown> {
  const entry = { ...structuredClone(BRAND), id: 'second', name: SECOND, aliases: [] }
  const path = field.split('.')
  const last = path.pop() ?? ''
  const place = path.reduce((inner, part) => inner[part], entry)
  if (value === undefined) delete place[last]
  else place[last] = value
  return { 'brands.json': [BRAND, entry] }
}

const port = (change: object) => ({ 'use-cases.json': [{ ...USE_CASE, ports: [{ ...USE_CASE.ports[0], ...change }] }] })

describe('a mistake is named by file and field, in one line', () => {
  test.each([
    [
      'an unknown file',
      { 'routers.json': [] },
      'routers.json: is none of brands.json, use-cases.json, isps.json, platforms.json',
    ],
    ['a note beside them', { 'README.md': 'x' }, 'README.md: is none of '],
    ['broken JSON', { 'isps.json': '[{' }, 'isps.json: is not JSON ('],
    ['an empty file', { 'isps.json': '' }, 'isps.json: is not JSON ('],
    ['no list', { 'brands.json': {} }, 'brands.json: {} is not a list'],
    ['an entry that is none', { 'brands.json': ['asus'] }, 'brands.json: [0]: "asus" is not an object'],
    ['a missing field', broken('menu', undefined), 'brands.json: [1].menu: is missing'],
    ['a missing translation', broken('menu.ko', undefined), 'brands.json: [1].menu.ko: is missing'],
    ['an unknown field', broken('colour', 'red'), 'brands.json: [1].colour: is no field here'],
    ['an unknown field within', broken('login.password', 'x'), 'brands.json: [1].login.password: is no field here'],
    ['a wrong type', broken('menu.en', 'Network'), 'brands.json: [1].menu.en: "Network" is not a list'],
    ['an empty text', broken('feature.en', ' '), 'brands.json: [1].feature.en: " " is not a text'],
    ['a wrong word', broken('kind', 'router'), 'brands.json: [1].kind: "router" is none of retail, mesh, firmware,'],
    ['an odd id', broken('id', 'Acme Box'), 'brands.json: [1].id: "Acme Box" is not an id of lower-case letters'],
    ['a wrong type in what may be null', broken('app', { name: 'Acme' }), 'brands.json: [1].app.only: is missing'],
    [
      'a number out of range',
      broken('admin', { https: true, port: 70_000 }),
      'brands.json: [1].admin.port: 70000 is no whole number from 1 to 65535',
    ],
    ['yes for true', broken('admin', { https: 'yes', port: null }), 'brands.json: [1].admin.https: "yes" is not a boolean'],
    [
      'a country in small letters',
      { 'isps.json': [{ ...ISP, country: 'kr' }] },
      'isps.json: [0].country: "kr" is not a country code',
    ],
    ['an empty menu', broken('menu', { screen: 'en', en: [], ko: [] }), 'brands.json: [1].menu.en: is empty'],
    ['menus of two lengths', broken('menu.ko', ['하나', '둘', '셋']), 'brands.json: [1].menu: has 2 in English and 3 in Korean'],
    ['no address', broken('gateways', ['192.168.1.300']), 'brands.json: [1].gateways[0]: "192.168.1.300" is not an IPv4 address'],
    [
      'a public gateway',
      broken('gateways', ['10.0.0.1', '8.8.8.8']),
      'brands.json: [1].gateways[1]: "8.8.8.8" is not private (RFC 1918)',
    ],
    ['a shared gateway', broken('gateways', ['100.64.0.1']), 'brands.json: [1].gateways[0]: "100.64.0.1" is not private'],
    [
      'a URL as a host name',
      broken('hostnames', ['http://acme.box']),
      'brands.json: [1].hostnames[0]: "http://acme.box" is not a host name',
    ],
    ['the same id twice', { 'brands.json': [BRAND, BRAND] }, 'brands.json: [1].id: "acme-box" is the id of [0], too'],
    [
      'an alias of two',
      broken('aliases', ['ACME wifi router']),
      'brands.json: [1].aliases[0]: "ACME wifi router" already names "acme-box"',
    ],
    ['a name of two', broken('name', { en: 'Acme', ko: '둘' }), 'brands.json: [1].name: "Acme" already names "acme-box"'],
    ['an alias of nothing', broken('aliases', ['!!']), 'brands.json: [1].aliases[0]: "!!" has neither a letter nor a digit'],
    [
      'no generic router left',
      { 'brands.json': [{ ...BRAND, id: 'unknown-router' }] },
      'brands.json: none is left of the kind "generic"',
    ],
    [
      'a port out of range',
      port({ external: '65536', internal: '1' }),
      'use-cases.json: [0].ports[0].external: "65536" is outside of 1 to 65535',
    ],
    ['port 0', port({ external: '0', internal: '1' }), 'use-cases.json: [0].ports[0].external: "0" is outside'],
    [
      'a range backwards',
      port({ internal: '9-8' }),
      'use-cases.json: [0].ports[0].internal: "9-8" is outside of 1 to 65535, or runs backwards',
    ],
    [
      'ranges of two sizes',
      port({ internal: '8000' }),
      'use-cases.json: [0].ports[0].internal: "8000" has 1 ports, and "7000-7001" has 2',
    ],
    [
      'a port that is a number',
      port({ external: 7000 }),
      'use-cases.json: [0].ports[0].external: 7000 is not a port or range of ports',
    ],
    ['two protocols in one', port({ protocol: 'both' }), 'use-cases.json: [0].ports[0].protocol: "both" is none of tcp, udp'],
    ['a box that nobody knows', { 'isps.json': [ISP] }, 'isps.json: [0].equipment: "acme-box" is the id of no brand'],
    [
      'ports that are words',
      { 'isps.json': [{ ...ISP, equipment: null, blocked: [{ ports: 'web', protocol: 'tcp', note: SECOND }] }] },
      'isps.json: [0].blocked[0].ports: "web" is not a list of ports',
    ],
    [
      'a platform of another kind',
      { 'platforms.json': [{ ...PLATFORM, id: 'beos' }] },
      'platforms.json: [0].id: "beos" is none of windows, macos,',
    ],
  ])('%s', async (_, files, message) => {
    const failure = await open(files).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CatalogueError)
    const text = failure instanceof Error ? failure.message : ''
    expect(text).toContain(message)
    expect(text).not.toContain('\n')
  })

  test('no folder, and a file that cannot be read', () => {
    expect(() => openCatalogue('/nonexistent')).toThrow('"/nonexistent" is not a folder that can be read')
    const folder = mkdtempSync(join(tmpdir(), 'doorstep-catalog-'))
    try {
      mkdirSync(join(folder, 'brands.json'))
      expect(() => openCatalogue(folder)).toThrow('brands.json: cannot be read')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
