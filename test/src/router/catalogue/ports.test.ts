import { describe, expect, test } from 'bun:test'
import { serviceName } from '../../../../src/diagnostics/port/index.ts'
import { labelIn } from '../../../../src/router/catalogue/labels.ts'
import { embeddedCatalogue, openCatalogue } from '../../../../src/router/catalogue/load.ts'
import { matchName } from '../../../../src/router/catalogue/match.ts'
import { isOnRange, serviceNeeding, servicesOn } from '../../../../src/router/catalogue/ports.ts'
import { ddnsServiceOf } from '../../../../src/router/index.ts'
import { catalogueFolder, DDNS } from '../../../support/router/catalogue-folder.ts'

test.each([
  [25_565, 'tcp', null, 'minecraft-java'],
  [25_565, 'udp', null, null],
  [51_820, 'udp', null, 'wireguard'],
  [3389, 'tcp', 'ms-wbt-server', 'rdp'],
  // Several services need it; the one of its registered name is meant, if there is one.
  [443, 'tcp', 'https', 'web-server'],
  [27_015, 'udp', null, null],
  [30_000, 'udp', null, 'luanti'],
  // Geyser is there in its place.
  [19_132, 'udp', null, 'minecraft-bedrock'],
  // A camera needs it, but a caller who opens it runs a web server; the registry has its own name for that.
  [80, 'tcp', 'http', 'web-server'],
  [80, 'tcp', 'www-http', 'web-server'],
  // Any web program may be there.
  [8000, 'tcp', 'irdmi', null],
  // It lists the port as one not to forward, and is advisable on another.
  [1883, 'tcp', 'mqtt', null],
  // Its name is that of a service which should stay closed altogether.
  [3306, 'tcp', 'mysql', 'database'],
  [50_050, 'tcp', null, null],
  [8080, 'tcp', 'http-alt', null],
  [1, 'tcp', 'tcpmux', null],
] as const)('port %i over %s (%s): %p', async (port, protocol, registered, id) => {
  const { portUses } = await openCatalogue(null).read()
  expect(serviceNeeding(portUses, port, protocol, registered)?.id ?? null).toBe(id)
})

test('the services on a port, those first that need it', async () => {
  const { portUses } = await openCatalogue(null).read()
  expect(servicesOn(portUses, 80).map(({ id }) => id)).toEqual(expect.arrayContaining(['onvif', 'web-server', 'hikvision']))
  expect(servicesOn(portUses, 80)[0]?.id).toBe('onvif')
  expect(servicesOn(portUses, 25_565, 'udp').map(({ id }) => id)).toEqual(['minecraft-java'])
  expect(servicesOn(portUses, 1)).toEqual([])
})

test('no port is said to be that of a service which is opened on another one, or merely uses it', async () => {
  const { portUses } = await openCatalogue(null).read()
  const odd: string[] = []
  for (const protocol of ['tcp', 'udp'] as const)
    for (let port = 1; port < 65_536; port++) {
      const found = serviceNeeding(portUses, port, protocol, await serviceName(port, protocol))
      const own = found?.ports.find((one) => one.protocol === protocol && isOnRange(one.external, port))
      const isKnown = ['database', 'smtp-imap', 'ollama', 'portainer', 'sip-rtp'].includes(found?.id ?? '')
      if (found && !(own?.required || (own?.forward && found.recommended) || isKnown)) odd.push(`${port}/${protocol} ${found.id}`)
    }
  expect(odd).toEqual([])
})

// Names of dynamic DNS services: whose they are, and what an operator may add.

const catalogue = await openCatalogue(null).read()

