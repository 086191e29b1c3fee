// The catalogue that a folder makes, and the mistakes in a folder. The server on such folders: test/src/router/catalogue/catalogue.test.ts.
import { describe, expect, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { IDENTITY_PROTOCOLS } from '../../../../src/net/identity/index.ts'
import { CatalogueError } from '../../../../src/router/catalogue/faults.ts'
import type { Catalogue } from '../../../../src/router/catalogue/index.ts'
import { openCatalogue } from '../../../../src/router/catalogue/load.ts'
import { matchName } from '../../../../src/router/catalogue/match.ts'
import { commonQuery, queryOf } from '../../../../src/router/index.ts'
import { providerOfNetwork } from '../../../../src/router/providers.ts'
import {
  BRAND,
  brandsWith,
  catalogueFolder,
  EXAMPLES,
  ISP,
  portsWith,
  SECOND,
  USE_CASE,
} from '../../../support/router/catalogue-folder.ts'

/** Opens a folder with these files. */
function open(files: Parameters<typeof catalogueFolder>[0]): Promise<Catalogue> {
  using folder = catalogueFolder(files)
  return openCatalogue(folder.path).read()
}

/** Returns the mistakes in a folder, a line each, and before them how many there are. */
function mistakesIn(folder: { readonly path: string }): string[] {
  try {
    openCatalogue(folder.path)
  } catch (error) {
    if (error instanceof CatalogueError) return error.message.replaceAll(folder.path, 'FOLDER').split('\n')
    throw error
  }
  return []
}

function mistakesOf(files: Parameters<typeof catalogueFolder>[0]): string[] {
  using folder = catalogueFolder(files)
  return mistakesIn(folder)
}

const ours = await openCatalogue(null).read()

test('without a folder the catalogue is the built-in one, read once', async () => {
  const catalogue = openCatalogue(null)
  expect(await catalogue.read()).toBe(await catalogue.read())
  expect(catalogue.overlay()).toBeNull()
  expect(ours.brands.length).toBeGreaterThanOrEqual(40)
})

test('the example of the README comes first, with defaults for the fields that it leaves out', async () => {
  const { brands, useCases } = await open({ 'brands.json': EXAMPLES['brands.json'] })
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

test('a service says in which protocol it is asked who it is; one that does not exist is refused with those that do', async () => {
  const { useCases } = await open({ 'services.json': [{ ...USE_CASE, identity: { ask: 'a2s', port: 27_015 } }] })
  expect(queryOf(useCases[0] ?? null)).toEqual({ ask: 'a2s', port: 27_015 })
  expect(queryOf(ours.useCases.find(({ id }) => id === 'minecraft-java') ?? null)).toEqual({ ask: 'minecraft', port: null })
  expect(queryOf(ours.useCases.find(({ id }) => id === 'wireguard') ?? null)).toBeNull()
  const mail = ours.useCases.find(({ id }) => id === 'smtp-imap') ?? null
  expect([25, 143, 993].map((port) => queryOf(mail, port)?.ask)).toEqual(['smtp', 'imap', 'imap'])
  const asked = { port: null, isLikely: true } as const
  expect(commonQuery(ours.portUses, 27_015, 'udp')).toEqual({ ask: 'a2s', ...asked })
  expect(queryOf(mail, 143, true)).toEqual({ ask: 'imap', ...asked })
  for (const [port, protocol] of [
    [7777, 'udp'],
    [51_820, 'udp'],
    [8080, 'tcp'],
  ] as const)
    expect(commonQuery(ours.portUses, port, protocol)).toBeNull()
  const said = mistakesOf({ 'services.json': [{ ...USE_CASE, identity: { ask: 'minecaft', port: 70_000 } }] }).join()
  expect(said).toContain(`.identity.ask is "minecaft", not one of ${IDENTITY_PROTOCOLS.join(', ')}`)
  expect(said).toContain('.identity.port is 70000, not a whole number from 1 to 65535')
})

test('a network number of ours belongs to the provider of the folder, with a warning', async () => {
  const [kt, other] = [4766, 9318]
  using folder = catalogueFolder({ 'providers.json': [{ ...ISP, equipment: 'iptime', asns: [kt] }] })
  const source = openCatalogue(folder.path)
  const catalogue = await source.read()
  expect([providerOfNetwork(kt, ours)?.id, providerOfNetwork(kt, catalogue)?.id]).toEqual(['kt', 'acme-net'])
  expect(providerOfNetwork(other, catalogue)?.id).toBe(providerOfNetwork(other, ours)?.id ?? '')
  expect(source.overlay()?.warnings.map(({ en }) => en)).toEqual([
    'providers.json: "AS4766" now means "acme-net" instead of "kt"',
  ])
  // A folder that replaces the entry itself takes nothing from anybody.
  folder.write({ 'providers.json': [{ ...ISP, id: 'kt', equipment: 'iptime', asns: [kt] }] })
  source.reload()
  expect([source.overlay()?.warnings, providerOfNetwork(kt, await source.read())?.name.en]).toEqual([[], 'Acme Net'])
})

test('files have the names of the catalogue, or those of before; any other and the same list twice are mistakes', async () => {
  const named = await open({ 'services.json': [USE_CASE], 'providers.json': [{ ...ISP, equipment: 'iptime' }] })
  expect([named.useCases[0]?.id, named.isps[0]?.id]).toEqual(['acme-cam', 'acme-net'])
  const empty = Object.fromEntries(
    ['Brands.json', 'routers.json', 'providers.json', 'isps.json', 'notes'].map((name) => [name, '[]']),
  )
  const known = 'brands.json, services.json, providers.json, platforms.json, ddns.json'
  expect(mistakesOf(empty).slice(1)).toEqual([
    `  Brands.json is not one of ${known}`,
    '  isps.json has the same list as providers.json: keep one of them',
    `  routers.json is not one of ${known}`,
  ])
})

test('a folder is reread all or nothing', async () => {
  using folder = catalogueFolder({ 'brands.json': [BRAND] })
  const source = openCatalogue(folder.path)
  const before = await source.read()
  folder.write({ 'brands.json': [SECOND], 'providers.json': '[{' })
  expect(() => source.reload()).toThrow(CatalogueError)
  expect(await source.read()).toBe(before)
  folder.write({ 'providers.json': [] })
  source.reload()
  expect([(await source.read()).brands[0]?.id, before.brands[0]?.id]).toEqual(['second', 'acme-box'])
})

const NOTE = { en: 'Second', ko: '두 번째' }

describe('a mistake is named by file and field', () => {
  test.each([
    ['an entry that is none', { 'brands.json': ['asus'] }, 'brands.json:2: [0] is "asus", not an object'],
    ['a missing field', brandsWith('menu', undefined), '[1].menu is missing'],
    ['a missing translation', brandsWith('menu.ko', undefined), '[1].menu.ko is missing'],
    ['an unknown field within', brandsWith('login.password', 'x'), '[1].login.password is not a known field'],
    ['a field with an odd name', brandsWith('a\u001b[0m', 'x'), '[1]["a\\u001b[0m"] is not a known field'],
    ['an empty text', brandsWith('feature.en', ' '), '[1].feature.en is " ", not text'],
    ['a text without end', brandsWith('feature.en', 'x'.repeat(1001)), '[1].feature.en is longer than 1000 characters'],
    ['a source that is neither', brandsWith('sources', [7]), '[1].sources[0] is 7, not text, or an object of "url" and "says"'],
    ['a pattern for everything', brandsWith('models', ['AC-#*', '*']), '[1].models[1] is "*", which fits too many names'],
    [
      'a network of two providers',
      {
        'providers.json': [
          { ...ISP, equipment: null, asns: [64496] },
          { ...ISP, id: 'acme-two', name: { en: 'Acme Two', ko: '애크미 둘' }, equipment: null, asns: [64497, 64496] },
        ],
      },
      '[1].asns[1] is 64496, which is already a network of "acme-net"',
    ],
    [
      'a safer way that nobody knows',
      { 'services.json': [{ ...USE_CASE, saferUse: 'acme-vpn' }] },
      '[0].saferUse is "acme-vpn", which is not the id of a service',
    ],
    [
      'a safer way that is no other',
      { 'services.json': [{ ...USE_CASE, saferUse: USE_CASE.id }] },
      `[0].saferUse is "${USE_CASE.id}", which is this service itself`,
    ],
    ['menus of two lengths', brandsWith('menu.ko', ['하나', '둘', '셋']), '[1].menu has 2 in English but 3 in Korean'],
    ['a shared gateway', brandsWith('gateways', ['100.64.0.1']), '[1].gateways[0] is "100.64.0.1", not a private address'],
    ['a name of two', brandsWith('name', { en: 'Acme', ko: '둘' }), '[1].name.en is "Acme", which already names "acme-box"'],
    ['an alias of nothing', brandsWith('aliases', ['!!']), '[1].aliases[0] is "!!", which contains neither letters nor digits'],
    [
      'no generic router left',
      { 'brands.json': [{ ...BRAND, id: 'unknown-router' }] },
      '[0].kind leaves no brand of kind "generic"',
    ],
    [
      'ranges of two sizes',
      portsWith({ internal: '8000' }),
      '[0].ports[0].internal is "8000", which is 1 port, but "external" is 2 ports',
    ],
    [
      'a blocked range backwards',
      { 'providers.json': [{ ...ISP, equipment: null, blocked: [{ ports: '25,139-135', protocol: 'tcp', note: NOTE }] }] },
      '[0].blocked[0].ports contains "139-135", which runs backwards',
    ],
  ])('%s', (_, files, message) => {
    // The one mistake, and not what follows from it.
    expect(mistakesOf(files).slice(1)).toEqual([expect.stringContaining(message)])
  })

  test('a field with a mistake neither hides other mistakes nor causes further ones', () => {
    const box = {
      ...BRAND,
      kind: 'box',
      gateways: ['8.8.8.8'],
      name: { en: 'Acme', ko: 5 },
      menu: { ...BRAND.menu, ko: ['하나'] },
    }
    expect(mistakesOf({ 'brands.json': [box, SECOND], 'providers.json': [ISP] }).slice(1)).toEqual([
      expect.stringContaining('[0].name.ko is 5, not text'),
      expect.stringContaining('[0].kind is "box", not one of'),
      expect.stringContaining('[0].gateways[0] is "8.8.8.8", not a private address'),
      expect.stringContaining('[0].menu has 2 in English but 1 in Korean'),
    ])
  })

  /** The Korean of the example in EUC-KR, as an old editor saves it. */
  const EUC_KR = Buffer.from(
    EXAMPLES['brands.json'].replace(/[가-힣][가-힣 ]*/g, () => '\u00be\u00d6\u00c5\u00a9'),
    'latin1',
  )
  const BROKEN = Buffer.concat([Buffer.from('[\n{"id":"acme","name":{"en":"Acme","ko":"'), Buffer.from([0xbe, 0xd6, 0x22])])

  test.each([
    ['text in EUC-KR', EUC_KR, ' is not UTF-8 (line 4): to convert it from EUC-KR, run iconv -f EUC-KR -t UTF-8'],
    ['one name in EUC-KR', BROKEN, ' is not UTF-8 (line 2)'],
    ['text in UTF-16', Buffer.from(`\uFEFF${EXAMPLES['brands.json']}`, 'utf16le'), ' is not UTF-8 (line 1)'],
    ['a comma too many', '[\n  {"id": "a",},\n]', ':2:14: invalid JSON: expected a field name in double quotes'],
    ['a list in lists without end', '['.repeat(100_000), ':1:33: is nested more than 32 levels deep'],
  ])('%s', (_, content, message) => {
    expect(mistakesOf({ 'brands.json': content })[1]).toStartWith(`  brands.json${message}`)
  })

  test('a folder or a device under the name of a file', () => {
    using folder = catalogueFolder()
    mkdirSync(join(folder.path, 'providers.json'))
    symlinkSync('/dev/zero', join(folder.path, 'brands.json'))
    expect(mistakesIn(folder).slice(1)).toEqual([
      '  brands.json is a character device, not a regular file',
      '  providers.json is a folder, not a regular file',
    ])
  })

  test('all mistakes of all files are reported at once, by file and line', () => {
    const files = {
      'services.json': '[\n{"id": "cam"\n"name": 1}\n]',
      'providers.json': [{ ...ISP, country: 'kr', colour: 'red' }],
      'brands.json': [{ ...BRAND, name: { en: 'Acme' }, gateways: ['1.1.1.1', '10.0.0.1', '9.9.9.9'], id: 'x' }],
    }
    expect(mistakesOf(files)).toEqual([
      '7 mistakes in "FOLDER"',
      '  brands.json:4: [0].name.ko is missing (x)',
      '  brands.json:13: [0].gateways[0] is "1.1.1.1", not a private address (RFC 1918) (x)',
      '  brands.json:15: [0].gateways[2] is "9.9.9.9", not a private address (RFC 1918) (x)',
      '  services.json:3:1: invalid JSON: expected a comma before this',
      '  providers.json:8: [0].country is "kr", not a country code of two capital letters or GLOBAL (acme-net)',
      '  providers.json:9: [0].equipment is "acme-box", which is not the id of a brand (acme-net)',
      '  providers.json:17: [0].colour is not a known field (acme-net)',
    ])
  })

  test('of very many mistakes the first fifty are reported, and the number of the others', () => {
    const lines = mistakesOf({ 'brands.json': Array.from({ length: 120 }, () => 7) })
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([52, '120 mistakes in "FOLDER"', '  and 70 more'])
  })
})
