import { describe, expect, test } from 'bun:test'
import { askFrom, homeOf, startForHomes } from '../support/advice/homes.ts'
import { labTest, programPath } from '../support/lab.ts'
import { listed } from '../support/listed.ts'
import { raiseFirewall } from '../support/net/firewall.ts'
import { makeNamespace, type Namespace, portsOpen, run } from '../support/net/namespace.ts'
import { openHosts } from '../support/net/network.ts'
import { testRefusals } from '../support/process/refusals.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, type Server, startServer } from '../support/server.ts'
import { shared } from '../support/shared.ts'
import { until } from '../support/until.ts'

testRefusals('port-check', [
  [{}, 422, 'invalid-request', 'port'],
  [{ port: 0 }, 422, 'invalid-request', 'port'],
  [{ port: 65_536 }, 422, 'invalid-request', 'port'],
  [{ port: 1.5 }, 422, 'invalid-request', 'port'],
  [{ port: 80, protocol: 'sctp' }, 422, 'invalid-request', 'protocol'],
  [{ port: 80, useCase: 7 }, 422, 'invalid-request', 'useCase'],
  [{ port: 80, host: '9.9.9.9' }, 422, 'invalid-request', 'host'],
  [{ port: 80, ip: '9.9.9.9' }, 422, 'invalid-request', 'ip'],
  [{ port: 80, target: 'example.com' }, 422, 'invalid-request', 'target'],
])

test('a requester without a public address is refused, whatever it says of itself', async () => {
  await using server = await startServer()
  const answer = await postTool(server.url, 'port-check', { port: 80 }, { 'x-forwarded-for': '9.9.9.9' })
  const detail = expect.stringContaining('127.0.0.1')
  expect([answer.status, await bodyOf(answer)]).toMatchObject([403, { code: 'requester-not-public', detail }])
})

test('nothing is sent where a service needs no port, or only a console knows: the one connection is that of a plain check', async () => {
  const home = homeOf(1)
  const port = 28_443
  await using server = await startForHomes()
  let connections = 0
  const askers = new Set<number>()
  const close = openHosts([home])
  const listener = Bun.listen({ hostname: home, port, socket: { open: () => void connections++, data() {} } })
  const data = (own: { send(text: string, port: number, host: string): unknown }, _: Buffer, from: number, at: string) => {
    askers.add(from)
    own.send('?', from, at)
  }
  const socket = await Bun.udpSocket({ hostname: home, port, socket: { data } })
  for (const [useCase, reason, situation, good] of [
    ['zoom', 'not-needed', 'not-needed', true],
    ['롤', 'not-needed', 'not-needed', true],
    ['playstation', 'console-only', 'unknown', null],
    ['xbox', 'console-only', 'unknown', null],
    ['switch', 'console-only', 'unknown', null],
  ] as const)
    for (const protocol of ['tcp', 'udp']) {
      const found = await askFrom(server.url, home, 'port-check', { port, protocol, useCase })
      expect(found).toMatchObject({ status: 'error', reason, failedLayer: null, where: null, situation, good })
      expect(found.headline).toEndWith('was not checked: it would tell nothing about this service.')
      const whole = await askFrom(server.url, home, 'reachability', { port, protocol, useCase })
      expect([whole.situation, whole.good, whole.nextStep.text]).toEqual([situation, good, found.nextActions[0].text])
      const korean = { 'x-forwarded-for': home, accept: 'text/plain', 'accept-language': 'ko' }
      const text = await (await postTool(server.url, 'port-check', { port, protocol, useCase }, korean)).text()
      expect(text).toMatch(/^이 서비스의 접속 여부는 포트로 알 수 없으므로 .*\n\n1\. /)
    }
  const unknown = await postTool(server.url, 'port-check', { port, useCase: 'no such game' }, { 'x-forwarded-for': home })
  expect([unknown.status, (await bodyOf(unknown)).code]).toEqual([422, 'unknown-value'])
  // Earlier packets have arrived before these.
  for (const protocol of ['tcp', 'udp']) await askFrom(server.url, home, 'port-check', { port, protocol, explain: false })
  await until(() => connections > 0 && askers.size > 0)
  expect([connections, askers.size]).toEqual([1, 1])
  socket.close()
  listener.stop(true)
  close()
})

