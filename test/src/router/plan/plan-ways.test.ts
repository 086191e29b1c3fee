// Any service, the provider, anything that keeps a rule from working, and the way on from every answer.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import brandList from '../../../../data/router/brands.json' with { type: 'json' }
import ispList from '../../../../data/router/isps.json' with { type: 'json' }
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
    provider('litenet', { ipv4: 'ds-lite', ask: words }),
    provider('mapnet', { ipv4: 'map-e', ask: null }),
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
  writeFileSync(join(folder, 'isps.json'), JSON.stringify(isps))
  const box = (id: string, more: object) => ({ ...asus, ...form, id, name: { en: id, ko: id }, aliases: [], ...more })
  writeFileSync(
    join(folder, 'brands.json'),
    JSON.stringify([box('formbox', {}), box('unsurebox', { sources: [], pinhole: undefined })]),
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
    expect(found.nextActions[0].text).toMatch(/3389 is that of Remote Desktop/)
    expect(codes(await plan({ ports: [{ port: 25_571 }] }))).not.toContain('use-safer-way')
  })

  test.each([
    [{}, 'useCase'],
    [{ routerBrand: 'asus' }, 'useCase'],
    [{ ports: [] }, 'ports'],
    [{ ports: Array.from({ length: 11 }, (_, index) => ({ port: index + 1 })) }, 'ports'],
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

describe('the provider', () => {
  test('is guessed from the network of the requester, and marked as guessed', async () => {
    const found = await plan(MINE)
    expect(found.isp).toEqual({ id: 'guessnet', name: 'guessnet', guessed: true })
    expect((await plan({ ...MINE, isp: 'KT' })).isp).toEqual({ id: 'kt', name: 'KT', guessed: false })
    expect((await plan(MINE, 'en', '192.168.0.10')).isp).toBeNull()
  })

  test('blocked ports come before the rule, with another port; its tips are among the notes', async () => {
    const found = await plan({ useCase: 'web server', routerBrand: 'asus', internalIp: '192.168.50.9', isp: 'guessnet' })
    expect(textOf(found, 'provider-blocks')).toMatch(/guessnet blocks port 80 .*such as 18080/)
    expect(codes(found).indexOf('provider-blocks')).toBe(codes(found).indexOf('add-rules') - 1)
    expect(codes(await plan({ ...MINE, isp: 'guessnet' }))).not.toContain('provider-blocks')
    const building = await plan({ ...MINE, isp: '원룸' }, 'ko')
    expect(building.nextActions[0]?.text).toContain('건물')
    expect(building.alternatives.length).toBeGreaterThan(0)
  })

  test('the usual condition of its lines is the finding, with other ways', async () => {
    const found = await plan({ useCase: 'palworld', isp: 'usualnet', internalIp: '192.168.12.5' })
    expect(codes(found).slice(0, 2)).toEqual(['check-wan-address', 'use-relay'])
    expect(found.nextActions[0].text).toStartWith('Most lines share.')
    expect(textOf(found, 'use-relay')).toContain('playit')
  })

  test('DS-Lite and shared addresses are told apart; a guess alone never says no', async () => {
    const lite = await plan({ ...MINE, isp: 'litenet' })
    expect([lite.forwardingWorks, lite.rules]).toEqual(['no', []])
    expect(lite.nextActions[0].text).toContain('DS-Lite line')
    expect(lite.alternatives[0]).toMatchObject({ kind: 'public-address', lines: ['Switch me to a public address, please.'] })
    const shared = await plan({ ...MINE, isp: 'sharednet' }, 'ko')
    expect([shared.forwardingWorks, shared.nextActions[0].text.includes('CGNAT')]).toEqual(['no', true])
    expect(textOf(shared, 'ask-public-address')).toMatch(/"공인 IP로 바꿔 주세요\.".*0800 123$/)
    const map = await plan({ ...MINE, isp: 'mapnet' })
    expect([map.forwardingWorks, textOf(map, 'check-wan-address').includes('MAP-E')]).toEqual(['unknown', true])
    // An address that the requester's own router shows proves more than what is known of the provider.
    expect((await plan({ ...MINE, isp: 'sharednet', routerWanIp: HOME })).forwardingWorks).toBe('yes')
    expect((await plan(MINE)).forwardingWorks).toBe('unknown')
  })
})

describe('obstacles to a rule come first', () => {
  test('in JSON and in text', async () => {
    const request = { ...MINE, useCase: 'qbittorrent', routerWanIp: '100.72.3.4' }
    const found = await plan(request)
    expect(found).toMatchObject({ forwardingWorks: 'no', rules: [], commands: [], verify: [], undo: [], menuPath: [] })
    const text = await (await postTool(server.url, 'port-forward-plan', request, { accept: 'text/plain' })).text()
    expect(text).toStartWith('Port forwarding for BitTorrent client cannot work on this connection.')
    expect(text).not.toMatch(/netsh|ufw allow|upnpc -e/)
  })

  test('another public address on the router is the first question', async () => {
    const found = await plan({ ...MINE, routerWanIp: '8.8.8.8' })
    expect([codes(found)[0], found.forwardingWorks]).toEqual(['check-wan-address', 'unknown'])
    expect(codes(await plan(MINE))[0]).toBe('check-wan-address')
    expect(textOf(await plan(MINE), 'check-wan-address')).toMatch(/without logging in.*`upnpc -s`.*`natpmpc`/)
    expect(textOf(await plan({ ...MINE, platform: 'iphone' }), 'check-wan-address')).not.toContain('upnpc')
  })

  test("a private address on the provider's own box: no second box is offered", async () => {
    for (const routerBrand of ['KT', 'xfinity']) {
      const found = await plan({ useCase: 'plex', routerBrand, internalIp: '172.30.1.5', routerWanIp: '10.12.3.4' })
      expect([found.nat, found.forwardingWorks, codes(found)[0]]).toEqual(['double-nat', 'no', 'forwarding-cannot-work'])
      expect(JSON.stringify(found.nextActions)).not.toMatch(/10\.12\.3\.1\b|router-login-route|bridge mode/i)
    }
    // Behind a box that is known, the same box may well be a second one.
    const second = await plan({ useCase: 'plex', routerBrand: 'KT', internalIp: '192.168.35.9', routerWanIp: '192.168.35.20' })
    expect(codes(second)[0]).toBe('forward-upstream-too')
  })

  test('a bridge mode that is a sentence is not put in quotes', async () => {
    for (const language of ['en', 'ko']) {
      const found = await plan({ ...MINE, routerBrand: 'iptime', routerWanIp: '192.168.35.20' }, language)
      expect(found.nextActions[0].text).toMatch(
        language === 'en' ? /Ask SK broadband for bridge mode \(call 106\)/ : /고객센터\(106\)에 브리지 모드를 요청/,
      )
      expect(found.nextActions[0].text).not.toMatch(/called "|이름은 "/)
    }
  })

  test('a building is not told to change its equipment', async () => {
    const found = await plan({ ...MINE, isp: '원룸', routerWanIp: '10.3.2.77' }, 'ko')
    expect([found.forwardingWorks, codes(found).slice(0, 2)]).toEqual(['no', ['forwarding-cannot-work', 'ask-public-address']])
    expect(textOf(found, 'ask-public-address')).toContain('건물 관리자')
    expect(codes(found)).not.toContain('log-in')
  })
})

describe('ways that need no rule', () => {
  const behind = (useCase: string, more: object = {}) =>
    plan({ useCase, routerBrand: 'asus', internalIp: '192.168.50.9', routerWanIp: '100.64.0.7', ...more })

  test('fit the service, filled with its ports and its address', async () => {
    const game = await behind('minecraft-java')
    expect(ways(game)).toEqual([
      'A public address from your provider',
      'playit',
      'WireGuard through a rented server',
      'IPv6',
      'Tailscale',
    ])
    expect(game.alternatives[2].lines.join('\n')).toContain('tcp dport 25565 dnat to 192.168.50.9:25565')
    expect(textOf(game, 'forwarding-cannot-work')).toEndWith('The best way around it: playit.')
    const page = await behind('nextcloud')
    expect(ways(page)).toContain('Cloudflare Tunnel')
    const lines = page.alternatives.flatMap(({ lines }: ToolAnswer) => lines)
    expect(lines).toContain('cloudflared tunnel --url https://192.168.50.9:443 --no-tls-verify')
    // A web page by its port, but video.
    expect(ways(await behind('jellyfin'))).not.toContain('Cloudflare Tunnel')
    expect(ways(await behind('valheim'))[0]).toBe("The program's own relay")
    const camera = await behind('hikvision')
    expect(ways(camera)).toEqual(["The program's own relay", 'Tailscale'])
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
    expect(found.rules[0].form).toContainEqual({ label: expect.any(String), value: 'TCP/UDP' })
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
      expect([routerBrand, text.includes('not certain of this menu')]).toEqual([routerBrand, isUnsure])
    }
  })

  test('needs a fixed address: if the menu is not known, the advice says so, and what to do on the device', async () => {
    for (const [language, says] of [
      ['en', /We don't know where .*fixed address on the device itself/],
      ['ko', /확인되지 않았습니다\..*기기에서 직접 고정 IP/],
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
    expect(textOf(found, 'port-taken')).toMatch(/ports? 80 or 443.*remote management.*18080/)
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
