// Any service, the provider, anything that keeps a rule from working, and the way on from every answer.
import { afterAll, describe, expect, test } from 'bun:test'
import brandList from '../../../../data/router/brands.json' with { type: 'json' }
import ispList from '../../../../data/router/providers.json' with { type: 'json' }
import { catalogueFolder } from '../../../support/router/catalogue-folder.ts'
import { bodyOf, postTool } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const HOME = '9.9.9.9'
const HOME6 = '2620:fe::fe'

const named = (id: string) => ({ id, name: { en: id, ko: id }, aliases: [] })
const [kt] = ispList.filter(({ id }) => id === 'kt')
const provider = (id: string, more: object) => ({ ...kt, ...named(id), equipment: null, gateways: [], asns: [], ...more })
const words = { en: 'Switch me to a public address, please.', ko: '공인 IP로 바꿔 주세요.' }
const PROVIDERS = [
  provider('litenet', { ipv4: 'ds-lite', ask: words }),
  provider('mapnet', { country: 'JP', ipv4: 'map-e', ask: null }),
  provider('sharednet', { ipv4: 'shared', ask: words, support: '0800 123' }),
]

const path = (...steps: string[]) => ({ screen: 'en', en: steps, ko: steps })
const label = (en: string, ko: string) => ({ screen: 'both', en, ko })
const [asus] = brandList.filter(({ id }) => id === 'asus')
const box = (id: string, more: object) => ({
  ...asus,
  sources: ['https://example.com/'],
  confidence: 'medium',
  protocolChoices: ['TCP', 'UDP', 'TCP/UDP'],
  nameMax: 10,
  pinhole: path('Firewall', 'IPv6'),
  ...named(id),
  ...more,
})
const BRANDS = [
  box('formbox', {}),
  box('unsurebox', { sources: [], pinhole: undefined }),
  box('rigbox', {
    fields: {
      protocol: label('Protocol', '프로토콜'),
      externalPort: label('First port', '외부 포트 시작'),
      externalPortEnd: label('Last port', '외부 포트 끝'),
      internalIp: label('Device', '기기'),
      internalPort: label('First inside', '내부 포트 시작'),
      internalPortEnd: label('Last inside', '내부 포트 끝'),
    },
    picksDevice: true,
    wanPage: path('Map', 'WAN IP'),
    vpn: path('VPN', 'Server'),
    wakeOnLan: path('Tools', 'Wake'),
    variants: [{ when: { en: 'newer models', ko: '신형' }, menu: path('New', 'Forwarding'), models: ['Rig AX##*'] }],
    aliases: ['rig'],
    models: ['AX##'],
  }),
]

const folder = catalogueFolder({ 'providers.json': PROVIDERS, 'brands.json': BRANDS })
const proxied = ['--trusted-proxies', '127.0.0.1', '--allow-targets', '127.0.0.0/8']
const server = await sharedServer({ args: [...proxied, '--catalog-dir', folder.path] })
afterAll(() => folder[Symbol.dispose]())

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>

async function plan(request: object, language = 'en', from = HOME): Promise<ToolAnswer> {
  const headers = { 'accept-language': language, 'x-forwarded-for': from }
  const answer = await postTool(server.url, 'port-forward-plan', request, headers)
  expect([request, answer.status]).toEqual([request, 200])
  return bodyOf(answer)
}

async function refusal(request: object): Promise<ToolAnswer> {
  const answer = await postTool(server.url, 'port-forward-plan', request, {})
  expect([request, answer.status]).toEqual([request, 422])
  return bodyOf(answer)
}

const codes = ({ nextActions }: ToolAnswer): string[] => nextActions.map(({ code }: ToolAnswer) => code)
const textOf = ({ nextActions }: ToolAnswer, code: string): string =>
  nextActions.find((one: ToolAnswer) => one.code === code)?.text ?? ''
const ways = ({ alternatives }: ToolAnswer): string[] => alternatives.map(({ name }: ToolAnswer) => name)
const MINE = { useCase: 'minecraft-java', routerBrand: 'asus', internalIp: '192.168.50.9' }

describe('any service', () => {
  test('a known service on other ports keeps its facts, and the ports that must stay closed', async () => {
    const found = await plan({ ...MINE, ports: [{ port: 25_570 }, { port: 25_575, externalPort: 30_000 }] })
    expect(found.service.id).toBe('minecraft-java')
    expect(found.rules.map(({ externalPort, protocol }: ToolAnswer) => `${externalPort}/${protocol}`)).toEqual(['25570/tcp'])
    expect(found.ports.map(({ external, forward }: ToolAnswer) => [external, forward])).toEqual([
      ['25570', true],
      ['30000', false],
    ])
    const never = await plan({ useCase: 'rdp', ports: [{ port: 3389, externalPort: 13_389 }, { port: 5000 }] })
    expect([never.rules, never.commands, codes(never)[0]]).toEqual([[], [], 'use-safer-way'])
  })

  test.each([
    [{ routerBrand: 'asus' }, 'useCase'],
    [{ ports: [] }, 'ports'],
    [{ ports: Array.from({ length: 33 }, (_, index) => ({ port: index + 1 })) }, 'ports'],
    [{ ports: [{ port: 1, protocol: 'sctp' }] }, 'ports.0.protocol'],
    [{ ports: [{ port: 80 }, { port: 81, externalPort: 80 }] }, 'ports.1.externalPort'],
  ])('%j is refused at %s', async (request, field) => {
    expect(await refusal(request)).toMatchObject({ code: 'invalid-request', field })
  })
})

