// Homes as people describe them: what they are told agrees with the plan, and is the thing that an expert would say first.
import { describe, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DNS_LAB_NEEDS, type DnsLab, dnsLabOfFile } from '../support/dns/lab.ts'
import { labTest } from '../support/lab.ts'
import { portsOpen, run } from '../support/net/namespace.ts'
import { catalogueFolder } from '../support/router/catalogue-folder.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, ROOT, type Server } from '../support/server.ts'
import { shared } from '../support/shared.ts'

/** Addresses of homes in the lab: one where programs run, one where nothing listens, one behind a silent firewall. */

const HOME = '198.18.40.20'
const HOME6 = '2001:db8:40::20'
const REFUSED = '198.18.40.22'
const SILENT = '198.18.40.23'
const OPEN_PORTS = [80, 25_565, 25_570, 3389, 443, 8000, 8080, 8123]

interface Situation {
  readonly title: string
  readonly language: 'en' | 'ko'
  readonly from: string
  readonly request: object
  readonly expected: {
    readonly verdict: string
    readonly blockedAt?: string
    /** The codes of the first action, and of others among them. */
    readonly next: string
    readonly also?: readonly string[]
    /** The codes of steps. */
    readonly steps?: Readonly<Record<string, string>>
    /** The words that the text says, and that it must not say. */
    readonly says?: readonly RegExp[]
    readonly never?: readonly RegExp[]
    readonly friendsConnectTo?: string | null
    readonly otherServices?: readonly object[]
    readonly notUnderstood?: readonly string[]
  }
}

const NOTHING_PROBED = { port: 'not-needed', service: 'not-needed', router: 'router-not-needed' }

