import { describe, expect, test } from 'bun:test'
import { startFaultDns } from '../support/dns/fault.ts'
import { DNS_LAB_NEEDS, type DnsLab, dnsLabOfFile } from '../support/dns/lab.ts'
import { labTest } from '../support/lab.ts'
import { raiseFirewall } from '../support/net/firewall.ts'
import { portsOpen } from '../support/net/namespace.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, type Server, startServer } from '../support/server.ts'
import { shared } from '../support/shared.ts'

const NEEDS = { ...DNS_LAB_NEEDS, programs: [...DNS_LAB_NEEDS.programs, 'nft', 'openssl'] }
const HOME = '198.18.40.20'
const HOME6 = '2001:db8:40::20'
/** Homes for looks at the same time: an address is sent forty packets in two seconds, and each look takes about a dozen. */
const HOMES = Array.from({ length: 6 }, (_, at) => `198.18.41.${20 + at}`)
/** Addresses of Cloudflare, Starlink and KT: nothing is sent there, they are only looked up, or they are the namespace's own. */
const CLOUDFLARE = '104.16.1.1'
const STARLINK = '98.97.0.1'
const KT = '168.126.63.1'
const PORT = {
  web: 8080,
  mute: 8081,
  silent: 8082,
  shut: 8083,
  prohibited: 8084,
  tls: 8443,
  nobodys: 51_234,
  rcon: 25_575,
  game: 25_565,
  mail: 25,
  http: 80,
  smb: 445,
  udpSilent: 8086,
}
const STEPS = ['address', 'nat', 'name', 'port', 'service', 'router']
const DEADLINE_MS = 25_000

/** The programs in a home: a web server that redirects, fails and repeats the name of the request, one with TLS, and one that is mute. */
const RUNS = `
const web = (request) => {
  const host = request.headers.get('host') ?? ''
  if (host.startsWith('moved')) return Response.redirect('http://192.168.0.1/')
  return new Response(host, { status: host.startsWith('broken') ? 503 : 200, headers: { server: host } })
}
const { key, cert } = JSON.parse(process.argv.at(-1))
for (const hostname of ${JSON.stringify([HOME, HOME6, STARLINK, KT])}) {
  Bun.serve({ hostname, port: ${PORT.web}, fetch: web })
  Bun.serve({ hostname, port: ${PORT.tls}, fetch: web, tls: { key, cert } })
  for (const port of [${PORT.mute}, ${PORT.game}]) Bun.listen({ hostname, port, socket: { data() {} } })
}
setInterval(() => {}, 1000)
`

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>
type Ask = (request: object, from?: string, headers?: Record<string, string>) => Promise<ToolAnswer>

const theLab = dnsLabOfFile()
const started = shared(async () => startHome(await theLab()))

async function startHome({ namespace, startDoorstep, setZone, zoneText }: DnsLab): Promise<Server> {
  await setZone('home.test', `${zoneText('home.test')}\nshared A 100.72.3.4\nself A 127.0.0.1\n`)
  await namespace.addAddress(HOME, HOME6, ...HOMES, STARLINK, KT)
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout - -out -'
  const names = ['-subj', '/CN=router.home.test', '-addext', 'subjectAltName=DNS:router.home.test']
  const pair = Bun.spawnSync(['openssl', ...request.split(' '), ...names]).stdout.toString()
  namespace.spawn([process.execPath, '-e', RUNS, JSON.stringify({ key: pair, cert: pair })])
  await raiseFirewall(namespace, {
    [PORT.silent]: 'drop',
    [PORT.udpSilent]: 'drop',
    [PORT.mail]: 'drop',
    [PORT.http]: 'drop',
    [PORT.smb]: 'drop',
    [PORT.prohibited]: 'reject with icmp type admin-prohibited',
  })
  await portsOpen(namespace, [PORT.web, PORT.mute, PORT.tls, PORT.game])
  const allowed = `198.18.0.0/15,2001:db8::/32,${STARLINK},${KT},${CLOUDFLARE}`
  return startDoorstep({ args: ['--trusted-proxies', namespace.peer4, '--allow-targets', allowed] })
}

