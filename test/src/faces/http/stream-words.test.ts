// Answers in a second language, of the real program on loopback: they are what a request in that language gets.
import { afterAll, describe, expect, test } from 'bun:test'
import { sampled, sampleName } from '../../../support/lab.ts'
import { postTool, UNLIMITED_TARGETS } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'
import { eventsOf, expectSameWords } from '../../../support/words.ts'

const HOME = '127.0.0.9'
/** A plan, a line and a visitor in Korea, whose names are in both languages. */
const VISITOR = '168.126.63.1'
const HERE = '127.0.0.2'

const web = Bun.serve({ hostname: HERE, port: 0, fetch: () => new Response('', { status: 404, headers: { server: 'none' } }) })
afterAll(() => web.stop(true))
const server = await sharedServer({
  env: UNLIMITED_TARGETS,
  args: ['--trusted-proxies', '127.0.0.1', '--allow-targets', '127.0.0.0/8'],
})

const REQUESTS: readonly (readonly [tool: string, body: () => object])[] = [
  ['reachability', () => ({ port: 1 })],
  ['reachability', () => ({ useCase: 'minecraft-java', routerBrand: 'iptime', internalIp: '192.168.0.10' })],
  ['reachability', () => ({ useCase: 'minecraft-java', routerBrand: 'foobar 3000', routerWanIp: '100.64.0.7', isp: 'kt' })],
  ['port-check', () => ({ port: 1 })],
  ['public-service-check', () => ({ target: HERE, port: web.port, scheme: 'http' })],
  ['port-forward-plan', () => ({ useCase: 'minecraft-java', routerBrand: 'iptime' })],
  ['port-forward-plan', () => ({ ports: [{ port: 8080 }], isp: 'kt', internalIp: '192.168.0.10', platform: 'windows' })],
  ['router-login-route', () => ({ routerBrand: 'iptime', platform: 'windows' })],
  ['router-login-route', () => ({ isp: 'kt', connectionState: 'no', gateway: '192.168.0.1' })],
  ['dns-lookup', () => ({ domain: 'example.com', recordType: 'MX' })],
  ['dns-propagation', () => ({ domain: 'example.com' })],
  ['reverse-dns', () => ({ ip: '8.8.8.8' })],
  ['certificate-check', () => ({ domain: 'example.com' })],
  ['http-headers', () => ({ url: `http://${HERE}:${web.port}/` })],
  ['ssl-check', () => ({ host: HERE, port: web.port })],
  ['ping', () => ({ host: HERE, count: 2 })],
  ['traceroute', () => ({ host: HERE })],
  ['ip-lookup', () => ({ ip: '8.8.8.8' })],
  ['ip-location', () => ({ ip: VISITOR })],
  ['ddns-match', () => ({ hostname: 'home.example.com' })],
]

const ask = (tool: string, body: object, headers: Record<string, string>) => {
  const from = tool === 'port-forward-plan' || tool === 'router-login-route' ? VISITOR : HOME
  return postTool(server.url, tool, body, { 'x-forwarded-for': from, accept: 'text/event-stream', ...headers })
}
describe('words of another language', () => {
  for (const locale of ['en', 'ko'] as const)
    test.each(sampled(9, REQUESTS))(
      sampleName(`come before the answer in ${locale}, and say what one in the other says: %s %#`),
      (tool, body) => expectSameWords((headers) => ask(tool, body(), headers), locale),
    )

  test.each([
    ['en', 'words=ko', 'ko'],
    ['ko', 'wait=5, words="en"', 'en'],
    ['en', 'Words = KO; q=1', 'ko'],
    ['en', 'words=en', null],
    ['en', 'otherwords=ko', null],
    ['en', `words=ko, ${'x'.repeat(2000)}`, null],
    ['en', '', null],
  ])('come in %s for %p: %p', async (locale, prefer, applied) => {
    const reply = await ask('ip-lookup', { ip: '8.8.8.8' }, { 'accept-language': locale, prefer })
    expect(reply.headers.get('preference-applied')).toBe(applied && `words=${applied}`)
    expect(Object.keys(await eventsOf(reply))).toEqual(applied ? ['words', 'result'] : ['result'])
  })

  test('come only as events, and never with a refusal', async () => {
    const prefer = { 'accept-language': 'en', prefer: 'words=ko' }
    for (const accept of ['application/json', 'application/x-ndjson', 'text/plain']) {
      const reply = await ask('ip-lookup', { ip: '8.8.8.8' }, { ...prefer, accept })
      expect([reply.status, reply.headers.get('preference-applied')]).toEqual([200, null])
      expect(await reply.text()).not.toMatch(/[가-힣]/)
    }
    const refused = await ask('port-check', { port: 0 }, prefer)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([422, 'application/problem+json; charset=utf-8'])
    expect(refused.headers.get('preference-applied')).toBeNull()
    const late = await ask('http-headers', { url: 'http://10.0.0.1/' }, prefer)
    expect([late.status, late.headers.get('preference-applied')]).toEqual([403, null])
  })

  test('cost no second packet', async () => {
    let asked = 0
    using counting = Bun.serve({ hostname: HERE, port: 0, fetch: () => new Response(String(++asked)) })
    const events = await eventsOf(await ask('http-headers', { url: counting.url.href }, { prefer: 'words=ko' }))
    expect([Object.keys(events), asked]).toEqual([['words', 'result'], 1])
  })
})
