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

type Expected = Situation['expected']

/** Returns a situation; a verdict such as "blocked at nat" names where. */
function situation(
  title: string,
  language: 'en' | 'ko',
  from: string,
  request: object,
  said: string,
  next: string,
  more: Omit<Expected, 'verdict' | 'blockedAt' | 'next'> = {},
): Situation {
  const [verdict = said, blockedAt] = said.split(' at ')
  return { title, language, from, request, expected: { verdict, ...(blockedAt && { blockedAt }), next, ...more } }
}

const NOTHING_PROBED = { port: 'not-needed', service: 'not-needed', router: 'router-not-needed' }

const SITUATIONS: readonly Situation[] = [
  // Services that need no open port.
  situation('Fortnite', 'en', SILENT, { useCase: 'fortnite' }, 'not-needed', 'needs-no-port', {
    steps: NOTHING_PROBED,
    says: [/No port forwarding is needed/],
    never: [/127\.0\.0\.1/, /firewall drops/, /Forward TCP/],
    friendsConnectTo: null,
  }),
  // Consoles.
  situation('PlayStation 5', 'en', SILENT, { useCase: 'ps5' }, 'cannot-tell', 'try-without-rule', {
    also: ['try-without-rule'],
    steps: { port: 'console-only', service: 'same-reason' },
    says: [/connection test/],
    never: [/Forward TCP/, /firewall of the device/],
    friendsConnectTo: null,
  }),
  // Services that should not be open.
  situation('an exposed camera', 'en', HOME, { useCase: 'hikvision' }, 'reachable', 'protect-service', {
    says: [/Hik-Connect/, /but it should not be/],
    never: [/Nothing is in the way/],
    steps: { router: 'router-better-shut' },
    friendsConnectTo: null,
  }),
  situation('닫혀 있는 원격 데스크톱', 'ko', REFUSED, { useCase: '원격 데스크톱' }, 'blocked at port', 'use-safer-way', {
    steps: { router: 'router-better-shut' },
    says: [/VPN/, /닫혀 있는 것이 안전합니다/],
    never: [/프로그램을 실행/, /127\.0\.0\.1/, /바꿀 것은 없습니다/],
  }),
  // Lines on which no rule can let anybody in.
  situation(
    'T-Mobile with the WAN address of its box',
    'en',
    SILENT,
    { useCase: 'minecraft', isp: 'T-Mobile', routerWanIp: '10.12.3.4' },
    'blocked at nat',
    'use-relay',
    { steps: { port: 'explained-before', router: 'router-cannot-help' }, never: [/Look up the WAN/, /enter it/] },
  ),
  situation('원룸', 'ko', SILENT, { useCase: '마인크래프트', isp: '원룸' }, 'blocked at nat', 'ask-building', {
    steps: { nat: 'building-shares' },
    says: [/건물에서 공인 IP 하나를 함께 쓰는 회선/, /건물 관리자/],
    never: [/통신사\(/],
  }),
  // Two routers.
  situation(
    'a second router, refused',
    'en',
    REFUSED,
    { useCase: 'minecraft', routerWanIp: '192.168.1.64' },
    'blocked at port',
    'use-one-router',
    {
      also: ['forward-upstream'],
      steps: { port: 'port-refused-at-address', router: 'router-rule-not-seen' },
      says: [/192\.168\.1\.64/, /each router needs the rule/],
      never: [/can't see its settings/],
    },
  ),
  // Silence over UDP.
  situation('WireGuard', 'en', SILENT, { useCase: 'wireguard', internalIp: '192.168.1.20' }, 'cannot-tell', 'try-the-program', {
    also: ['forward-port'],
    steps: { port: 'port-silent-at-address', router: 'router-rule-not-seen', service: 'service-not-given' },
    says: [/Forward UDP 51820 in your router to 192\.168\.1\.20/],
    never: [/[Nn]othing to change/, /scheme/],
  }),
  situation(
    'LG U+ 443번, 응답 없음',
    'ko',
    SILENT,
    { useCase: '웹서버', isp: 'LG U+' },
    'blocked at port',
    'compare-router-address',
    { also: ['use-other-port'], says: [/18443/] },
  ),
  situation('IPv6, refused', 'en', HOME6, { port: 8083 }, 'blocked at port', 'start-service', {
    never: [/forwarded yet/, /[Ff]orward /],
  }),
  // Names.
  situation(
    'a record with the shared address of the router',
    'en',
    HOME,
    { useCase: 'minecraft', hostname: 'shared.home.test' },
    'blocked at name',
    'use-relay',
    { also: ['ask-public-address', 'see-alternatives'], steps: { name: 'name-shared' }, never: [/Change the A record/] },
  ),
  situation(
    '레코드에 사설 IP',
    'ko',
    HOME,
    { useCase: '마인크래프트', hostname: 'lan.home.test' },
    'blocked at name',
    'update-record',
    { says: [/192\.168\.1\.20/, /DDNS/, /공인 IP를 받지 못했거나/] },
  ),
  situation(
    'a record with 127.0.0.1',
    'en',
    HOME,
    { useCase: 'minecraft', hostname: 'self.home.test' },
    'blocked at name',
    'update-record',
    { steps: { name: 'name-off' }, says: [/switched off/] },
  ),
  situation(
    'a stale AAAA beside a right A',
    'en',
    HOME,
    { useCase: 'minecraft', hostname: 'dual.home.test' },
    'reachable',
    'tell-friends',
    {
      also: ['check-other-family'],
      steps: { name: 'other-family-unchecked' },
      says: [/2001:db8:77::20/],
      friendsConnectTo: 'dual.home.test',
    },
  ),
  situation('AAAA는 맞고 A는 다른 주소', 'ko', HOME6, { port: 8080, hostname: 'six.home.test' }, 'reachable', 'tell-friends', {
    also: ['check-other-family'],
    says: [/198\.18\.40\.77/],
    friendsConnectTo: 'six.home.test:8080',
  }),
  // The name or address that others type.
  situation(
    'Minecraft, open at its usual port',
    'en',
    HOME,
    { useCase: 'minecraft', hostname: 'right.home.test' },
    'reachable',
    'tell-friends',
    {
      friendsConnectTo: 'right.home.test',
      otherServices: ['bedrock', 'realms', 'education'].map((edition) => ({ useCase: `minecraft-${edition}` })),
      says: [/right\.home\.test/],
    },
  ),
  // After port 80 comes the certificate.
  situation(
    'a website at its name, open over HTTP',
    'en',
    HOME,
    { port: 80, hostname: 'right.home.test' },
    'reachable',
    'tell-friends',
    { also: ['check-issuance'], says: [/certificate for right\.home\.test/] },
  ),
  // Hints that cannot be used.
  situation(
    '127.0.0.1 as the device',
    'en',
    SILENT,
    { useCase: 'minecraft', internalIp: '127.0.0.1' },
    'blocked at port',
    'compare-router-address',
    { also: ['check-device-address'], says: [/127\.0\.0\.1 means the computer itself/], notUnderstood: ['internalIp'] },
  ),
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
  const isps: { id: string }[] = JSON.parse(readFileSync(join(ROOT, 'data', 'router', 'providers.json'), 'utf8'))
  const blocking = isps.filter(({ id }) => id === 'lg-uplus').map((isp) => ({ ...isp, mayBlock: [web] }))
  using folder = catalogueFolder({ 'providers.json': blocking })
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
