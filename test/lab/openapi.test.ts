// Every operation asked in a small internet, in every format and language: each answer is as the document says, and each example as it would be now.
import { expect } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examplesIn } from '../../src/faces/openapi/components.ts'
import { labTest } from '../support/lab.ts'
import { execute, type Outcome, run } from '../support/net/namespace.ts'
import { makeExamples, REQUESTS } from '../support/openapi/examples.ts'
import { type Document, Judge } from '../support/openapi/judge.ts'
import { OPENAPI_LAB_NEEDS, type OpenapiLab, startOpenapiLab } from '../support/openapi/lab.ts'
import { steady } from '../support/openapi/steady.ts'
import { ROOT } from '../support/server.ts'
import { shared } from '../support/shared.ts'

// Clients as a stranger would write them, both made without an option: types by openapi-typescript with requests by openapi-fetch, and one by
// @hey-api/openapi-ts; compiled and run.

interface Client extends Disposable {
  /** Compiles the client, and returns the output of the compiler. */
  compile(): Promise<Outcome>
  /** Returns the command that runs it against a server; it prints the status of each operation, as JSON. */
  command(url: string): string[]
}

const TSCONFIG = {
  compilerOptions: {
    target: 'ESNext',
    module: 'Preserve',
    moduleResolution: 'bundler',
    lib: ['ESNext', 'DOM'],
    types: ['bun-types'],
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
  },
}

const MAKERS = join(ROOT, 'test/support/openapi/generators.mjs')

async function makeClient(document: Document): Promise<Client> {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-client-'))
  mkdirSync(join(folder, 'src'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const path = join(folder, 'openapi.json')
  writeFileSync(path, JSON.stringify(document))
  const made = await execute([process.execPath, MAKERS, path, join(folder, 'src')])
  if (made.exitCode !== 0) throw new Error(made.stderr)
  writeFileSync(join(folder, 'src', 'client.ts'), source(document))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...TSCONFIG, include: ['src'] }))
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  return {
    compile: () => execute([process.execPath, tsc, '-p', folder]),
    command: (url) => [process.execPath, join(folder, 'src', 'client.ts'), url],
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Agents say which two types they take; openapi-fetch cannot know. */
const MCP_CALL = `note('/mcp', await client.POST('/mcp', {
  body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  headers: { accept: 'application/json, text/event-stream' },
  parseAs: 'text',
}))`

/** Returns whether a path can be asked without a parameter: the others are those of other programs, which have tests of their own. */
function isAskedAlone(path: string): boolean {
  return !/^\/(?:probe|ip|json|country|country-iso|city|asn|asn-org|coordinates)$|[{]/.test(path)
}

/** Returns a client that requests every operation as JSON, or as text where there is nothing else. */
function source(document: Document): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if (!operation || !isAskedAlone(path)) return []
      const body = REQUESTS[path.split('/').at(-1) ?? '']?.body
      const answers = operation.responses[200]
      // The address is text unless JSON is asked for.
      const isText =
        path === '/api/ip' || path === '/' || (answers && 'content' in answers && !answers.content?.['application/json'])
      if (path === '/mcp') return MCP_CALL
      const sent = body && (method === 'post' ? { body } : { params: { query: body } })
      const options = { ...sent, ...(isText ? { parseAs: 'text' } : {}) }
      return `note('${path}', await client.${method.toUpperCase()}('${path}', ${JSON.stringify(options)}))`
    }),
  )
  return `import createClient from 'openapi-fetch'
import { dnsLookup, ping as heyPing, portForwardPlan } from './hey/index'
import { client as hey } from './hey/client.gen'
import type { paths } from './paths.ts'

// If there are several media types, it requests JSON.
const client = createClient<paths, 'application/json' | 'application/problem+json'>({ baseUrl: process.argv[2] ?? '' })
const statuses: Record<string, number> = {}
function note(path: string, { data, error, response }: { data?: unknown; error?: unknown; response: Response }) {
  if (data === undefined || error !== undefined) throw new Error(\`\${path}: \${response.status} \${JSON.stringify(error)}\`)
  statuses[path] = response.status
}
${calls.join('\n')}

${NARROWED}
console.log(JSON.stringify(statuses))
`
}

