import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { labTest, programPath } from '../support/lab.ts'
import { raiseFirewall } from '../support/net/firewall.ts'
import { makeNamespace, type Namespace, portsOpen, run } from '../support/net/namespace.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, type Server, startServer } from '../support/server.ts'

describe('refusals', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  test('a requester without a public address, whatever it says of itself', async () => {
    for (const language of ['en', 'ko']) {
      const headers = { 'x-forwarded-for': '9.9.9.9', 'accept-language': language }
      const answer = await postTool(server.url, 'port-check', { port: 80 }, headers)
      expect(answer.status).toBe(403)
      const problem = await bodyOf(answer)
      expect(problem.code).toBe('requester-not-public')
      expect(problem.detail).toContain('127.0.0.1')
    }
  })

  test.each([
    [{}, 'port'],
    [{ port: 0 }, 'port'],
    [{ port: 65_536 }, 'port'],
    [{ port: 1.5 }, 'port'],
    [{ port: '80' }, 'port'],
    [{ port: 80, protocol: 'sctp' }, 'protocol'],
    [{ port: 80, host: '9.9.9.9' }, 'host'],
    [{ port: 80, ip: '9.9.9.9' }, 'ip'],
    [{ port: 80, target: 'example.com' }, 'target'],
  ])('%p is an invalid request at %s', async (request, field) => {
    const answer = await postTool(server.url, 'port-check', request)
    expect(answer.status).toBe(422)
    expect(await bodyOf(answer)).toMatchObject({ code: 'invalid-request', field })
  })
})

const NEEDS = { programs: ['ip', 'nft', 'dnsmasq'], root: true }
const HOMES = ['198.18.60.1', '2001:db8:60::1'] as const
/** Public addresses of the namespace itself, which has no way out, so that no foreign machine is involved. */
const PUBLIC = '9.9.9.9'
const PUBLIC_BEHIND_NAT = '9.9.9.8'
const SERVER_BEHIND_NAT = '10.60.0.1'
const PORT = {
  open: 8080,
  shut: 8081,
  silent: 3389,
  reset: 8083,
  prohibited: 8084,
  hostDown: 8085,
  udpSilent: 8086,
  rejected: 8087,
}
/** The programs in a home with both families: one on one port, and a name server. */
const HOME = `
for (const hostname of ${JSON.stringify([...HOMES, PUBLIC, PUBLIC_BEHIND_NAT])}) Bun.listen({ hostname, port: ${PORT.open}, socket: { data() {} } })
console.log('up')
setInterval(() => {}, 1000)
`

interface Lab {
  machine: Namespace
  server: Server
}

let started: Promise<Lab> | undefined
afterAll(async () => {
  const lab = await started?.catch(() => undefined)
  await lab?.server[Symbol.asyncDispose]()
  await lab?.machine[Symbol.asyncDispose]()
})

async function start(): Promise<Lab> {
  const machine = await makeNamespace()
  await machine.addAddress(...HOMES, PUBLIC, SERVER_BEHIND_NAT)
  // Packets to that address come from a private one, as they do behind a NAT.
  await run(machine.inside(['ip', 'route', 'add', 'local', PUBLIC_BEHIND_NAT, 'dev', 'lo', 'src', SERVER_BEHIND_NAT]))
  machine.spawn([process.execPath, '-e', HOME])
  const names = [
    '--keep-in-foreground',
    '--no-resolv',
    '--no-hosts',
    '--address=/./198.18.60.9',
    '--bind-interfaces',
    '--pid-file=',
    '--user=root',
  ]
  machine.spawn([programPath('dnsmasq') ?? '', ...names, ...HOMES.map((home) => `--listen-address=${home}`)])
  await raiseFirewall(machine, {
    [PORT.silent]: 'drop',
    [PORT.udpSilent]: 'drop',
    [PORT.reset]: 'reject with tcp reset',
    [PORT.prohibited]: 'reject with icmp type admin-prohibited',
    [PORT.hostDown]: 'reject with icmp type host-unreachable',
    [PORT.rejected]: 'reject with icmp type port-unreachable',
  })
  const args = [
    '--allow-targets',
    `198.18.0.0/15,2001:db8::/32,${PUBLIC},${PUBLIC_BEHIND_NAT}`,
    '--trusted-proxies',
    machine.peer4,
  ]
  const server = await startServer({ command: machine.inside([process.execPath, 'src/main.ts']), host: machine.address4, args })
  await portsOpen(machine, [53, PORT.open])
  return { machine, server }
}

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>
type Check = (request: object, from?: string, language?: string) => Promise<ToolAnswer>

function portTest(name: string, run: (check: Check, url: string) => Promise<void>) {
  labTest(name, NEEDS, async () => {
    started ??= start()
    const { url } = (await started).server
    const check: Check = async (request, from = HOMES[0], language = 'en') => {
      const answer = await postTool(url, 'port-check', request, { 'x-forwarded-for': from, 'accept-language': language })
      expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, ''])
      return bodyOf(answer)
    }
    await run(check, url)
  })
}

