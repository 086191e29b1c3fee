// A request for everything that a server says it answers, as it should be and as it should not.
import { bodyOf } from '../server.ts'

export interface Asked {
  readonly name: string
  /** The request for a client of this address. */
  from(client: string): string
}

const LONG = 15 * 1024
/** The first of the requests for a path have another method each, and nothing odd. */
const METHODS = 5
/** As many as fit. */
const list = (item: (index: number) => string, size = LONG) => {
  let text = item(0)
  for (let index = 1; text.length + 40 < size; index++) text += `,${item(index)}`
  return text
}
const weighted = (word: string) => list((index) => `${word}${index};q=0.${index % 10}`)

/** Headers of which a list is made, as long as the runtime takes. */
const ODD_HEADERS: Readonly<Record<string, string>> = {
  Accept: weighted('a/b'),
  'accept ': `text/html,${weighted('a/b')}`,
  'Accept-Language': weighted('x'),
  'Accept-Encoding': weighted('x'),
  'If-None-Match': list((index) => `W/"${index}"`),
  Forwarded: list((index) => `for="[2001:db8::${index}]:1";by="a\\"b"`),
  Origin: `https://${'x'.repeat(LONG)}`,
  Referer: `https://${'x'.repeat(LONG)}`,
  Cookie: Array.from({ length: 1500 }, (_, index) => `a${index}=1`).join('; '),
  'User-Agent': 'x'.repeat(LONG),
  'X-Request-Id': 'x'.repeat(LONG),
  'X-Real-IP': '1:'.repeat(LONG / 2),
  'Last-Event-ID': 'x'.repeat(LONG),
  'Sec-Fetch-Site': 'x'.repeat(LONG),
}
const ODD_TYPES = [`application/json;${'a=b;'.repeat(3500)}`, `application/json;a="${'\\"'.repeat(7000)}"`, 'text/csv']
const ODD_QUERIES = ['a=1&'.repeat(3700), `format=${'%41'.repeat(4900)}`, 'format=text', 'format=xml', `ip=${'1'.repeat(LONG)}`]

/** The largest query that is free. */
const FREE_QUERY = 1024