describe('hints', () => {
  test('hints that are not understood are named, and do not refuse the request', async () => {
    const request = { useCase: 'ssh', routerBrand: 'Foobar 3000', isp: 'no such provider', platform: 'freebsd jail' }
    expect((await plan(request)).notUnderstood).toEqual(['routerBrand', 'isp', 'platform'])
    expect((await plan({ useCase: 'ssh', routerBrand: '', isp: ' ', platform: '' })).notUnderstood).toEqual([])
  })
})

describe('a router that is known in full', () => {
  const RIG = { routerBrand: 'rigbox', internalIp: '192.168.50.9' }

  test('names the page of its WAN address, and the menu of the named model', async () => {
    const found = await plan({ useCase: 'minecraft-java', ...RIG })
    expect(textOf(found, 'compare-router-address')).toMatch(/^Log in to your router .*: Map > WAN IP must be 9\.9\.9\.9\./)
    expect(found.menuPath).not.toEqual(['New', 'Forwarding'])
    const newer = await plan({ useCase: 'minecraft-java', ...RIG, routerBrand: 'rigbox AX55' })
    expect([newer.router.id, newer.menuPath]).toEqual(['rigbox', ['New', 'Forwarding']])
    expect(textOf(found, 'add-rules')).toContain(', and save. Newer models: New > Forwarding.')
    expect(textOf(newer, 'add-rules')).toStartWith('Open New > Forwarding, forward')
    expect(newer.menuVariants).toEqual([{ when: 'Other models', menuPath: found.menuPath }])
  })

  test('splits a range into the fields of its form, in their order, and picks the device', async () => {
    const found = await plan({ useCase: 'ps5', ...RIG }, 'ko')
    expect(found.rules[0].form).toEqual([
      { label: '프로토콜', value: expect.any(String) },
      { label: '외부 포트 시작', value: '3478' },
      { label: '외부 포트 끝', value: expect.stringMatching(/^\d+$/) },
      { label: '기기', value: '기기 선택(192.168.50.9)' },
      { label: '내부 포트 시작', value: '3478' },
      { label: '내부 포트 끝', value: expect.stringMatching(/^\d+$/) },
    ])
  })

  test('does itself what a rule would do', async () => {
    const wake = await plan({ useCase: 'wake-on-lan', ...RIG })
    expect(codes(wake)[0]).toBe('use-safer-way')
    expect(wake.alternatives[0]).toMatchObject({
      name: 'Function of the router',
      text: expect.stringMatching(/wake it itself.*Tools > Wake/),
    })
    expect((await plan({ useCase: 'rdp', ...RIG })).alternatives[0].text).toContain('VPN server of its own: VPN > Server')
    expect(codes(await plan({ useCase: 'wireguard', ...RIG })).slice(0, 2)).toEqual(['compare-router-address', 'use-own-vpn'])
  })
})

describe('the provider', () => {
  test('DS-Lite and shared addresses are told apart; a guess alone never says no', async () => {
    const lite = await plan({ ...MINE, isp: 'litenet' })
    expect([lite.forwardingWorks, lite.rules]).toEqual(['no', []])
    expect([lite.situation, lite.nextActions[0].code]).toEqual(['carrier-grade', 'ask-public-address'])
    expect(lite.alternatives[0]).toMatchObject({ kind: 'public-address', lines: ['Switch me to a public address, please.'] })
    const shared = await plan({ ...MINE, isp: 'sharednet' }, 'ko')
    expect([shared.forwardingWorks, shared.situation]).toEqual(['no', 'carrier-grade'])
    expect(textOf(shared, 'ask-public-address')).toMatch(/0800 123.*"공인 IP로 바꿔 주세요\."$/)
    const map = await plan({ ...MINE, isp: 'mapnet' })
    expect([map.forwardingWorks, textOf(map, 'shared-ports')]).toEqual([
      'unknown',
      expect.stringContaining('only part of the ports'),
    ])
    // An address that the requester's own router shows proves more than what is known of the provider.
    expect((await plan({ ...MINE, isp: 'sharednet', routerWanIp: HOME })).forwardingWorks).toBe('yes')
    expect((await plan(MINE)).forwardingWorks).toBe('unknown')
  })
})

