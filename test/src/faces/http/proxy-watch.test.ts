// The warnings about proxies that are set up wrongly, and the answers to requests whose client is not named.
import { describe, expect, test } from 'bun:test'
import { bodyOf, postTool, type Server, startServer } from '../../../support/server.ts'
import { until } from '../../../support/until.ts'

const CLIENT = '203.0.113.77'
const LOOPBACK = '127.0.0.0/8,::1'

const warnings = ({ output }: Server) =>
  output
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 'warn')
    .map(({ message }) => message)

/** Returns the warnings, once there are any: a line may be read later than the answer that follows it. */
async function warningsAfter(server: Server): Promise<string[]> {
  await until(() => warnings(server).length > 0)
  return warnings(server)
}

/** Asks often enough for every header to have its turn. */
async function askOften(server: Server, headers: Record<string, string>): Promise<string> {
  let answer = ''
  for (let count = 0; count < 6; count++) answer = await (await fetch(`${server.url}/api/ip`, { headers })).text()
  return answer
}

const HEADERS = { 'x-forwarded-for': CLIENT, forwarded: `for=${CLIENT}`, 'x-real-ip': CLIENT, 'cf-connecting-ip': CLIENT }

describe('a proxy nearby that is not trusted', () => {
  test.each(Object.entries(HEADERS))('that sends %s is warned about once, with the flags to write', async (name, value) => {
    await using server = await startServer({ args: ['--trusted-proxies', '10.0.0.0/8'] })
    expect([await askOften(server, {}), warnings(server)]).toEqual(['127.0.0.1', []])
    expect(await askOften(server, { [name]: value })).toBe('127.0.0.1')
    const choice = name === 'x-forwarded-for' ? '' : ` --client-ip-header ${name}`
    expect(await warningsAfter(server)).toEqual([expect.stringMatching(/^127\.0\.0\.1 sends \S+ but is not a trusted proxy/)])
    expect(warnings(server)[0]).toEndWith(`add --trusted-proxies 10.0.0.0/8,127.0.0.1${choice}`)
    expect(server.output.join('')).not.toContain(CLIENT)
  })

  test('is not warned about if it is trusted and names the client', async () => {
    await using server = await startServer({ args: ['--trusted-proxies', '127.0.0.1'] })
    expect(await askOften(server, { 'x-forwarded-for': CLIENT })).toBe(CLIENT)
    expect(warnings(server)).toEqual([])
  })
})

describe('a trusted proxy that does not name a client', () => {
  const UNNAMED: [name: string, args: string[], headers: Record<string, string>, fault: string][] = [
    ['sends no header', [], {}, 'sent a request without X-Forwarded-For'],
    ['sends another header', [], { 'x-real-ip': CLIENT }, 'sent a request without X-Forwarded-For'],
    ['says unknown', [], { 'x-forwarded-for': `${CLIENT}, unknown` }, 'sent X-Forwarded-For without a readable address'],
    ['sends none of the kind chosen', ['--client-ip-header', 'x-real-ip'], {}, 'sent a request without X-Real-IP'],
    ['adds to a list', ['--client-ip-header', 'x-real-ip'], { 'x-real-ip': `${CLIENT}, 8.8.8.8` }, 'sent X-Real-IP without'],
    ['hides in Forwarded', ['--client-ip-header', 'forwarded'], { forwarded: `for=${CLIENT}, for=_x` }, 'sent Forwarded without'],
  ]

  test.each(UNNAMED)(
    'because it %s: the log says so once, and no address is taken for the requester',
    async (_, more, headers, fault) => {
      // Even if the operator allows checks of the proxy itself.
      const args = ['--trusted-proxies', LOOPBACK, '--allow-targets', LOOPBACK, ...more]
      await using server = await startServer({ args })
      for (const [tool, body] of [
        ['port-check', { port: server.port }],
        ['ddns-match', { hostname: 'home.example.com' }],
      ] as const) {
        const refused = await postTool(server.url, tool, body, headers)
        expect([tool, refused.status]).toEqual([tool, 403])
        const problem = await bodyOf(refused)
        expect(problem).toMatchObject({ code: 'requester-not-public' })
        expect(problem.detail).toContain('reverse proxy that does not say who sent it, or over a socket file')
        const korean = await bodyOf(await postTool(server.url, tool, body, { ...headers, 'accept-language': 'ko' }))
        expect(korean.detail).toContain('리버스 프록시가 요청을 보낸 주소를 알려 주지 않거나')
      }
      expect(await askOften(server, headers)).toBe('127.0.0.1')
      const json = await fetch(`${server.url}/api/ip/json`, { headers })
      expect(await bodyOf(json)).toMatchObject({ ip: '127.0.0.1', scope: 'loopback' })
      expect(await warningsAfter(server)).toEqual([expect.stringContaining(fault)])
      expect(warnings(server)[0]).toStartWith('the trusted proxy 127.0.0.1 sent')
      expect(warnings(server)[0]).toMatch(/nginx: proxy_set_header (X-Forwarded-For|X-Real-IP|Forwarded) .*;/)
      expect(server.output.join('')).not.toContain(CLIENT)
    },
  )

  test('is not compared with a router', async () => {
    await using server = await startServer({ args: ['--trusted-proxies', '127.0.0.1'] })
    for (const [tool, body] of [
      ['port-forward-plan', { useCase: 'minecraft' }],
      ['router-login-route', { routerBrand: 'asus' }],
    ] as const)
      expect((await bodyOf(await postTool(server.url, tool, { ...body, routerWanIp: '127.0.0.1' }))).nat).toBe('unknown')
  })
})

test.each([
  ['0.0.0.0/0', ['0.0.0.0/0']],
  ['::/0', ['::/0']],
  ['10.0.0.0/8,::/0', ['::/0']],
  ['10.0.0.0/8,0.0.0.0/0,::/0', ['0.0.0.0/0', '::/0']],
  ['::ffff:0:0/96', ['0.0.0.0/0']],
])('a trust that covers everybody: %s is a warning at the start', async (blocks, covering) => {
  await using server = await startServer({ args: ['--trusted-proxies', blocks] })
  expect(await warningsAfter(server)).toEqual(
    covering.map((block) =>
      expect.stringContaining(`--trusted-proxies ${block} trusts every ${block === '::/0' ? 'IPv6' : 'IPv4'} address`),
    ),
  )
})

test('warnings about the settings are in the log before the start line', async () => {
  await using server = await startServer({ env: { DOORSTEP_PORTT: '9' } })
  expect(await warningsAfter(server)).toEqual(['DOORSTEP_PORTT is not a setting and is ignored: did you mean DOORSTEP_PORT?'])
})