/** Tests from a home with the test as a trusted proxy: it sends requests in the name of any address. */
function homeTest(title: string, check: (ask: Ask, url: string, lab: DnsLab) => Promise<void>) {
  labTest(title, NEEDS, async () => {
    const lab = await theLab()
    const { url } = await started()
    const ask: Ask = async (request, from = HOME, headers = {}) => {
      const answer = await postTool(url, 'reachability', request, { 'x-forwarded-for': from, ...headers })
      expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, ''])
      const found = await bodyOf(answer)
      expect(found.steps.map(({ step }: ToolAnswer) => step)).toEqual(STEPS)
      expect(found.elapsedMs).toBeLessThan(DEADLINE_MS)
      expect(Object.keys(found).slice(-2)).toEqual(['nextStep', 'nextActions'])
      expect(found.nextActions[0]).toEqual(found.nextStep)
      expect(found.nextStep.tool).toBeString()
      if (found.nextStep.tool === 'reachability') expect(found.nextStep.request).toEqual(request)
      for (const { summary } of found.steps) expect(summary).not.toMatch(/[{}]|undefined|null/)
      if (found.blockedAt === null) expect(found.cause).toBeNull()
      expect(found.blockedAt === null).toBe(found.verdict !== 'blocked')
      return found
    }
    await check(ask, url, lab)
  })
}

/** Returns status and code of each step, and what to do. */
const outline = ({ steps, verdict, blockedAt, nextStep }: ToolAnswer) => ({
  verdict,
  blockedAt,
  codes: steps.map(({ status, code }: ToolAnswer) => `${status} ${code}`),
  next: nextStep.code,
})
const planIn = ({ nextActions }: ToolAnswer) => nextActions.find(({ tool }: ToolAnswer) => tool === 'port-forward-plan')
const issuanceIn = ({ nextActions }: ToolAnswer) => nextActions.find(({ tool }: ToolAnswer) => tool === 'certificate-check')
const SKIPPED = 'skipped explained-before'
const HOPELESS = 'skipped router-cannot-help'

describe('reachable', () => {
  homeTest('a port that answers, with its name and over HTTP', async (ask, url) => {
    const found = await ask({ port: PORT.web, hostname: 'router.home.test', scheme: 'http' })
    expect(found).toMatchObject({ tool: 'reachability', ip: HOME, port: PORT.web, protocol: 'tcp', hostname: 'router.home.test' })
    expect(outline(found)).toEqual({
      verdict: 'reachable',
      blockedAt: null,
      codes: [
        'ok allowed-address',
        'unknown nat-unknown',
        'ok other-family-unchecked',
        'ok port-open',
        'ok service-answers',
        'skipped router-works',
      ],
      next: 'tell-friends',
    })
    expect(found.nextActions.map(({ code }: ToolAnswer) => code)).toContain('check-other-family')
    expect(found.friendsConnectTo).toBe(`router.home.test:${PORT.web}`)
    // The usual port of a service is left out.
    const game = await ask({ useCase: 'minecraft', hostname: 'router.home.test' })
    expect(game).toMatchObject({ verdict: 'reachable', friendsConnectTo: 'router.home.test' })
    // The web server was requested by the name, at the requester's address.
    expect(found.steps[4].result.http).toMatchObject({ status: 200, server: `router.home.test:${PORT.web}` })
    expect(found.steps[3]).toMatchObject({ tool: 'port-check', result: { ip: HOME, status: 'open' } })
    expect(found.steps[2]).toMatchObject({ tool: 'ddns-match', result: { verdict: 'match', publicIp: HOME } })
    await followedCodes(url, found.nextActions, HOME)
  })

  homeTest('a redirect, an error of the service and a bad certificate are reported, and do not block', async (ask, url) => {
    const moved = await ask({ port: PORT.web, scheme: 'http' })
    expect(moved.steps[4].result.http).toMatchObject({ status: 200, server: `${HOME}:${PORT.web}` })
    const distrusted = await ask({ port: PORT.tls, scheme: 'https', hostname: 'router.home.test' })
    expect(outline(distrusted)).toMatchObject({ verdict: 'reachable', next: 'fix-certificate' })
    const handshake = await ask({ port: PORT.tls, scheme: 'tls', hostname: 'router.home.test' })
    expect(outline(handshake)).toMatchObject({ verdict: 'reachable', next: 'fix-certificate' })
    expect(issuanceIn(handshake)).toMatchObject({ tool: 'certificate-check', request: { domain: 'router.home.test' } })
    await followedCodes(url, handshake.nextActions, HOME)
    // Without a name, no certificate can fit.
    expect(outline(await ask({ port: PORT.tls, scheme: 'tls' }))).toMatchObject({ verdict: 'reachable', next: 'tell-friends' })
  })
})