describe('ways that need no rule', () => {
  const behind = (useCase: string, more: object = {}) =>
    plan({ useCase, routerBrand: 'asus', internalIp: '192.168.50.9', routerWanIp: '100.64.0.7', ...more })

  test('fit the service, filled with its ports and its address', async () => {
    const game = await behind('minecraft-java')
    expect(ways(game)).toEqual([
      'Public address from your provider',
      'playit',
      'WireGuard through a rented server',
      'IPv6',
      'Tailscale',
    ])
    expect(game.alternatives[2].lines.join('\n')).toContain('tcp dport 25565 dnat to 192.168.50.9:25565')
    expect(textOf(game, 'use-relay')).toContain('no port forwarding: playit, ')
    const page = await behind('nextcloud')
    expect(ways(page)).toContain('Cloudflare Tunnel')
    const lines = page.alternatives.flatMap(({ lines }: ToolAnswer) => lines)
    expect(lines).toContain('cloudflared tunnel --url https://192.168.50.9:443 --no-tls-verify')
    // A web page by its port, but video.
    expect(ways(await behind('jellyfin'))).not.toContain('Cloudflare Tunnel')
    expect(ways(await behind('valheim'))[0]).toBe('Built-in remote access')
    const camera = await behind('hikvision')
    expect(ways(camera)).toEqual(['Built-in remote access', 'Tailscale'])
    expect(camera.alternatives[1].lines.at(-1)).toBe('sudo tailscale set --advertise-routes=192.168.50.9/32')
    expect(ways(await behind('ps5'))).not.toContain('playit')
    expect(ways(await behind('teamviewer'))).toEqual([])
  })

  test('are not offered where rules work, and leave the SSH of a rented server alone', async () => {
    expect((await plan({ ...MINE, routerWanIp: HOME })).alternatives).toEqual([])
    const ssh = (await behind('ssh')).alternatives.find(({ name }: ToolAnswer) => name.startsWith('WireGuard'))
    expect([ssh.text.includes('2222'), ssh.lines.join('\n').includes('tcp dport 2222 dnat to 192.168.50.9:22')]).toEqual([
      true,
      true,
    ])
  })

  test('over IPv6: the menu where it is known, and lines with the address that asks', async () => {
    const known = await plan({ ...MINE, routerBrand: 'formbox' }, 'en', HOME6)
    expect(known.ipv6.menuPath).toEqual(['Firewall', 'IPv6'])
    expect(known.ipv6.commands).toEqual([
      {
        kind: 'upnpc',
        where: 'device',
        lines: ['TCP', 'UDP'].map((protocol) => `upnpc -6 -A "" 0 ${HOME6} 25565 ${protocol} 86400`),
      },
    ])
    const unknown = await plan({ ...MINE, routerBrand: 'unsurebox' })
    expect([unknown.ipv6.menuPath, unknown.ipv6.text.includes("We don't know the menu")]).toEqual([null, true])
    expect(unknown.ipv6.commands[0].lines[0]).toStartWith('# upnpc -6 -A "" 0 DEVICE_IPV6')
    expect((await plan({ ...MINE, useCase: 'rdp' })).ipv6).toBeNull()
  })
})

describe('the rule', () => {
  test('is in the words of the form, one for both protocols where it has that choice', async () => {
    const found = await plan({ useCase: 'mumble', routerBrand: 'formbox', internalIp: '192.168.50.9' })
    expect(found.rules).toHaveLength(1)
    expect(found.rules[0]).toMatchObject({ name: 'mumble', protocol: 'both', externalPort: '64738' })
    expect(found.rules[0].form.map(({ value }: ToolAnswer) => value)).toContain('TCP/UDP')
    expect(found.verify).toHaveLength(2)
    const several = await plan({ useCase: 'satisfactory', routerBrand: 'formbox', internalIp: '192.168.50.9' })
    expect(several.rules.filter(({ name }: ToolAnswer) => name.length > 10)).toEqual([])
  })
})

test('a relay is offered where players type its address, and not where the publisher brings them together; a page gets a tunnel', async () => {
  for (const [useCase, isRelay, isTunnel] of [
    ['minecraft-java', true, false],
    ['valheim', true, false],
    ['teamspeak3', true, false],
    ...(['starcraft', 'warcraft 3', 'gta online', 'call of duty'] as const).map((game) => [game, false, false] as const),
    ...(['matrix', 'foundry vtt'] as const).map((page) => [page, false, true] as const),
  ] as const) {
    const names = ways(await plan({ useCase, routerWanIp: '100.64.0.7' }))
    expect([useCase, names.includes('playit'), names.includes('Cloudflare Tunnel')]).toEqual([useCase, isRelay, isTunnel])
  }
})
