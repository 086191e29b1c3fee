import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { manifestSource } from '../../../../src/operations/registry/discover.ts'
import { toolsOf } from '../../../../src/operations/registry/tools.ts'
import { defineQuery, defineText, defineTool, offline, t } from '../../../../src/tool.ts'

const sentences = { title: 'x', summary: 'x', 'label.a': 'x', 'field.a': 'x' } as const
const text = defineText({ en: sentences, ko: sentences })
const post = (path: string) =>
  defineTool({
    path,
    group: 'ip',
    text,
    policy: offline,
    body: t.Object({}),
    result: t.Object({}),
    headline: () => 'x',
    run: () => ({}),
  })
const query = (path: string) => defineQuery({ path, group: 'ip', text, result: t.String(), run: () => '' })
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
    const files: [string, object][] = [
      ['ip-json', { default: query('/api/ip/json') }],
      ['ip-json', { default: query('/api/ip/json') }],
    ]
    expect(() => load(...files)).toThrow('has the path /api/ip/json, which tools/ip-json.ts already has')
  })
})

test('a body is closed to unknown fields whether or not its author thought of it', () => {
  const tool = defineTool({
    path: '/api/tools/x',
    group: 'ip',
    text,
    policy: offline,
    body: t.Object({ a: t.String() }, { additionalProperties: true }),
    result: t.Object({ b: t.String() }),
    headline: () => 'x',
    run: () => ({ b: '' }),
  })
  expect(tool.body?.additionalProperties).toBe(false)
  expect(Object.keys(tool.result.properties)).toEqual(['tool', 'checkedAt', 'elapsedMs', 'headline', 'good', 'understood', 'b'])
  expect(Type.Object({}).type).toBe(tool.result.type)
})

test.each(['delete', 'default', 'manifest', '6to4', 'await', 'a.b', 'héllo'])('a tool may be called %s', (name) => {
  const loader = new Bun.Transpiler({ loader: 'ts' })
  expect(loader.scanImports(manifestSource([name])).map(({ path }) => path)).toEqual([`../../../tools/${name}.ts`])
})
