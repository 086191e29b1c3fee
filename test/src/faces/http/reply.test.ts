import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../../src/contract/problem.ts'
import {
  AT_ONCE,
  negotiateFormat,
  type Outgoing,
  OVER_TIME,
  pathOf,
  replyProblem,
  replyText,
} from '../../../../src/faces/http/reply.ts'

describe('the format of an answer', () => {
  const request = (query: string, accept?: string) =>
    new Request(`http://h/api/x${query}`, { headers: accept === undefined ? {} : { accept } })

  test.each([
    ['', undefined, 'json'],
    ['', '*/*', 'json'],
    ['', 'application/json', 'json'],
    ['', 'text/plain', 'text'],
    ['', 'text/*', 'text'],
    ['', 'application/*', 'json'],
    ['', 'text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
    ['', 'application/json, text/plain, */*', 'json'],
    ['', 'application/json;q=0.5, text/plain', 'text'],
    ['', 'text/plain;q=0.5, application/json', 'json'],
    ['', 'image/png', 'json'],
    ['', ';;,', 'json'],
    ['?format=text', undefined, 'text'],
    ['?format=text', 'application/json', 'text'],
    ['?format=json', 'text/plain', 'json'],
    ['?other=1', 'text/plain', 'text'],
  ])('%p with Accept %p is %s, whether or not streams are offered', (query, accept, expected) => {
    expect(negotiateFormat(request(query, accept), AT_ONCE)).toBe(expected as 'json' | 'text')
    expect(negotiateFormat(request(query, accept), OVER_TIME)).toBe(expected as 'json' | 'text')
  })

  test.each([
    ['', 'application/x-ndjson', 'ndjson'],
    ['', 'APPLICATION/X-NDJSON', 'ndjson'],
    ['', 'text/event-stream', 'sse'],
    ['', 'application/x-ndjson, text/event-stream', 'ndjson'],
    ['', 'text/event-stream, application/x-ndjson', 'sse'],
    ['', 'application/x-ndjson, application/json;q=0.9', 'ndjson'],
    ['', 'application/x-ndjson;q=0.9, application/json', 'json'],
    ['', 'text/event-stream;q=0.2, text/plain;q=0.1, */*;q=0.01', 'sse'],
    ['', 'application/json;q=0, application/x-ndjson;q=0.1', 'ndjson'],
    ['', 'application/x-ndjson;q=0', 'json'],
    ['?format=ndjson', undefined, 'ndjson'],
    ['?format=sse', 'application/json', 'sse'],
    ['?format=json', 'text/event-stream', 'json'],
  ])('%p with Accept %p is %s where streams are offered', (query, accept, expected) => {
    expect(negotiateFormat(request(query, accept), OVER_TIME)).toBe(expected as 'ndjson' | 'sse' | 'json')
  })

  test('a stream that is not offered is JSON where a header asked for it, and refused where the query did', () => {
    expect(negotiateFormat(request('', 'application/x-ndjson'), AT_ONCE)).toBe('json')
    expect(negotiateFormat(request('', 'text/event-stream, text/plain;q=0.1'), AT_ONCE)).toBe('text')
    expect(() => negotiateFormat(request('?format=sse'), AT_ONCE)).toThrow(Refusal)
  })

  test.each(['?format=xml', '?format=', '?format', '?x&format', '?format=TEXT', '?format=toString'])(
    '%s is refused by name',
    (query) => {
      const set: Outgoing = { headers: {} }
      const refused = (offered: typeof AT_ONCE | typeof OVER_TIME) => {
        try {
          return negotiateFormat<(typeof OVER_TIME)[number]>(request(query), offered)
        } catch (thrown) {
          return JSON.parse(replyProblem(set, thrown, request(''), 'id'))
        }
      }
      expect(refused(AT_ONCE)).toMatchObject({ status: 422, field: 'format', detail: expect.stringContaining(' json, text.') })
      expect(refused(OVER_TIME).detail).toContain(' json, text, short, ndjson, sse.')
    },
  )
})

test.each([
  ['http://host/api/ip?x=1', '/api/ip'],
  ['http://host', '/'],
  ['http://host?x', '/'],
  ['/api/ip', '/api/ip'],
  ['/?q=http://a/b', '/'],
  ['host:443', 'host:443'],
  ['*', '*'],
])('the path of %s is %s', (url, path) => expect(pathOf(url)).toBe(path))

test('an unforeseen error tells the caller nothing', () => {
  const set: Outgoing = { headers: {} }
  const body = replyProblem(set, new Error('secret at /home/someone/file.ts:12'), new Request('http://h/api/x'), 'id-1')
  expect(set.status).toBe(500)
  expect(JSON.parse(body)).toMatchObject({ code: 'internal', status: 500, requestId: 'id-1' })
  expect(body).not.toMatch(/secret|\.ts|\/home/)
})

test('a text ends with exactly one line feed', () =>
  expect([replyText({ headers: {} }, 'a\nb'), replyText({ headers: {} }, 'a\nb\n')]).toEqual(['a\nb\n', 'a\nb\n']))