describe('the cause is', () => {
  homeTest('the address: that of a proxy, not of the line', async (ask) => {
    expect(outline(await ask({ port: PORT.web, hostname: 'router.home.test', scheme: 'http' }, CLOUDFLARE))).toEqual({
      verdict: 'blocked',
      blockedAt: 'address',
      codes: ['problem through-proxy', SKIPPED, SKIPPED, SKIPPED, SKIPPED, SKIPPED],
      next: 'connect-directly',
    })
  })

  homeTest('the translation: the router shows a shared address', async (ask, url) => {
    for (const [routerWanIp, code] of [
      ['100.72.1.2', 'carrier-nat'],
      ['192.0.0.2', 'ds-lite'],
    ] as const) {
      const found = await ask({ useCase: 'minecraft-java', routerWanIp })
      expect(outline(found)).toMatchObject({ verdict: 'blocked', blockedAt: 'nat', next: 'use-relay' })
      expect(outline(found).codes.slice(1)).toEqual([`problem ${code}`, SKIPPED, SKIPPED, SKIPPED, HOPELESS])
      expect(await followedCodes(url, found.nextActions, HOME)).toEqual(['use-relay', 'ask-public-address', 'see-alternatives'])
    }
    const nobodys = await ask({ port: PORT.nobodys, routerWanIp: '100.72.1.2', isp: 'kt' })
    expect(nobodys.nextActions.find(({ code }: ToolAnswer) => code === 'see-alternatives')).toMatchObject({
      request: { ports: [{ port: PORT.nobodys, protocol: 'tcp' }], routerWanIp: '100.72.1.2', isp: 'kt' },
    })
  })

  homeTest('the name', async (ask, url) => {
    for (const [hostname, code, next] of [
      ['web.plain.test', 'name-elsewhere', 'update-record'],
      ['private.plain.test', 'name-private', 'update-record'],
      ['shared.home.test', 'name-shared', 'use-relay'],
      ['self.home.test', 'name-off', 'update-record'],
      ['missing.home.test', 'name-missing', 'create-record'],
      ['_minecraft._tcp.home.test', 'record-missing', 'create-record'],
      ['alias.leads.test', 'name-leads-inside', 'update-record'],
      ['proxied.home.test', 'name-behind-proxy', 'switch-proxy-off'],
    ] as const) {
      const found = await ask({ port: PORT.web, hostname })
      expect(outline(found)).toMatchObject({ verdict: 'blocked', blockedAt: 'name', next })
      expect(outline(found).codes.slice(2)).toEqual([`problem ${code}`, SKIPPED, SKIPPED, SKIPPED])
      if (next !== 'use-relay') expect(found.nextStep.text).toContain(hostname)
      await followedCodes(url, found.nextActions, HOME)
    }
  })

  homeTest('the port', async (ask, url) => {
    const cases = [
      [PORT.silent, 'port-silent-at-address', 'allow-on-device'],
      [PORT.shut, 'port-refused-at-address', 'start-service'],
      [PORT.prohibited, 'port-refused-at-address', 'allow-in-router'],
    ] as const
    const tried = cases.flatMap(([port, code, last], at) =>
      ['en', 'ko'].map(async (language, also) => {
        const home = HOMES[2 * at + also]
        const found = await ask({ port, scheme: 'http' }, home, { 'accept-language': language })
        expect(found).toMatchObject({ verdict: 'blocked', blockedAt: 'port', situation: 'no-rule-seen', good: false })
        expect(found.nextActions.map(({ code: said }: ToolAnswer) => said)).toEqual([
          'compare-router-address',
          'forward-port',
          last,
        ])
        expect(outline(found).codes.slice(3)).toEqual([
          `problem ${code}`,
          'skipped port-not-open',
          expect.stringMatching(/^unknown router-/),
        ])
        expect(/[가-힣]/.test(found.cause)).toBe(language === 'ko')
        await followedCodes(url, found.nextActions, home)
      }),
    )
    // Another public address: the port was checked on another line.
    const elsewhere = ask({ port: PORT.silent, routerWanIp: STARLINK }, KT)
    const six = await ask({ port: PORT.silent }, HOME6)
    expect(outline(await elsewhere)).toMatchObject({ blockedAt: 'port', next: 'use-the-same-line' })
    await Promise.all(tried)
    expect(outline(six)).toMatchObject({ blockedAt: 'port', next: 'open-pinhole' })
    expect(six.nextStep.text).toContain('IPv6')
  })

  homeTest('the port, which the provider blocks', async (ask, url) => {
    const cases = [
      [{ port: PORT.smb }, KT, 'use-safer-way', 'KT'],
      [{ port: PORT.http, isp: 'cox' }, HOME, 'use-other-port', 'Cox'],
      [{ port: PORT.mail, isp: 'starlink', routerWanIp: HOME }, HOME, 'ask-to-unblock', 'Starlink'],
    ] as const
    const tried = cases.map(async ([request, from, next, provider]) => {
      const found = await ask(request, from)
      expect(outline(found)).toMatchObject({ verdict: 'blocked', blockedAt: 'port', next })
      expect(found.steps[3]).toMatchObject({ code: 'port-blocked-by-provider', summary: expect.stringContaining(provider) })
      await followedCodes(url, found.nextActions, HOME)
    })
    await Promise.all(tried)
  })

  homeTest('the service: silent, or another protocol', async (ask) => {
    const other = await ask({ port: PORT.web, scheme: 'https' })
    expect(outline(other)).toMatchObject({ verdict: 'blocked', blockedAt: 'service', next: 'fix-scheme' })
    expect(outline(await ask({ port: PORT.web, scheme: 'tls' }))).toMatchObject({ blockedAt: 'service', next: 'fix-scheme' })
    const mute = await ask({ port: PORT.mute, scheme: 'http' })
    expect(outline(mute)).toMatchObject({ verdict: 'blocked', blockedAt: 'service', next: 'look-at-service' })
    expect(mute.elapsedMs).toBeLessThan(10_000)
  })
})

