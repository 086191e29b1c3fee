// Any service, the provider, anything that keeps a rule from working, and the way on from every answer.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import brandList from '../../../../data/router/brands.json' with { type: 'json' }
import ispList from '../../../../data/router/providers.json' with { type: 'json' }
import { followedCodes } from '../../../support/router/guidance.ts'
import { bodyOf, postTool, type Server, startServer } from '../../../support/server.ts'

/** Quad9, whose network is AS19281 in the embedded data. */
const HOME = '9.9.9.9'
const ASN = 19_281
const HOME6 = '2620:fe::fe'

const folder = mkdtempSync(join(tmpdir(), 'doorstep-ways-'))
let server: Server
beforeAll(async () => {
  const [kt] = ispList.filter(({ id }) => id === 'kt')
  const [asus] = brandList.filter(({ id }) => id === 'asus')
  const provider = (id: string, more: object) => ({
    ...kt,
    id,
    name: { en: id, ko: id },
    aliases: [],
    equipment: null,
    gateways: [],
    asns: [],
    ...more,
  })
  const words = { en: 'Switch me to a public address, please.', ko: '공인 IP로 바꿔 주세요.' }
  const isps = [
    provider('guessnet', { asns: [ASN], blocked: [{ ports: '25,80', protocol: 'tcp', note: { en: 'Closed.', ko: '차단.' } }] }),
    provider('mobilenet', { mobile: true, ipv4: 'shared' }),
    provider('nevernet', { ipv4: 'shared', publicAddress: 'never' }),
    provider('switchnet', { ipv4: 'shared', publicAddress: 'account' }),
    provider('maybenet', {
      tips: { en: ['Mind the gap.'], ko: ['주의.'] },
      mayBlock: [{ ports: '80,443', protocol: 'tcp', note: { en: 'Closed on some lines.', ko: '일부 회선에서 차단.' } }],
    }),
    provider('litenet', { ipv4: 'ds-lite', ask: words }),
    provider('mapnet', { country: 'JP', ipv4: 'map-e', ask: null }),
    provider('usualnet', { carrierNat: { usual: 'yes', note: { en: 'Most lines share.', ko: '대부분 공유합니다.' } } }),
    provider('sharednet', { ipv4: 'shared', ask: words, support: '0800 123' }),
  ]
  const menu = { screen: 'en', en: ['Firewall', 'IPv6'], ko: ['방화벽', 'IPv6'] }
  const form = {
    sources: ['https://example.com/'],
    confidence: 'medium',
    protocolChoices: ['TCP', 'UDP', 'TCP/UDP'],
    nameMax: 10,
    pinhole: menu,
  }
  writeFileSync(join(folder, 'providers.json'), JSON.stringify(isps))
  const path = (...steps: string[]) => ({ screen: 'en', en: steps, ko: steps })
  const label = (en: string, ko: string) => ({ screen: 'both', en, ko })
  const splitFields = {
    protocol: label('Protocol', '프로토콜'),
    externalPort: label('First port', '외부 포트 시작'),
    externalPortEnd: label('Last port', '외부 포트 끝'),
    internalIp: label('Device', '기기'),
    internalPort: label('First inside', '내부 포트 시작'),
    internalPortEnd: label('Last inside', '내부 포트 끝'),
  }
  const extras = {
    fields: splitFields,
    picksDevice: true,
    wanPage: path('Map', 'WAN IP'),
    vpn: path('VPN', 'Server'),
    wakeOnLan: path('Tools', 'Wake'),
    variants: [{ when: { en: 'newer models', ko: '신형' }, menu: path('New', 'Forwarding'), models: ['Rig AX##*'] }],
  }
  const box = (id: string, more: object) => ({ ...asus, ...form, id, name: { en: id, ko: id }, aliases: [], ...more })
  writeFileSync(
    join(folder, 'brands.json'),
    JSON.stringify([
      box('formbox', {}),
      box('unsurebox', { sources: [], pinhole: undefined }),
      box('rigbox', { ...extras, aliases: ['rig'], models: ['AX##'] }),
    ]),
  )
  const args = ['--trusted-proxies', '127.0.0.1', '--allow-targets', '127.0.0.0/8', '--catalog-dir', folder]
  server = await startServer({ args })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

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

test('IPv6 is not offered behind a mobile box that lets nothing in', async () => {
  const own = { ...MINE, routerWanIp: '100.64.0.7' }
  expect(ways(await plan(own))).toContain('IPv6')
  expect(ways(await plan({ ...own, isp: 'mobilenet' }))).not.toContain('IPv6')
  expect((await plan({ ...own, routerBrand: 'starlink' })).ipv6).toBeNull()
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

describe('any service', () => {
  test('its ports alone', async () => {
    const ports = [{ port: 8123 }, { port: 9000, externalPort: 19_000, protocol: 'both' }]
    const found = await plan({ ports, routerBrand: 'asus', internalIp: '192.168.50.9' })
    expect(found.service).toMatchObject({ id: 'custom', category: 'custom' })
    expect(
      found.rules.map(({ name, externalPort, internalPort, protocol }: ToolAnswer) => [
        name,
        externalPort,
        internalPort,
        protocol,
      ]),
    ).toEqual([
      ['port-8123', '8123', '8123', 'tcp'],
      ['port-19000', '19000', '9000', 'both'],
    ])
    expect(found.verify[1]).toEqual({ tool: 'port-check', request: { port: 19_000, protocol: 'tcp' } })
    await followedCodes(server.url, found.nextActions, '127.0.0.1')
  })

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

  test('a port of a service that must not be open is named as one', async () => {
    const found = await plan({ ports: [{ port: 3389, externalPort: 13_389 }] })
    expect(found.nextActions[0]).toMatchObject({ code: 'use-safer-way', request: { useCase: 'wireguard' } })
    expect(found.nextActions[0].text).toMatch(/Remote Desktop .*port 3389/)
    expect(codes(await plan({ ports: [{ port: 25_571 }] }))).not.toContain('use-safer-way')
  })

  test.each([
    [{}, 'useCase'],
    [{ routerBrand: 'asus' }, 'useCase'],
    [{ ports: [] }, 'ports'],
    [{ ports: Array.from({ length: 33 }, (_, index) => ({ port: index + 1 })) }, 'ports'],
    [{ ports: [{ port: 0 }] }, 'ports.0.port'],
    [{ ports: [{ port: 1, protocol: 'sctp' }] }, 'ports.0.protocol'],
    [{ ports: [{ port: 1, name: 'x' }] }, 'ports.0.name'],
    [{ ports: [{ port: 80 }, { port: 81, externalPort: 80 }] }, 'ports.1.externalPort'],
  ])('%j is refused at %s', async (request, field) => {
    expect(await refusal(request)).toMatchObject({ code: 'invalid-request', field })
  })

  test('an unknown service is asked for its ports', async () => {
    expect((await refusal({ useCase: 'frobnicate' })).detail).toContain('enter its port number instead')
  })
})

describe('hints', () => {
  test('hints that are not understood are named, and do not refuse the request', async () => {
    const request = { useCase: 'ssh', routerBrand: 'Foobar 3000', isp: 'no such provider', platform: 'freebsd jail' }
    expect((await plan(request)).notUnderstood).toEqual(['routerBrand', 'isp', 'platform'])
    expect((await plan({ useCase: 'ssh', routerBrand: '', isp: ' ', platform: '' })).notUnderstood).toEqual([])
  })

  test('an unknown router keeps its name, without characters that a shell would read', async () => {
    const found = await plan({ useCase: 'ssh', routerBrand: 'Quux RT3200 `reboot`' })
    expect(found.router).toMatchObject({ id: null, known: false, name: 'Quux RT3200 reboot' })
    expect(textOf(found, 'find-brand')).toContain('"Quux RT3200 reboot" isn\'t in our list yet')
    expect(textOf(await plan({ useCase: 'ssh', routerBrand: 'Quux' }, 'ko'), 'find-brand')).toContain('"Quux" 제품은 아직')
  })

  test('a provider is understood as a router, and a box as a provider', async () => {
    const boxless = await plan({ useCase: 'ssh', routerBrand: 'Mediacom' })
    expect([boxless.isp.id, boxless.router.name]).toEqual(['mediacom', boxless.isp.name])
    const spectrum = await plan({ useCase: 'ssh', routerBrand: 'Spectrum' })
    expect(spectrum.isp).toMatchObject({ id: 'spectrum', guessed: false })
    expect(spectrum.notUnderstood).toEqual([])
    const fios = await plan({ useCase: 'ssh', isp: 'verizon fios' })
    expect(fios.isp).toMatchObject({ id: 'verizon', guessed: false })
    expect((await plan({ useCase: 'ssh', routerBrand: 'xfinity' })).isp).toMatchObject({ id: 'xfinity', guessed: false })
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

  test.each([
    ['iptime', '192.168.77.20', 'http://192.168.0.1'],
    ['asus', '192.168.77.20', 'http://router.asus.com'],
    ['asus', '10.0.0.20', 'http://192.168.50.1'],
  ])('%s is opened, by a device at %s, at %s', async (routerBrand, internalIp, url) => {
    const { nextActions } = await plan({ useCase: 'minecraft-java', routerBrand, internalIp })
    expect(nextActions).toContainEqual(expect.objectContaining({ code: 'compare-router-address', url }))
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
  test('has a public address to give, or a switch for it, or none', async () => {
    const never = await plan({ ...MINE, isp: 'nevernet' })
    expect([never.good, codes(never)]).toEqual([false, ['use-relay']])
    expect(never.alternatives.map(({ kind }: ToolAnswer) => kind)).not.toContain('public-address')
    expect(textOf(await plan({ ...MINE, isp: 'litenet' }), 'ask-public-address')).toStartWith('Ask litenet ')
    const account = await plan({ ...MINE, isp: 'switchnet' })
    expect(textOf(account, 'ask-public-address')).toStartWith('Check in your account at switchnet')
    expect(account.alternatives[0]).toMatchObject({ kind: 'public-address', lines: [] })
  })

  test('its notes are told where it is named, those on ports where a rule uses one, and none for a guess', async () => {
    const { notes } = await plan({ ...MINE, isp: 'maybenet' })
    expect([notes.includes('maybenet: Mind the gap.'), notes.join().includes('some lines')]).toEqual([true, false])
    const page = await plan({ useCase: 'web server', routerBrand: 'asus', isp: 'maybenet' })
    expect(page.notes).toContain('maybenet: Closed on some lines.')
    expect((await plan(MINE)).notes.join()).not.toContain('guessnet')
  })

  test('is guessed from the network of the requester, and marked as guessed', async () => {
    const found = await plan(MINE)
    expect(found.isp).toEqual({ id: 'guessnet', name: 'guessnet', guessed: true })
    expect((await plan({ ...MINE, isp: 'KT' })).isp).toEqual({ id: 'kt', name: 'KT', guessed: false })
    expect((await plan(MINE, 'en', '192.168.0.10')).isp).toBeNull()
  })

  test('blocked ports come before the rule, with another port; its tips are among the notes', async () => {
    const found = await plan({ ports: [{ port: 80 }], routerBrand: 'asus', internalIp: '192.168.50.9', isp: 'guessnet' })
    expect(textOf(found, 'use-other-port')).toMatch(/such as 18080, .*:18080: port 80 does not get through at guessnet/)
    expect([found.situation, codes(found).indexOf('use-other-port')]).toEqual(['provider-blocks', 0])
    expect(codes(found).filter((code) => code === 'use-other-port' || code === 'compare-router-address')).toHaveLength(2)
    expect(codes(await plan({ ...MINE, isp: 'guessnet' }))).not.toContain('use-other-port')
    const mail = await plan({ ports: [{ port: 25 }], routerBrand: 'asus', internalIp: '192.168.50.9', isp: 'guessnet' })
    expect(textOf(mail, 'ask-to-unblock')).toMatch(/guessnet.* to unblock port 25\./)
    // Where only some lines block it, the check of the rule comes first.
    const some = await plan({ ports: [{ port: 80 }], routerBrand: 'asus', isp: 'maybenet' })
    expect(codes(some).indexOf('use-other-port')).toBe(codes(some).indexOf('verify-port') + 1)
    expect(textOf(some, 'use-other-port')).toMatch(/^If the rule is right.*, maybenet.* may block port 80: .*external port 18080/)
    const optional = await plan({ useCase: 'web server', routerBrand: 'asus', internalIp: '192.168.50.9', isp: 'guessnet' })
    expect(textOf(optional, 'use-other-port')).toMatch(/guessnet blocks port 80 .*optional here.*certificate by DNS/)
    expect(textOf(optional, 'use-other-port')).not.toContain('another external port')
    const building = await plan({ ...MINE, isp: '원룸' }, 'ko')
    expect(building.nextActions[0]?.text).toContain('건물')
    expect(building.alternatives.length).toBeGreaterThan(0)
  })

  test('the usual condition of its lines is the finding, with other ways', async () => {
    const found = await plan({ useCase: 'palworld', isp: 'usualnet', internalIp: '192.168.12.5' })
    expect([found.situation, found.good, found.forwardingWorks]).toEqual(['carrier-grade', false, 'unknown'])
    expect(found.headline).toMatch(/most likely shares its public address/)
    expect(codes(found)).toEqual(['ask-public-address', 'use-relay', 'compare-router-address'])
    expect(textOf(found, 'compare-router-address')).toMatch(/^If your router shows 9\.9\.9\.9 .*do not share it/)
    expect(textOf(found, 'use-relay')).toContain('playit')
  })

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

describe('what others type', () => {
  test.each([
    [{}, HOME],
    [{ ports: [{ port: 25_565, externalPort: 25_570 }] }, `${HOME}:25570`],
    [{ useCase: 'rdp' }, null],
    [{ useCase: 'playstation' }, null],
    [{ routerWanIp: '100.64.0.7' }, null],
  ])('%j: %p', async (more, place) => {
    const found = await plan({ ...MINE, ...more })
    expect(found.friendsConnectTo).toBe(place)
    expect(textOf(found, 'tell-friends')).toStartWith(place === null ? '' : `Others connect to ${place}.`)
  })

  test('is not known without a public IPv4 address', async () => {
    expect((await plan(MINE, 'en', HOME6)).friendsConnectTo).toBeNull()
  })
})

describe('obstacles to a rule come first', () => {
  test('in JSON and in text', async () => {
    const request = { ...MINE, useCase: 'qbittorrent', routerWanIp: '100.72.3.4' }
    const found = await plan(request)
    expect(found).toMatchObject({ forwardingWorks: 'no', rules: [], commands: [], verify: [], undo: [], menuPath: [] })
    expect(found.router.finish).toBeNull()
    const text = await (await postTool(server.url, 'port-forward-plan', request, { accept: 'text/plain' })).text()
    expect(text).toStartWith(
      'BitTorrent client: your line shares its public address (CGNAT), so a rule in your router lets nobody in.',
    )
    expect(text).not.toMatch(/netsh|ufw allow|upnpc -e/)
  })

  test('another public address on the router is the first question', async () => {
    const found = await plan({ ...MINE, routerWanIp: '8.8.8.8' })
    expect([codes(found)[0], found.forwardingWorks]).toEqual(['use-the-same-line', 'unknown'])
    const [compared] = (await plan(MINE)).nextActions
    expect(compared).toMatchObject({ code: 'compare-router-address', url: 'http://192.168.50.1' })
    expect(compared.text).toMatch(/^Log in to your router \(http:\/\/192\.168\.50\.1\): .*must be 9\.9\.9\.9/)
    expect(JSON.stringify((await plan(MINE)).nextActions)).not.toMatch(/upnpc|natpmpc/)
  })

  test("a private address on the provider's own box: no second box is offered", async () => {
    for (const routerBrand of ['KT', 'xfinity']) {
      const found = await plan({ useCase: 'plex', routerBrand, internalIp: '172.30.1.5', routerWanIp: '10.12.3.4' })
      expect([found.nat, found.forwardingWorks, found.situation]).toEqual(['carrier-grade', 'no', 'carrier-grade'])
      expect(JSON.stringify(found.nextActions)).not.toMatch(/10\.12\.3\.1\b|router-login-route|bridge mode/i)
    }
    // Behind a box that is known, the same box may well be a second one.
    const second = await plan({ useCase: 'plex', routerBrand: 'KT', internalIp: '172.30.1.5', routerWanIp: '192.168.35.20' })
    expect(codes(second).slice(0, 2)).toEqual(['use-one-router', 'forward-upstream'])
  })

  test('a bridge mode that is a sentence is not put in quotes', async () => {
    for (const language of ['en', 'ko']) {
      const found = await plan({ ...MINE, routerBrand: 'iptime', routerWanIp: '192.168.35.20' }, language)
      expect(textOf(found, 'use-one-router')).toMatch(
        language === 'en' ? /Ask SK broadband for bridge mode \(call 106\)/ : /고객센터\(106\)에 브리지 모드를 요청/,
      )
      expect(textOf(found, 'use-one-router')).not.toMatch(/called "|이름은 "/)
    }
  })

  test('a building is not told to change its equipment', async () => {
    const found = await plan({ ...MINE, isp: '원룸', routerWanIp: '10.3.2.77' }, 'ko')
    expect([found.forwardingWorks, codes(found)]).toEqual(['no', ['ask-building', 'use-relay']])
    expect(textOf(found, 'ask-building')).toContain('건물 관리자')
    expect(codes(found)).not.toContain('log-in')
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

  test('is under a menu that is marked as uncertain if nothing confirms it', async () => {
    for (const [routerBrand, isUnsure] of [
      ['formbox', false],
      ['unsurebox', true],
      ['Quux', false],
    ] as const) {
      const text = textOf(await plan({ ...MINE, routerBrand }), 'add-rules')
      expect([routerBrand, text.includes('(or similar)')]).toEqual([routerBrand, isUnsure])
    }
  })

  test('needs a fixed address: if the menu is not known, the advice says so, and what to do on the device', async () => {
    for (const [language, says] of [
      ['en', /DHCP reservation.*set it on the device/],
      ['ko', /주소 예약 메뉴.*기기에서 설정/],
    ] as const) {
      const found = await plan({ ...MINE, routerBrand: 'netis' }, language)
      expect([found.reservationPath, textOf(found, 'reserve-address')]).toEqual([null, expect.stringMatching(says)])
      expect(textOf(await plan(MINE, language), 'reserve-address')).not.toMatch(says)
    }
  })

  test('comes with how to undo it, in the menu and for every kind of command', async () => {
    const { undo, commands, nextActions } = await plan({ ...MINE, routerBrand: 'openwrt' })
    expect(undo[0].text).toContain('Network > Firewall > Port Forwards')
    expect(undo.filter(({ lines }: ToolAnswer) => lines.length > 0).length).toBe(commands.length + 1)
    expect(undo.flatMap(({ lines }: ToolAnswer) => lines)).toContain('uci delete firewall.forward_mc_tcp_25565')
    expect(nextActions.at(-1).code).toBe('remove-rules')
  })

  test('has advice if the router uses the port itself', async () => {
    const found = await plan({ useCase: 'reverse proxy', routerBrand: 'asus', internalIp: '192.168.50.9' })
    expect(textOf(found, 'port-taken')).toMatch(/port 443.*remote management.*18443/)
    expect(codes(await plan(MINE))).not.toContain('port-taken')
  })

  test('of a console is tested on the console, and typed nowhere else', async () => {
    const found = await plan({ useCase: 'ps5', routerBrand: 'iptime', internalIp: '192.168.0.7' })
    expect([found.commands, found.verify, found.listening]).toEqual([[], [], []])
    expect(codes(found)).toContain('test-on-console')
    expect(codes(found)).not.toContain('allow-on-device')
    expect(JSON.stringify(found.nextActions)).not.toMatch(/Windows Defender|predictable/)
  })

  test.each(['192.168.0.255', '192.168.0.0', '10.0.0.255'])('leads to a device, not to %s', async (internalIp) => {
    expect(await refusal({ ...MINE, internalIp })).toMatchObject({ code: 'invalid-target', field: 'internalIp' })
  })

  test('of a risky service comes after the safer way, with a request for that way', async () => {
    for (const [useCase, instead] of [
      ['jellyfin', 'reverse-proxy'],
      ['navidrome', 'reverse-proxy'],
      ['immich', 'wireguard'],
      ['ssh', 'wireguard'],
      ['smb', 'wireguard'],
      ['home assistant', 'wireguard'],
    ] as const) {
      const found = await plan({ useCase, routerBrand: 'iptime', internalIp: '192.168.0.5' })
      expect([useCase, found.nextActions[0]]).toEqual([
        useCase,
        {
          code: 'use-safer-way',
          label: expect.any(String),
          text: expect.any(String),
          tool: 'port-forward-plan',
          request: { useCase: instead, routerBrand: 'iptime', internalIp: '192.168.0.5' },
        },
      ])
    }
  })
})

test('no sentence for a person names a field of the request', async () => {
  for (const language of ['en', 'ko']) {
    for (const request of [MINE, { useCase: 'ssh' }, { ...MINE, routerWanIp: '8.8.8.8' }, { ...MINE, routerWanIp: HOME6 }]) {
      const { nextActions } = await plan(request, language)
      const said = nextActions.map(({ text }: ToolAnswer) => text).join(' ')
      expect(said).not.toMatch(/routerWanIp|internalIp|routerBrand|useCase/)
    }
  }
})
