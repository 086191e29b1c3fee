// Answers of a server compared with its document: every operation, every status and every code.

import { describe, expect, test } from 'bun:test'
import { PROBLEM_STATUS } from '../../../../src/contract/problem.ts'
import { refusalsIn } from '../../../../src/contract/schema.ts'
import { manifest } from '../../../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../../../src/operations/registry/tools.ts'
import { reachesOut } from '../../../../src/policy/policies.ts'
import { REQUESTS } from '../../../support/openapi/examples.ts'
import { Judge } from '../../../support/openapi/judge.ts'
import { bodyOf, postTool, startServer, UNLIMITED_TARGETS } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const ALLOWED = ['--allow-targets', '127.0.0.0/8']
/** Codes that no request here provokes, and where they are tested instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  internal: 'test/src/operations/run/run.test.ts',
  'unsupported-on-host': 'test/tools/ping.test.ts',
}
const TOOLS = toolsOf(manifest).filter(({ tool }) => tool.body)
const NAMES = TOOLS.map(({ name }) => name)

interface Ask {
  readonly body?: string | object
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: string
}
const seen = new Set<string>()
const server = await sharedServer({
  env: UNLIMITED_TARGETS,
  args: [...ALLOWED, '--metrics', 'on', '--deny-ports', '25,80', '--compat', 'off'],
})
const judge = new Judge(await bodyOf(await fetch(`${server.url}/openapi.json`)))

/** Sends a request, and checks the answer against the document. */
async function ask(method: string, path: string, { body, headers = {}, query = '' }: Ask = {}, { url } = server) {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const type = text === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}${query}`, {
    method,
    headers: { ...type, ...headers },
    ...(text === undefined ? {} : { body: text }),
  })
  const code = answer.headers.get('doorstep-code')
  const faults = await judge.judge(method, path, answer.clone() as Response)
  if (code !== null) seen.add(code)
  return { status: answer.status, code, faults, type: answer.headers.get('content-type')?.split(';')[0] }
}

const pathOf = (name: string) => `/api/tools/${name}`
const bodyFor = (name: string) => REQUESTS[name]?.body ?? {}
const fine = { faults: [] }

describe('a refusal of every tool', () => {
  test.each(NAMES)('%s', async (name) => {
    const path = pathOf(name)
    const post = (sent: Ask) => ask('POST', path, sent)
    expect(await post({ body: '{' })).toMatchObject({ ...fine, code: 'invalid-json', status: 400 })
    const asText = await post({ body: '{', headers: { accept: 'text/plain' } })
    expect(asText).toMatchObject({ ...fine, status: 400, type: 'text/plain' })
    expect(await post({ body: '{}', headers: { host: 'a, b' } })).toMatchObject({ ...fine, code: 'malformed-request' })
    expect(await post({ body: '{}', headers: { 'content-type': 'text/csv' } })).toMatchObject({ ...fine, status: 415 })
    expect(await post({ body: '1'.repeat(20_000) })).toMatchObject({ ...fine, status: 413 })
    expect(await post({ body: { odd: 1 } })).toMatchObject({ ...fine, code: 'invalid-request', status: 422 })
    expect(await post({ body: bodyFor(name), query: '?format=xml' })).toMatchObject({ ...fine, code: 'invalid-request' })
    expect(await ask('DELETE', path)).toMatchObject({ ...fine, code: 'method-not-allowed', status: 405 })
    for (const query of ['?odd=1', '?format=xml', '?lang=fr'])
      expect(await ask('GET', path, { query })).toMatchObject({ ...fine, code: 'invalid-request', status: 422 })
    const early = { headers: { 'sec-purpose': 'prefetch;prerender' } }
    expect(await ask('GET', path, early)).toMatchObject({ ...fine, code: 'prefetch-refused', status: 403 })
    const again = { headers: { accept: 'text/event-stream', 'last-event-id': '1' } }
    expect(await ask('GET', path, again)).toMatchObject({ ...fine, code: null, status: 204 })
    expect(await ask('GET', path, { headers: { host: 'a, b' } })).toMatchObject({ ...fine, code: 'malformed-request' })
    expect(await ask('POST', `${path}/`, { body: '{}' })).toMatchObject({ ...fine, code: 'not-found', status: 404 })
  })

  /** Bodies that a policy refuses, by the field that names the target. */
  const ODD = { 'invalid-target': '127.1', 'target-not-public': '10.0.0.1', 'unresolvable-target': 'nothing.example.com' }

  test.each(TOOLS)('$name: codes about its target', async ({ name, tool: { policy, body } }) => {
    const field = 'field' in policy ? policy.field : null
    if (field === null) return
    const isName = policy.kind === 'dns-name' || policy.kind.startsWith('requester')
    const values = { ...ODD, ...(isName ? { 'target-not-public': 'nas.local' } : {}) }
    const spelled = (value: string) => (policy.kind === 'public-url' ? `https://${value}/` : value)
    const operation = judge.operation('POST', pathOf(name))
    for (const [code, value] of Object.entries(values) as [keyof typeof ODD, string][]) {
      if (!JSON.stringify(judge.described(operation, PROBLEM_STATUS[code]) ?? '').includes(`"${code}"`)) continue
      const target = code === 'invalid-target' && policy.kind === 'public-url' ? 'ftp://example.com/' : spelled(value)
      const port = body && 'port' in body.properties && policy.kind !== 'requester-service' ? { port: 443 } : {}
      const request = { ...(policy.kind === 'requester-service' ? { port: 443 } : port), [field]: target }
      expect([code, await ask('POST', pathOf(name), { body: request })]).toMatchObject([code, { ...fine, code }])
    }
  })

  /** Values that no tool knows, for the fields that it may refuse. */
  const UNKNOWN = { 'unknown-value': 'nobody knows this', 'invalid-target': 'not an address' } as const
  const OWN: readonly [name: string, code: string, body: object][] = [
    ['http-headers', 'port-not-allowed', { url: 'http://127.0.0.1:25/' }],
    ['public-service-check', 'port-not-allowed', { target: '127.0.0.1', port: 25 }],
    ['ssl-check', 'port-not-allowed', { host: '127.0.0.1', port: 25 }],
    ['traceroute', 'port-not-allowed', { host: '127.0.0.1', method: 'tcp' }],
    ...TOOLS.flatMap(({ name, tool: { body } }) =>
      (body ? refusalsIn(body) : []).map(({ field, code }): (typeof OWN)[number] => {
        const value = body?.properties[field]?.type === 'array' ? [UNKNOWN[code]] : UNKNOWN[code]
        return [name, code, { ...bodyFor(name), [field]: value }]
      }),
    ),
  ]
  test.each(OWN)('%s: %s', async (name, code, body) => {
    expect(await ask('POST', pathOf(name), { body })).toMatchObject({ ...fine, code })
  })

  test('of a requester without a public address', async () => {
    await using strict = await startServer()
    for (const name of ['port-check', 'ddns-match', 'reachability']) {
      const body = { ...bodyFor(name), ...(name === 'reachability' ? { port: 443 } : {}) }
      expect(await ask('POST', pathOf(name), { body }, strict)).toMatchObject({ ...fine, code: 'requester-not-public' })
    }
    expect(await ask('GET', '/api/pair', {}, strict)).toMatchObject({ ...fine, code: 'requester-not-public' })
  })

  test('that was counted', async () => {
    await using counting = await startServer({ args: [...ALLOWED, '--rate-limit', '100/min', '--access-log', 'on'] })
    const body = { host: 'nothing.example.com' }
    expect(await ask('POST', pathOf('ping'), { body }, counting)).toMatchObject({ ...fine, code: 'unresolvable-target' })
    expect((await postTool(counting.url, 'ping', body)).headers.get('ratelimit')).toStartWith('"client";r=')
    for (const path of ['/', '/api/ip', '/api/ip/json', '/api/tools', '/api/data', '/healthz'])
      expect(await ask('GET', path, {}, counting)).toMatchObject({ ...fine, status: 200 })
  })

  test('of a page of another origin, and of one under a name that points at the server', async () => {
    const host = 'rebound.example:8080'
    await using named = await startServer({ args: [...ALLOWED, '--public-origins', 'https://ip.example.com'] })
    const body = bodyFor('ping')
    const foreign = { body, headers: { origin: 'https://evil.example' } }
    expect(await ask('POST', pathOf('ping'), foreign)).toMatchObject({ ...fine, code: 'foreign-origin', status: 403 })
    const other = { body, headers: { origin: `http://${host}`, host } }
    expect(await ask('POST', pathOf('ping'), other, named)).toMatchObject({ ...fine, code: 'wrong-host', status: 421 })
    const stranger = { headers: { origin: 'https://evil.example' } }
    expect(await ask('GET', '/api/pair', stranger)).toMatchObject({ ...fine, code: 'foreign-origin', status: 403 })
    const rebound = { headers: { origin: `http://${host}`, host } }
    expect(await ask('GET', '/api/pair', rebound, named)).toMatchObject({ ...fine, code: 'wrong-host', status: 421 })
  })

  test('of a server that is busy', async () => {
    const questioned = Promise.withResolvers<void>()
    // A resolver that never answers.
    const silent = await Bun.udpSocket({ hostname: '127.0.0.1', socket: { data: () => questioned.resolve() } })
    const at = `127.0.0.1:${silent.port}`
    await using busy = await startServer({
      args: [...ALLOWED, '--max-concurrency', '1', '--resolvers', `a=${at},b=${at},c=${at}`],
    })
    const first = postTool(busy.url, 'dns-lookup', { domain: 'example.com' }).catch(() => null)
    await questioned.promise
    for (const { name, tool } of TOOLS) {
      if (!reachesOut(tool.policy)) continue
      const answer = await ask('POST', pathOf(name), { body: bodyFor(name) }, busy)
      expect([name, answer]).toMatchObject([name, { ...fine, code: 'overloaded', status: 503 }])
    }
    const probe = await ask('GET', '/probe', { query: '?module=dns&target=example.com' }, busy)
    expect(probe).toMatchObject({ ...fine, code: 'overloaded', status: 503 })
    busy.kill('SIGKILL')
    await first
    silent.close()
  })
})

