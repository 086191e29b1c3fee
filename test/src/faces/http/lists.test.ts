// The lists of tools and of the catalogue, whole and with what a form needs.
import { expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { bodyOf, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer()

type Entries = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

const listsAt = async (path: string, locale = 'en'): Promise<Entries> =>
  bodyOf(await fetch(`${server.url}${path}`, { headers: { 'accept-language': locale } }))

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

const PLACES = ['--places', 'Seoul=https://a.example,Frankfurt=https://b.example']
const SEOUL = { name: 'Seoul', url: 'https://a.example' }
const FRANKFURT = { name: 'Frankfurt', url: 'https://b.example' }
const PUBLIC = ['--public-origins', 'https://c.example']
test.each([
  ['its host, before the others', PLACES, (url: string) => [{ name: new URL(url).host, url: null }, SEOUL, FRANKFURT]],
  ['its public host', PUBLIC, () => [{ name: 'c.example', url: null }]],
  ['its brand', ['--theme', 'deploy/theme/theme.json', ...PUBLIC], () => [{ name: 'Example Net', url: null }]],
  ['its name among them', [...PLACES, '--public-origins', FRANKFURT.url], () => [{ ...FRANKFURT, url: null }, SEOUL]],
])('the places begin with this server, by %s', async (_, args, expected) => {
  await using one = await startServer({ args })
  const reply = await fetch(`${one.url}/api/places`, { headers: { origin: 'https://page.example' } })
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(await bodyOf(reply)).toEqual(expected(one.url))
  expect(await (await fetch(`${one.url}/api/places?format=text`)).text()).toStartWith('name:  ')
})

const get = (path: string, encoding: string) =>
  fetch(`${server.url}${path}`, { headers: { 'accept-encoding': encoding }, decompress: false })

test.each(['/api/tools', '/api/catalog', '/api/tools?format=text'])('%s is compressed for those who accept it', async (path) => {
  const plain = await get(path, 'identity')
  const text = await plain.text()
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('vary')).toBe('Accept, Accept-Language, Accept-Encoding')
  // Twice: the second answer is the one that was kept.
  for (const [accepted, used] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['zstd', null],
  ] as const) {
    const answer = await get(path, accepted)
    expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, used])
    const bytes = Buffer.from(await answer.arrayBuffer())
    const unpacked = used === 'br' ? brotliDecompressSync(bytes) : used === 'gzip' ? gunzipSync(bytes) : bytes
    expect(unpacked.toString()).toBe(text)
    expect(answer.headers.get('content-type')).toBe(plain.headers.get('content-type'))
  }
})

test('the answers of tools and short answers are sent as they are', async () => {
  expect((await get('/api/ip', 'br')).headers.get('content-encoding')).toBeNull()
  expect((await get('/healthz', 'br')).headers.get('content-encoding')).toBeNull()
})