const NEEDS = { programs: ['ip', 'nft', 'dnsmasq'], root: true }
const HOMES = ['198.18.60.1', '2001:db8:60::1'] as const
/** Public addresses of the namespace itself, which has no way out, so that no foreign machine is involved. */
const PUBLIC = '9.9.9.9'
const PUBLIC_BEHIND_NAT = '9.9.9.8'
const SERVER_BEHIND_NAT = '10.60.0.1'
/** An address of Cox, which is known to block ports; it is the namespace's own here. */
const COX = '68.105.28.11'
const PORT = {
  open: 8080,
  shut: 8081,
  silent: 3389,
  reset: 8083,
  prohibited: 8084,
  hostDown: 8085,
  udpSilent: 8086,
  rejected: 8087,
  game: 25_565,
  https: 443,
  http: 80,
  mail: 25,
  telnet: 23,
}
/** The programs in a home with both families: one on one port, and a name server. */
const HOME = `
for (const hostname of ${JSON.stringify([...HOMES, PUBLIC, PUBLIC_BEHIND_NAT])}) for (const port of [${PORT.open}, ${PORT.telnet}]) Bun.listen({ hostname, port, socket: { data() {} } })
console.log('up')
setInterval(() => {}, 1000)
`

type Lab = { machine: Namespace; server: Server }

const started = shared(start)

async function start(owned: AsyncDisposableStack): Promise<Lab> {
  const machine = owned.use(await makeNamespace())
  await machine.addAddress(...HOMES, PUBLIC, SERVER_BEHIND_NAT, COX)
  // Packets to that address come from a private one, as they do behind a NAT.
  await run(machine.inside(['ip', 'route', 'add', 'local', PUBLIC_BEHIND_NAT, 'dev', 'lo', 'src', SERVER_BEHIND_NAT]))
  machine.spawn([process.execPath, '-e', HOME])
  const names = listed(`
    --keep-in-foreground --no-resolv --no-hosts --address=/./198.18.60.9 --bind-interfaces --pid-file= --user=root
  `)
  machine.spawn([programPath('dnsmasq') ?? '', ...names, ...HOMES.map((home) => `--listen-address=${home}`)])
  await raiseFirewall(machine, {
    [PORT.silent]: 'drop',
    [PORT.udpSilent]: 'drop',
    [PORT.game]: 'drop',
    [PORT.https]: 'drop',
    [PORT.http]: 'drop',
    [PORT.mail]: 'drop',
    [PORT.reset]: 'reject with tcp reset',
    [PORT.prohibited]: 'reject with icmp type admin-prohibited',
    [PORT.hostDown]: 'reject with icmp type host-unreachable',
    [PORT.rejected]: 'reject with icmp type port-unreachable',
  })
  const args = [
    '--allow-targets',
    `198.18.0.0/15,2001:db8::/32,${PUBLIC},${PUBLIC_BEHIND_NAT},${COX}`,
    '--trusted-proxies',
    machine.peer4,
  ]
  const command = machine.inside([process.execPath, 'src/main.ts'])
  const server = owned.use(await startServer({ command, host: machine.address4, args }))
  await portsOpen(machine, [53, PORT.open])
  return { machine, server }
}

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>
const codesOf = ({ nextActions }: ToolAnswer): string[] => nextActions.map(({ code }: { code: string }) => code)
type Check = (request: object, from?: string, language?: string) => Promise<ToolAnswer>

/** Asks again where the address has to be left alone for a second: each look takes about a dozen of its forty packets. */
async function askPatiently(url: string, request: object, headers: Record<string, string>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await postTool(url, 'port-check', request, headers)
    if (answer.status !== 429 || tries === 5) return answer
    await Bun.sleep(1000)
  }
}

