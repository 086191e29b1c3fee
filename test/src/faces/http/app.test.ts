import { describe, expect, test } from 'bun:test'
import { toolFiles } from '../../../../src/operations/registry/discover.ts'
import { exchange } from '../../../support/door/raw.ts'
import { postMcp } from '../../../support/mcp/clients.ts'
import { bodyOf, postTool, sendRaw } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer()

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}${path}`, { method, headers })

describe('cross-origin', () => {
  test('every answer is open to every origin: results, problems, 404, 405', async () => {
    const answers = [
      await get('/api/ip', { origin: 'https://dashboard.example' }),
      await get('/api/tools'),
      await get('/nope'),
      await get('/api/ip', {}, 'DELETE'),
      await postTool(server.url, 'ip-lookup', { ip: '8.8.8.8' }),
      await postTool(server.url, 'ip-lookup', { ip: '10.0.0.1' }),
      await postTool(server.url, 'ip-lookup', { ip: 'x'.repeat(20_000) }),
      await fetch(`${server.url}/api/tools/ip-lookup`, { method: 'POST', body: '{}' }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 404, 405, 200, 403, 413, 415])
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      expect(answer.headers.get('vary') ?? '').not.toContain('*')
    }
  })

  test.each(['/api/ip', '/api/tools/ip-lookup', '/nope'])(
    'a preflight of %s is answered with 204 and what is allowed',
    async (path) => {
      const asking = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
      const answer = await get(path, { origin: 'https://dashboard.example', ...asking }, 'OPTIONS')
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST, OPTIONS')
      expect(answer.headers.get('access-control-allow-headers')).toBe('Content-Type, Accept-Language, Prefer')
    },
  )
})

describe('problems', () => {
  test('have the shape of RFC 9457 and their own media type', async () => {
    const answer = await get('/nope')
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await bodyOf(answer)).toEqual({
      type: 'urn:doorstep:problem:not-found',
      title: 'No such path',
      status: 404,
      code: 'not-found',
      detail: 'Nothing is served at /nope. GET /api/tools lists every operation.',
    })
  })

  test.each([
    ['DELETE', '/api/ip', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/ip/json', 'GET, HEAD, OPTIONS'],
    ['PUT', '/', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/healthz', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/tools/ip-lookup', 'GET, HEAD, POST, OPTIONS'],
    ['GET', '/mcp', 'POST, OPTIONS'],
  ])('%s %s is not allowed, and Allow says what is', async (method, path, allow) => {
    const answer = await get(path, {}, method)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
    const body = await answer.text()
    if (method === 'HEAD') expect(body).toBe('')
    else expect(JSON.parse(body).code).toBe('method-not-allowed')
  })
})

describe('bodies', () => {
  const send = (body: string | Uint8Array<ArrayBuffer> | Blob, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/tools/ip-lookup`, { method: 'POST', headers, body })
  const code = async (answer: Response) => [answer.status, (await bodyOf(answer)).code]
  const json = { 'content-type': 'application/json' }
  const POSTED = 'POST /api/tools/ip-lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const CHUNKED = `${POSTED}Transfer-Encoding: chunked\r\n\r\n`

  test.each([
    ['nothing', ''],
    ['a loose end', 'null{'],
    ['half an object', '{"ip":'],
    ['single quotes', "{'ip':'8.8.8.8'}"],
    ['a form', 'ip=8.8.8.8'],
    ['a zero byte', '\u0000'],
    ['8,000 opening brackets', '['.repeat(8000)],
  ])('%s is not JSON', async (_, body) => expect(await code(await send(body, json))).toEqual([400, 'invalid-json']))

  test('bytes that are not UTF-8 are not JSON', async () =>
    expect(await code(await send(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), json))).toEqual([400, 'invalid-json']))

  test('the detail shows a body that would do, and that body does', async () => {
    const { detail } = await bodyOf(await send('{', json))
    const example = /\{.*\}/.exec(detail)?.[0] ?? ''
    expect((await send(example, json)).status).toBe(200)
  })

  test.each([
    [{}],
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'application/x-www-form-urlencoded' }],
    [{ 'content-type': 'multipart/form-data; boundary=x' }],
    [{ 'content-type': 'application/json; charset=euc-kr' }],
    [{ 'content-type': 'application/jsonx' }],
    [{ ...json, 'content-encoding': 'gzip' }],
  ])('%p is an unsupported media type', async (headers) => {
    const body = new Blob(['{"ip":"8.8.8.8"}'])
    expect(await code(await send(body, headers as Record<string, string>))).toEqual([415, 'unsupported-media-type'])
  })

  test.each(['APPLICATION/JSON', 'application/json;charset=utf-8', 'application/json; charset="UTF-8"', 'application/ld+json'])(
    '%s is JSON',
    async (type) => expect((await send('{"ip":"8.8.8.8"}', { 'content-type': type })).status).toBe(200),
  )

  test('16 KiB are read, one byte more is refused, with and without a Content-Length', async () => {
    const padded = (bytes: number) => '{"ip":"8.8.8.8"}'.padEnd(bytes)
    expect((await send(padded(16_384), json)).status).toBe(200)
    const huge = await sendRaw(server.port, `${POSTED}Content-Length: 99999999999\r\n\r\n{`)
    const chunks = (bytes: number) => `${bytes.toString(16)}\r\n${padded(bytes)}\r\n0\r\n\r\n`
    expect(await sendRaw(server.port, CHUNKED + chunks(16_384))).toStartWith('HTTP/1.1 200 ')
    for (const refused of [huge, await sendRaw(server.port, CHUNKED + chunks(16_385))]) {
      expect(refused).toStartWith('HTTP/1.1 413 ')
      expect(refused).toContain('Access-Control-Allow-Origin: *')
      expect(refused.toLowerCase()).toContain('connection: close')
    }
    expect(await code(await send(padded(16_385), json))).toEqual([413, 'body-too-large'])
  })

  test('a body that comes byte by byte is refused long before its end, since each piece takes as long to read', async () => {
    const pieces = (count: number) => [...'{"ip":"8.8.8.8"}'.padEnd(count)].map((one) => `1\r\n${one}\r\n`).join('')
    expect(await sendRaw(server.port, `${CHUNKED}${pieces(256)}0\r\n\r\n`)).toStartWith('HTTP/1.1 200 ')
    const refused = await sendRaw(server.port, CHUNKED + pieces(257))
    expect(refused).toStartWith('HTTP/1.1 413 ')
    expect(refused).toContain('too many small chunks')
    expect(refused.toLowerCase()).toContain('connection: close')
  })

  test('nested lists, however deep, are a wrong type, not an internal fault', async () => {
    const deep = `{"ip":${'['.repeat(8000)}${']'.repeat(8000)}}`
    const answer = await send(deep, json)
    expect([400, 422]).toContain(answer.status)
    expect((await bodyOf(answer)).code).toStartWith('invalid-')
  })

  test('a body that never ends is answered within its deadline', async () => {
    const started = performance.now()
    expect(await sendRaw(server.port, `${POSTED}Content-Length: 100\r\n\r\n{"ip"`, 14_000)).toStartWith('HTTP/1.1 400 ')
    expect(performance.now() - started).toBeLessThan(13_000)
  })
})

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['ko', 'ko'],
  ['ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7', 'ko'],
  ['en-US,en;q=0.9,ko;q=0.8', 'en'],
  ['fr, ko;q=0.1', 'ko'],
  ['fr', 'en'],
  ['*', 'en'],
  ['en;q=0, *', 'ko'],
  ['ko;q=0.5, en;q=0.5', 'ko'],
  ['en-US,ko;q=0.9,en;q=0.8', 'en'],
  ['en-GB,ko;q=0.9,en;q=0.1', 'en'],
  ['ko-KR,en;q=0.9,ko;q=0.8', 'ko'],
  ['KO', 'ko'],
  ['fr, *;q=0.5, ko;q=0.1', 'en'],
  ['ko;q=banana', 'en'],
  [',,;;q=,', 'en'],
])('language: %p is answered in %s', async (header, expected) => {
  const answer = await get('/nope', header === undefined ? {} : { 'accept-language': header })
  expect(answer.headers.get('content-language')).toBe(expected)
  expect(answer.headers.get('vary')).toBe('Accept-Language')
  expect((await bodyOf(answer)).title).toBe(expected === 'ko' ? '없는 경로입니다' : 'No such path')
})