describe('an answer of every query and of every path that is not a tool', () => {
  const formats = ['', '?format=json', '?format=text']

  test('in every format', async () => {
    // A probe without a module is refused.
    const all = Object.entries(judge.document.paths).filter(([path]) => path !== '/probe')
    const paths = all.flatMap(([path, { get, post }]) => (get && !post ? [path] : []))
    expect(paths.length).toBeGreaterThan(9)
    for (const path of paths) {
      const isJsonOnly = !judge.described(judge.operation('GET', path), 200)?.content?.['text/plain']
      for (const query of isJsonOnly ? formats.filter((format) => !format.endsWith('text')) : formats)
        for (const headers of [{}, { 'accept-language': 'ko' }, { accept: 'text/plain' }])
          expect([path, await ask('GET', path, { query, headers })]).toMatchObject([path, { ...fine, status: 200 }])
      expect(await ask('GET', path, { headers: { host: 'a, b' } })).toMatchObject({ ...fine, code: 'malformed-request' })
      expect(await ask('DELETE', path)).toMatchObject({ ...fine, code: 'method-not-allowed' })
      const status = judge.operation('GET', path)?.responses[422] && path !== '/' ? 422 : 200
      expect(await ask('GET', path, { query: '?format=xml' })).toMatchObject({ ...fine, status })
      const tag = await fetch(`${server.url}${path}`).then(({ headers }) => headers.get('etag'))
      const again = tag === null ? null : await ask('GET', path, { headers: { 'if-none-match': tag } })
      if (again) expect(again).toMatchObject({ ...fine, status: 304 })
    }
  })

  test('/readyz of a server that stops', async () => {
    await using ending = await startServer()
    ending.kill('SIGTERM')
    for (const until = performance.now() + 5000; performance.now() < until; ) {
      const answer = await ask('GET', '/readyz', {}, ending)
      expect(answer.faults).toEqual([])
      if (answer.status === 503) return
    }
    throw new Error('it never said that it stops')
  })
})

