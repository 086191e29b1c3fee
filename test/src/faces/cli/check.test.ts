// `doorstep check`: every mistake is reported before a start; and the schemas that editors read.
import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { PROGRAM } from '../../../support/executable.ts'
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
import { plainEnvironment, ROOT } from '../../../support/server.ts'

function doorstep(args: string[], env: Record<string, string> = {}): { code: number | null; out: string; err: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...PROGRAM, ...args], { cwd: ROOT, env: { ...plainEnvironment(), ...env } })
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() }
}

describe('doorstep check', () => {
  test('lists the settings that are sound, and starts nothing', () => {
    expect(doorstep(['check', '--port', '0'])).toEqual({ code: 0, out: 'settings: ok\n', err: '' })
    using folder = catalogueFolder({ 'brands.json': [BRAND], 'providers.json': [ISP] })
    expect(doorstep(['check'], { DOORSTEP_CATALOG_DIR: folder.path })).toEqual({
      code: 0,
      out: [
        'settings: ok',
        '--catalog-dir: brands.json ok, 1 added, 0 replaced',
        '--catalog-dir: providers.json ok, 1 added, 0 replaced',
        '',
      ].join('\n'),
      err: '',
    })
  })

  test('runs each plug-in with its examples, and judges the answers by their schemas', () => {
    const tool = (name: string, rest: string) =>
      `import { defineTool, offline, publicService, t } from 'doorstep'\nexport default defineTool({ path: '/api/tools/${name}', ${rest} })\n`
    const body = "body: t.Object({ model: t.String({ examples: ['AX-1', 'AX-2'] }) })"
    using plugIns = plugInFolder({
      'firmware-age.ts': tool(
        'firmware-age',
        `policy: offline, ${body}, result: t.Object({ newest: t.String() }), run: ({ body }) => ({ newest: body.model === 'AX-2' ? 2 : '2' })`,
      ),
      'thrower.ts': tool('thrower', `policy: offline, ${body}, run: () => { throw new Error('oops') }`),
      'sender.ts': tool(
        'sender',
        "policy: publicService('host', 1), body: t.Object({ host: t.String({ examples: ['127.0.0.1'] }) }), result: t.Object({ port: t.Integer() }), run: async ({ target, net }) => ({ port: (await net.tcp.probe(target.endpoints[0])).outcome ?? 'none' })",
      ),
    })
    const args = ['check', '--tools-dir', plugIns.folder, '--allow-targets', '127.0.0.0/8']
    const { code, out, err } = doorstep(args)
    expect([code, out, err.split('\n')]).toEqual([
      2,
      '',
      [
        'doorstep: --tools-dir: firmware-age: the answer to {"model":"AX-2"} does not match its schema: newest: Expected string',
        '  sender: the answer to {"host":"127.0.0.1"} does not match its schema: port: Expected integer',
        '  thrower: fails for {"model":"AX-1"}: oops',
        '  thrower: fails for {"model":"AX-2"}: oops',
        '',
      ],
    ])
    for (const name of ['thrower.ts', 'sender.ts']) plugIns.remove(name)
    plugIns.put('firmware-age.ts', tool('firmware-age', `policy: offline, ${body}, run: ({ body, refuse }) => body`))
    expect(doorstep(args)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('firmware-age ok') })
  })

  test('reports every mistake of settings and files at once, in the words of a start, with exit code 2', () => {
    using folder = catalogueFolder(brandsWith('kind', 'box'))
    writeFileSync(join(folder.path, 'roots.pem'), 'none')
    const roots = join(folder.path, 'roots.pem')
    const { code, out, err } = doorstep(
      [
        ...'check --port 99999 --catalog-dir'.split(' '),
        folder.path,
        '--extra-ca',
        roots,
        ...'--city-db /nonexistent --asn-db'.split(' '),
        roots,
      ],
      { DOORSTEP_LOG_LEVEL: 'loud' },
    )
    expect([code, out]).toEqual([2, ''])
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^doorstep: --port: "99999" is /),
      expect.stringMatching(/^doorstep: DOORSTEP_LOG_LEVEL: "loud" is /),
      expect.stringMatching(/^doorstep: --extra-ca: .*roots\.pem /),
      expect.stringMatching(/^doorstep: --city-db: \/nonexistent /),
      expect.stringMatching(/^doorstep: --asn-db: .*roots\.pem /),
      `doorstep: --catalog-dir: 1 mistake in "${folder.path}"`,
      expect.stringMatching(/^ {2}brands\.json:\d+: \[1\]\.kind is "box", not one of /),
      '',
    ])
  })

  test('prints the lines shown in data/README.md', () => {
    const brands = EXAMPLES['brands.json']
      .replace(/"name": .*/, '"name": { "en": "Acme Box" },')
      .replace(/"ko": \["네트워크", "포트 포워딩"\]/, '"ko": ["네트워크"]')
    using folder = catalogueFolder({ 'brands.json': brands, 'providers.json': [{ ...ISP, equipment: 'acme-bx' }] })
    const { code, err } = doorstep(['check', '--catalog-dir', folder.path])
    expect(code).toBe(2)
    const shown = readFileSync(join(ROOT, 'data', 'README.md'), 'utf8')
    expect(shown).toContain(`\`\`\`\n${err.replace(folder.path, '/etc/doorstep/catalogue')}\`\`\``)
  })

  test('refuses flags, words and names that it does not know', () => {
    expect([doorstep(['check', '--colour', 'red']).code, doorstep(['check', 'everything']).code]).toEqual([2, 2])
    expect(doorstep(['check', '--schema', 'routers'])).toEqual({
      code: 2,
      out: '',
      err: 'doorstep: --schema: "routers" is not one of brands, services, providers, platforms, ddns\n',
    })
    expect(doorstep(['check', '--help']).out).toContain('check --schema [NAME]')
  })
})

describe('doorstep check --schema', () => {
  const all = JSON.parse(doorstep(['check', '--schema']).out)
  const FILES = ['brands', 'services', 'providers', 'platforms', 'ddns']
  const LEAST = { brands: BRAND, services: USE_CASE, providers: ISP, platforms: PLATFORM, ddns: DDNS }

  /** A strict reader of schemas, which refuses a keyword that it does not know. */
  const reader = (schema: object) => new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema)

  test('prints one file, or all by their names', () => {
    expect(Object.keys(all)).toEqual(FILES.map((name) => `${name}.json`))
    for (const name of FILES) {
      expect(JSON.parse(doorstep(['check', '--schema', name]).out)).toEqual(all[`${name}.json`])
      expect(all[`${name}.json`].$schema).toBe('https://json-schema.org/draft/2020-12/schema')
    }
    expect(JSON.parse(doorstep(['check', '--schema', 'brands.json']).out)).toEqual(all['brands.json'])
    expect(JSON.parse(doorstep(['check', '--schema', 'services']).out)).toEqual(all['services.json'])
    expect(JSON.parse(doorstep(['check', '--schema', 'providers.json']).out)).toEqual(all['providers.json'])
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
