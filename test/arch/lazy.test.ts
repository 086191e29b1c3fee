// House rule: a command does not wait for what only a server needs, nor for other commands.
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../support/server.ts'

/** Returns the imports of a file when it is loaded: neither types nor what it loads later. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const found = [...source.matchAll(/^(?:import|export) (?!type )([^'"`=]*?)\bfrom '([^']+)'/gm)]
  return found
    .filter(([, names = '']) => !/^\{(?:\s*type [^,}]+,?)*\s*\}\s*$/.test(names))
    .map(([, , target = '']) => (target.startsWith('.') ? relative(ROOT, join(ROOT, file, '..', target)) : target))
}

/** Everything that is loaded with a file. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set<string>()
  const visit = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    if (/^src\/|^tools\//.test(file) && file.endsWith('.ts') && existsSync(join(ROOT, file))) importsOf(file).forEach(visit)
  }
  visit(entry)
  return loaded
}

const WHOLE = [
  'src/server/faces.ts',
  'src/operations/opening/services.ts',
  'src/operations/registry/manifest.gen.ts',
  'src/faces/http/app.ts',
  'src/net/index.ts',
  'src/router/catalogue/load.ts',
  'src/faces/mcp/route.ts',
  'src/faces/web/routes.ts',
  'src/limits/redis-store.ts',
  ...'elysia @elysiajs/cors prom-client @sinclair/typebox/compiler node:crypto node:net node:tls node:http'.split(' '),
]
const SERVING = 'src/server/server.ts src/server/start.ts src/faces/http/app.ts elysia @elysiajs/cors prom-client'.split(' ')

test('a server answers queries before it loads anything else', () => {
  const loaded = loadedWith('src/server/start.ts')
  expect(WHOLE.filter((name) => name.startsWith('src/') && !existsSync(join(ROOT, name)))).toEqual([])
  expect(WHOLE.filter((name) => loaded.has(name))).toEqual([])
  expect([...loaded]).toEqual(expect.arrayContaining(['tools/ip.ts', 'tools/ip-json.ts']))
})

describe('loading', () => {
  test.each([
    ['src/main.ts', ['@sinclair/typebox', 'src/operations/opening/files.ts', 'src/operations/registry/manifest.gen.ts']],
    ['src/faces/cli/tool.ts', ['src/operations/registry/manifest.gen.ts', 'src/faces/cli/tool-help.ts', 'src/net/remote.ts']],
    ['src/faces/cli/local-tool.ts', ['src/operations/registry/manifest.gen.ts']],
    ['src/faces/cli/remote-tool.ts', ['src/operations/registry/manifest.gen.ts', 'src/operations/run/run.ts']],
    [
      'tools/ip-lookup.ts',
      ['src/operations/registry/manifest.gen.ts', 'src/reachability/index.ts', 'src/operations/opening/files.ts'],
    ],
  ])('%s does not load a server, nor %j', (entry, others) => {
    const loaded = loadedWith(entry)
    expect([...SERVING, ...others].filter((name) => loaded.has(name))).toEqual([])
  })

  test.each(['src/main.ts', 'src/server/start.ts'])('%s does not load what makes and checks data files', (entry) => {
    const loaded = [...loadedWith(entry)]
    expect(loaded.filter((name) => name.startsWith('src/dataset/') || name.startsWith('csv-parse'))).toEqual([])
    const building = [...loadedWith('src/faces/cli/data-build.ts')]
    expect(building).toEqual(expect.arrayContaining(['src/dataset/build.ts', 'csv-parse/sync']))
  })
})

test('a start does not load the library of the Model Context Protocol; the first message does', () => {
  const isLibrary = (name: string) => name.startsWith('@modelcontextprotocol/')
  expect([...loadedWith('src/server/faces.ts')].filter(isLibrary)).toEqual([])
  for (const late of ['src/faces/mcp/protocol-server.ts', 'src/faces/mcp/stdio.ts'])
    expect([...loadedWith(late)].some(isLibrary)).toBe(true)
})

test('what makes the embedded data does not need them: a fresh clone has none', () => {
  const loaded = [...loadedWith('src/dataset/build.ts'), ...loadedWith('src/dataset/publishers.ts')]
  expect(loaded).toContain('src/dataset/reading/reading.ts')
  expect(loaded.filter((name) => name === 'src/ipdata/embedded.ts' || name.endsWith('.ranges'))).toEqual([])
})
