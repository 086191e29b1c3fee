// The format of answers and refusals, over HTTP, on every path.

import { describe, expect, test } from 'bun:test'
import { toolFiles } from '../../../../src/registry/discover.ts'
import { bodyOf, postTool } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer()

const ask = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init)
const typeOf = (answer: Response) => answer.headers.get('content-type')
const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM = 'application/problem+json; charset=utf-8'
const OWN = ['/api/ip/json', '/api/tools', '/api/catalog', '/api/data', '/healthz', '/readyz']
const JSON_BODY = { 'content-type': 'application/json' }

describe('an answer behind GET', () => {
  test.each(OWN)('of %s is JSON or text, as asked for', async (path) => {
    expect(typeOf(await ask(path))).toBe(JSON_TYPE)
    expect(typeOf(await ask(`${path}?format=json`, { headers: { accept: 'text/plain' } }))).toBe(JSON_TYPE)
    for (const asking of [ask(`${path}?format=text`), ask(path, { headers: { accept: 'text/plain' } })]) {
      const answer = await asking
      expect([answer.status, typeOf(answer)]).toEqual([200, TEXT])
      const text = await answer.text()
      expect(text).toEndWith('\n')
      expect(text).not.toStartWith('{')
      expect(text).not.toMatch(/undefined|\[object/)
    }
  })

  test.each([
    ...OWN.map((path) => [path, path === '/api/ip/json' ? 'json, text, short.' : 'json, text.']),
    ['/api/tools/ip-lookup', 'json, text, short, ndjson, sse.'],
  ])('of %s in any other format is refused by the name of the parameter', async (path, list) => {
    const formats = path?.startsWith('/api/tools/')
      ? ['yaml', '', 'JSON', 'problem']
      : ['yaml', '', 'JSON', 'ndjson', 'sse', 'problem']
    const init = path?.startsWith('/api/tools/') ? { method: 'POST', headers: JSON_BODY, body: '{"ip":"8.8.8.8"}' } : {}
    for (const format of formats) {
      const answer = await ask(`${path}?format=${format}`, init)
      expect([answer.status, typeOf(answer)]).toEqual([422, PROBLEM])
      const problem = await bodyOf(answer)
      expect(problem).toMatchObject({ code: 'invalid-request', field: 'format', detail: expect.stringContaining(list ?? '') })
    }
    expect(server.output.filter((line) => line.includes('"error"'))).toEqual([])
  })

  test.each(['/', '/api/ip'])('%s pays no heed to a query that it does not know', async (path) => {
    for (const query of [...(path === '/' ? ['?format=json'] : []), '?format=yaml', '?format=', '?x'])
      expect(await (await ask(path + query)).text()).toBe(path === '/' ? '127.0.0.1\n' : '127.0.0.1')
  })

  test('the list of operations as text has a line for each, in both languages', async () => {
    const lines = (await (await ask('/api/tools?format=text')).text()).trimEnd().split('\n')
    expect(lines).toHaveLength(toolFiles().length)
    for (const line of lines) expect(line).toMatch(/^(GET |POST) \/api\/[a-z/-]+ {2,}[A-Z]/)
    const korean = await (await ask('/api/tools?format=text', { headers: { 'accept-language': 'ko' } })).text()
    for (const line of korean.trimEnd().split('\n')) expect(line).toMatch(/[가-힣]니다$/)
  })
})

describe('a refusal where text was asked for', () => {
  const long = JSON.stringify({ ip: 'x'.repeat(20_000) })
  const CASES: [string, number, string, string, RequestInit][] = [
    ['/nope', 404, 'not-found', 'No such path: Nothing is served at /nope. GET /api/tools lists every operation.', {}],
    [
      '/api/ip',
      405,
      'method-not-allowed',
      'This method is not allowed here: /api/ip accepts only GET, HEAD. Change',
      { method: 'DELETE' },
    ],
    ['/api/tools/ping', 405, 'method-not-allowed', 'This method is not allowed here: ', { method: 'PUT' }],
    [
      '/api/tools/ip-lookup',
      413,
      'body-too-large',
      'The body is too large: ',
      { method: 'POST', headers: JSON_BODY, body: long },
    ],
    ['/api/tools/ip-lookup', 415, 'unsupported-media-type', 'The body must be JSON: ', { method: 'POST', body: '{}' }],
    ['/api/tools/ip-lookup', 400, 'invalid-json', 'The body is not JSON: ', { method: 'POST', headers: JSON_BODY, body: '{' }],
    ['/api/tools/ip-lookup', 422, 'invalid-request', 'Invalid request: ', { method: 'POST', headers: JSON_BODY, body: '{}' }],
    [
      '/api/tools/ip-lookup',
      403,
      'target-not-public',
      'The target is not public: ',
      { method: 'POST', headers: JSON_BODY, body: '{"ip":"10.0.0.1"}' },
    ],
  ]

  test.each(CASES)('of %s with %d %s is a line of text', async (path, status, code, start, init) => {
    const asText = { ...init, headers: { ...(init.headers as Record<string, string>), accept: 'text/plain' } }
    for (const asking of [ask(`${path}?format=text`, init), ask(path, asText)]) {
      const answer = await asking
      expect([answer.status, typeOf(answer), answer.headers.get('doorstep-code')]).toEqual([status, TEXT, code])
      expect(answer.headers.get('access-control-expose-headers')?.split(', ')).toContain('Doorstep-Code')
      const text = await answer.text()
      expect(text).toStartWith(start)
      expect(text.indexOf('\n')).toBe(text.length - 1)
    }
    const problem = await ask(path, init)
    expect(typeOf(problem)).toBe(PROBLEM)
    expect((await bodyOf(problem)).code).toBe(code)
  })

  test('is in the language of the caller', async () => {
    const answer = await ask('/nope', { headers: { accept: 'text/plain', 'accept-language': 'ko' } })
    expect(answer.headers.get('content-language')).toBe('ko')
    expect(await answer.text()).toBe(
      '없는 경로입니다: /nope 경로는 제공되지 않습니다. 전체 기능 목록은 GET /api/tools에서 확인하십시오.\n',
    )
  })

  test.each([
    ['application/problem+json, text/plain;q=0.5', PROBLEM],
    ['application/json, text/plain', PROBLEM],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', PROBLEM],
    ['application/x-ndjson, text/plain;q=0.9', PROBLEM],
    ['text/event-stream', PROBLEM],
    ['text/plain;q=0, */*', PROBLEM],
    ['text/plain, application/problem+json;q=0.9', TEXT],
    ['text/*', TEXT],
  ])('to Accept: %s has the type %s', async (accept, type) => {
    expect(typeOf(await ask('/nope', { headers: { accept } }))).toBe(type)
  })

  test.each([
    ['?format=json', 'text/plain', PROBLEM],
    ['?format=sse', 'text/plain', PROBLEM],
    ['?format=yaml', 'text/plain', TEXT],
    ['?format=yaml', 'application/json', PROBLEM],
  ])('asked for with %s and Accept: %s has the type %s', async (query, accept, type) => {
    expect(typeOf(await ask(`/api/tools${query === '?format=yaml' ? query : `/nope${query}`}`, { headers: { accept } }))).toBe(
      type,
    )
  })

  test('cannot be broken into lines by what the request says', async () => {
    const answer = await postTool(server.url, 'ip-lookup', { 'a\nVerify: OK\r\u001b[2J': 1 }, { accept: 'text/plain' })
    const text = await answer.text()
    expect(text.indexOf('\n')).toBe(text.length - 1)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })
})

test('the text of every tool ends with a line feed, also with what is not one of its own lines', async () => {
  for (const [tool, body] of Object.entries({
    'ip-lookup': { ip: '8.8.8.8' },
    'ip-location': { ip: '8.8.8.8' },
    'port-forward-plan': { useCase: 'minecraft' },
    'router-login-route': {},
  })) {
    expect(await (await postTool(server.url, tool, body, { accept: 'text/plain' })).text()).toMatch(/[^\n]\n$/)
  }
})

test.each(['/api/tools', '/api/catalog'])(
  '%s is the same each time it is asked for, and its own in each language and format',
  async (path) => {
    const seen = new Set<string>()
    for (const locale of ['en', 'ko'])
      for (const format of ['json', 'text']) {
        const ask = async () => {
          const answer = await fetch(`${server.url}${path}?format=${format}`, { headers: { 'accept-language': locale } })
          const { headers } = answer
          return [answer.status, headers.get('content-type'), headers.get('content-language'), await answer.text()].join('\n')
        }
        const first = await ask()
        expect(first).toStartWith(`200\n${format === 'json' ? 'application/json' : 'text/plain'}; charset=utf-8\n${locale}\n`)
        expect(await ask()).toBe(first)
        seen.add(first)
      }
    expect(seen.size).toBe(4)
    expect((await fetch(`${server.url}${path}?format=xml`)).status).toBe(422)
  },
)