test.each([
  ['myhome.iptime.org', 'iptime', 'iptime'],
  ['MyHome.IPTIME.org.', 'iptime', 'iptime'],
  ['www.myhome.iptime.org', 'iptime', 'iptime'],
  ['nas.synology.me', 'synology', null],
  ['nas.diskstation.me', 'synology', null],
  ['nas.myds.me', 'synology', null],
  ['nas.dscloud.me', 'synology', null],
  ['nas.i234.me', 'synology', null],
  ['home.asuscomm.com', 'asus', 'asus'],
  ['home.tplinkdns.com', 'tp-link', 'tp-link'],
  ['nas.myqnapcloud.com', 'qnap', null],
  ['abc123.myfritz.net', 'myfritz', 'avm-fritzbox'],
  ['home.duckdns.org', 'duckdns', null],
  ['home.ddns.net', 'no-ip', null],
  ['home.hopto.org', 'no-ip', null],
  ['home.zapto.org', 'no-ip', null],
  ['home.sytes.net', 'no-ip', null],
  ['home.dyndns.org', 'dyn', null],
  ['home.homelinux.net', 'dyn', null],
  ['home.mooo.com', 'freedns', null],
  ['0123456789ab.sn.mynetname.net', 'mikrotik', 'mikrotik'],
  ['ab12345.glddns.com', 'gl-inet', 'gl-inet'],
  ['집.kro.kr', 'my-domain-korea', null],
])('%s belongs to %s', (hostname, id, brand) => {
  const found = ddnsServiceOf(hostname, catalogue)
  expect([found?.id ?? null, found?.brand ?? null]).toEqual([id, brand])
})

test.each(['example.com', 'iptime.org', 'notiptime.org', 'org', '', 'iptime.org.example.com'])('%p belongs to none', (hostname) =>
  expect(ddnsServiceOf(hostname, catalogue)).toBeNull(),
)

test('an operator adds services, whose domains win', async () => {
  using folder = catalogueFolder({ 'ddns.json': [{ ...DDNS, suffixes: ['acme.example', 'iptime.org'] }] })
  const laid = await openCatalogue(folder.path).read()
  expect(ddnsServiceOf('a.acme.example', laid)?.id).toBe('acme-dns')
  expect(ddnsServiceOf('a.iptime.org', laid)?.id).toBe('acme-dns')
  expect(ddnsServiceOf('a.duckdns.org', laid)?.id).toBe('duckdns')
})

test.each([
  [
    'a domain of two services',
    [DDNS, { ...DDNS, id: 'b', name: { en: 'B', ko: '비' } }],
    '[1].suffixes[0] is "acme.example", which is already',
  ],
  ['no domain', [{ ...DDNS, suffixes: [] }], '[0].suffixes is empty'],
  ['a domain with a dot in front', [{ ...DDNS, suffixes: ['.acme.example'] }], 'not a host name in lowercase'],
  ['a brand that is none', [{ ...DDNS, brand: 'acme-bx' }], '[0].brand is "acme-bx", which is not the id of a brand'],
])('%s is a mistake', (_, entries, says) => {
  using folder = catalogueFolder({ 'ddns.json': entries })
  expect(() => openCatalogue(folder.path)).toThrow(says)
})

const { useCases } = embeddedCatalogue()
const serviceIn = (text: string) => matchName(useCases, text).found?.id ?? null

describe('words about circumstances do not hide a service', () => {
  test.each([
    ['plex remote access', 'plex'],
    ['나스 외부에서 접속하기', 'nas-generic'],
    ['시놀로지 나스 외부 접속', 'synology-dsm'],
    ['how to host a terraria server', 'terraria'],
    ['open ports for valheim', 'valheim'],
    ['PS5 NAT type 2', 'playstation'],
    ['마인크래프트 서버 친구들이랑 하기', 'minecraft-java'],
    ['SSH from work', 'ssh'],
    ['라즈베리파이 ssh', 'ssh'],
    ['스타 리마스터 방만들기', 'starcraft-remastered'],
    ['jellyfin on docker', 'jellyfin'],
  ])('%s', (text, id) => expect(serviceIn(text)).toBe(id))

  test.each(['외부 접속', '외부에서', '홈 VPN', 'remote', 'raspberry pi', 'nat type 3', 'my app', '포트 열기 방법'])(
    '%p names no service',
    (text) => expect(serviceIn(text)).toBeNull(),
  )

  test.each(['game server', '게임 서버 열기'])('%p names the kind', (text) => expect(serviceIn(text)).toBe('game-generic'))
})

test('a screen in the language of the reader needs no translation', () => {
  expect(labelIn({ screen: 'ko', en: 'Port forwarding', ko: '포트포워드 설정' }, 'ko')).toBe('포트포워드 설정')
  expect(labelIn({ screen: 'en', en: 'Port Forwarding', ko: '포트 포워딩' }, 'en')).toBe('Port Forwarding')
})
