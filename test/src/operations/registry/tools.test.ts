import { describe, expect, test } from 'bun:test'
import { manifestSource } from '../../../../src/operations/registry/discover.ts'
import { toolsOf } from '../../../../src/operations/registry/tools.ts'
import { defineQuery, defineTool, offline, t } from '../../../../src/tool.ts'

const post = (path: string) => defineTool({ path, policy: offline, body: t.Object({}), result: t.Object({}), run: () => ({}) })
const query = (path: string) => defineQuery({ path, result: t.String(), run: () => '' })
const load = (...files: [file: string, module: object][]) => toolsOf(files.map(([file, module]) => ({ file, module })))

test('a tool is named after its file', () => {
  const tools = load(
    ['ping', { default: post('/api/tools/ping') }],
    ['ip', { default: query('/api/ip') }],
    ['ip-json', { default: query('/api/ip/json') }],
  )
  expect(tools.map(({ name }) => name)).toEqual(['ip', 'ip-json', 'ping'])
})

describe('the start is refused, naming the file', () => {
  test.each([
    ['no default export', { ping: post('/api/tools/ping') }],
    ['an export that defineTool did not make', { default: { path: '/api/tools/ping', method: 'POST' } }],
    ['nothing at all', {}],
  ])('for %s', (_, module) => {
    expect(() => load(['ping', module])).toThrow('tools/ping.ts has no default export made by defineTool or defineQuery')
  })

  test.each([
    ['/api/tools/pong', 'pong.ts'],
    ['/api/tools/ping/', 'ping/.ts'],
    ['/api/ping', '(outside /api/tools/).ts'],
  ])('for the path %s', (path, named) => {
    expect(() => load(['ping', { default: post(path) }])).toThrow(
      `tools/ping.ts has the path ${path}, which belongs in a file named ${named}`,
    )
  })

  test('for two tools on one path', () => {
    const file: [string, object] = ['ip-json', { default: query('/api/ip/json') }]
    expect(() => load(file, file)).toThrow('has the path /api/ip/json, which tools/ip-json.ts already has')
  })
})

test('a body is closed to unknown fields whether or not its author thought of it', () => {
  const body = t.Object({ a: t.String() }, { additionalProperties: true })
  const tool = defineTool({
    path: '/api/tools/x',
    policy: offline,
    body,
    result: t.Object({ b: t.String() }),
    run: () => ({ b: '' }),
  })
  expect(tool.body?.additionalProperties).toBe(false)
  expect(Object.keys(tool.result.properties)).toEqual(['tool', 'checkedAt', 'elapsedMs', 'headline', 'good', 'understood', 'b'])
})

test.each(['delete', 'default', 'manifest', '6to4', 'await', 'a.b', 'héllo'])('a tool may be called %s', (name) => {
  const loader = new Bun.Transpiler({ loader: 'ts' })
  expect(loader.scanImports(manifestSource([name])).map(({ path }) => path)).toEqual([`../../../tools/${name}.ts`])
})