function portTest(name: string, run: (check: Check, url: string) => Promise<void>) {
  labTest(name, NEEDS, async () => {
    const { url } = (await started()).server
    const check: Check = async (request, from = HOMES[0], language = 'en') => {
      const answer = await askPatiently(url, request, { 'x-forwarded-for': from, 'accept-language': language })
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
      const asked = { tool: 'port-check', ip: home, port: PORT.open, protocol: 'tcp', service: 'http-alt' }
      expect(found).toMatchObject({ ...asked, status: 'open', reason: null, failedLayer: null, good: true, situation: 'open' })
      expect(found.latencyMs).toBeWithin(0, 3000)
      expect(await followedCodes(url, found.nextActions)).toEqual(['tell-friends', 'test-from-outside'])
      expect(found.headline).toContain(home)
      expect(found.headline).toMatch(language === 'en' ? /answers this server/ : /이 서버(?:\(.*\))?에 응답합니다/)
      expect(found.headline).not.toMatch(/reached from the internet|인터넷에서 접속할 수 있습니다/)
    }
  })

  portTest('refused', async (check, url) => {
    for (const port of [PORT.shut, PORT.reset]) {
      const found = await check({ port }, home)
      expect(found).toMatchObject({ status: 'refused', reason: 'connection-refused', failedLayer: 'tcp' })
      expect(found.latencyMs).toBeWithin(0, 3000)
      // Over IPv6 nothing is forwarded.
      if (home === HOMES[1]) {
        expect(codesOf(found)).toEqual(['start-service', 'open-pinhole'])
        expect(found.nextActions[1].text).toContain(`TCP port ${port} to ${home} in its IPv6 firewall`)
        continue
      }
      expect(codesOf(found)).toEqual(['compare-router-address', 'forward-port', 'start-service'])
      // No service is known on the port: the plan is for the port itself.
      const plan = found.nextActions[1]
      expect(plan).toMatchObject({ tool: 'port-forward-plan', request: { ports: [{ port, protocol: 'tcp' }] } })
      expect(plan.text).toContain(`TCP ${port} `)
      const answer = await postTool(url, plan.tool, plan.request)
      expect((await bodyOf(answer)).rules[0]).toMatchObject({ externalPort: `${port}`, protocol: 'tcp' })
    }
  })

  portTest('timeout', async (check, url) => {
    for (const found of await Promise.all(['en', 'ko'].map((language) => check({ port: PORT.silent }, home, language)))) {
      const silence = { status: 'timeout', reason: 'no-answer', failedLayer: 'tcp', latencyMs: null }
      expect(found).toMatchObject({ ...silence, service: 'ms-wbt-server' })
      // It is as it should be, whatever the router would have to do to open it.
      expect(found).toMatchObject({ good: true, situation: 'better-shut' })
      expect(await followedCodes(url, found.nextActions)).toEqual(['use-safer-way'])
      expect(found.nextActions[0]).toMatchObject({ tool: 'port-forward-plan', request: { useCase: 'wireguard' } })
      expect(found.elapsedMs).toBeLessThan(10_000)
      expect(found.headline).toMatch(/it should stay that way|닫혀 있는 것이 안전/)
    }
    const game = await check({ port: PORT.game }, home)
    const isIpv6 = home === HOMES[1]
    expect(await followedCodes(url, game.nextActions, home)).toEqual(
      isIpv6 ? ['open-pinhole', 'allow-on-device'] : ['compare-router-address', 'forward-port', 'allow-on-device'],
    )
    const plan = game.nextActions[1]
    if (!isIpv6) expect(plan).toMatchObject({ tool: 'port-forward-plan', request: { useCase: 'minecraft-java' } })
    // The address that the router shows is compared by a check that takes it.
    const again = isIpv6 ? 'port-check' : 'reachability'
    expect(game.nextActions[0]).toMatchObject({ tool: again, request: { port: PORT.game, protocol: 'tcp' } })
  })

  portTest('a service that is named: what it needs is said before what the router has to do', async (check, url) => {
    const cases = [
      ['롤', PORT.https, ['needs-no-port']],
      ['fortnite', PORT.shut, ['needs-no-port']],
      ['ps5', PORT.game, ['try-without-rule', 'see-plan']],
      ['home assistant', PORT.shut, ['use-safer-way']],
      ['CCTV', PORT.silent, ['use-safer-way']],
      ['hikvision', PORT.open, ['protect-service']],
    ] as const
    await Promise.all(
      ['en', 'ko'].flatMap((language) =>
        cases.map(async ([useCase, port, codes]) => {
          // A look at where packets end sends more packets than the address may get at once, and would change none of this.
          const found = await check({ port, useCase, explain: false }, home, language)
          expect([useCase, codesOf(found)]).toEqual([useCase, [...codes]])
        }),
      ),
    )
    const named = await check({ port: PORT.game, useCase: 'terraria' }, home)
    expect(named.nextActions.at(-1)).toMatchObject({ tool: 'port-check', request: { port: PORT.game, useCase: 'terraria' } })
    expect(codesOf(await check({ port: PORT.telnet }, home))).toEqual(['protect-service'])
    await followedCodes(url, named.nextActions, home)
  })

  portTest('udp: a name server answers, a closed port says so, silence proves nothing', async (check) => {
    const [open, shut, silent] = await Promise.all(
      [53, PORT.shut, PORT.udpSilent].map((port) => check({ port, protocol: 'udp' }, home)),
    )
    expect(open).toMatchObject({ status: 'open', protocol: 'udp', service: 'domain' })
    expect(shut).toMatchObject({ status: 'closed', reason: 'port-unreachable', failedLayer: 'icmp' })
    expect(silent).toMatchObject({ status: 'timeout', reason: 'no-answer', failedLayer: 'udp' })
    expect(codesOf(silent)).toContain('try-the-program')
    expect(silent.words.meaning).toMatch(/many programs/i)
  })
})