test('an answer of /mcp, and refusals', async () => {
  const accept = { accept: 'application/json, text/event-stream' }
  const post = (body: string | object, headers = {}) => ask('POST', '/mcp', { body, headers: { ...accept, ...headers } })
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  expect(await post(message)).toMatchObject({ ...fine, status: 200, type: 'text/event-stream' })
  expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({ ...fine, status: 202 })
  expect(await post('{')).toMatchObject({ code: 'invalid-json', status: 400, type: 'application/problem+json' })
  expect(await post({ odd: 1 })).toMatchObject({ code: null, status: 400, type: 'application/json' })
  expect(await post(message, { accept: 'text/plain' })).toMatchObject({ status: 406, type: 'application/json' })
  expect(await post('1'.repeat(20_000))).toMatchObject({ ...fine, code: 'body-too-large', status: 413 })
  expect(await post(message, { 'content-type': 'text/csv' })).toMatchObject({ ...fine, code: 'unsupported-media-type' })
  expect(await post(Array(9).fill(message))).toMatchObject({ ...fine, code: 'invalid-request', status: 422 })
  expect(await post(message, { origin: 'https://evil.example' })).toMatchObject({ ...fine, code: 'foreign-origin' })
  await using tight = await startServer({ args: [...ALLOWED, '--rate-limit', '1/h'] })
  await ask('POST', '/mcp', { body: message, headers: accept }, tight)
  const over = await ask('POST', '/mcp', { body: message, headers: accept }, tight)
  expect(over).toMatchObject({ ...fine, code: 'rate-limited', status: 429 })
})