describe('it cannot tell', () => {
  homeTest('over UDP from silence', async (ask) => {
    const found = await ask({ port: PORT.udpSilent, protocol: 'udp', scheme: 'http' })
    expect(outline(found)).toMatchObject({ verdict: 'cannot-tell', blockedAt: null, next: 'try-the-program' })
    expect(outline(found).codes.slice(3)).toEqual([
      'unknown port-silent-at-address',
      'skipped service-needs-tcp',
      'unknown router-rule-not-seen',
    ])
    expect(found.nextActions.map(({ code }: ToolAnswer) => code)).toEqual([
      'try-the-program',
      'compare-router-address',
      'forward-port',
      'allow-on-device',
    ])
  })
})

homeTest('without a service or a port, the address and the line alone: am I behind CGNAT?', async (ask) => {
  const NOT_CHECKED = ['skipped name-not-given', 'skipped port-not-given', 'skipped same-reason', 'skipped same-reason']
  const found = await ask({})
  expect(outline(found)).toEqual({
    verdict: 'cannot-tell',
    blockedAt: null,
    next: 'compare-router-address',
    codes: ['ok allowed-address', 'unknown nat-unknown', ...NOT_CHECKED],
  })
  expect(found).toMatchObject({ good: null, port: null, service: null, friendsConnectTo: null, otherServices: [] })
  expect(found.headline).toBe(`From outside it cannot be seen whether your router has ${HOME} itself.`)
  const shared = await ask({ routerWanIp: '100.64.3.3' }, KT)
  expect(outline(shared)).toMatchObject({ verdict: 'blocked', blockedAt: 'nat', next: 'ask-public-address' })
  expect(shared).toMatchObject({ good: false, situation: 'carrier-grade' })
  const two = await ask({ routerWanIp: '192.168.0.3' })
  expect(outline(two)).toMatchObject({ verdict: 'cannot-tell', next: 'use-one-router' })
  const own = await ask({ routerWanIp: HOME })
  expect(outline(own)).toMatchObject({ verdict: 'cannot-tell', next: 'name-service' })
  expect(await ask({}, HOME6)).toMatchObject({ headline: expect.stringContaining('the address of one device') })
  const elsewhere = await ask({ hostname: 'web.plain.test' })
  expect(outline(elsewhere)).toMatchObject({ verdict: 'blocked', blockedAt: 'name' })
  expect(elsewhere.headline).toBe(`web.plain.test does not point at ${HOME}.`)
  for (const { steps, nextActions } of [found, shared, two, own, elsewhere]) {
    expect(steps.map(({ tool }: ToolAnswer) => tool)).not.toContain('port-check')
    expect(JSON.stringify(nextActions)).not.toMatch(/port-forward-plan|40000/)
  }
})

