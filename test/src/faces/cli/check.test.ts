// `doorstep check`: every mistake is reported before a start; and the schemas that editors read.
import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { runLine } from '../../../support/process/command-line.ts'
import { plugInFolder } from '../../../support/process/plug-ins.ts'
import {
  BRAND,
  brandsWith,
  catalogueFolder,
  DDNS,
  EXAMPLES,
  ISP,
  PLATFORM,
  USE_CASE,
} from '../../../support/router/catalogue-folder.ts'
import { ROOT } from '../../../support/server.ts'

describe('doorstep check', () => {
  test('lists the settings that are sound, and starts nothing', async () => {
    expect(await runLine(['check', '--port', '0'])).toEqual({ code: 0, out: 'settings: ok\n', err: '' })
    using folder = catalogueFolder({ 'brands.json': [BRAND], 'providers.json': [ISP] })
    const files = ['brands', 'providers'].map((name) => `--catalog-dir: ${name}.json ok, 1 added, 0 replaced\n`)
    const out = `settings: ok\n${files.join('')}`
    expect(await runLine(['check'], { DOORSTEP_CATALOG_DIR: folder.path })).toEqual({ code: 0, out, err: '' })
  })

  test('runs each plug-in with its examples, and judges the answers by their schemas', async () => {
    const tool = (name: string, rest: string) =>
      `import { defineTool, offline, publicService, t } from 'doorstep'\nexport default defineTool({ path: '/api/tools/${name}', ${rest} })\n`
    const body = "policy: offline, body: t.Object({ model: t.String({ examples: ['AX-1', 'AX-2'] }) })"
    using plugIns = plugInFolder({
      'firmware-age.ts': tool(
        'firmware-age',
        `${body}, result: t.Object({ newest: t.String() }), run: ({ body }) => ({ newest: body.model === 'AX-2' ? 2 : '2' })`,
      ),
      'thrower.ts': tool('thrower', `${body}, run: () => { throw new Error('oops') }`),
      'sender.ts': tool(
        'sender',
        "policy: publicService('host', 1), body: t.Object({ host: t.String({ examples: ['127.0.0.1'] }) }), result: t.Object({ port: t.Integer() }), run: async ({ target, net }) => ({ port: (await net.tcp.probe(target.endpoints[0])).outcome ?? 'none' })",
      ),
    })
    const args = ['check', '--tools-dir', plugIns.folder, '--allow-targets', '127.0.0.0/8']
    const { code, out, err } = await runLine(args)
    expect([code, out, err]).toEqual([
      2,
      '',
      `doorstep: --tools-dir: firmware-age: the answer to {"model":"AX-2"} does not match its schema: newest: Expected string
  sender: the answer to {"host":"127.0.0.1"} does not match its schema: port: Expected integer
  thrower: fails for {"model":"AX-1"}: oops
  thrower: fails for {"model":"AX-2"}: oops
`,
    ])
    for (const name of ['thrower.ts', 'sender.ts']) plugIns.remove(name)
    plugIns.put('firmware-age.ts', tool('firmware-age', `${body}, run: ({ body, refuse }) => body`))
    expect(await runLine(args)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('firmware-age ok') })
  })

  test('reports every mistake of settings and files at once, in the words of a start, with exit code 2', async () => {
    using folder = catalogueFolder(brandsWith('kind', 'box'))
    const roots = join(folder.path, 'roots.pem')
    writeFileSync(roots, 'none')
    const args = [
      '--port',
      '99999',
      '--catalog-dir',
      folder.path,
      '--extra-ca',
      roots,
      '--city-db',
      '/nowhere',
      '--asn-db',
      roots,
    ]
    const { code, out, err } = await runLine(['check', ...args], { DOORSTEP_LOG_LEVEL: 'loud' })
    expect([code, out]).toEqual([2, ''])
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^doorstep: --port: "99999" is /),
      expect.stringMatching(/^doorstep: DOORSTEP_LOG_LEVEL: "loud" is /),
      expect.stringMatching(/^doorstep: --extra-ca: .*roots\.pem /),
      expect.stringMatching(/^doorstep: --city-db: \/nowhere /),
      expect.stringMatching(/^doorstep: --asn-db: .*roots\.pem /),
      `doorstep: --catalog-dir: 1 mistake in "${folder.path}"`,
      expect.stringMatching(/^ {2}brands\.json:\d+: \[1\]\.kind is "box", not one of /),
      '',
    ])
  })

  test('prints the lines shown in data/README.md', async () => {
    const brands = EXAMPLES['brands.json']
      .replace(/"name": .*/, '"name": { "en": "Acme Box" },')
      .replace(/"ko": \["네트워크", "포트 포워딩"\]/, '"ko": ["네트워크"]')
    using folder = catalogueFolder({ 'brands.json': brands, 'providers.json': [{ ...ISP, equipment: 'acme-bx' }] })
    const { code, err } = await runLine(['check', '--catalog-dir', folder.path])
    expect(code).toBe(2)
    const shown = readFileSync(join(ROOT, 'data', 'README.md'), 'utf8')
    expect(shown).toContain(`\`\`\`\n${err.replace(folder.path, '/etc/doorstep/catalogue')}\`\`\``)
  })

  test('refuses a name that it does not know', async () => {
    const err = 'doorstep: --schema: "routers" is not one of brands, services, providers, platforms, ddns\n'
    expect(await runLine(['check', '--schema', 'routers'])).toEqual({ code: 2, out: '', err })
  })
})

describe('doorstep check --schema', async () => {
  const all = JSON.parse((await runLine(['check', '--schema'])).out)
  const FILES = ['brands', 'services', 'providers', 'platforms', 'ddns']
  const LEAST = { brands: BRAND, services: USE_CASE, providers: ISP, platforms: PLATFORM, ddns: DDNS }

  /** A strict reader of schemas, which refuses a keyword that it does not know. */
  const reader = (schema: object) => new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema)

  test('prints one file, or all by their names', async () => {
    expect(Object.keys(all)).toEqual(FILES.map((name) => `${name}.json`))
    for (const name of FILES) {
      const own = all[`${name}.json`]
      expect(own.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
      for (const written of [name, `${name}.json`])
        expect(JSON.parse((await runLine(['check', '--schema', written])).out)).toEqual(own)
    }
  })

  test.each(FILES)('%s: accepts the smallest entries that the loader accepts, and the built-in ones', async (name) => {
    const fits = reader(all[`${name}.json`])
    const builtIn = await Bun.file(join(ROOT, 'data', 'router', `${name}.json`)).json()
    for (const entries of [[LEAST[name as keyof typeof LEAST]], builtIn, []]) {
      fits(entries)
      expect(fits.errors ?? []).toEqual([])
    }
    expect([fits([{}]), fits({})]).toEqual([false, false])
  })

  test.each([
    ['name.ko', undefined],
    ['name.en', 'two\nlines'],
    ['kind', 'box'],
    ['app', { name: 'Acme' }],
    ['admin', { https: true, port: 70_000 }],
  ])('refuses %s: %j, as a start does', (field, value) => {
    expect(reader(all['brands.json'])(brandsWith(field, value)['brands.json'])).toBe(false)
  })
})
