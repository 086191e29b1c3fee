// House rules about imports (.github/ARCHITECTURE.md).
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../support/server.ts'

const importsOf = (paths: readonly string[]) =>
  paths.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    const targets = [
      ...source.matchAll(/^(?:import|export)\b[^'"`=]*?\bfrom '([^']+)'/gm),
      ...source.matchAll(/^import '([^']+)'/gm),
      ...source.matchAll(/\b(?:import|require)\('([^']+)'/g),
    ]
    return targets.map(([clause, target = '']) => ({
      file,
      target: target.startsWith('.') ? relative(ROOT, join(ROOT, file, '..', target)) : target,
      clause,
    }))
  })
const files = [...new Bun.Glob('{src,tools}/**/*.{ts,tsx}').scanSync(ROOT)].sort()
const imports = importsOf(files)
const from = (pattern: RegExp) => imports.filter(({ file }) => pattern.test(file))
const shown = (rows: typeof imports) => rows.map(({ file, target }) => `${file} -> ${target}`)

test('there are imports to judge', () => expect(imports.length).toBeGreaterThan(100))

/** The imports that each part may have, beside those within its own folder. All others are forbidden. */
const ARROWS: Record<string, readonly string[]> = {
  platform: [],
  contract: [],
  policy: ['contract', 'platform'],
  ipdata: ['contract', 'platform', 'policy'],
  dataset: ['platform', 'policy', 'net', 'ipdata'],
  net: ['contract', 'platform', 'policy'],
  router: ['contract', 'platform', 'policy', 'net'],
  diagnostics: ['contract', 'platform', 'policy', 'net', 'ipdata'],
  advice: ['contract', 'router', 'diagnostics'],
  reachability: ['contract', 'policy', 'net', 'ipdata', 'router', 'diagnostics', 'advice'],
  issuance: ['contract', 'policy', 'net', 'ipdata', 'router', 'diagnostics', 'advice'],
  home: 'contract platform policy net router diagnostics advice reachability issuance operations src/tool.ts'.split(' '),
  settings: ['platform', 'policy', 'net'],
  'src/tool.ts': ['contract', 'policy', 'net', 'ipdata', 'router'],
  tools: ['src/tool.ts', 'diagnostics', 'ipdata', 'router', 'advice', 'reachability', 'issuance'],
  operations: 'contract platform policy net ipdata router settings src/tool.ts tools'.split(' '),
  limits: ['contract', 'platform', 'policy', 'net', 'operations'],
  metrics: ['operations'],
  faces: 'contract platform policy net router diagnostics advice settings operations limits metrics ipdata dataset home'.split(
    ' ',
  ),
  server: 'platform settings net operations limits metrics faces'.split(' '),
  'src/main.ts': ['faces', 'server'],
}
/** The files of policy that net may import: decisions, but not the rules. */
const POLICY_SEEN_BY_NET = /^src\/policy\/(target|address|client|names|gateway)\.ts$/
/** The generated files that name the tools. */
const REGISTERING = ['manifest', 'loaders', 'queries'].map((name) => `src/operations/registry/${name}.gen.ts`)
/** The page knows some answers by the types of their tools, and nothing else of these. */
const isAnswerType = ({ file, clause }: (typeof imports)[number]) =>
  file === 'src/faces/web/page/answers.ts' && clause.startsWith('import type ')
/** Files that embed data in the executable. */
const EMBEDDING = [
  'src/ipdata/embedded.ts',
  'src/ipdata/lookup.ts',
  'src/router/catalogue/load.ts',
  'src/dataset/reading/registry.ts',
]

/** Returns the folder of a file in src, or the file itself if it is at the root. */
function roomOf(path: string): string {
  const [top, folder, ...rest] = path.split('/')
  if (top !== 'src') return top ?? ''
  return rest.length > 0 ? (folder ?? '') : path
}