homeTest('the plan for the router is among the steps if the port is closed', async (ask, url) => {
  const request = { useCase: 'plex', routerBrand: 'iptime', internalIp: '192.168.0.10' }
  for (const [language, menu] of [
    ['en', 'Port forwarding'],
    ['ko', '포트포워드'],
  ] as const) {
    const found = await ask(request, HOME, { 'accept-language': language })
    expect(found).toMatchObject({ service: { id: 'plex' }, port: 32_400, blockedAt: 'port', notUnderstood: [] })
    const router = found.steps[5]
    expect(router).toMatchObject({
      status: 'unknown',
      code: 'router-rule-not-seen',
      tool: 'port-forward-plan',
      result: { internalIp: '192.168.0.10' },
    })
    expect(router.summary).toContain(language === 'ko' ? 'TCP 32400번 포트 → 192.168.0.10' : 'TCP 32400 to 192.168.0.10')
    const plan = planIn(found)
    expect(plan).toMatchObject({ tool: 'port-forward-plan', request })
    const planned = await postTool(url, plan.tool, plan.request, { 'x-forwarded-for': HOME, 'accept-language': language })
    // The envelope and what to do are those of another tool.
    const { tool, checkedAt, elapsedMs, headline, good, situation, nextActions, ...same } = await bodyOf(planned)
    expect(router.result).toEqual(same)
    expect(JSON.stringify(same.menuPath)).toContain(menu)
  }
  // A port that no service is known to use is planned for as well, and the request for the plan works unchanged.
  const other = await ask({ routerBrand: 'iptime', port: PORT.nobodys })
  expect(other.steps[5]).toMatchObject({ code: 'router-rule-not-seen', summary: expect.stringContaining(`TCP ${PORT.nobodys}`) })
  const plan = planIn(other)
  expect(plan.request).toEqual({ routerBrand: 'iptime', ports: [{ port: PORT.nobodys, protocol: 'tcp' }] })
  const { rules } = await bodyOf(await postTool(url, plan.tool, plan.request, { 'x-forwarded-for': HOME }))
  expect(rules).toEqual(other.steps[5].result.rules)
  // The remote console of a game is its own port, but no rule opens it.
  const console = await ask({ useCase: 'minecraft-java', port: PORT.rcon })
  expect(console.steps[5]).toMatchObject({ code: 'router-unseen', result: null })
  expect(console).toMatchObject({ situation: 'better-shut', good: true, nextStep: { code: 'use-safer-way' } })
})

