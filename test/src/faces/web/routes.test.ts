// GET / and the files of the page over HTTP, as browsers and others get them.
import { describe, expect, test } from 'bun:test'
import { startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const VISITOR = '168.126.63.1'
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

const server = await sharedServer({
  args: ['--trusted-proxies', '127.0.0.1', '--public-origins', 'https://ip.example.com,https://v4.example.com'],
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers: { 'x-forwarded-for': VISITOR, ...headers }, decompress: false })
const page = (headers: Record<string, string> = {}, path = '/') =>
  get(path, { accept: BROWSER, 'accept-encoding': 'identity', ...headers })
const filesIn = (document: string) => [...document.matchAll(/(?:href|src)="(page\/[^"]+)"/g)].map(([, path = '']) => path)

describe('GET /', () => {
  test.each([undefined, '*/*', 'text/plain', 'text/plain, text/html;q=0.5', 'text/html;q=0, */*'])(
    'answers Accept: %p with the bare address',
    async (accept) => {
      const answer = await get('/', accept === undefined ? {} : { accept })
      expect(await answer.text()).toBe(`${VISITOR}\n`)
      expect(answer.headers.get('vary')).toBe('Accept')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    },
  )

  test('answers a browser with a document for this requester alone', async () => {
    const answer = await page()
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('vary')).toBe('Accept, Accept-Language, Accept-Encoding')
    expect(answer.headers.get('set-cookie')).toBeNull()
    const document = await answer.text()
    for (const shown of [VISITOR, 'Korea Telecom', 'South Korea', 'AS4766', 'https://db-ip.com'])
      expect(document).toContain(shown)
  })

  test('lets only its own script run, and sends no referrer', async () => {
    const { headers } = await page()
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self' https://ip.example.com https://v4.example.com; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  test('lets it ask just the other places, and says which tools they may be asked for', async () => {
    const places = 'Seoul=https://a.example,Here=https://ip.example.com,Oslo=http://b.example:8080'
    await using server = await startServer({ args: ['--places', places, '--public-origins', 'https://ip.example.com'] })
    const reply = await fetch(server.url, { headers: { accept: 'text/html' } })
    expect(reply.headers.get('content-security-policy')).toContain(
      "; connect-src 'self' https://ip.example.com https://a.example http://b.example:8080; ",
    )
    const [, state = ''] = /id="state">(.*)<\/script>/.exec(await reply.text()) ?? []
    const { name, others, by } = JSON.parse(state).places
    expect([name, others.length]).toEqual(['Here', 2])
    expect(Object.keys(by)).toEqual(
      expect.arrayContaining(['port-check', 'reachability', 'dns-lookup', 'ssl-check', 'traceroute']),
    )
    for (const tool of ['ip-lookup', 'ddns-match', 'port-forward-plan', 'router-login-route']) expect(by).not.toHaveProperty(tool)
  })

  test('is in the requested language, or in that of its address', async () => {
    expect(await (await page({ 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.8' })).text()).toContain('대한민국')
    const named = await page({ 'accept-language': 'en' }, '/?lang=ko')
    expect(named.headers.get('content-language')).toBe('ko')
    expect(await named.text()).toContain('<html lang="ko">')
    expect((await page({}, '/?lang=tlh')).headers.get('content-language')).toBe('en')
  })

  test('is not sent again to a requester who has it, but is to another one', async () => {
    const etag = (await page()).headers.get('etag') ?? ''
    const known = await page({ 'if-none-match': etag })
    expect([known.status, await known.text()]).toEqual([304, ''])
    expect(known.headers.get('etag')).toBe(etag)
    for (const other of [{ 'x-forwarded-for': '8.8.8.8' }, { 'accept-language': 'ko' }])
      expect((await page({ 'if-none-match': etag, ...other })).status).toBe(200)
  })

  test('escapes values, wherever they come from', async () => {
    const hostile = '"><script>alert(1)</script>'
    const document = await (await page({}, `/?run=ip-lookup&ip=${encodeURIComponent(hostile)}`)).text()
    expect(document).toContain('&quot;>&lt;script>')
    expect(document).not.toContain('<script>alert')
    expect(document.match(/<script/g)).toHaveLength(2)
  })

  test('says in its title and description what it is, not who opened it: previews of links show them', async () => {
    const head = (await (await page()).text()).split('</head>')[0]
    expect(head).toContain(' · doorstep</title>')
    for (const name of ['name="description"', 'property="og:title"', 'property="og:description"']) expect(head).toContain(name)
    expect(head).not.toContain(VISITOR)
  })

  test('knows an address that it cannot check from outside, unless its operator allows it', async () => {
    const from = { 'x-forwarded-for': '192.168.0.5' }
    expect(await (await page()).text()).toContain('"isAtHome":false')
    const home = await (await page(from)).text()
    expect(home).toContain('"isAtHome":true')
    expect(home).not.toContain('rel="preload"')
    await using own = await startServer({ args: ['--trusted-proxies', '127.0.0.1', '--allow-targets', '192.168.0.0/16'] })
    const reply = await fetch(own.url, { headers: { accept: BROWSER, ...from } })
    // Browsers would report the header over plain HTTP.
    expect([(await reply.text()).includes('"isAtHome":false'), reply.headers.get('cross-origin-opener-policy')]).toEqual([
      true,
      null,
    ])
  })
})

describe('forms without a script', () => {
  test('run only tools that send nothing to others, and say why a request is refused', async () => {
    expect(await (await page({}, '/?run=ip-lookup&ip=8.8.8.8')).text()).toContain('8.8.8.0/24')
    expect(await (await page({}, '/?run=ip-lookup&ip=10.0.0.1')).text()).toContain('data-code="target-not-public"')
  })

  test.each(['port-check&port=1', 'ping&host=127.0.0.1', 'reverse-dns&ip=8.8.8.8', 'reachability&port=1', 'ip-json', 'nothing'])(
    'do not run %s: anybody can make a browser open a link',
    async (query) => {
      const document = await (await page({}, `/?run=${query}`)).text()
      expect(document).toContain('"asked":null')
    },
  )
})

describe('the files of the page', () => {
  test('are named after their content, never change, and come as small as the client takes them', async () => {
    const paths = filesIn(await (await page()).text())
    expect(paths).toHaveLength(3)
    for (const path of paths) {
      expect(path).toMatch(/^page\/(page|world)-[0-9a-z]{8,10}\.(js|css|svg)$/)
      const plain = await get(`/${path}`, { 'accept-encoding': 'identity' })
      const text = await plain.text()
      expect(plain.headers.get('content-encoding')).toBeNull()
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(plain.headers.get('vary')).toBe('Accept-Encoding')
      expect(plain.headers.get('x-content-type-options')).toBe('nosniff')
      // The bundler names the parts of the script.
      if (!path.endsWith('.js')) expect(path).toContain(new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 10))
      for (const encoding of ['br', 'gzip']) {
        const answer = await get(`/${path}`, { 'accept-encoding': encoding })
        expect(answer.headers.get('content-encoding')).toBe(encoding)
        const packed = Buffer.from(await answer.arrayBuffer())
        expect(unpacked(packed, encoding)).toBe(text)
        expect(packed.length).toBeLessThan(text.length / 2)
      }
    }
  })

  test('that do not exist are not found', async () => {
    for (const path of ['/page/page-0000000000.js', '/page/constructor', '/page/', '/page/..%2fapi%2fip', '/page/a/b'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  // The reference loads more when a reader opens the types or an example of an answer: all schemas, or openapi.json.
  test('load no more than 60 KB for the first view, and 110 KB in all', async () => {
    const br = { 'accept-encoding': 'br', accept: BROWSER }
    const bytesOf = async (path: string, headers: Record<string, string> = {}) =>
      (await (await get(path, { ...br, accept: '*/*', ...headers })).arrayBuffer()).byteLength
    const files = filesIn(await (await page()).text())
    const sizes = await Promise.all([bytesOf('/', { accept: BROWSER }), ...files.map((path) => bytesOf(`/${path}`))])
    const first = sizes.reduce((sum, size) => sum + size)
    const script = await (await get(`/${files.find((path) => path.endsWith('.js'))}`)).text()
    const [, views = ''] = /import\("\.\/(views-\w+\.js)"\)/.exec(script) ?? []
    const later = await Promise.all(
      ['en', 'ko'].flatMap((locale) =>
        ['/api/tools?details=off', '/api/catalog?details=off'].map((path) => bytesOf(path, { 'accept-language': locale })),
      ),
    )
    later.push(await bytesOf(`/page/${views}`))
    expect(first).toBeLessThan(60_000)
    expect(first + later.reduce((sum, size) => sum + size)).toBeLessThan(110_000)
  })
})

function unpacked(bytes: Buffer, encoding: string): string {
  const { brotliDecompressSync, gunzipSync } = process.getBuiltinModule('node:zlib')
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString()
}