const SITUATIONS: readonly Situation[] = [
  // Services that need no open port.
  {
    title: 'Fortnite',
    language: 'en',
    from: SILENT,
    request: { useCase: 'fortnite' },
    expected: {
      verdict: 'not-needed',
      next: 'needs-no-port',
      steps: NOTHING_PROBED,
      says: [/No port forwarding is needed/],
      never: [/127\.0\.0\.1/, /firewall drops/, /Forward TCP/],
      friendsConnectTo: null,
    },
  },
  {
    title: 'Discord, refused',
    language: 'en',
    from: REFUSED,
    request: { useCase: 'discord', routerWanIp: '100.64.0.7' },
    expected: { verdict: 'not-needed', next: 'needs-no-port', steps: NOTHING_PROBED, never: [/Start the program/] },
  },
  ...['롤', '배그', '디스코드', '카카오톡', '팀뷰어', '테일스케일'].map(
    (useCase): Situation => ({
      title: useCase,
      language: 'ko',
      from: REFUSED,
      request: { useCase },
      expected: {
        verdict: 'not-needed',
        next: 'needs-no-port',
        steps: NOTHING_PROBED,
        says: [/포트포워딩이 필요 없습니다/],
        never: [/접속할 수 없습니다/, /127\.0\.0\.1/, /안전합니다/],
      },
    }),
  ),
  // Consoles.
  {
    title: 'PlayStation 5',
    language: 'en',
    from: SILENT,
    request: { useCase: 'ps5' },
    expected: {
      verdict: 'cannot-tell',
      next: 'try-without-rule',
      also: ['test-on-console'],
      steps: { port: 'console-only', service: 'same-reason' },
      says: [/connection test/],
      never: [/Forward TCP/, /firewall of the device/],
      friendsConnectTo: null,
    },
  },
  {
    title: 'Xbox, refused',
    language: 'en',
    from: REFUSED,
    request: { useCase: 'xbox', routerBrand: 'asus' },
    expected: {
      verdict: 'cannot-tell',
      next: 'try-without-rule',
      also: ['test-on-console', 'see-plan'],
      never: [/127\.0\.0\.1/],
    },
  },
  {
    title: '닌텐도 스위치',
    language: 'ko',
    from: SILENT,
    request: { useCase: '닌텐도 스위치' },
    expected: { verdict: 'cannot-tell', next: 'try-without-rule', says: [/연결 테스트/], never: [/1024/] },
  },
  // Services that should not be open.
  {
    title: 'an exposed camera',
    language: 'en',
    from: HOME,
    request: { useCase: 'hikvision' },
    expected: {
      verdict: 'reachable',
      next: 'protect-service',
      says: [/Hik-Connect/, /but it should not be/],
      never: [/Nothing is in the way/],
      steps: { router: 'router-better-shut' },
      friendsConnectTo: null,
    },
  },
  {
    title: 'an exposed Home Assistant',
    language: 'en',
    from: HOME,
    request: { useCase: 'home assistant' },
    expected: { verdict: 'reachable', next: 'protect-service', says: [/Home Assistant Cloud/], never: [/Nothing is in the way/] },
  },
  {
    title: '열려 있는 원격 데스크톱',
    language: 'ko',
    from: HOME,
    request: { useCase: '원격 데스크톱' },
    expected: { verdict: 'reachable', next: 'protect-service', says: [/VPN/], never: [/막는 것이 없습니다/] },
  },
  {
    title: '닫혀 있는 원격 데스크톱',
    language: 'ko',
    from: REFUSED,
    request: { useCase: '원격 데스크톱' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'port',
      next: 'use-safer-way',
      steps: { router: 'router-better-shut' },
      says: [/VPN/, /닫혀 있는 것이 안전합니다/],
      never: [/프로그램을 실행/, /127\.0\.0\.1/, /바꿀 것은 없습니다/],
    },
  },
  {
    title: 'CCTV, 응답 없음',
    language: 'ko',
    from: SILENT,
    request: { useCase: 'cctv' },
    expected: { verdict: 'blocked', blockedAt: 'port', next: 'use-safer-way', never: [/포워딩하십시오/] },
  },
  {
    title: 'a database port without a name',
    language: 'en',
    from: REFUSED,
    request: { port: 5432 },
    expected: { verdict: 'blocked', blockedAt: 'port', next: 'use-safer-way', never: [/Start the program/] },
  },
  // Lines on which no rule can let anybody in.
  {
    title: 'T-Mobile with the WAN address of its box',
    language: 'en',
    from: SILENT,
    request: { useCase: 'minecraft', isp: 'T-Mobile', routerWanIp: '10.12.3.4' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'nat',
      next: 'use-relay',
      steps: { port: 'explained-before', router: 'router-cannot-help' },
      never: [/Look up the WAN/, /enter it/],
    },
  },
  {
    title: 'an Xfinity box with a private WAN address',
    language: 'en',
    from: SILENT,
    request: { useCase: 'minecraft', routerBrand: 'xfinity', routerWanIp: '10.12.3.4' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'nat',
      next: 'ask-public-address',
      steps: { nat: 'provider-private' },
      never: [/bridge mode, or forward/, /the first one does not pass/],
    },
  },
  {
    title: 'DS-Lite',
    language: 'en',
    from: HOME,
    request: { useCase: 'minecraft', routerWanIp: '192.0.0.2' },
    expected: { verdict: 'blocked', blockedAt: 'nat', next: 'use-relay', steps: { nat: 'ds-lite' }, says: [/DS-Lite/] },
  },
  {
    title: '원룸',
    language: 'ko',
    from: SILENT,
    request: { useCase: '마인크래프트', isp: '원룸' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'nat',
      next: 'ask-building',
      steps: { nat: 'building-shares' },
      says: [/건물에서 공인 IP 하나를 함께 쓰는 회선/, /건물 관리자/],
      never: [/통신사\(/],
    },
  },
  {
    title: 'a dormitory with its WAN address',
    language: 'en',
    from: SILENT,
    request: { useCase: 'minecraft', isp: 'dormitory', routerWanIp: '10.3.2.77' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'nat',
      next: 'ask-building',
      says: [/manager/],
      never: [/your router shares/, /Ask Internet of/],
    },
  },
  // Two routers.
  {
    title: 'a second router, refused',
    language: 'en',
    from: REFUSED,
    request: { useCase: 'minecraft', routerWanIp: '192.168.1.64' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'port',
      next: 'use-one-router',
      also: ['forward-upstream'],
      steps: { port: 'port-refused-at-address', router: 'router-rule-not-seen' },
      says: [/192\.168\.1\.64/, /each router needs the rule/],
      never: [/can't see its settings/],
    },
  },
  {
    title: 'LG U+ 공유기 뒤의 내 공유기',
    language: 'ko',
    from: SILENT,
    request: { useCase: '마인크래프트', isp: 'LG U+', routerBrand: 'iptime', routerWanIp: '192.168.219.103' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'nat',
      next: 'use-one-router',
      also: ['forward-upstream'],
      steps: { port: 'port-silent-at-address', router: 'router-rule-not-seen' },
      says: [/위쪽 공유기\(.*192\.168\.219\.1\)/],
      never: [/첫 번째 장비/],
    },
  },
  // Silence over UDP.
  {
    title: 'WireGuard',
    language: 'en',
    from: SILENT,
    request: { useCase: 'wireguard', internalIp: '192.168.1.20' },
    expected: {
      verdict: 'cannot-tell',
      next: 'try-the-program',
      also: ['forward-port'],
      steps: { port: 'port-silent-at-address', router: 'router-rule-not-seen', service: 'service-not-given' },
      says: [/Forward UDP port 51820 in your router to 192\.168\.1\.20/],
      never: [/[Nn]othing to change/, /scheme/],
    },
  },
  {
    title: '팰월드',
    language: 'ko',
    from: SILENT,
    request: { useCase: '팰월드', routerBrand: 'iptime', internalIp: '192.168.0.10' },
    expected: {
      verdict: 'cannot-tell',
      next: 'try-the-program',
      also: ['forward-port'],
      says: [/UDP 8211/],
      never: [/바꿀 것은 없습니다/, /scheme/],
    },
  },
  // Ports.
  {
    title: 'only the rules that are required',
    language: 'en',
    from: SILENT,
    request: { useCase: 'minecraft', internalIp: '192.168.1.20' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'port',
      next: 'compare-router-address',
      says: [/TCP port 25565 in your router to 192\.168\.1\.20/],
      never: [/UDP 25565/],
    },
  },
  {
    title: 'LG U+ 443번, 응답 없음',
    language: 'ko',
    from: SILENT,
    request: { useCase: '웹서버', isp: 'LG U+' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'port',
      next: 'compare-router-address',
      also: ['use-other-port'],
      says: [/18443/],
    },
  },
  {
    title: 'IPv6, refused',
    language: 'en',
    from: HOME6,
    request: { port: 8083 },
    expected: { verdict: 'blocked', blockedAt: 'port', next: 'start-service', never: [/forwarded yet/, /[Ff]orward /] },
  },
  // Names.
  {
    title: 'a record with the shared address of the router',
    language: 'en',
    from: HOME,
    request: { useCase: 'minecraft', hostname: 'shared.home.test' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'name',
      next: 'use-relay',
      also: ['ask-public-address', 'see-alternatives'],
      steps: { name: 'name-shared' },
      never: [/Change the A record/],
    },
  },
  {
    title: '레코드에 사설 IP',
    language: 'ko',
    from: HOME,
    request: { useCase: '마인크래프트', hostname: 'lan.home.test' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'name',
      next: 'update-record',
      says: [/192\.168\.1\.20/, /DDNS/, /공인 IP를 받지 못했거나/],
    },
  },
  {
    title: 'a record with 127.0.0.1',
    language: 'en',
    from: HOME,
    request: { useCase: 'minecraft', hostname: 'self.home.test' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'name',
      next: 'update-record',
      steps: { name: 'name-off' },
      says: [/switched off/],
    },
  },
  {
    title: 'a stale AAAA beside a right A',
    language: 'en',
    from: HOME,
    request: { useCase: 'minecraft', hostname: 'dual.home.test' },
    expected: {
      verdict: 'reachable',
      next: 'tell-friends',
      also: ['check-other-family'],
      steps: { name: 'other-family-unchecked' },
      says: [/2001:db8:77::20/],
      friendsConnectTo: 'dual.home.test',
    },
  },
  {
    title: 'AAAA는 맞고 A는 다른 주소',
    language: 'ko',
    from: HOME6,
    request: { port: 8080, hostname: 'six.home.test' },
    expected: {
      verdict: 'reachable',
      next: 'tell-friends',
      also: ['check-other-family'],
      says: [/198\.18\.40\.77/],
      friendsConnectTo: 'six.home.test:8080',
    },
  },
  // The name or address that others type.
  {
    title: 'Minecraft, open at its usual port',
    language: 'en',
    from: HOME,
    request: { useCase: 'minecraft', hostname: 'right.home.test' },
    expected: {
      verdict: 'reachable',
      next: 'tell-friends',
      friendsConnectTo: 'right.home.test',
      otherServices: ['bedrock', 'realms', 'education'].map((edition) => ({ useCase: `minecraft-${edition}` })),
      says: [/right\.home\.test/],
    },
  },
  // After port 80 comes the certificate.
  {
    title: 'a website at its name, open over HTTP',
    language: 'en',
    from: HOME,
    request: { port: 80, hostname: 'right.home.test' },
    expected: {
      verdict: 'reachable',
      next: 'tell-friends',
      also: ['check-issuance'],
      says: [/certificate for right\.home\.test/],
    },
  },
  {
    title: '이름 없이 연 80번 포트',
    language: 'ko',
    from: HOME,
    request: { port: 80 },
    expected: { verdict: 'reachable', next: 'tell-friends', never: [/인증서/] },
  },
  {
    title: 'another port at the same name',
    language: 'en',
    from: HOME,
    request: { port: 8080, hostname: 'right.home.test' },
    expected: { verdict: 'reachable', next: 'tell-friends', never: [/certificate/] },
  },
  {
    title: '마인크래프트, 다른 포트',
    language: 'ko',
    from: HOME,
    request: { useCase: '마인크래프트', port: 25_570 },
    expected: { verdict: 'reachable', next: 'tell-friends', friendsConnectTo: `${HOME}:25570` },
  },
  // Hints that cannot be used.
  {
    title: '127.0.0.1 as the device',
    language: 'en',
    from: SILENT,
    request: { useCase: 'minecraft', internalIp: '127.0.0.1' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'port',
      next: 'compare-router-address',
      also: ['check-device-address'],
      says: [/127\.0\.0\.1 means the computer itself/],
      notUnderstood: ['internalIp'],
    },
  },
  {
    title: '읽을 수 없는 WAN 주소',
    language: 'ko',
    from: SILENT,
    request: { useCase: '마인크래프트', routerWanIp: '192.168.1', internalIp: '8.8.8.8' },
    expected: {
      verdict: 'blocked',
      blockedAt: 'port',
      next: 'compare-router-address',
      notUnderstood: ['internalIp', 'routerWanIp'],
    },
  },
]

const NEEDS = { ...DNS_LAB_NEEDS, programs: [...DNS_LAB_NEEDS.programs, 'nft'] }
const RUNS = `
for (const hostname of ${JSON.stringify([HOME, HOME6])})
  for (const port of ${JSON.stringify(OPEN_PORTS)}) Bun.listen({ hostname, port, socket: { data() {} } })
setInterval(() => {}, 1000)
`
const RECORDS = `
shared A 100.72.3.4
lan A 192.168.1.20
self A 127.0.0.1
dual A ${HOME}
dual AAAA 2001:db8:77::20
right A ${HOME}
six AAAA ${HOME6}
six A 198.18.40.77
`

const theLab = dnsLabOfFile()
const started = shared(() => theLab().then(startHome))

async function startHome({ namespace, startDoorstep, setZone, zoneText }: DnsLab): Promise<Server> {
  await namespace.addAddress(HOME, HOME6, SILENT, '198.18.40.22')
  await setZone('home.test', zoneText('home.test') + RECORDS)
  namespace.spawn([process.execPath, '-e', RUNS])
  const drop = `table inet doorstep {\nchain input {\ntype filter hook input priority 0\nip daddr ${SILENT} meta l4proto { tcp, udp } drop\n}\n}\n`
  await run(namespace.inside(['nft', '-f', '-']), { input: drop })
  await portsOpen(namespace, OPEN_PORTS)
  const web = { ports: '80,443,8080', protocol: 'tcp', note: { en: 'Some lines.', ko: '일부 회선.' } }
  const isps: { id: string }[] = JSON.parse(readFileSync(join(ROOT, 'data', 'router', 'isps.json'), 'utf8'))
  const blocking = isps.filter(({ id }) => id === 'lg-uplus').map((isp) => ({ ...isp, mayBlock: [web] }))
  using folder = catalogueFolder({ 'isps.json': blocking })
  return await startDoorstep({ args: ['--trusted-proxies', namespace.peer4, '--catalog-dir', folder.path] })
}

describe('a person who asks', () => {
  for (const situation of SITUATIONS)
    labTest(`${situation.language}: ${situation.title}`, NEEDS, async () => {
      const { url } = await started()
      await meets(url, situation)
    })
})

async function meets(url: string, { language, from, request, expected }: Situation): Promise<void> {
  const headers = { 'x-forwarded-for': from, 'accept-language': language }
  const [answer, shown] = await Promise.all([
    postTool(url, 'reachability', request, headers),
    postTool(url, 'reachability', request, { ...headers, accept: 'text/plain' }),
  ])
  const found = await bodyOf(answer)
  expect([answer.status, found.code ?? null]).toEqual([200, null])
  const text = await shown.text()
  const { verdict, blockedAt = null, next, also = [], steps = {}, says = [], never = [], ...fields } = expected
  expect(found).toMatchObject({ verdict, blockedAt, ...fields })
  expect(found.nextStep.code).toBe(next)
  expect(await followedCodes(url, found.nextActions, from)).toEqual(expect.arrayContaining([...also]))
  const byStep = Object.fromEntries(found.steps.map(({ step, code }: { step: string; code: string }) => [step, code]))
  expect(byStep).toMatchObject(steps)
  for (const words of says) expect(text).toMatch(words)
  for (const words of never) expect(text).not.toMatch(words)
  expect(/[가-힣]/.test(found.headline + found.nextStep.text)).toBe(language === 'ko')
}