/** Lines that the types must accept, and lines that they must refuse: an error that the compiler does not find is one. */
const NARROWED = `const { data: ping } = await client.POST('/api/tools/ping', { body: { host: 'example.com', count: 1 } })
const sent: number = ping?.packets.sent ?? 0
const status: 'reachable' | 'partial' | 'unreachable' | 'error' | undefined = ping?.status
const actions: string[] = ping?.nextActions.map(({ code, text }) => code + text) ?? []
if (sent !== 1 || status === undefined || actions.length === 0) throw new Error('not what was typed')

const { error } = await client.POST('/api/tools/ip-lookup', { body: { ip: '10.0.0.1' } })
if (!error || !('code' in error) || error.code !== 'target-not-public') throw new Error('not refused as typed')
const refused: 403 = error.status
const field: string = error.field
if (refused !== 403 || field !== 'ip') throw new Error('not the problem that was typed')

// Fields with a default may be left out.
const found = await client.POST('/api/tools/dns-lookup', { body: { domain: 'example.com' } })
hey.setConfig({ baseUrl: process.argv[2] ?? '' })
const heyFound = await dnsLookup({ body: { domain: 'example.com' } })
if (found.data?.domain !== heyFound.data?.domain || heyFound.data?.domain !== 'example.com') throw new Error('not the same answer')
const planned = await portForwardPlan({ body: { ports: [{ port: 25565 }] } })
if (planned.data === undefined) throw new Error('no plan')

// @ts-expect-error the field has another name
await heyPing({ body: { hostname: 'example.com' } })
// @ts-expect-error the field has another name
await client.POST('/api/tools/ping', { body: { hostname: 'example.com' } })
// @ts-expect-error the field is a number
await client.POST('/api/tools/port-check', { body: { port: '443' } })
// @ts-expect-error there is no such operation
await client.GET('/api/tools/ping')
// @ts-expect-error there is no such code
if (error.code === 'unknown-value') throw new Error('never')
`

const lab = shared(startOpenapiLab)

labTest('the examples are what is answered now: npm run examples', OPENAPI_LAB_NEEDS, async () => {
  const { ask, start } = await lab()
  const judge = new Judge((await (await ask({ path: '/openapi.json' })).json()) as Document)
  const faults: string[] = []
  const statuses = new Set<number>()
  const judged =
    (of: OpenapiLab['ask']): OpenapiLab['ask'] =>
    async (asked) => {
      const answer = await of(asked)
      statuses.add(answer.status)
      const method = asked.method ?? (asked.body === undefined ? 'GET' : 'POST')
      faults.push(...(await judge.judge(method, asked.path, answer.clone() as Response)))
      return answer
    }
  const watched: OpenapiLab = {
    ...(await lab()),
    ask: judged(ask),
    async start(...args) {
      const server = await start(...args)
      return { ...server, ask: judged(server.ask), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
    },
    [Symbol.asyncDispose]: async () => {},
  }
  const examples = await makeExamples(watched)
  expect([faults, [...statuses].toSorted()]).toEqual([[], [200, 400, 403, 404, 405, 413, 415, 422, 429, 503]])
  expect(steady(examples)).toEqual(steady({ en: examplesIn('en'), ko: examplesIn('ko') }))
})

labTest('every tool streams as the document says, and text is text', OPENAPI_LAB_NEEDS, async () => {
  const { ask } = await lab()
  const judge = new Judge((await (await ask({ path: '/openapi.json' })).json()) as Document)
  for (const [name, { body }] of Object.entries(REQUESTS))
    for (const format of ['ndjson', 'sse']) {
      const path = `/api/tools/${name}?format=${format}`
      const answer = await ask({ path, body: JSON.stringify(body) })
      expect([name, answer.status, await judge.judge('POST', path, answer as Response)]).toEqual([name, 200, []])
    }
})

labTest('a client made of the document compiles, and asks every operation', OPENAPI_LAB_NEEDS, async () => {
  const { ask, atHome, url } = await lab()
  const document = (await (await ask({ path: '/openapi.json' })).json()) as Document
  using client = await makeClient(document)
  expect(await client.compile()).toEqual({ stdout: '', stderr: '', exitCode: 0 })
  expect(JSON.parse(await run(atHome(client.command(url))))).toEqual(
    Object.fromEntries(
      Object.keys(document.paths)
        .filter(isAskedAlone)
        .map((path) => [path, 200]),
    ),
  )
})
