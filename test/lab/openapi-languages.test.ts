// Types and readers that a generator makes of the document in languages other than TypeScript, whose clients are in openapi.test.ts: they
// compile, read every example of the document and what a server answers now, and lose nothing of it.
import { afterAll, expect } from 'bun:test'
import { pascal } from '../../src/faces/openapi/components.ts'
import { labTest } from '../support/lab.ts'
import type { Document } from '../support/openapi/judge.ts'
import { LANGUAGES, makeReaders, type TypedValue } from '../support/openapi/languages.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'

const owned = new AsyncDisposableStack()
afterAll(() => owned.disposeAsync())
let served: Promise<{ url: string; document: Document }> | undefined
const lab = () => {
  served ??= startServer().then(async (server) => {
    owned.use(server)
    return { url: server.url, document: await bodyOf(await fetch(`${server.url}/openapi.json`)) }
  })
  return served
}

/** Returns what stands in the document as an example of JSON, with its type. */
function examplesIn(part: unknown, key = ''): TypedValue[] {
  if (typeof part !== 'object' || part === null) return []
  const inside = Object.entries(part).flatMap(([name, value]) => examplesIn(value, name))
  if (!/[/+]json$/.test(key) || !('schema' in part)) return inside
  const named = 'examples' in part ? Object.values(part.examples ?? {}).map(({ value }) => value) : []
  const values = 'example' in part ? [part.example, ...named] : named
  return values.flatMap((value): TypedValue[] => typesIn(part.schema, value).map((type) => [type, value]))
}

/** Returns the type of a value of a schema: a refusal is the one of several that has its code. */
function typesIn(schema: unknown, { code }: { code?: string }): string[] {
  const names = [...JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name)
  return names.length === 1 ? names : names.filter((name) => name === `${pascal(code ?? '')}Problem`)
}

/** Returns a value without fields that are null, which some languages do not tell from those that are absent. */
const told = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (_, part) => part ?? undefined)

/** Tools that answer without a network, with a request for each. */
const ASKED = { 'ip-lookup': ['IpLookup', { ip: '8.8.8.8' }] } as const

for (const [name, language] of Object.entries(LANGUAGES))
  labTest(`${name} reads what is answered`, { programs: language.programs }, async () => {
    const { url, document } = await lab()
    using client = await makeReaders(language, document)
    expect(await client.compile()).toEqual({ stdout: '', stderr: '', exitCode: 0 })
    const values = examplesIn(document).filter(([type]) => client.types.includes(type))
    expect(values.map(([type]) => type)).toContain('InvalidRequestProblem')
    const again = await client.read(values)
    expect(values.map(([type], index) => [type, told(again[index])])).toEqual(values.map(([type, value]) => [type, told(value)]))
    for (const [tool, [type, body]] of Object.entries(ASKED)) {
      const [request] = await client.read([[`${type}Request`, body]])
      const answer = await postTool(url, tool, request)
      expect(answer.status).toBe(200)
      const result = await bodyOf(answer)
      expect(told((await client.read([[`${type}Result`, result]]))[0])).toEqual(told(result))
    }
  })