portTest('says that the internet reaches a port only where both ends of the check are public addresses', async (check) => {
  for (const [home, english, korean] of [
    [PUBLIC, 'can be reached from the internet.', '인터넷에서 접속할 수 있습니다.'],
    [PUBLIC_BEHIND_NAT, 'answers this server', '에 응답합니다'],
    [HOMES[0], 'answers this server', '에 응답합니다'],
  ] as const) {
    const texts = await Promise.all(['en', 'ko'].map((language) => check({ port: PORT.open }, home, language)))
    const [inEnglish, inKorean] = texts.map(({ headline }) => headline)
    expect([inEnglish, inKorean]).toEqual([expect.stringContaining(english), expect.stringContaining(korean)])
    expect(inEnglish?.includes('reached from the internet')).toBe(home === PUBLIC)
    expect(inEnglish).not.toContain(SERVER_BEHIND_NAT)
  }
})

portTest('closed: a router or the device reports it by ICMP', async (check) => {
  for (const [port, protocol, reason, step] of [
    [PORT.rejected, 'udp', 'port-unreachable', 'start-service'],
    [PORT.rejected, 'tcp', 'port-unreachable', 'allow-in-router'],
    [PORT.prohibited, 'tcp', 'admin-prohibited', 'allow-in-router'],
    [PORT.hostDown, 'udp', 'host-unreachable', 'allow-in-router'],
  ] as const) {
    const found = await check({ port, protocol })
    expect(found).toMatchObject({ status: 'closed', reason, failedLayer: 'icmp' })
    expect(codesOf(found)).toEqual(['compare-router-address', 'forward-port', step])
  }
})

portTest('for a terminal: what was found, then what to do', async (_, url) => {
  const headers = { 'x-forwarded-for': HOMES[0], accept: 'text/plain' }
  expect(await (await askPatiently(url, { port: PORT.shut }, headers)).text()).toMatch(
    /^TCP port 8081 is refused at 198\.18\.60\.1 itself\.\n\nInternet - Provider - Router: Refuses: no rule seen\n\nAnswered after: +[\d.]+ ms\nUsual for this port: +sunproxyadmin\nReason: +connection-refused\n\n1\. /,
  )
  const korean = await (await askPatiently(url, { port: PORT.shut }, { ...headers, 'accept-language': 'ko' })).text()
  expect(korean).toMatch(/^응답 시간: .*\n이 포트를 주로 쓰는 서비스: +sunproxyadmin\n원인: +connection-refused$/m)
})
