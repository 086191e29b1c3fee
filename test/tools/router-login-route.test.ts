import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue } from '../../src/router/catalogue/load.ts'
import { faultsOf } from '../src/router/login/complete.ts'
import { sampled, sampleTest } from '../support/lab.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool } from '../support/server.ts'
import { sharedServer } from '../support/shared.ts'

const server = await sharedServer({ args: ['--trusted-proxies', '127.0.0.0/8'] })

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>

async function route(request: object, language = 'en', from = '127.0.0.1'): Promise<ToolAnswer> {
  const answer = await postTool(server.url, 'router-login-route', request, {
    'accept-language': language,
    'x-forwarded-for': from,
  })
  expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, ''])
  expect(answer.headers.get('content-language')).toBe(language)
  return bodyOf(answer)
}

const shown = ({ routeTargets }: ToolAnswer) =>
  routeTargets.map(({ kind, url, handoff }: ToolAnswer) => `${kind} ${url ?? handoff.app ?? handoff.open}`)
const codes = ({ nextActions }: ToolAnswer): string[] => nextActions.map(({ code }: ToolAnswer) => code)
const told = (found: ToolAnswer): string => JSON.stringify(found)

test.each([
  [{ gateway: 'router' }, 'invalid-target', 'gateway'],
  [{ routerWanIp: '1.2.3' }, 'invalid-target', 'routerWanIp'],
  [{ gateway: '' }, 'invalid-target', 'gateway'],
  [{ platform: 5 }, 'invalid-request', 'platform'],
  [{ routerBrand: 'x'.repeat(101) }, 'invalid-request', 'routerBrand'],
  [{ isp: 'x'.repeat(101) }, 'invalid-request', 'isp'],
  [{ gateway: '1'.repeat(65) }, 'invalid-request', 'gateway'],
  [{ brand: 'asus' }, 'invalid-request', 'brand'],
])('refusals: %j: %s', async (request, code, field) => {
  const details = await Promise.all(
    ['en', 'ko'].map(async (language) => {
      const answer = await postTool(server.url, 'router-login-route', request, { 'accept-language': language })
      expect(answer.status).toBe(422)
      const problem = await bodyOf(answer)
      expect(problem).toMatchObject({ code, field })
      return problem.detail
    }),
  )
  expect(details[1]).toMatch(/[가-힣]/)
  expect(details[0]).not.toBe(details[1])
})

