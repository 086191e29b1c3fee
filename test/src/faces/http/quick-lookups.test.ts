import { describe, expect, test } from 'bun:test'
import type { Server } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer()
const limited = await sharedServer({ args: ['--rate-limit', '5/min'] })

const JSON_TYPE = 'application/json'
/** A type that says the same, with which a request goes through Elysia. */
const LONGER_TYPE = 'application/json; charset=utf-8'

interface Post {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
  readonly tool?: string
}

async function answer({ url }: Server, { body, headers = {}, tool = 'ip-lookup' }: Post, type: string) {
  const sent = { ...headers, 'content-type': type, 'x-request-id': 'from-anyone' }
  const response = await fetch(`${url}/api/tools/${tool}`, { method: 'POST', body, headers: sent })
  const own = [...response.headers].filter(([name]) => name !== 'date' && name !== 'content-length')
  const shown = Object.fromEntries(own.map(([name, value]) => [name, name === 'x-request-id' ? value.length : value]))
  const text = (await response.text()).replace(/"checkedAt":"[^"]*","elapsedMs":[\d.]+/, '')
  return { status: response.status, headers: shown, text }
}

describe('a plain POST of a look-up is answered as any other', () => {
  const POSTS: readonly [string, Post][] = [
    ['an address', { body: '{"ip":"8.8.8.8"}' }],
    ['with a query', { body: '{"ip":"8.8.8.8"}', tool: 'ip-lookup?format=text' }],
    ['a place', { body: '{"ip":"2001:4860:4860::8888"}', tool: 'ip-location' }],
    ['as text', { body: '{"ip":"8.8.8.8"}', headers: { accept: 'text/plain' } }],
    ['in Korean', { body: '{"ip":"8.8.8.8"}', headers: { 'accept-language': 'ko' } }],
    ['as a stream', { body: '{"ip":"8.8.8.8"}', headers: { accept: 'application/x-ndjson' } }],
    ['with an id of a stream', { body: '{"ip":"8.8.8.8"}', headers: { 'last-event-id': '1' } }],
    ['for a page of another site', { body: '{"ip":"8.8.8.8"}', headers: { origin: 'https://elsewhere.example' } }],
    ['no address', { body: '{"ip":"8.8.8"}' }],
    ['a private address', { body: '{"ip":"10.0.0.1"}' }],
    ['a private address, in Korean', { body: '{"ip":"10.0.0.1"}', headers: { accept: 'text/plain', 'accept-language': 'ko' } }],
    ['no field', { body: '{}' }],
    ['an unknown field', { body: '{"ip":"8.8.8.8","port":1}' }],
    ['no object', { body: '[]' }],
    ['no JSON', { body: '{"ip":' }],
    ['nothing', { body: '' }],
    ['no UTF-8', { body: new Uint8Array([0x22, 0xff, 0x22]) }],
    ['a byte order mark', { body: '\ufeff{"ip":"8.8.8.8"}' }],
    ['a long body', { body: `{"ip":"8.8.8.8"${' '.repeat(2000)}}` }],
    ['too long a body', { body: `{"ip":"8.8.8.8"${' '.repeat(20_000)}}` }],
    ['a compressed body', { body: '{"ip":"8.8.8.8"}', headers: { 'content-encoding': 'gzip' } }],
    ['in advance', { body: '{"ip":"8.8.8.8"}', headers: { 'sec-purpose': 'prefetch;prerender' } }],
  ]

  test.each(POSTS)('%s', async (_, post) => {
    // The first request that is not a query loads what is quick.
    await answer(server, { body: '{}' }, JSON_TYPE)
    expect(await answer(server, post, JSON_TYPE)).toEqual(await answer(server, post, LONGER_TYPE))
  })

  test('with what is left of the allowance, and without it', async () => {
    const post = { body: '{"ip":"8.8.8.8"}' }
    const answers = []
    for (const type of [JSON_TYPE, JSON_TYPE, LONGER_TYPE, JSON_TYPE, LONGER_TYPE, JSON_TYPE, LONGER_TYPE])
      answers.push(await answer(limited, post, type))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(answers.map(({ headers }) => /;r=(\d+)/.exec(String(headers.ratelimit))?.[1]).join(' ')).toBe('4 3 2 1 0 0 0')
    const names = answers.map(({ headers }) => Object.keys(headers).toSorted())
    expect([names.slice(1, 5), names[5]]).toEqual([names.slice(0, 4), names[6] ?? []])
  })
})
