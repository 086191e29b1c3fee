// The lists of tools and of the catalogue, whole and with what a form needs.

import { expect, test } from 'bun:test'
import { startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer()

type Entries = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

async function listsAt(path: string, locale = 'en'): Promise<Entries> {
  const reply = await fetch(`${server.url}${path}`, { headers: { 'accept-language': locale } })
  expect(reply.status).toBe(200)
  // A seam: both answer with lists of objects.
  return (await reply.json()) as Entries
}

test('without details, tools have what a form needs, and are a third as long', async () => {
  const { tools: brief = [] } = await listsAt('/api/tools?details=off')
  const { tools: whole = [] } = await listsAt('/api/tools')
  expect(brief.map(({ name, request }) => [name, request])).toEqual(whole.map(({ name, request }) => [name, request]))
  const fields = ['name', 'title', 'method', 'path', 'summary', 'group', 'policy', 'request', 'good', 'details']
  for (const tool of brief) expect(Object.keys(tool)).toEqual(fields)
  expect(JSON.stringify(brief).length).toBeLessThan(JSON.stringify(whole).length / 3)
})

test.each(['en', 'ko'])('without details, the catalogue has ids and names (%s)', async (locale) => {
  const [brief, whole] = [await listsAt('/api/catalog?details=off', locale), await listsAt('/api/catalog', locale)]
  const named = Object.entries(whole).map(([list, entries]) => [list, entries.map(({ id, name }) => ({ id, name }))])
  expect(brief).toEqual(Object.fromEntries(named))
})

test('details are all there by default, and another word is refused', async () => {
  expect(await listsAt('/api/catalog?details=on')).toEqual(await listsAt('/api/catalog'))
  for (const path of ['/api/tools', '/api/catalog']) {
    const refused = await fetch(`${server.url}${path}?details=some`)
    expect([refused.status, refused.headers.get('doorstep-code')]).toEqual([422, 'invalid-request'])
  }
})

const PLACES = 'Seoul=https://a.example,Frankfurt=https://b.example'
const [SEOUL, FRANKFURT] = [
  { name: 'Seoul', url: 'https://a.example' },
  { name: 'Frankfurt', url: 'https://b.example' },
]
test.each([
  ['its host', [], (url: string) => [{ name: new URL(url).host, url: null }]],
  [
    'its host, before the others',
    ['--places', PLACES],
    (url: string) => [{ name: new URL(url).host, url: null }, SEOUL, FRANKFURT],
  ],
  ['its public host', ['--public-origins', 'https://c.example'], () => [{ name: 'c.example', url: null }]],
  [
    'its brand',
    ['--theme', 'deploy/theme/theme.json', '--public-origins', 'https://c.example'],
    () => [{ name: 'Example Net', url: null }],
  ],
  [
    'its name among them',
    ['--places', PLACES, '--public-origins', 'https://b.example'],
    () => [{ name: 'Frankfurt', url: null }, SEOUL],
  ],
])('the places begin with this server, by %s', async (_, args, expected) => {
  await using one = await startServer({ args })
  const reply = await fetch(`${one.url}/api/places`, { headers: { origin: 'https://page.example' } })
  expect([reply.status, reply.headers.get('cache-control'), reply.headers.get('access-control-allow-origin')]).toEqual([
    200,
    'no-store',
    '*',
  ])
  // A seam: the answer is as its schema says.
  const places = (await reply.json()) as unknown
  expect(places).toEqual(expected(one.url))
  expect(await (await fetch(`${one.url}/api/places?format=text`)).text()).toStartWith('name:  ')
})

test('a page of another place may ask this one for what the button needs', async () => {
  const headers = {
    origin: 'https://page.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'accept-language,content-type',
  }
  const preflight = await fetch(`${server.url}/api/tools/port-check`, { method: 'OPTIONS', headers })
  const allowed = (name: string) => preflight.headers.get(`access-control-allow-${name}`)?.toLowerCase()
  expect([preflight.status, allowed('origin'), allowed('credentials')]).toEqual([204, '*', undefined])
  expect(allowed('methods')).toContain('post')
  expect(allowed('headers')).toContain('content-type, accept-language')
})
