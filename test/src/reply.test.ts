import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../src/problem.ts'
import { negotiateFormat, type Outgoing, pathOf, renderLines, replyProblem } from '../../src/reply.ts'

describe('the format of an answer', () => {
  const format = (query: string, accept?: string) =>
    negotiateFormat(new Request(`http://h/api/x${query}`, { headers: accept === undefined ? {} : { accept } }))

  test.each([
    ['', undefined, 'json'],
    ['', '*/*', 'json'],
    ['', 'application/json', 'json'],
    ['', 'text/plain', 'text'],
    ['', 'text/*', 'text'],
    ['', 'text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
    ['', 'application/json;q=0.5, text/plain', 'text'],
    ['', 'text/plain;q=0.5, application/json', 'json'],
    ['', 'image/png', 'json'],
    ['', ';;,', 'json'],
    ['?format=text', undefined, 'text'],
    ['?format=text', 'application/json', 'text'],
    ['?format=json', 'text/plain', 'json'],
    ['?other=1', 'text/plain', 'text'],
  ])('%p with Accept %p is %s', (query, accept, expected) => {
    expect(format(query, accept)).toBe(expected as 'json' | 'text')
  })

  test.each(['?format=xml', '?format=', '?format=TEXT'])('%s is refused by name', (query) => {
    expect(() => format(query)).toThrow(Refusal)
  })
})

test.each([
  ['http://host/api/ip?x=1', '/api/ip'],
  ['http://host', '/'],
  ['http://host?x', '/'],
  ['/api/ip', '/api/ip'],
  ['/?q=http://a/b', '/'],
  ['host:443', 'host:443'],
  ['*', '*'],
])('the path of %s is %s', (url, path) => {
  expect(pathOf(url)).toBe(path)
})

test('lines for a terminal: a field a line, lists item by item, nothing for what is unknown', () => {
  expect(renderLines({ ip: '192.0.2.1', country: null, asns: [{ asn: 1 }, { asn: 2 }], place: { city: 'Seoul' } })).toBe(
    ['ip:          192.0.2.1', 'asns.asn:    1', 'asns.asn:    2', 'place.city:  Seoul', ''].join('\n'),
  )
  expect(renderLines({})).toBe('')
  expect(renderLines({ organization: 'a\nregistry: \u001b[31mFAKE\u0085' })).toBe('organization:  a registry:  [31mFAKE \n')
})

test('an unforeseen error tells the caller nothing', () => {
  const set: Outgoing = { headers: {} }
  const body = replyProblem(set, new Error('secret at /home/someone/file.ts:12'), 'en')
  expect(set.status).toBe(500)
  expect(JSON.parse(body)).toMatchObject({ code: 'internal', status: 500 })
  expect(body).not.toMatch(/secret|\.ts|\/home/)
})