describe('around the tools', () => {
  test('GET /api/tools shows every tool with its schemas, in both languages', async () => {
    const { tools } = await bodyOf(await get('/api/tools'))
    expect(tools.map((tool: { name: string }) => tool.name).toSorted()).toEqual(toolFiles())
    expect(tools.length).toBeGreaterThanOrEqual(8)
    const lookup = tools.find((tool: { name: string }) => tool.name === 'ip-lookup')
    expect(lookup).toMatchObject({
      method: 'POST',
      path: '/api/tools/ip-lookup',
      group: 'ip',
      policy: { kind: 'public-ip', field: 'ip' },
      request: { type: 'object', required: ['ip'], additionalProperties: false },
    })
    expect(Object.keys(lookup.response.properties).slice(0, 3)).toEqual(['tool', 'checkedAt', 'elapsedMs'])
    const korean = await get('/api/tools', { 'accept-language': 'ko' })
    expect(korean.headers.get('content-language')).toBe('ko')
    for (const { summary } of (await bodyOf(korean)).tools) expect(summary).toMatch(/[가-힣]니다$/)
  })

  test('GET /api/data credits every dataset', async () => {
    const { datasets } = await bodyOf(await get('/api/data'))
    expect(datasets.map((dataset: { id: string }) => dataset.id)).toEqual(['city', 'network', 'registry', 'timezone'])
    for (const dataset of datasets) {
      expect(dataset).toMatchObject({ replaced: false, licence: expect.any(String), attribution: expect.any(String) })
      expect(dataset.ageDays).toBe(Math.floor((Date.now() - Date.parse(dataset.buildDate)) / 86_400_000))
    }
    expect(datasets[0]).toMatchObject({ licence: 'CC BY 4.0', attributionUrl: 'https://db-ip.com', buildDate: '2026-06-05' })
  })

  test.each(['/', '/api/ip', '/api/ip/json', '/api/tools', '/api/data', '/healthz'])(
    'HEAD %s has the headers of GET and no body',
    async (path) => {
      const [head, whole] = [await get(path, {}, 'HEAD'), await get(path)]
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'))
      expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'))
    },
  )
})

