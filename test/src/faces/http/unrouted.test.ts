// A path must be exactly one of ours, as it was sent. Raw request lines, since every client normalises what it sends.
import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { answersIn, exchange } from '../../../support/door/raw.ts'
import { bodyOf, sendRaw, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer()

type Answer = { status: number; head: string; body: string }
async function ask(line: string, host = 'x'): Promise<Answer> {
  const answer = await sendRaw(server.port, `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'TRACE', 'CONNECT']
/** Short and long hosts, with and without a port: some routers that cut the path out of the URL get one of them wrong. */
const hosts = () => ['x', 'localhost', `127.0.0.1:${server.port}`, `[::1]:${server.port}`, 'a-long-name.doorstep.example:8080']
/** Returns the statuses of a target for all methods, and checks that they are the same under every Host. */
async function each(target: string): Promise<number[]> {
  const answers = await Promise.all(
    hosts().map((host) => Promise.all(METHODS.map(async (method) => (await ask(`${method} ${target}`, host)).status))),
  )
  const [first = [], ...others] = answers
  for (const other of others) expect(other).toEqual(first)
  return first
}

const SPELLINGS = [
  '/x/../api/ip',
  '/x/.%2E/api/ip',
  '/./api/ip',
  '/api/./ip',
  '//api/ip',
  '/api//ip',
  '/api/ip/',
  '/api\\ip',
  '/api%2Fip',
  '/api/%69p',
  '/API/IP',
  '/api/ip;x',
  '/api/ip%00',
  '/api/ip#x',
  '/..',
  '//',
  '/api',
  '/api/tools/nope',
  '/api/tools/x/../ip-lookup',
  '/api/tools/ip-lookup/',
  'http://other.example/x/../api/ip',
]

describe('another spelling of a path', () => {
  test.each(SPELLINGS)('%s is not a path, whatever the method', async (target) => {
    expect(await each(target)).toEqual([404, 404, 404, 404, 404, 404])
  })

  test('says how the path is written', async () => {
    const { body, head } = await ask('GET /x/../api/ip', 'localhost')
    expect(JSON.parse(body)).toMatchObject({
      code: 'not-found',
      detail: 'Send the path exactly as /api/ip, without dot segments, backslashes or a fragment.',
    })
    expect(head).not.toMatch(/^allow:/im)
    expect(JSON.parse((await ask('GET //api/ip')).body).detail).toStartWith('Nothing is served at //api/ip.')
  })

  test.each(['a/evil', 'u@b:99999', 'a b', '[::1'])(
    'is not a path under the Host %s either, which makes the URL unreadable',
    async (host) => {
      for (const target of ['/x/../api/ip', '/./api/ip', '//api/ip']) {
        const { status } = await ask(`GET ${target}`, host)
        expect([400, 404]).toContain(status)
      }
    },
  )
})

describe('the path itself', () => {
  test.each(['/api/ip', '/api/ip?x=/../y', '/api/ip?', 'http://other.example/api/ip', 'HTTPS://u:p@h:1/api/ip?x'])(
    '%s is answered, and only by its methods',
    async (target) => expect(await each(target)).toEqual([200, 200, 405, 405, 405, 405]),
  )

  test.each(['/', 'http://other.example', 'http://other.example/'])('%s is the root', async (target) => {
    expect(await each(target)).toEqual([200, 200, 405, 405, 405, 405])
  })

  test.each(['/api/tools/ip-lookup', 'http://other.example/api/tools/ip-lookup'])('%s accepts GET and POST', async (target) =>
    expect(await each(target)).toEqual([422, 422, 415, 405, 405, 405]),
  )
})

test.each(['PROPFIND /api/ip', 'PROPFIND /x/../api/ip', 'QUERY /api/tools/ip-lookup', 'MKCOL /nope', 'CONNECT example.com:443'])(
  'an unknown method, or a target without a path: %s is a malformed request, with CORS and a problem body',
  async (line) => {
    const { status, head, body } = await ask(line)
    expect([status, head]).toEqual([400, expect.stringMatching(/^access-control-allow-origin: \*$/im)])
    expect(JSON.parse(body)).toMatchObject({
      type: 'urn:doorstep:problem:malformed-request',
      status: 400,
      code: 'malformed-request',
    })
  },
)

// The lists of tools and of the catalogue, whole and with what a form needs.

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

// A request must name its host once and plainly, since a proxy in front may have read another name.

async function askAs(line: string, ...fields: string[]) {
  const { text } = await exchange(server.port, [`${[`${line} HTTP/1.1`, ...fields, 'Connection: close'].join('\r\n')}\r\n\r\n`])
  const [{ status, head, body } = { status: 0, head: '', body: '' }] = answersIn(text)
  return { status, head, body: Buffer.from(body, 'latin1').toString() }
}

test('a host of 15,000 characters is read in no time', async () => {
  const began = performance.now()
  for (const host of ['%a'.repeat(7000), `${'a'.repeat(15_000)}@`, `[${':'.repeat(15_000)}`])
    expect((await askAs('GET /api/ip', `Host: ${host}`)).status).toBe(400)
  expect(performance.now() - began).toBeLessThan(5000)
})