describe('arrows', () => {
  test('files import only what the table allows', () => {
    const wrong = imports.filter((one) => {
      const { file, target } = one
      const [from, to] = [roomOf(file), roomOf(target)]
      const isOurs = /^(src|tools)\//.test(target)
      return isOurs && from !== to && !ARROWS[from]?.includes(to) && !isAnswerType(one)
    })
    expect(shown(wrong)).toEqual([])
  })

  test('the table does not have unused entries', () => {
    const unused = Object.entries(ARROWS).flatMap(([from, all]) =>
      all
        .filter((to) => !imports.some(({ file, target }) => roomOf(file) === from && roomOf(target) === to))
        .map((to) => `${from} -> ${to}`),
    )
    expect(unused).toEqual([])
    expect([...new Set(files.map(roomOf))].filter((room) => !(room in ARROWS) && room !== 'src/assets.d.ts')).toEqual([])
  })

  test('a tool imports the kit, its own text, and domains through their entries; a plug-in has only the kit', () => {
    const wrong = from(/^tools\//).filter(({ file, target }) => {
      const [, name = ''] = /^tools\/([^.]+)/.exec(file) ?? []
      const isOwn = target === 'src/tool.ts' || target === `tools/${name}.text.ts`
      return !isOwn && !(target.endsWith('/index.ts') && ARROWS.tools?.includes(roomOf(target)))
    })
    expect(shown(wrong)).toEqual([])
  })

  test('net knows addresses, names and targets, but not what is allowed', () => {
    const wrong = from(/^src\/net\//).filter(({ target }) => target.startsWith('src/policy/') && !POLICY_SEEN_BY_NET.test(target))
    expect(shown(wrong)).toEqual([])
  })

  test('only policy mints endpoints, targets, addresses to look up and query names', () => {
    const minting = files.filter((file) => /mint(Endpoint|Target|Lookup|QueryName)/.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(minting).toEqual([
      'src/policy/admit-name.ts',
      'src/policy/admit.ts',
      'src/policy/gate.ts',
      'src/policy/hosts.ts',
      'src/policy/target.ts',
    ])
  })

  test('src does not import from tools, data or test, except for the manifest and the embedded files', () => {
    const wrong = from(/^src\//).filter(
      (one) =>
        /^(tools|data|test|bench)\//.test(one.target) && ![...REGISTERING, ...EMBEDDING].includes(one.file) && !isAnswerType(one),
    )
    expect(shown(wrong)).toEqual([])
  })

  test('libc is called in two places: to map the data, and for what the sockets of the runtime do not report', () => {
    const calling = imports.filter(({ target }) => target === 'bun:ffi').map(({ file }) => file)
    expect(calling.filter((file) => !file.startsWith('src/net/libc/'))).toEqual(['src/ipdata/embedded.ts'])
  })

  test('no cycles between folders', () => {
    const order: string[] = []
    const visit = (room: string, way: readonly string[]) => {
      expect(way).not.toContain(room)
      if (order.includes(room)) return
      for (const target of ARROWS[room] ?? []) visit(target, [...way, room])
      order.push(room)
    }
    for (const room of Object.keys(ARROWS)) visit(room, [])
  })

  test('at most six files at the root of src', () =>
    expect(files.filter((file) => /^src\/[^/]+$/.test(file)).length).toBeLessThanOrEqual(6))
})

test('only net opens sockets, and nothing uses the resolver of the runtime', () => {
  const sockets =
    /\b(fetch\(|Bun\.(connect|udpSocket|listen|dns)\b|builtIn\.(net|tls|dgram)\(|from '(node:)?(net|tls|dgram|dns|http|https|http2|child_process)(\/promises)?')/
  const opening = files.filter((file) => sockets.test(readFileSync(join(ROOT, file), 'utf8')))
  // The page runs in browsers, and asks this server.
  expect(opening.filter((file) => !/^src\/(net|faces\/web\/page)\//.test(file))).toEqual([])
  expect(opening).toContain('src/net/dns/ask.ts')
  const sharing = files.filter((file) => /\bRedisClient\b/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(sharing).toEqual(['src/limits/redis-link.ts'])
  const asking = files.filter((file) =>
    /Bun\.dns\b|builtIn\.dns\(|from '(node:)?dns/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  // The names of servers that the command line asks, which its HTTP client resolves in the same way.
  expect(asking).toEqual(['src/net/remote.ts'])
})
