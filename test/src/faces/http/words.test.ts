// Answers in a second language, of the real program on loopback: they are what a request in that language gets.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { postTool, type Server, startServer, WITHOUT_TARGET_LIMIT } from '../../../support/server.ts'

const HOME = '127.0.0.9'
/** A plan, a line and a visitor in Korea, whose names are in both languages. */
const VISITOR = '168.126.63.1'
const HERE = '127.0.0.2'

let server: Server
let web: Bun.Server<undefined>
beforeAll(async () => {
  web = Bun.serve({ hostname: HERE, port: 0, fetch: () => new Response('', { status: 404, headers: { server: 'none' } }) })
  server = await startServer({
    command: WITHOUT_TARGET_LIMIT,
    args: ['--trusted-proxies', '127.0.0.1', '--allow-targets', '127.0.0.0/8'],
  })
})
afterAll(async () => {
  await web?.stop(true)
  await server?.[Symbol.asyncDispose]()
})

const REQUESTS: readonly (readonly [tool: string, body: () => object])[] = [
  ['reachability', () => ({ port: 1 })],
  ['reachability', () => ({ port: web.port, scheme: 'http' })],
  ['reachability', () => ({ useCase: 'minecraft-java', routerBrand: 'iptime', internalIp: '192.168.0.10' })],
  ['reachability', () => ({ useCase: 'minecraft-java', routerBrand: 'foobar 3000', routerWanIp: '100.64.0.7', isp: 'kt' })],
  ['reachability', () => ({ useCase: 'plex', hostname: 'home.example.com' })],
  ['port-check', () => ({ port: 1 })],
  ['port-check', () => ({ port: 19132, protocol: 'udp' })],
  ['public-service-check', () => ({ target: HERE, port: web.port, scheme: 'http' })],
  ['public-service-check', () => ({ target: HERE, port: 1 })],
  ['port-forward-plan', () => ({ useCase: 'minecraft-java', routerBrand: 'iptime' })],
  ['port-forward-plan', () => ({ useCase: 'ssh', routerBrand: 'asus', routerWanIp: '100.64.0.7' })],
  ['port-forward-plan', () => ({ ports: [{ port: 8080 }], isp: 'kt', internalIp: '192.168.0.10', platform: 'windows' })],
  ['router-login-route', () => ({ routerBrand: 'iptime', platform: 'windows' })],
  ['router-login-route', () => ({ isp: 'kt', connectionState: 'no', gateway: '192.168.0.1' })],
  ['dns-lookup', () => ({ domain: 'example.com', recordType: 'MX' })],
  ['dns-propagation', () => ({ domain: 'example.com' })],
  ['reverse-dns', () => ({ ip: '8.8.8.8' })],
  ['certificate-check', () => ({ domain: 'example.com' })],
  ['http-headers', () => ({ url: `http://${HERE}:${web.port}/` })],
  ['http-headers', () => ({ url: `http://${HERE}:1/` })],
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
/** Returns the events of a stream by their names; of several with one name, the last. */
async function eventsOf(reply: Response): Promise<Record<string, unknown>> {
  const frames = (await reply.text()).split('\n\n').map((frame) => /^event: (\w+)\ndata: (.*)$/s.exec(frame))
  return Object.fromEntries(frames.flatMap((frame) => (frame ? [[frame[1] ?? '', JSON.parse(frame[2] ?? '')]] : [])))
}
/** Returns an answer without what no two runs share. */
function lasting(answer: unknown): unknown {
  const text = JSON.stringify(answer, (name, value) => (/Ms$|^(checkedAt|rttMs|stddev|convergesBy)$/.test(name) ? null : value))
  return JSON.parse((text ?? 'null').replace(/\d+(\.\d+)? ?ms/g, 'some ms'))
}

describe('words of another language', () => {
  for (const [locale, other] of [
    ['en', 'ko'],
    ['ko', 'en'],
  ] as const) {
    test.each(REQUESTS)(`come before the answer in ${locale}, and say what one in ${other} says: %s %#`, async (tool, body) => {
      const [both, only] = await Promise.all([
        ask(tool, body(), { 'accept-language': locale, prefer: `words=${other}` }),
        ask(tool, body(), { 'accept-language': other }),
      ])
      expect(both.headers.get('preference-applied')).toBe(`words=${other}`)
      const { words, result } = await eventsOf(both)
      expect(lasting(words)).toEqual(lasting((await eventsOf(only)).result))
      expect(JSON.stringify(words)).not.toBe(JSON.stringify(result))
    })
  }
})