describe.each(HOMES)('at %s', (home) => {
  portTest('open', async (check, url) => {
    for (const language of ['en', 'ko']) {
      const found = await check({ port: PORT.open }, home, language)
      expect(found).toMatchObject({
        tool: 'port-check',
        ip: home,
        port: PORT.open,
        protocol: 'tcp',
        status: 'open',
        reason: null,
        failedLayer: null,
        service: 'http-alt',
      })
      expect(found.latencyMs).toBeWithin(0, 3000)
      expect(await followedCodes(url, found.nextActions)).toEqual(['port-is-open'])
      const [{ text }] = found.nextActions
      expect(text).toContain(home)
      expect(text).toContain(language === 'en' ? `${home} is not a public address` : '공인 IP 주소가 아니므로')
      expect(text).not.toMatch(/reached from the internet|인터넷에서 접속할 수 있습니다/)
    }
  })

  portTest('refused', async (check, url) => {
    for (const port of [PORT.shut, PORT.reset]) {
      const found = await check({ port }, home)
      expect(found).toMatchObject({ status: 'refused', reason: 'connection-refused', failedLayer: 'tcp' })
      expect(found.latencyMs).toBeWithin(0, 3000)
      expect(found.nextActions.map(({ code }: { code: string }) => code)).toEqual([
        'start-service',
        'ask-who-answers',
        'plan-forward',
      ])
      // No service is known on the port: the plan is for the port itself.
      const plan = found.nextActions[2]
      expect(plan).toMatchObject({ tool: 'port-forward-plan', request: { ports: [{ port, protocol: 'tcp' }] } })
      expect(plan.text).toContain(`TCP port ${port}`)
      const answer = await postTool(url, plan.tool, plan.request)
      expect((await bodyOf(answer)).rules[0]).toMatchObject({ externalPort: `${port}`, protocol: 'tcp' })
    }
    expect(url).toStartWith('http')
  })

  portTest('timeout', async (check, url) => {
    for (const found of await Promise.all(['en', 'ko'].map((language) => check({ port: PORT.silent }, home, language)))) {
      expect(found).toMatchObject({
        status: 'timeout',
        reason: 'no-answer',
        failedLayer: 'tcp',
        latencyMs: null,
        service: 'ms-wbt-server',
      })
      const codes = found.nextActions.map(({ code }: { code: string }) => code)
      expect(codes).toEqual([
        'forward-port',
        'plan-forward',
        'open-firewall',
        'provider-blocks',
        'compare-router-address',
        'check-all',
      ])
      const plan = found.nextActions[1]
      expect(plan).toMatchObject({ tool: 'port-forward-plan', request: { useCase: 'rdp' } })
      expect((await postTool(url, plan.tool, plan.request)).status).toBe(200)
      expect(found.elapsedMs).toBeLessThan(10_000)
    }
  })

  portTest('udp: a name server answers, a closed port says so, silence proves nothing', async (check) => {
    const [open, shut, silent] = await Promise.all(
      [53, PORT.shut, PORT.udpSilent].map((port) => check({ port, protocol: 'udp' }, home)),
    )
    expect(open).toMatchObject({ status: 'open', protocol: 'udp', service: 'domain' })
    expect(shut).toMatchObject({
      status: 'closed',
      reason: 'port-unreachable',
      failedLayer: 'icmp',
    })
    expect(silent).toMatchObject({ status: 'timeout', reason: 'no-answer', failedLayer: 'udp' })
    expect(silent.nextActions[0].code).toBe('silence-proves-nothing')
  })
})

portTest('says that the internet reaches a port only where both ends of the check are public addresses', async (check) => {
  for (const [home, english, korean] of [
    [PUBLIC, 'It can be reached from the internet.', '인터넷에서 접속할 수 있습니다.'],
    [PUBLIC_BEHIND_NAT, 'this does not prove', '단정할 수는 없습니다'],
    [HOMES[0], 'it says nothing about the internet', '알 수 없습니다'],
  ] as const) {
    const texts = await Promise.all(['en', 'ko'].map((language) => check({ port: PORT.open }, home, language)))
    const [inEnglish, inKorean] = texts.map(({ status, nextActions }) => `${status}: ${nextActions[0].text}`)
    expect([inEnglish, inKorean]).toEqual([expect.stringContaining(english), expect.stringContaining(korean)])
    expect(inEnglish?.includes('reached from the internet')).toBe(home === PUBLIC)
    expect(inEnglish).not.toContain(SERVER_BEHIND_NAT)
  }
})

portTest('port unreachable: over UDP nothing listens, over TCP a firewall rejects', async (check) => {
  for (const [protocol, ...codes] of [
    ['udp', 'start-service', 'ask-who-answers', 'plan-forward'],
    ['tcp', 'router-says-no'],
  ] as const) {
    const found = await check({ port: PORT.rejected, protocol })
    expect(found).toMatchObject({ status: 'closed', reason: 'port-unreachable', failedLayer: 'icmp' })
    expect(found.nextActions.map(({ code }: { code: string }) => code)).toEqual([...codes])
  }
})

portTest('closed: a router reports it by ICMP', async (check) => {
  for (const [port, reason] of [
    [PORT.prohibited, 'admin-prohibited'],
    [PORT.hostDown, 'host-unreachable'],
  ] as const) {
    for (const protocol of ['tcp', 'udp']) {
      const found = await check({ port, protocol })
      expect(found).toMatchObject({ status: 'closed', reason, failedLayer: 'icmp' })
      expect(found.nextActions.map(({ code }: { code: string }) => code)).toEqual(['router-says-no'])
    }
  }
})

portTest('for a terminal: one line, then what to do', async (_, url) => {
  const headers = { 'x-forwarded-for': HOMES[0], accept: 'text/plain' }
  const text = await (await postTool(url, 'port-check', { port: PORT.shut }, headers)).text()
  expect(text).toMatch(
    /^The connection to TCP port 8081 at 198\.18\.60\.1 was refused\.\n\n198\.18\.60\.1 8081\/tcp \(sunproxyadmin\): refused \(connection-refused\), [\d.]+ ms\n\n> /,
  )
})
