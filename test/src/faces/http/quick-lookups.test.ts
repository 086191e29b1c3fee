import { describe, expect, test } from 'bun:test'
import { quickLookups } from '../../../../src/faces/http/quick-lookups.ts'
import { Visit } from '../../../../src/faces/http/visit.ts'
import { callersBy } from '../../../../src/faces/http/visitors.ts'
import { createLogger } from '../../../../src/platform/log.ts'
import { manifest } from '../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../src/registry/tools.ts'
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
    ['a place', { body: '{"ip":"2001:4860:4860::8888"}', tool: 'ip-location' }],
    ['as text', { body: '{"ip":"8.8.8.8"}', headers: { accept: 'text/plain' } }],
    ['in Korean', { body: '{"ip":"8.8.8.8"}', headers: { 'accept-language': 'ko' } }],
    ['as a stream', { body: '{"ip":"8.8.8.8"}', headers: { accept: 'application/x-ndjson' } }],
    ['with an id of a stream', { body: '{"ip":"8.8.8.8"}', headers: { 'last-event-id': '1' } }],
    ['for a page of another site', { body: '{"ip":"8.8.8.8"}', headers: { origin: 'https://elsewhere.example' } }],
    ['no address', { body: '{"ip":"8.8.8"}' }],
    ['a private address', { body: '{"ip":"10.0.0.1"}' }],
    [
      'a private address, as text in Korean',
      { body: '{"ip":"10.0.0.1"}', headers: { accept: 'text/plain', 'accept-language': 'ko' } },
    ],
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
    expect(answers.map(({ headers }) => /;r=(\d+)/.exec(String(headers.ratelimit))?.[1])).toEqual([
      '4',
      '3',
      '2',
      '1',
      '0',
      '0',
      '0',
    ])
    const names = answers.map(({ headers }) => Object.keys(headers).toSorted())
    expect([names.slice(1, 5), names[5]]).toEqual([names.slice(0, 4), names[6] ?? []])
  })
})

describe('the way in front of Elysia', () => {
  const log = createLogger('error', () => {}, false)
  const tools = toolsOf(manifest).map((named) => ({ ...named, example: '{}', run: () => ({ result: {}, answer: {} }) }))
  const callerOf = callersBy({ proxies: { blocks: [], unix: false }, header: 'x-forwarded-for' })
  const isTaken = (tool: string, headers: Record<string, string> = {}, isInside = false, query = '') => {
    const path = `/api/tools/${tool}`
    const body = '{"ip":"8.8.8.8"}'
    const sent = { 'content-type': JSON_TYPE, 'content-length': String(body.length), ...headers }
    const request = new Request(`http://localhost${path}${query}`, { method: 'POST', body, headers: sent })
    const visit = new Visit(request, { address: '127.0.0.1', port: 1 }, callerOf, path)
    return quickLookups(tools, { isInside, log })(visit) !== null
  }

  test('is taken by a plain POST of a look-up', () => {
    expect([isTaken('ip-lookup'), isTaken('ip-location'), isTaken('ip-lookup', { accept: 'text/plain' })]).toEqual([
      true,
      true,
      true,
    ])
  })

  test.each<[string, Parameters<typeof isTaken>]>([
    ['a check', ['ping']],
    ['a stream', ['ip-lookup', { accept: 'text/event-stream' }]],
    ['another type', ['ip-lookup', { 'content-type': LONGER_TYPE }]],
    ['a long body', ['ip-lookup', { 'content-length': '1025' }]],
    ['a request in advance', ['ip-lookup', { 'sec-purpose': 'prefetch' }]],
    ['a query', ['ip-lookup', {}, false, '?format=text']],
    ['a server whose checks reach the own network', ['ip-lookup', {}, true]],
  ])('is not taken by %s', (_, asked) => expect(isTaken(...asked)).toBe(false))
})