describe('hints never refuse', () => {
  test.each([
    [{ platform: 'amiga' }, ['platform'], { platform: 'other' }],
    [{ platform: '' }, ['platform'], { platform: 'other' }],
    [{ connectionState: 'purple' }, ['connectionState'], { connectionState: 'unknown' }],
    [{ isp: 'Nobody Telecom' }, ['isp'], { isp: { known: false, name: 'Nobody Telecom' } }],
    [{ routerBrand: 'Quux 3000', platform: 'amiga', isp: 'Zzz' }, ['routerBrand', 'platform', 'isp'], {}],
    [{ routerBrand: 'not sure' }, [], {}],
    [{}, [], { platform: null, connectionState: 'unknown' }],
  ])('%j: %j', async (request, notUnderstood, expected) => {
    expect(await route(request)).toMatchObject({ notUnderstood, ...expected })
  })

  test('text that was not understood is named, safe to show', async () => {
    for (const language of ['en', 'ko']) {
      const { nextActions } = await route({ platform: '\u001b[2Jamiga', connectionState: 'purple' }, language)
      const textOf = (code: string) => nextActions.find((action: ToolAnswer) => action.code === code).text
      expect(nextActions[0].code).toBe('find-gateway')
      expect(textOf('name-platform')).toContain('" [2Jamiga"')
      expect(textOf('name-connection')).toContain('"purple"')
    }
  })

  test('the next action is a tool with a request, in words for people', async () => {
    for (const language of ['en', 'ko']) {
      const found = await route({ routerBrand: 'iptime', gateway: '192.168.0.1' }, language)
      expect(found.nextActions.at(-1)).toMatchObject({
        code: 'see-plan',
        tool: 'port-forward-plan',
        request: { useCase: 'minecraft-java', routerBrand: 'iptime' },
      })
      await followedCodes(server.url, found.nextActions)
      const sentences = (await route({ routerBrand: 'Zzz', isp: 'Yyy' }, language)).nextActions.map(
        ({ text }: ToolAnswer) => text,
      )
      expect(sentences.join()).not.toMatch(/"(gateway|routerWanIp|routerBrand|useCase)"|port-forward-plan|\/api\//)
    }
  })
})

describe('nothing is known', () => {
  test('an empty body gets the way to the gateway, then the usual addresses', async () => {
    const found = await route({})
    expect(found).toMatchObject({
      topology: 'unknown',
      nat: 'unknown',
      router: { id: null, known: false },
      isp: null,
      platform: null,
      connectionState: 'unknown',
      gatewaySteps: null,
    })
    expect(shown(found).slice(0, 3)).toEqual([
      'personal-router settings',
      'personal-router http://192.168.0.1',
      'personal-router http://192.168.1.1',
    ])
    expect(codes(found)).toEqual(['find-gateway', 'log-in-personal', 'read-label', 'compare-router-address', 'see-plan'])
    expect(found.checklist.join()).toMatch(/ipconfig.*route -n get default.*ip route/s)
    expect(found.warnings[0]).toMatch(/public Wi-Fi/)
  })
})

describe('one router', () => {
  test('the box of a provider alone, on its port', async () => {
    for (const request of [{ isp: 'KT' }, { routerBrand: 'kt' }, { gateway: '172.30.1.254' }]) {
      const found = await route(request, 'ko')
      expect(found.topology).toBe('single')
      expect(shown(found)).toEqual([
        'isp-equipment http://172.30.1.254:8899',
        'vendor-hostname http://homehub.olleh.com:8899',
        'vendor-hostname http://homehub.kt.com:8899',
      ])
      expect(found.routeTargets[0].handoff.ifFails).toContain('http://172.30.1.254')
      expect(codes(found)).toContain('log-in-isp')
    }
    expect(await route({ isp: 'KT' })).toMatchObject({ isp: { id: 'kt', known: true, support: '100' }, router: { known: false } })
    expect(await route({ routerBrand: 'KT' })).toMatchObject({
      isp: { id: 'kt' },
      router: { id: 'kt-giga-home-hub', known: true },
    })
  })
})

describe('two boxes', () => {
  test.each([
    ['172.30.1.42', 'http://172.30.1.254:8899', /KT/],
    ['192.168.219.101', 'http://192.168.219.1', /U\+/],
    ['192.168.45.20', 'http://192.168.45.1', /SK/],
    ['192.168.100.50', 'http://192.168.100.1', /upstream/],
  ])('a WAN address of %s leads to %s', async (routerWanIp, url, label) => {
    const found = await route({ routerBrand: 'asus', gateway: '192.168.50.1', routerWanIp })
    expect(found).toMatchObject({ topology: 'isp-plus-router', nat: 'double-nat' })
    expect(found.routeTargets[1]).toMatchObject({ kind: 'isp-equipment', url, label: expect.stringMatching(label) })
    expect([found.situation, codes(found)[0]]).toEqual(['two-routers', 'use-one-router'])
    // Without a service there is no port to forward.
    expect(told(found.nextActions)).not.toMatch(/port 0\b|forward-upstream/)
    expect(codes(found)).not.toContain('compare-router-address')
  })

  test('a router in the network of the gateway is an access point, or the device is not behind it', async () => {
    for (const request of [{}, { routerBrand: 'deco' }, { routerBrand: 'eero' }]) {
      const found = await route({ ...request, gateway: '192.168.1.254', routerWanIp: '192.168.1.64' })
      expect(found).toMatchObject({ situation: 'access-point', good: null, topology: 'isp-plus-router' })
      expect(found.nextActions[0]).toMatchObject({ code: 'forward-port', text: expect.stringContaining('192.168.1.64') })
      expect(found.routeTargets[0]).toMatchObject({ kind: 'isp-equipment', url: 'http://192.168.1.254' })
      expect(codes(found).slice(1, 4)).toEqual(['log-in-isp', 'read-label', 'nothing-opens'])
    }
  })

  test('no address is named twice', async () => {
    // Two boxes with one usual address: the second is found through the first.
    const verizon = await route({ routerBrand: 'asus', isp: 'verizon', gateway: '192.168.1.1' })
    expect(verizon.routeTargets[1]).toMatchObject({
      kind: 'isp-equipment',
      url: null,
      handoff: { open: 'browser', url: 'http://192.168.1.1' },
    })
    // The usual address of a brand is not the one it has if its WAN address is in the same network.
    expect(shown(await route({ routerBrand: 'iptime', routerWanIp: '192.168.0.9' }))).toEqual([
      'personal-router settings',
      'isp-equipment http://192.168.0.1',
    ])
  })
})

describe('what the WAN address proves', () => {
  test('public, but not where the request came from: a VPN, perhaps', async () => {
    const found = await route({ routerBrand: 'asus', routerWanIp: '8.8.8.8' }, 'en', '9.9.9.9')
    expect(found).toMatchObject({ topology: 'single', nat: 'unknown' })
    const { text } = found.nextActions.find(({ code }: ToolAnswer) => code === 'use-the-same-line')
    expect(text).toMatch(/8\.8\.8\.8.*9\.9\.9\.9.*VPN/)
    expect(told(await route({ routerBrand: 'asus', routerWanIp: '8.8.8.8' }))).not.toContain('127.0.0.1')
  })

  test.each(['100.64.0.7', '192.0.0.4'])('shared (%s): no box upstream to log in to, and advice', async (routerWanIp) => {
    // Over IPv6 the address of the router says it as well.
    for (const from of ['9.9.9.9', '2001:4860:4860::8888']) {
      const found = await route({ routerBrand: 'asus', isp: 'kt', routerWanIp }, 'en', from)
      expect(found).toMatchObject({ topology: 'single', nat: 'carrier-grade' })
      expect(shown(found).join()).not.toContain('isp-equipment')
      expect(found).toMatchObject({ situation: 'carrier-grade', good: false })
      expect(codes(found).slice(0, 2)).toEqual(['ask-public-address', 'use-relay'])
      expect(codes(found)).not.toContain('see-plan')
      expect(found.headline).toMatch(/shares public addresses/)
    }
  })

  test.each(['0.0.0.0', '169.254.9.9'])('none at all (%s): the line is down', async (routerWanIp) => {
    const found = await route({ routerBrand: 'asus', routerWanIp })
    expect(codes(found).slice(0, 2)).toEqual(['check-connection', 'log-in-personal'])
    const [{ text }] = found.nextActions
    expect(text).toStartWith(`Your router shows ${routerWanIp},`)
    expect(text).toMatch(/power and cables/)
  })
})

describe('other hints', () => {
  test('the internet does not work: power, cables, the order of restarting, whom to call', async () => {
    const found = await route({ routerBrand: 'iptime', isp: 'kt', connectionState: '인터넷이 안 돼요' }, 'ko')
    expect([found.connectionState, codes(found).slice(0, 2)]).toEqual(['no', ['check-connection', 'log-in-personal']])
    // A line that is down has no address to compare.
    expect(codes(found)).not.toContain('compare-router-address')
    const status = found.nextActions.findLast(({ code }: ToolAnswer) => code === 'check-connection')
    expect(status.text).toMatch(/외부 IP 주소 항목을 보십시오.*0\.0\.0\.0이면.*KT 고객센터\(100\)/)
    expect(found.checklist.slice(0, 4).join()).toMatch(/케이블.*모뎀을 먼저.*인터넷이 되지 않아도.*100/s)
    expect(shown(found)[0]).toBe('personal-router http://192.168.0.1')
    // An app has no page.
    const [how] = (await route({ routerBrand: 'eero', connectionState: 'no' })).nextActions
    expect(how.text).toMatch(/^Check power and cables, .* your router second\.$/)
    const working = await route({ routerBrand: 'iptime', isp: 'kt', connectionState: '예' }, 'ko')
    expect(codes(working)).not.toContain('check-connection')
    expect(working.checklist.join()).not.toContain('모뎀을 먼저')
  })

  test('an unknown name is not an error, and near names are suggested', async () => {
    const strange = await route({ routerBrand: 'Quux 3000', isp: 'Quux Telecom' })
    expect(strange).toMatchObject({ topology: 'unknown', router: { id: null, known: false }, isp: { id: null, known: false } })
    expect(codes(strange).slice(0, 5)).toEqual(['find-gateway', 'log-in-personal', 'read-label', 'name-brand', 'name-isp'])
    expect(told(strange.nextActions)).toContain('Quux 3000')
    const unsure = await route({ routerBrand: 'not sure' })
    expect(unsure).toMatchObject({ router: { id: null, known: false } })
    expect(codes(unsure)).not.toContain('name-brand')
  })

  test('a blank hint counts as missing, and control characters are not repeated', async () => {
    const blank = await route({ routerBrand: '', isp: '  ' })
    expect(blank).toMatchObject({ isp: null, router: { known: false } })
    expect(codes(blank)[0]).toBe('find-gateway')
    const evil = '\u001b[2Jquux\n'
    const found = await route({ routerBrand: evil, isp: `${evil}telecom${'x'.repeat(80)}` })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come back
    for (const { text } of found.nextActions) expect(text).not.toMatch(/[\u0000-\u001f]|x{50}/)
    expect(found.isp.name).toStartWith(' [2Jquux telecom')
  })

  test('the maker given as the provider, and the provider as the maker', async () => {
    for (const request of [{ routerBrand: 'kt', isp: 'iptime' }, { isp: '아이피타임' }]) {
      const found = await route({ ...request, gateway: '192.168.0.1' })
      expect(found.router).toMatchObject({ id: 'iptime', known: true })
      expect(codes(found)).not.toContain('name-isp')
      expect(shown(found)[0]).toBe('personal-router http://192.168.0.1')
    }
    expect(await route({ routerBrand: 'kt', isp: 'iptime' })).toMatchObject({ isp: { id: 'kt' }, topology: 'isp-plus-router' })
    expect((await route({ routerBrand: 'asus', isp: 'iptime' })).isp).toEqual({
      id: null,
      name: 'iptime',
      known: false,
      guessed: false,
      support: null,
    })
  })
})

test('the headline says what the first step says, and no more than is known', async () => {
  const headline = async (request: object, from = '127.0.0.1') => (await route(request, 'en', from)).headline
  expect(await headline({ routerBrand: 'unifi' })).toBe(
    'Your router (Ubiquiti UniFi gateway) should open at https://192.168.1.1.',
  )
  expect(await headline({ routerBrand: 'eero' })).toBe('The app "eero" is the way into this router.')
  expect(await headline({})).toBe('The address of your router is the default gateway of your device.')
  expect(await headline({ gateway: '172.20.10.1' })).toBe('172.20.10.1 looks like a hotspot, not like a router.')
  expect(await headline({ isp: 'dorm' })).toMatch(/^The building shares its line/)
  expect(await headline({ routerBrand: 'asus', routerWanIp: '100.64.0.7' })).toMatch(/^Your provider shares public addresses/)
})

test('for a terminal: the headline, the steps, one warning; the rest with the details', async () => {
  const request = { routerBrand: 'asus', isp: 'kt', gateway: '192.168.50.1' }
  const text = async (path: string) => {
    const answer = await postTool(server.url, path, request, { accept: 'text/plain' })
    return (await answer.text()).trimEnd().split('\n')
  }
  const brief = await text('router-login-route')
  expect(brief.slice(0, 3)).toEqual([
    "Your router (ASUS) should open at http://192.168.50.1, and your provider's box, if it is in front, at http://172.30.1.254:8899.",
    '',
    '1. Begin with your own router, which this device is connected to: open http://192.168.50.1 in a browser.',
  ])
  expect(brief.filter((line) => line !== '' && !/^\d\. /.test(line))).toHaveLength(1)
  expect(brief.join()).not.toContain('See the plan')
  const full = await text('router-login-route?details=on')
  expect(full.length).toBeGreaterThan(3 * brief.length)
  for (const mark of ['- ', '1  Your router', '   If not: '])
    expect([mark, full.some((line) => line.startsWith(mark))]).toEqual([mark, true])
})

const koreanIn = (isps: readonly { id: string; country: string }[]) =>
  isps.filter(({ country }) => country === 'KR').map(({ id }) => id)

describe('through HTTP every brand has a complete answer', () => {
  const catalogue = embeddedCatalogue()
  const korean = new RegExp(`iptime|kt|sk-|lg-|kr-|${koreanIn(catalogue.isps).join('|')}`)
  for (const language of ['en', 'ko'] as const)
    sampleTest(language, async () => {
      let turn = 0
      for (const { id } of sampled(12, catalogue.brands))
        for (const isp of [undefined, catalogue.isps[turn++ % catalogue.isps.length]?.id]) {
          const request = { routerBrand: id, ...(isp ? { isp, connectionState: ['yes', 'no'][turn % 2] } : {}) }
          const found = await route(request, language)
          const actions = found.nextActions.map(({ text }: ToolAnswer) => text)
          const sentences = [found.topologyReason, ...found.checklist, ...found.stickerHints, ...found.warnings, ...actions]
          const readable = { targets: found.routeTargets, sentences }
          expect([request, faultsOf(readable, language, catalogue, korean.test(`${id} ${isp}`))]).toEqual([request, []])
          await followedCodes(server.url, found.nextActions)
        }
      expect(turn).toBeGreaterThanOrEqual(12)
    })
})
