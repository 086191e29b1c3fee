// Answers as other programs read them: the one value, and a status that says what was found.

import { afterAll, describe, expect, test } from 'bun:test'
import { freePort } from '../../../support/net/network.ts'
import { runLine, startResolver } from '../../../support/process/command-line.ts'
import { bodyOf, postTool, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const LOOPBACK = ['--allow-targets', '127.0.0.0/8']
const server = await sharedServer({ args: LOOPBACK })
const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
afterAll(() => listener.stop(true))
const closed = freePort()

const get = (path: string, init: RequestInit = {}, { url } = server) => fetch(`${url}/api/${path}`, init)

describe('?format=short', () => {
  test.each([
    ['ip-lookup', { ip: '8.8.8.8' }, 'Google LLC\n'],
    ['ip-location', { ip: '8.8.8.8' }, 'US\n'],
    ['port-forward-plan', { useCase: 'minecraft-java' }, '25565 tcp 25565 udp\n'],
    ['router-login-route', { gateway: '192.168.7.1' }, 'http://192.168.7.1\n'],
  ])('is in one line what --short prints of %s', async (name, body, line) => {
    const printed = await runLine([
      name,
      ...Object.entries(body).map(([field, value]) => `--${field.replace('C', '-c')}=${value}`),
      '--short',
    ])
    expect(printed.out.trimEnd().replaceAll('\n', ' ')).toBe(line.trimEnd())
    const asked = await get(`tools/${name}?${new URLSearchParams({ ...body, format: 'short' })}`)
    expect([asked.status, asked.headers.get('content-type'), await asked.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      line,
    ])
    const drawn = await postTool(server.url, `${name}?format=short`, body, { prefer: 'blocks' })
    expect([await drawn.text(), drawn.headers.get('preference-applied')]).toEqual([line, null])
  })

  test('of /api/ip/json is the address', async () => {
    const answer = await get('ip/json?format=short')
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['text/plain; charset=utf-8', '127.0.0.1\n'])
  })

  test('is every value with a space between them, and empty where nothing is known', async () => {
    await using resolver = await startResolver()
    await using asking = await startServer({ env: { DOORSTEP_RESOLVERS: resolver.resolvers } })
    const lookUp = async (domain: string) => (await get(`tools/dns-lookup?domain=${domain}&format=short`, {}, asking)).text()
    expect([await lookUp('a.example.com'), await lookUp('nothing.invalid')]).toEqual(['127.0.0.1\n', '\n'])
  })

  test('a refusal is a line of text', async () => {
    const answer = await get('tools/ip-lookup?ip=10.0.0.1&format=short')
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringMatching(/^[^{\n]+: [^\n]+\n$/)])
  })
})

describe('?strict=1', () => {
  test.each([
    ['nothing has to be done', 200, true, `port-check?port=${listener.port}&explain=false`],
    ['something has', 503, false, `port-check?port=${closed}&explain=false`],
    ['nothing could be said', 502, null, 'dns-lookup?domain=example.com'],
    ['a look-up was answered', 200, true, 'ip-lookup?ip=8.8.8.8'],
    ['a plan leaves nothing open', 200, null, 'port-forward-plan?useCase=minecraft-java'],
    ['no rule on this line helps', 503, false, 'port-forward-plan?useCase=minecraft-java&routerWanIp=100.64.1.2'],
  ] as const)('is a status, of the same body, where %s', async (says, status, good, path) => {
    // Times differ from run to run.
    const steady = (body: string) => body.replaceAll(/\d[\d.:TZ-]*/g, '#')
    const plain = await get(`tools/${path}`)
    expect([says, plain.status, (await bodyOf(plain)).good]).toEqual([says, 200, good])
    for (const format of ['json', 'text', 'short']) {
      const usual = await get(`tools/${path}&format=${format}`)
      const strict = await get(`tools/${path}&format=${format}&strict=1`)
      expect([usual.status, strict.status, strict.headers.get('doorstep-code')]).toEqual([200, Number(status), null])
      expect(strict.headers.get('content-type')).toBe(usual.headers.get('content-type'))
      expect(steady(await strict.text())).toBe(steady(await usual.text()))
    }
    expect((await get(`tools/${path}&strict=0`)).status).toBe(200)
    const head = await get(`tools/${path}&strict=1`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([Number(status), ''])
  })

  test('of a POST stands in the query', async () => {
    const answer = await postTool(server.url, 'port-check?strict=1', { port: closed, explain: false })
    expect([answer.status, await bodyOf(answer)]).toMatchObject([503, { good: false, status: 'refused' }])
  })

  test('leaves refusals as they are', async () => {
    const answer = await get('tools/ip-lookup?ip=10.0.0.1&strict=1')
    expect([answer.status, answer.headers.get('doorstep-code')]).toEqual([403, 'target-not-public'])
  })

  test.each(['strict', 'strict=', 'strict=true', 'strict=2', 'strict=1&format=ndjson', 'strict=1&format=sse'])(
    '%s is refused, and nothing is checked',
    async (query) => {
      const path = `port-check?${query}`
      const body = { port: closed }
      for (const answer of [await get(`tools/${path}&port=${closed}`), await postTool(server.url, path, body)])
        expect([answer.status, await bodyOf(answer)]).toMatchObject([422, { code: 'invalid-request', field: 'strict' }])
    },
  )

  test('given twice is refused', async () => {
    const answer = await get('tools/ip-lookup?ip=8.8.8.8&strict=1&strict=0')
    expect([answer.status, (await bodyOf(answer)).field]).toEqual([422, 'strict'])
  })

  test('goes with no stream that a header asks for, and with no lines', async () => {
    const streamed = await get('tools/ip-lookup?ip=8.8.8.8&strict=1', { headers: { accept: 'text/event-stream' } })
    const lines = await postTool(server.url, 'ip-lookup?strict=1', { ip: '8.8.8.8' }, { 'content-type': 'application/x-ndjson' })
    for (const answer of [streamed, lines])
      expect([answer.status, await bodyOf(answer)]).toMatchObject([422, { field: 'strict' }])
  })
})