test('a name of any length is repeated with at most 100 characters, on every face', async () => {
  const name = 'k'.repeat(7000)
  const body = `{"${name}":1,"ip":{"${name}":1}}`
  const post = (type: string) =>
    fetch(`${server.url}/api/tools/ip-lookup`, { method: 'POST', headers: { 'content-type': type }, body })
  const message = { name: 'ip-lookup', arguments: JSON.parse(body) }
  const answers = await Promise.all([
    post('application/json'),
    post('application/x-ndjson'),
    get(`/api/tools/ip-lookup?${name}=1`),
    get(`/api/tools/ip-lookup?ip=8.8.8.8&${name}=%ff`),
    get(`/page/${name}`),
    get(`/page/${name}`, {}, 'POST'),
    postMcp(server.url, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: message })),
  ])
  for (const answer of answers) {
    const text = await answer.text()
    expect(text).toContain('k'.repeat(90))
    expect(text).not.toContain('k'.repeat(201))
    expect(text.length).toBeLessThan(2000)
  }
})

const WITHOUT_READING: readonly (readonly [string, number])[] = [
  ['GET /api/ip', 200],
  ['HEAD /api/ip/json', 200],
  ['GET /', 200],
  ['GET /api/tools/ip-lookup?ip=8.8.8.8', 200],
  ['GET /nothing', 404],
  ['POST /nothing', 404],
  ['PUT /api/tools/ip-lookup', 405],
  ['OPTIONS /api/tools/ip-lookup', 204],
  ['POST /api/tools/ip-lookup', 415],
  ['GET /mcp', 405],
]
test.each(WITHOUT_READING)('a body of %s, which nobody reads, ends the connection', async (start, status) => {
  for (const body of ['Content-Length: 2\r\n\r\n{}', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n']) {
    const { text, closed } = await exchange(server.port, [`${start} HTTP/1.1\r\nHost: x\r\n${body}`], { atLeast: 1 })
    expect([text.slice(9, 12), closed]).toEqual([String(status), true])
    expect(text).toMatch(/^connection: close\r$/im)
  }
})

test('a body that was read, or none, leaves the connection open', async () => {
  const json = 'POST /api/tools/ip-lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
  const lines = json.replace('/json', '/x-ndjson')
  for (const request of [json, lines, 'GET /api/ip HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n']) {
    const { text, closed } = await exchange(server.port, [request], { atLeast: 1 })
    expect([text.slice(0, 8), closed, /^connection: close/im.test(text)]).toEqual(['HTTP/1.1', false, false])
  }
})