homeTest(
  'for a terminal: the verdict, the way of the packets and what to do; with details each step, and the cause',
  async (_, url) => {
    for (const [language, headline, label, cause] of [
      ['en', `TCP port ${PORT.silent} at ${HOME} cannot be reached from the doorstep server.`, 'Address', 'not forwarded yet'],
      [
        'ko',
        `${HOME} 주소의 TCP ${PORT.silent}번 포트에 doorstep 서버에서 접속할 수 없습니다.`,
        '주소',
        '포트포워딩을 아직 설정하지',
      ],
    ] as const) {
      const headers = { 'x-forwarded-for': HOME, accept: 'text/plain', 'accept-language': language }
      const asked = async (tool: string) =>
        (await postTool(url, tool, { port: PORT.silent, hostname: 'router.home.test' }, headers)).text()
      const text = await asked('reachability')
      expect(text).toStartWith(`${headline}\n\n`)
      expect(text).not.toMatch(/^[✓✗?-] /m)
      expect(text).not.toContain(cause)
      expect(text).toMatch(/^(?:Internet|인터넷).* - (?:Router: No rule seen|공유기: 규칙이 확인되지 않음)\n\n1\. /m)
      expect(text.trimEnd().split('\n').at(-1)).toMatch(/^\d\. /)
      await Bun.sleep(2000)
      const whole = await asked('reachability?details=on')
      const marked = whole.split('\n').filter((line) => /^[✓✗?-] /.test(line))
      expect(marked.map((line) => line[0]).join('')).toBe('✓?✓✗-?')
      expect(marked[0]).toContain(label)
      expect(whole).toContain(cause)
      // The columns are aligned, including those in Hangul.
      expect(new Set(marked.map((line) => Bun.stringWidth(/^. .+? {2,}/.exec(line)?.[0] ?? ''))).size).toBe(1)
      await Bun.sleep(2000)
    }
  },
)

describe('as a stream', () => {
  homeTest('sends each step when it is known, before the answer', async (_, url) => {
    const headers = { 'x-forwarded-for': HOME, accept: 'application/x-ndjson' }
    const began = performance.now()
    const answer = await postTool(url, 'reachability', { port: PORT.silent }, headers)
    // The first step arrives before the port has been silent for long enough.
    expect(performance.now() - began).toBeLessThan(3000)
    const lines = (await answer.text()).trimEnd().split('\n')
    expect(performance.now() - began).toBeGreaterThan(3000)
    const events = lines.map((line) => JSON.parse(line))
    const result = events.pop()
    expect([events, result.verdict]).toEqual([result.steps, 'blocked'])
  })
})

describe('refusals', () => {
  test('a name that this service does not serve, as in ddns-match', async () => {
    await using alone = await startServer({ args: ['--allow-targets', '127.0.0.0/8', '--ddns-domains', 'dyn.example'] })
    const answer = await postTool(alone.url, 'reachability', { port: 80, hostname: 'home.example.com' })
    expect(answer.status).toBe(422)
    expect(await bodyOf(answer)).toMatchObject({ code: 'invalid-target', field: 'hostname' })
  })

  test('text that is not a service, a port, a name or an address', async () => {
    await using alone = await startServer({ args: ['--allow-targets', '127.0.0.0/8'] })
    for (const [request, status, code, field] of [
      [{ port: 0 }, 422, 'invalid-request', 'port'],
      [{ port: 80, protocol: 'sctp' }, 422, 'invalid-request', 'protocol'],
      [{ port: 80, scheme: 'gopher' }, 422, 'invalid-request', 'scheme'],
      [{ port: 80, target: '9.9.9.9' }, 422, 'invalid-request', 'target'],
      [{ useCase: 'xyzzy plugh' }, 422, 'unknown-value', 'useCase'],
      [{ port: 80, hostname: 'nas.local' }, 403, 'target-not-public', 'hostname'],
      [{ port: 80, hostname: '9.9.9.9' }, 422, 'invalid-target', 'hostname'],
    ] as const) {
      const answer = await postTool(alone.url, 'reachability', request)
      expect([request, answer.status]).toEqual([request, status])
      expect(await bodyOf(answer)).toMatchObject({ code, field })
    }
  })
})

test('if no name server answers, the port is still checked, and the doubt is reported', async () => {
  await using resolver = await startFaultDns(() => {})
  const at = `127.0.0.1:${resolver.endpoint.port}`
  const args = ['--resolvers', `a=${at},b=${at},c=${at}`, '--allow-targets', '127.0.0.0/8,::1']
  await using alone = await startServer({ args })
  const found = await bodyOf(
    await postTool(alone.url, 'reachability', { port: alone.port, hostname: 'home.example.com', scheme: 'http' }),
  )
  expect(found.elapsedMs).toBeLessThan(DEADLINE_MS)
  expect(outline(found)).toEqual({
    verdict: 'cannot-tell',
    blockedAt: null,
    codes: [
      'ok allowed-address',
      'unknown nat-unknown',
      'unknown name-unanswered',
      'ok port-open',
      'ok service-answers',
      'skipped router-works',
    ],
    next: 'check-name-servers',
  })
})
