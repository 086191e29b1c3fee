// The path itself: who may ask, what is refused before the protocol begins, and what no message may do to the server.

import { describe, expect, test } from 'bun:test'
import { callOver, MCP_HEADERS, messagesOf, modern, postMcp, toolCall } from '../../../support/mcp/clients.ts'
import { bodyOf, sendRaw } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const LISTED = 'https://ip.example.com'
const KIB = 1024
const server = await sharedServer({ args: ['--public-origins', LISTED, '--access-log'] })

/** Returns an answer to a request with this Host, as text. */
async function asked(method: string, host: string, headers: Record<string, string>, body = ''): Promise<string> {
  const lines = Object.entries({ ...MCP_HEADERS, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`
  return sendRaw(server.port, `${method} /mcp HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}${length}\r\n${body}`, 300)
}

describe('a page of another origin', () => {
  test.each(['https://evil.example', 'http://localhost:3000', 'null'])('is refused: %s', async (origin) => {
    const answer = await postMcp(server.url, LIST, { origin })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'application/problem+json; charset=utf-8'])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('vary')).toContain('Origin')
    expect(await bodyOf(answer)).toMatchObject({
      code: 'foreign-origin',
      status: 403,
      detail: expect.stringMatching(new RegExp(`${origin}, .*--public-origins`)),
    })
  })

  test('is refused in its preflight', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const answer = await fetch(`${server.url}/mcp`, { method: 'OPTIONS', headers })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
    expect(answer.headers.get('access-control-allow-methods')).toBeNull()
  })

  test('is refused under its own name that points at the server', async () => {
    const answer = await asked('POST', `evil.example:${server.port}`, { origin: `http://evil.example:${server.port}` }, '{}')
    expect(answer).toStartWith('HTTP/1.1 421 ')
    expect(answer).toContain('wrong-host')
  })

  test('is refused before its body is read', async () =>
    expect((await postMcp(server.url, 'x'.repeat(20 * KIB), { origin: 'https://evil.example' })).status).toBe(403))
})

describe('a page of an own origin', () => {
  test('is answered, and may read that', async () => {
    for (const origin of [LISTED, server.url]) {
      const answer = await postMcp(server.url, LIST, { origin })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin])
      expect(answer.headers.get('vary')).toContain('Origin')
      expect((await messagesOf(answer))[0].result.tools.length).toBeGreaterThan(10)
    }
  })

  test('may send the headers of clients', async () => {
    const answer = await fetch(`${server.url}/mcp`, { method: 'OPTIONS', headers: { origin: LISTED } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, LISTED])
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    for (const name of ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'accept-language'])
      expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(name)
  })
})

test('a program is answered under any name, and no page may read that', async () => {
  for (const host of ['forgotten.example.net', 'localhost', '192.0.2.1:8080']) {
    const answer = await asked('POST', host, {}, JSON.stringify(LIST))
    expect(answer).toStartWith('HTTP/1.1 200 ')
    expect(answer.toLowerCase()).not.toContain('access-control-allow-origin')
  }
  expect(await asked('POST', 'a, b', {}, JSON.stringify(LIST))).toStartWith('HTTP/1.1 400 ')
})

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])(
  '%s is refused: there are no sessions and no stream to listen to',
  async (method) => {
    const answer = await fetch(`${server.url}/mcp`, { method, headers: { accept: 'text/event-stream' } })
    expect([answer.status, answer.headers.get('allow'), answer.headers.get('doorstep-code')]).toEqual([
      405,
      'POST, OPTIONS',
      'method-not-allowed',
    ])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    // A page of ours may read the refusal; its client asks for a stream as a matter of routine.
    const ours = await fetch(`${server.url}/mcp`, { method, headers: { origin: LISTED } })
    expect([ours.status, ours.headers.get('access-control-allow-origin')]).toEqual([405, LISTED])
  },
)

test('a short batch is answered as clients of 2025-03 expect', async () => {
  const answer = await postMcp(server.url, [LIST, { ...LIST, id: 2 }, { jsonrpc: '2.0', method: 'notifications/initialized' }])
  expect((await messagesOf(answer)).map(({ id }) => id).toSorted()).toEqual([1, 2])
})

describe('no message causes a fault of the server', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const call = (params: unknown) => ({ ...LIST, method: 'tools/call', params })
  const odd: [string, unknown][] = [
    ...['null', '"x"', '{}', '[]', '[[]]', '[null]'].map((text): [string, unknown] => [text, text]),
    ['deep lists', nested(8000)],
    [
      'deep lists in arguments',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ip-lookup","arguments":{"ip":${nested(7000)}}}}`,
    ],
    [
      'deep lists as arguments',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ip-lookup","arguments":${nested(7000)}}}`,
    ],
    [
      'deep objects as _meta',
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}}}`,
    ],
    ['an id that is an object', { ...LIST, id: {} }],
    ['an id that is null', { ...LIST, id: null }],
    ['another version', { ...LIST, jsonrpc: '1.0' }],
    ['a method of Object', { ...LIST, method: 'constructor' }],
    ['a method that is unknown', { ...LIST, method: 'tools/uncall' }],
    ['a method with __proto__', '{"jsonrpc":"2.0","id":1,"method":"__proto__","__proto__":{"method":"tools/list"}}'],
    ['params that are a list', call(['ip-lookup'])],
    ['a name that is none', call({ name: { toString: 1 } })],
    ['a name with control characters', call({ name: '\u001b[2J\n\u2028' })],
    ['arguments that are null', call({ name: 'ip-lookup', arguments: null })],
    ['_meta that is text', call({ name: 'ip-lookup', arguments: {}, _meta: 'x' })],
    ['a language that is none', call({ name: 'ip-lookup', arguments: {}, _meta: { 'doorstep/language': ['ko'] } })],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
    ['a cancellation', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }],
    ['initialize in a batch', [LIST, { ...LIST, method: 'initialize', params: {} }]],
    ['equal ids in a batch', [LIST, LIST, LIST]],
    ['resources', { ...LIST, method: 'resources/read', params: { uri: 'file:///etc/passwd' } }],
  ]
  const version = '2026-07-28'
  const ways: [string, Record<string, string>][] = [
    ['2025', {}],
    ['2026', { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'ip-lookup' }],
  ]

  test.each(ways.flatMap(([way, headers]) => odd.map(([name, body]) => [name, way, body, headers] as const)))(
    '%s, in the manner of %s',
    async (_, __, body, headers) => {
      const answer = await postMcp(server.url, body, headers, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
      const text = (await answer?.text()) ?? ''
      expect(answer?.status).toBeOneOf([200, 202, 400, 404, 422])
      expect(text).not.toMatch(/-32603|\bat .*\.(ts|mjs|js):\d|node_modules|"stack"/)
      // JSON-RPC has an error for it, HTTP has a status, or it is a result.
      if (answer?.status === 200) expect(text).toMatch(/"(result|error)":/)
    },
  )

  test('and none of them is logged as an error', () =>
    expect(server.output.filter((line) => line.includes('"level":"error"'))).toEqual([]))

  test('the server still answers', async () => {
    expect(await callOver(server.url, 'ip-lookup', { ip: '8.8.8.8' })).toHaveProperty('structuredContent.prefix')
    const { message, headers } = modern('tools/call', { name: 'ip-lookup', arguments: { ip: '8.8.8.8' } })
    expect(await messagesOf(await postMcp(server.url, message, headers))).toMatchObject([{ result: { resultType: 'complete' } }])
    expect((await postMcp(server.url, toolCall('ip'))).status).toBe(200)
  })
})
