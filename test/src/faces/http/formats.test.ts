// The format of answers and refusals, over HTTP, on every path.
import { describe, expect, test } from 'bun:test'
import { toolFiles } from '../../../../src/operations/registry/discover.ts'
import { bodyOf, postTool, sendRaw, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer()

const ask = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init)
const typeOf = (answer: Response) => answer.headers.get('content-type')
const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM = 'application/problem+json; charset=utf-8'
const NDJSON = 'application/x-ndjson; charset=utf-8'
const SSE = 'text/event-stream; charset=utf-8'
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
    ['/api/tools/ip-lookup?ip=8.8.8.8', 'json, text, short, ndjson, sse.'],
  ])('of %s in any other format is refused by the name of the parameter', async (path, list) => {
    const [start, streams] = path?.includes('?') ? [`${path}&`, []] : [`${path}?`, ['ndjson', 'sse']]
    for (const format of ['yaml', '', 'JSON', 'problem', ...streams]) {
      const answer = await ask(`${start}format=${format}`)
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

test.each([
  ['', '*/*', JSON_TYPE],
  ['', 'text/*', TEXT],
  ['', 'image/png', JSON_TYPE],
  ['', ';;,', JSON_TYPE],
  ['', 'text/html,application/xhtml+xml,*/*;q=0.8', JSON_TYPE],
  ['', 'application/json;q=0.5, text/plain', TEXT],
  ['', 'application/x-ndjson, text/event-stream', NDJSON],
  ['', 'text/event-stream, application/x-ndjson', SSE],
  ['', 'application/x-ndjson;q=0.9, application/json', JSON_TYPE],
  ['', 'application/json;q=0, application/x-ndjson;q=0.1', NDJSON],
  ['', 'application/x-ndjson;q=0', JSON_TYPE],
  ['?format=json', 'text/event-stream', JSON_TYPE],
  ['?format=sse', 'application/json', SSE],
])('the answer of a tool asked for with %p and Accept: %s has the type %s', async (query, accept, type) => {
  expect(typeOf(await postTool(server.url, `ip-lookup${query}`, { ip: '8.8.8.8' }, { accept }))).toBe(type)
})

describe('a refusal where text was asked for', () => {
  const CASES: [string, number, string, string, RequestInit][] = [
    ['/nope', 404, 'not-found', 'No such path: Nothing is served at /nope. GET /api/tools lists every operation.', {}],
    ['/api/tools/ping', 405, 'method-not-allowed', 'This method is not allowed here: ', { method: 'PUT' }],
    ['/api/tools/ip-lookup', 415, 'unsupported-media-type', 'The body must be JSON: ', { method: 'POST', body: '{}' }],
    ['/api/tools/ip-lookup', 422, 'invalid-request', 'Invalid request: ', { method: 'POST', headers: JSON_BODY, body: '{}' }],
    ['/api/tools/ip-lookup?ip=10.0.0.1', 403, 'target-not-public', 'The target is not public: ', {}],
  ]

  test.each(CASES)('of %s with %d %s is a line of text', async (path, status, code, start, init) => {
    const asText = { ...init, headers: { ...(init.headers as Record<string, string>), accept: 'text/plain' } }
    for (const asking of [ask(`${path}${path.includes('?') ? '&' : '?'}format=text`, init), ask(path, asText)]) {
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
    const path = query === '?format=yaml' ? '/api/tools' : '/nope'
    expect(typeOf(await ask(`${path}${query}`, { headers: { accept } }))).toBe(type)
  })

  test('cannot be broken into lines by what the request says', async () => {
    const answer = await postTool(server.url, 'ip-lookup', { 'a\nVerify: OK\r\u001b[2J': 1 }, { accept: 'text/plain' })
    const text = await answer.text()
    expect(text.indexOf('\n')).toBe(text.length - 1)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })
})

// The fields of a tool as a query, over HTTP.

const get = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}/api/tools/${query}`, { method, headers })
const refusal = async (query: string) => {
  const answer = await get(query)
  const { code, field, detail } = await bodyOf(answer)
  return { status: answer.status, code, field, detail }
}

describe('a GET answers what a POST answers', () => {
  test.each([
    ['ip-lookup?ip=168.126.63.1', 'ip-lookup', { ip: '168.126.63.1' }],
    [
      'port-forward-plan?useCase=%EB%82%98%EC%8A%A4+nas&routerBrand=iptime',
      'port-forward-plan',
      { useCase: '나스 nas', routerBrand: 'iptime' },
    ],
    [
      'port-forward-plan?ports=25565/tcp,27015-27016/udp',
      'port-forward-plan',
      { ports: [{ port: 25565, protocol: 'tcp' }, ...[27015, 27016].map((port) => ({ port, protocol: 'udp' }))] },
    ],
    ['certificate-check?domain=nas.local&methods=dns-01', 'certificate-check', { domain: 'nas.local', methods: ['dns-01'] }],
    ['ip-lookup?ip=10.0.0.1', 'ip-lookup', { ip: '10.0.0.1' }],
    ['ip-lookup?ip=8.8.8.8&foo=1&__proto__=2', 'ip-lookup', JSON.parse('{ "ip": "8.8.8.8", "foo": "1", "__proto__": "2" }')],
    ['ip-lookup?ip=%00%0a', 'ip-lookup', { ip: '\0\n' }],
    ['ip-lookup', 'ip-lookup', {}],
  ])('%s', async (query, name, body) => {
    const [asked, posted] = [await get(query), await postTool(server.url, name, body)]
    const known = { checkedAt: 0, elapsedMs: 0 }
    expect({ ...(await bodyOf(asked)), ...known }).toEqual({ ...(await bodyOf(posted)), ...known })
    expect([asked.status, asked.headers.get('cache-control')]).toEqual([posted.status, 'no-store'])
  })

  test('in the language of the query, before that of the header, on every path that has one', async () => {
    const header = { 'accept-language': 'en' }
    for (const path of '/api/tools/ip-lookup?ip=8.8.8.8& /api/ip/json? /api/tools? /openapi.json? /llms.txt? /nope?'.split(' ')) {
      const answer = await fetch(`${server.url}${path}lang=ko`, { headers: header })
      expect([path, answer.headers.get('content-language')]).toEqual([path, 'ko'])
    }
    const posted = await fetch(`${server.url}/api/tools/ip-lookup?lang=ko`, { method: 'POST', body: '{' })
    expect(posted.headers.get('content-language')).toBe('ko')
    expect(await refusal('ip-lookup?ip=8.8.8.8&lang=fr')).toMatchObject({ status: 422, code: 'invalid-request', field: 'lang' })
  })
})

describe('a query is refused by the name of its field', () => {
  test.each([
    ['ip-lookup?ip=8.8.8.8&ip=8.8.8.8', 'ip'],
    ['ip-lookup?ip=8.8.8.8&format=json&format=text', 'format'],
    ['ip-lookup?ip=8.8.8.8&Ip=1', 'Ip'],
    ['ip-lookup?ip=8.8.8.8&constructor=1', 'constructor'],
    ['ip-lookup?ip=%ff', 'ip'],
    ['ip-lookup?ip=%zz', 'ip'],
    ['port-check?port=1e3', 'port'],
    ['port-check?port=80&explain=1', 'explain'],
    ['port-check?port=80&proof=x', 'proof'],
    ['port-check?port=80&proof.key=x', 'proof.key'],
    ['port-forward-plan?ports=80,ssh', 'ports'],
    ['port-forward-plan?ports=1-99999', 'ports'],
  ])('%s', async (query, field) => expect(await refusal(query)).toMatchObject({ status: 422, code: 'invalid-request', field }))

  test('a long one whole', async () => {
    expect(await refusal(`ip-lookup?ip=${'1'.repeat(9000)}`)).toMatchObject({ code: 'invalid-request', field: undefined })
    expect((await get(`ip-lookup?${'a&'.repeat(4000)}`)).status).toBe(422)
  })

  test('a long one is charged for before it is read', async () => {
    await using tight = await startServer({ env: { DOORSTEP_RATE_LIMIT: '2/min' } })
    const odd = `${tight.url}/api/tools/ip-lookup?x=${'1'.repeat(1100)}`
    const statuses = []
    for (let count = 0; count < 4; count++) statuses.push((await fetch(odd)).status)
    expect(statuses.slice(0, 1).concat(statuses.slice(-1))).toEqual([422, 429])
  })
})

test.each(['sec-purpose', 'purpose', 'x-purpose', 'x-moz'])(
  'nothing is checked in advance, and nothing charged: %s',
  async (name) => {
    await using tight = await startServer({ env: { DOORSTEP_RATE_LIMIT: '1/min' } })
    const ask = (headers: Record<string, string>) => fetch(`${tight.url}/api/tools/ip-lookup?ip=8.8.8.8`, { headers })
    for (const value of ['prefetch', 'prefetch;prerender']) {
      const early = await ask({ [name]: value })
      expect([early.status, early.headers.get('doorstep-code')]).toEqual([403, 'prefetch-refused'])
    }
    expect((await ask({ [name]: 'x' })).status).toBe(200)
  },
)

describe('an EventSource', () => {
  const SSE = { accept: 'text/event-stream' }
  test('gets events with ids, and is told not to ask again', async () => {
    expect(await (await get('ip-lookup?ip=8.8.8.8', SSE)).text()).toMatch(/^event: result\ndata: \{[^\n]*\}\nid: 1\n\n$/)
    const posted = await postTool(server.url, 'ip-lookup', { ip: '8.8.8.8' }, { ...SSE, 'last-event-id': '1' })
    expect(await posted.text()).toMatch(/^event: result\ndata: [^\n]*\n\n$/)
    const again = await get('ip-lookup?nonsense', { ...SSE, 'last-event-id': '1' })
    expect([again.status, again.headers.get('cache-control')]).toEqual([204, 'no-store'])
    expect((await get('ip-lookup?ip=8.8.8.8', { 'last-event-id': '1' })).status).toBe(200)
  })
})

test.each(['json', 'text', 'short', 'ndjson', 'sse'])(
  'HEAD runs the check and sends the head of its answer: %s',
  async (format) => {
    const path = `ip-lookup?ip=8.8.8.8&format=${format}`
    const [head, whole] = [await get(path, {}, 'HEAD'), await get(path)]
    expect([head.status, head.headers.get('content-type')]).toEqual([200, whole.headers.get('content-type')])
    expect([await head.text(), (await get('ip-lookup?ip=10.0.0.1', {}, 'HEAD')).status]).toEqual(['', 403])
  },
)

describe('a refusal of a method or a media type ends with a line that works', () => {
  const NAMES = toolFiles().filter((name) => !['ip', 'ip-json'].includes(name))
  test.each(NAMES)('%s', async (name) => {
    const wrong = await get(`${name}?format=text`, {}, 'DELETE')
    const [, url = ''] = /curl '?(http[^' ]+)'?\n$/.exec(await wrong.text()) ?? []
    expect(url).toStartWith(`${server.url}/api/tools/${name}?`)
    const typed = await postTool(server.url, name, {}, { 'content-type': 'text/plain' })
    // Copied out of JSON as it was sent: a backslash would be a part of the line.
    const [, sent = ''] = /curl ('?http[^ ]+?)"[,}]/.exec(await typed.text()) ?? []
    expect(sent).toBe(`'${url}'`)
  })

  test('behind a proxy that speaks HTTPS, the line has the origin that the operator names', async () => {
    await using shown = await startServer({ env: { DOORSTEP_PUBLIC_ORIGINS: 'https://ip.example.com' } })
    const typed = 'POST /api/tools/ip-lookup HTTP/1.1\r\nHost: ip.example.com\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
    for (const request of [typed, typed.replace('POST', 'PUT')])
      expect(await sendRaw(shown.port, request)).toContain("curl 'https://ip.example.com/api/tools/ip-lookup?ip=8.8.8.8'\"")
  })

  test('a Host that a shell would read is left out, and a path that is not a GET has no line', async () => {
    const odd = await sendRaw(server.port, "DELETE /api/ip HTTP/1.1\r\nHost: x';reboot;'\r\nConnection: close\r\n\r\n")
    expect(odd).toContain('Change the method of the request."')
    for (const method of ['PUT', 'POST'])
      expect(await (await fetch(`${server.url}/mcp?format=text`, { method })).text()).not.toContain('curl')
    expect(await (await fetch(`${server.url}/api/ip?format=text`, { method: 'PUT' })).text()).toContain(
      `curl ${server.url}/api/ip\n`,
    )
  })
})