test('an answer of /probe, and refusals', async () => {
  const query = (module: string, target: string) => `?${new URLSearchParams({ module, target })}`
  const probe = (module: string, target: string, headers = {}, at = server) =>
    ask('GET', '/probe', { query: query(module, target), headers }, at)
  const here = `127.0.0.1:${server.port}`
  expect(await probe('service', here)).toMatchObject({ ...fine, status: 200, type: 'text/plain' })
  expect(await probe('dns', 'example.com')).toMatchObject({ ...fine, code: 'nothing-found', status: 503 })
  expect(await probe('odd', 'example.com')).toMatchObject({ ...fine, code: 'invalid-request', status: 400 })
  expect(await probe('icmp', '10.0.0.1')).toMatchObject({ ...fine, code: 'target-not-public', status: 403 })
  expect(await probe('service', '127.0.0.1:25')).toMatchObject({ ...fine, code: 'port-not-allowed', status: 403 })
  expect(await probe('service', here, { host: 'a, b' })).toMatchObject({ ...fine, code: 'malformed-request', status: 400 })
  await using closed = await startServer()
  expect(await probe('port', '443', {}, closed)).toMatchObject({ ...fine, code: 'requester-not-public', status: 403 })
})

test.each(['ip-lookup', 'ip-location', 'port-forward-plan', 'router-login-route'])(
  'an answer of a tool that needs no lab: %s in every format',
  async (name) => {
    for (const format of ['json', 'text', 'short', 'ndjson', 'sse'])
      for (const language of ['en', 'ko']) {
        const sent = { body: bodyFor(name), query: `?format=${format}`, headers: { 'accept-language': language } }
        expect(await ask('POST', pathOf(name), sent)).toMatchObject({ ...fine, status: 200 })
        const query = `?${new URLSearchParams({ ...bodyFor(name), format, lang: language })}`
        expect(await ask('GET', pathOf(name), { query })).toMatchObject({ ...fine, status: 200 })
      }
  },
)

test.each([
  ['dns-lookup', 502, { domain: 'example.com' }],
  ['port-forward-plan', 503, { useCase: 'minecraft', routerWanIp: '100.64.1.2' }],
])('an answer of %s with strict=1 is described under %p', async (name, status, body) => {
  for (const format of ['json', 'text', 'short']) {
    expect(await ask('POST', pathOf(name), { body, query: `?strict=1&format=${format}` })).toMatchObject({ ...fine, status })
    const query = `?${new URLSearchParams({ ...body, format, strict: '1' })}`
    expect(await ask('GET', pathOf(name), { query })).toMatchObject({ ...fine, status })
  }
})

test.each(['/api/ip', '/api/ip/json'])('%s in every format', async (path) => {
  for (const format of ['json', 'text', 'short'])
    expect(await ask('GET', path, { query: `?format=${format}` })).toMatchObject({ ...fine, status: 200 })
})

describe('every code that is documented', () => {
  test('can occur', () =>
    expect(Object.keys(PROBLEM_STATUS).filter((code) => !seen.has(code) && !(code in ELSEWHERE))).toEqual([]))

  test('exists, and every existing code has a schema', () => {
    const { schemas } = judge.document.components
    const described = Object.values(schemas).flatMap(({ properties }) => {
      const { code } = (properties ?? {}) as { code?: { const?: string } }
      return code?.const ?? []
    })
    expect(described.toSorted()).toEqual(Object.keys(PROBLEM_STATUS).toSorted())
  })
})
