// The document as it is served, checked by three independent validators.

import { describe, expect, test } from 'bun:test'
import { validate } from '@readme/openapi-parser'
import { ownPaths, toolPaths } from '../../../../src/faces/http/bun-routes.ts'
import { manifest } from '../../../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../../../src/operations/registry/tools.ts'
import { sampled, sampleName } from '../../../support/lab.ts'
import { type Document, Judge } from '../../../support/openapi/judge.ts'
import { bodyOf, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const TO_DO = 'add a request to test/support/openapi/examples.ts, then npm run examples'
const LANGUAGES = ['en', 'ko'] as const
/** Routes that the document leaves out: those outside of the API. */
const UNDESCRIBED = ['/page/{file}', '/robots.txt', '/llms.txt', '/favicon.ico']

/** Fields that hold a quantity, by their names, and how its unit is said. */
const UNITS = [
  { name: /Ms$/, said: /\(ms\)/ },
  { name: /[a-z]S$|[tT]tl$/, said: /second|\(s\)|초/ },
  { name: /Percent$/, said: /%/ },
  { name: /[dD]ays/, said: /days|일수/ },
  { name: /Bits$/, said: /bits|비트/ },
  { name: /^(latitude|longitude)$/, said: /degrees|도\)/ },
  { name: /At$|Date$/, said: /8601|hop limit|홉|Stops|막힌/ },
]
const server = await sharedServer({
  args: ['--metrics', 'on', '--compat', '--public-origins', 'https://ip.lab.test,https://ip6.lab.test'],
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers })
const documentIn = async (language: string): Promise<Document> =>
  bodyOf(await get('/openapi.json', { 'accept-language': language }))