/** Returns queries that no tool accepts, as long as is free. */
function badQueries(known: readonly string[]): string[] {
  const filled = (start: string, text: string) => start + text.repeat((FREE_QUERY - start.length) / text.length)
  const [first = 'a'] = known
  return [
    ...['%61=1&', `${first}=1&`].map((text) => filled('', text)),
    ...['%00', '[', '{"a":'].map((text) => filled(`${first}=`, text)),
    ...known.map((field) => filled(`${field}=`, '1-99,')),
  ]
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const fields = (count: number, value: string) => Array.from({ length: count }, (_, index) => `"a${index}":${value}`).join()

/** Returns bodies that no tool accepts, in the size that is free and in the largest. */
function badBodies(known: readonly string[]): string[] {
  const [first = 'a'] = known
  return [
    '',
    '{',
    '{}',
    '[]',
    'null',
    '"x"',
    '{"odd":1}',
    '{'.repeat(16_000),
    `{"${first}":1e999}`,
    ' '.repeat(16_000),
    ...[480, 8000].flatMap((depth) => [nested(depth), `{"${first}":${nested(depth)}}`]),
    ...[70, 1500].flatMap((count) => [`{${fields(count, '1')}}`, `{"${first}":{${fields(count, '{}')}}}`]),
    ...[900, 15_000].flatMap((size) => known.map((field) => `{"${field}":"${'x'.repeat(size)}"}`)),
    ...known.map((field) => `{"${field}":${nested(400)}}`),
    `{"${first}":[${'1,'.repeat(450)}1]}`,
  ]
}

const RUN = (name: string, args: object = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const eight = (message: (id: number) => object) => Array.from({ length: 8 }, (_, id) => message(id))
export const MCP_MESSAGES: Readonly<Record<string, unknown>> = {
  'the list': LIST,
  'a greeting': {
    ...LIST,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  },
  'a ping': { ...LIST, method: 'ping' },
  'an unknown method': { ...LIST, method: 'nope' },
  'a notification': { jsonrpc: '2.0', method: 'notifications/initialized' },
  'an unknown tool': RUN('nope'),
  limits: RUN('limits'),
  ip: RUN('ip'),
  'ip-json': RUN('ip-json'),
  'arguments that do not fit': RUN('ping', { host: 1, odd: 1 }),
  'eight limits': eight((id) => RUN('limits', {}, id)),
  'eight lists': eight((id) => ({ ...LIST, id })),
  'eight bad arguments': eight((id) => RUN('port-forward-plan', { useCase: 'x'.repeat(90), odd: 1 }, id)),
  nothing: [],
  'a number': 17,
}
const MCP_TYPES = 'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n'

function asked(name: string, start: string, headers = '', body: string | null = null): Asked {
  const length = body === null ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`
  const from = (client: string) =>
    `${start} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n${headers}${length}\r\n${body ?? ''}`
  return { name: name.slice(0, 120), from }
}

function gets(path: string): Asked[] {
  const start = `GET ${path}`
  return [
    ...['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'].map((method) => asked(`${method} ${path}`, `${method} ${path}`)),
    asked(`${start} for people`, start, 'Accept: text/html\r\nAccept-Encoding: br, gzip\r\nAccept-Language: ko\r\n'),
    ...Object.entries(ODD_HEADERS).map(([name, value]) => asked(`${start}, odd ${name}`, start, `${name.trim()}: ${value}\r\n`)),
    ...ODD_QUERIES.map((query) => asked(`${start}?${query.slice(0, 12)}`, `${start}?${query}`)),
  ]
}

function posts(path: string, known: readonly string[]): Asked[] {
  const start = `POST ${path}`
  const json = 'Content-Type: application/json\r\n'
  return [
    ...badBodies(known).map((body) => asked(`${start} ${body.length} ${body.slice(0, 20)}`, start, json, body)),
    ...ODD_TYPES.map((type) => asked(`${start} ${type.slice(0, 30)}`, start, `Content-Type: ${type}\r\n`, '{}')),
    ...Object.entries(ODD_HEADERS).map(([name, value]) =>
      asked(`${start}, odd ${name}`, start, `${json}${name.trim()}: ${value}\r\n`, '{}'),
    ),
  ]
}

/** The largest body of several lines that weighs as much as one. */
const LINES = 3276

/** Returns bodies of lines that no tool accepts: many short ones, and the longest that weighs nothing more. */
function lines(path: string, known: readonly string[]): Asked[] {
  const [first = 'a'] = known
  const bodies = [
    '{"odd":1}\n'.repeat(50),
    `{"${'k'.repeat(LINES - 6)}":1}`,
    nested(LINES / 2),
    `{"${first}":${nested(1600)}}`,
    '\n',
  ]
  const start = `POST ${path}`
  return bodies.map((body) =>
    asked(`${start}, lines: ${body.slice(0, 20)}`, start, 'Content-Type: application/x-ndjson\r\n', body),
  )
}

function queries(path: string, known: readonly string[]): Asked[] {
  return badQueries(known).map((query) => asked(`GET ${path} ${query.length} ${query.slice(0, 20)}`, `GET ${path}?${query}`))
}

/**
 * Returns requests for everything that `/openapi.json`, `/robots.txt`, the page and the protocol of agents name, so that a new route is
 * included by itself.
 */
export async function everyRequest(url: string): Promise<Asked[]> {
  const { paths, components } = await bodyOf(await fetch(`${url}/openapi.json`))
  const page = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text()
  const files = [...new Set([...page.matchAll(/"(page\/[^"]+)"/g)].map(([, file]) => `/${file}`))]
  const names = Object.keys(paths).map((path) => path.replace('{port}', '443'))
  const tools = names.filter((path) => paths[path]?.post)
  const knownOf = (path: string): string[] => {
    const { $ref = '' } = paths[path].post.requestBody.content['application/json'].schema
    return Object.keys(components.schemas[$ref.split('/').at(-1)]?.properties ?? {})
  }
  const takesMany = (path: string) => paths[path].post.requestBody.content['application/x-ndjson'] !== undefined
  const robots = await (await fetch(`${url}/robots.txt`)).text()
  const crawled = [...robots.matchAll(/^Allow: (\/[\w.]+)$/gm)].map(([, path = '']) => path)
  const others = ['/nothing', '/robots.txt', ...crawled, '/mcp', '/page/nothing']
  const long = [`/${'x'.repeat(LONG)}`, '/x'.repeat(LONG / 2), `/page/${'%41'.repeat(LONG / 3)}`]
  return [
    ...[...names.filter((path) => !tools.includes(path)), ...files, ...others].flatMap(gets),
    ...long.flatMap((path) => gets(path).slice(0, METHODS)),
    ...tools.flatMap((path) => [...gets(path).slice(0, METHODS), ...posts(path, knownOf(path)), ...queries(path, knownOf(path))]),
    ...tools.filter(takesMany).flatMap((path) => lines(path, knownOf(path))),
    ...Object.entries(MCP_MESSAGES).map(([name, message]) =>
      asked(`MCP: ${name}`, 'POST /mcp', MCP_TYPES, JSON.stringify(message)),
    ),
    ...badBodies(['params']).map((body) => asked(`MCP: ${body.slice(0, 20)}`, 'POST /mcp', MCP_TYPES, body)),
  ]
}