describe('the document', () => {
  test('has one type for an object of several answers, so that makers of clients need no made-up names', async () => {
    const { schemas } = (await documentIn('en')).components
    const answers = Object.entries(schemas).filter(([name]) => name.endsWith('Result'))
    for (const [name, field] of Object.entries({ Where: 'forwardingRule', Identity: 'players', Understood: 'value' })) {
      expect(schemas[name]).toHaveProperty(['properties', field])
      const used = answers.filter(([, schema]) => JSON.stringify(schema).includes(`#/components/schemas/${name}"`))
      expect(used.length).toBeGreaterThan(1)
    }
    expect(JSON.stringify(schemas).split('"forwardingRule":{')).toHaveLength(2)
  })

  test.each(LANGUAGES)('is valid (%s)', async (language) => {
    // A seam: the parser's own type knows only documents that TypeScript has seen.
    const parsed = await validate(structuredClone(await documentIn(language)) as never)
    expect(parsed).toMatchObject({ valid: true, warnings: [] })
  })

  test('describes everything in Korean where Korean is asked for', async () => {
    const found = new Set<string>()
    JSON.stringify(await documentIn('ko'), (key, item) => {
      if (key === 'example' || key === 'examples') return null
      if (['description', 'summary'].includes(key) && typeof item === 'string' && !/\p{Script=Hangul}/u.test(item))
        found.add(item)
      return item
    })
    expect([...found]).toEqual([])
  })

  test.each(sampled(1, LANGUAGES))(
    sampleName('has an example of every request and result, and each fits its schema (%s)'),
    async (language) => {
      const document = await documentIn(language)
      const judge = new Judge(document)
      const { count, faults } = judge.examples()
      expect(faults).toEqual([])
      expect(count).toBeGreaterThan(60)
      const bare = Object.entries(document.paths).flatMap(([path, { post }]) => {
        if (!post) return []
        const media = [post?.requestBody?.content, judge.described(post, 200)?.content].flatMap((content) =>
          ['application/json', 'text/plain'].flatMap((type) => content?.[type] ?? []),
        )
        return media.every(({ example }) => example !== undefined) ? [] : [`${path} has no example: ${TO_DO}`]
      })
      expect(bare).toEqual([])
    },
  )

  test('describes every route and no other', async () => {
    const paths = [...toolPaths(toolsOf(manifest)), ...ownPaths({ compat: true, metrics: true })]
    const served = paths.flatMap(({ path, methods }) => {
      const shown = path.replace(/:(\w+)/g, '{$1}')
      return UNDESCRIBED.includes(shown) ? [] : methods.filter((one) => one !== 'HEAD').map((method) => `${method} ${shown}`)
    })
    const described = Object.entries((await documentIn('en')).paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(served.toSorted())
  })

  test.each(LANGUAGES)(
    'describes the fields of requests, inside of lists too, and tells defaults in words alone (%s)',
    async (language) => {
      const { components } = await documentIn(language)
      const requests = Object.entries(components.schemas).filter(([name]) => name.endsWith('Request'))
      // A seam: the fields of the schema of a request.
      type Fields = Record<string, { description?: string; items?: { properties?: Fields } }>
      const bare = (name: string, fields: Fields): string[] =>
        Object.entries(fields).flatMap(([field, { description, items }]) => [
          ...(description ? [] : [`${name}.${field}`]),
          ...bare(`${name}.${field}`, items?.properties ?? {}),
        ])
      expect(requests.length).toBeGreaterThan(10)
      expect(requests.flatMap(([name, schema]) => bare(name, schema.properties as Fields))).toEqual([])
      expect(JSON.stringify(requests)).not.toContain('"default":')
      const { recordType, domain } = (components.schemas.DnsLookupRequest?.properties ?? {}) as Fields
      const [usual, other] = { en: ['The default is A.', ' '], ko: ['기본값은 A입니다.', ' '] }[language]
      expect(recordType?.description?.endsWith(`${other}${usual}`)).toBe(true)
      expect(domain?.description).not.toContain(usual)
      expect(JSON.stringify(requests)).toContain('http-01, tls-alpn-01, dns-01')
    },
  )

  test.each(LANGUAGES)('describes every field, with its unit, and has one enum for a closed list (%s)', async (language) => {
    const { paths, components } = await documentIn(language)
    const [bare, without, scattered]: [string[], string[], string[]] = [[], [], []]
    JSON.stringify({ paths, schemas: components.schemas }, (key, item) => {
      if (key === 'example' || key === 'examples') return null
      if (item?.anyOf?.filter((one: object) => 'const' in one).length > 1) scattered.push(key)
      for (const [field, { description }] of Object.entries<{ description?: string }>(item?.properties ?? {})) {
        if (!description) bare.push(`${key}.${field}: add it to src/faces/openapi/openapi.text.ts`)
        const unit = UNITS.find(({ name }) => name.test(field))
        if (unit && !unit.said.test(description ?? '')) without.push(`${key}.${field}: ${description}`)
      }
      return item
    })
    expect({ bare, without, scattered }).toEqual({ bare: [], without: [], scattered: [] })
    // Times in an object of times have the unit of its name.
    expect(JSON.stringify(components.schemas.PingResult)).toContain(
      { en: 'Shortest (milliseconds)', ko: '최소(밀리초)' }[language],
    )
  })

  test('names every operation once, and every schema is referred to', async () => {
    const document = await documentIn('en')
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const ids = operations.map((operation) => operation?.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const text = JSON.stringify(document)
    const unused = Object.keys(document.components.schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`))
    expect(unused).toEqual([])
    // Parts that occur in many answers are described once.
    expect(text.match(/"request":\{"description":"[^"]+","type":"object","patternProperties"/g)?.length).toBe(1)
  })

  test('is in the requested language, and names the origins of the server', async () => {
    const [english, korean] = [await documentIn('en'), await documentIn('ko-KR,ko;q=0.9,en;q=0.5')]
    expect(english.info.summary).toBe('Network diagnostics and router guidance')
    expect(korean.info.summary).toBe('네트워크 진단과 공유기 설정 안내')
    expect(english.servers).toEqual([{ url: 'https://ip.lab.test' }, { url: 'https://ip6.lab.test' }])
    const answer = await get('/openapi.json')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect([answer.headers.get('content-language'), answer.headers.get('vary')]).toEqual([
      'en',
      'Accept-Language, Accept-Encoding',
    ])
    expect((await get('/openapi.json?format=json')).status).toBe(200)
    expect((await get('/openapi.json?format=text')).status).toBe(422)
    await using plain = await startServer()
    const document: Document = await bodyOf(await fetch(`${plain.url}/openapi.json`))
    expect(document.servers).toEqual([{ url: '/' }])
    expect(document.paths).not.toHaveProperty('/metrics')
  })
})

describe('a client that has it', () => {
  test.each(['/openapi.json', '/api/tools', '/api/catalog'])('%s is not sent again', async (path) => {
    const first = await get(path)
    const tag = first.headers.get('etag') ?? ''
    expect([tag, first.headers.get('cache-control')]).toEqual([expect.stringMatching(/^W\/"[\w]+"$/), 'no-cache'])
    // The runtime asks for compressed answers by itself; as it is, the answer has other bytes.
    const strong = tag.slice('W/'.length)
    const plain = await get(path, { 'accept-encoding': 'identity' })
    expect([plain.headers.get('etag'), plain.headers.get('content-encoding')]).toEqual([strong, null])
    for (const known of [tag, strong, `"other", ${tag}`, '*']) {
      const again = await get(path, { 'if-none-match': known })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
      expect(again.headers.get('access-control-allow-origin')).toBe('*')
      const head = await fetch(`${server.url}${path}`, { method: 'HEAD', headers: { 'if-none-match': known } })
      // The length of an answer that is not sent may be left out, but not be another (RFC 9110, section 8.6).
      expect([head.status, head.headers.get('content-length')]).toEqual([304, null])
    }
    for (const other of ['"other"', tag.slice(0, -1), '']) {
      const again = await get(path, { 'if-none-match': other })
      expect([again.status, (await again.text()).length]).toEqual([200, (await first.clone().text()).length])
    }
    const korean = await get(path, { 'accept-language': 'ko', 'if-none-match': tag })
    expect([korean.status, korean.headers.get('etag') === tag]).toEqual([200, false])
  })

  test('finds it from every answer with a link to it, and /api/ip stays bare', async () => {
    const post = (body: string) =>
      fetch(`${server.url}/api/tools/ip-lookup`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const answers = [
      await get('/'),
      await get('/api/tools'),
      await post('{"ip":"8.8.8.8"}'),
      await post('{'),
      await get('/api/ip'),
    ]
    expect(answers.map(({ headers }) => headers.get('link'))).toEqual([
      ...Array.from({ length: 4 }, () => '</openapi.json>; rel="service-desc"'),
      null,
    ])
  })
})
