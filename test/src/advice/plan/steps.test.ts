// The steps of plans: which box they are for, their order, one voice, and what each leaves to do.
import { describe, expect, test } from 'bun:test'
import { planAdvice } from '../../../../src/advice/index.ts'
import type { Locale } from '../../../../src/contract/text.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { factsOf, type PlanBody, readPlanRequest } from '../../../../src/router/index.ts'

const known = embeddedCatalogue()

function stepsFor(body: PlanBody, seen: string | null = null, locale: Locale = 'en') {
  const address = seen === null ? null : parseAddress(seen)
  return planAdvice(factsOf(readPlanRequest(body, known, null), known, address, locale)).nextActions
}
const codes = (...asked: Parameters<typeof stepsFor>) => stepsFor(...asked).map(({ code }) => code)
const textOf = (code: string, ...asked: Parameters<typeof stepsFor>) =>
  stepsFor(...asked).find((step) => step.code === code)?.text ?? ''

const BEHIND_KT: PlanBody = { useCase: 'minecraft', routerBrand: 'iptime', isp: 'kt', routerWanIp: '172.30.1.50' }

describe('behind two routers', () => {
  test('a console has steps for the router in front, and a test at the end', () => {
    const asked = codes({ ...BEHIND_KT, useCase: 'ps5' })
    expect(asked.slice(0, 3)).toEqual(['try-without-rule', 'use-one-router', 'forward-upstream'])
    expect(asked.slice(-2)).toEqual(['test-on-console', 'remove-rules'])
    expect(textOf('forward-upstream', { ...BEHIND_KT, useCase: 'ps5' })).toMatch(/TCP 3478-3480 and UDP 3478-3479 .*DMZ/)
  })

  test('one router alone is the own one, whose steps follow; the step that falls away says when it does', () => {
    expect(textOf('use-one-router', BEHIND_KT)).toMatch(/to bypass the one in front \(KT /)
    expect(textOf('forward-upstream', BEHIND_KT)).toStartWith('If it stays a router, ')
    expect(textOf('use-one-router', BEHIND_KT, null, 'ko')).toMatch(/위쪽 공유기\(.*\)의 공유 기능을 끄십시오/)
    expect(textOf('forward-upstream', BEHIND_KT, null, 'ko')).toStartWith('그대로 쓴다면 ')
  })

  test('the safer way comes before anything that a rule takes', () => {
    const asked = codes({ useCase: 'jellyfin', routerBrand: 'asus', routerWanIp: '192.168.1.2' })
    expect(asked.slice(0, 4)).toEqual(['use-safer-way', 'see-plan', 'use-one-router', 'forward-upstream'])
  })
})

describe('the VPN of the router', () => {
  const wireguard = { useCase: 'wireguard', routerBrand: 'asus' }

  test('comes before a rule for one on a device', () => {
    expect(codes(wireguard).slice(0, 2)).toEqual(['compare-router-address', 'use-own-vpn'])
    expect(codes({ ...wireguard, routerWanIp: '9.9.9.9' }, '9.9.9.9')[0]).toBe('use-own-vpn')
  })

  test('is not, where nobody outside can reach the router', () => {
    const behind = { routerWanIp: '192.168.1.64' }
    expect(codes({ ...wireguard, ...behind })).not.toContain('use-own-vpn')
    for (const useCase of ['rdp', 'smb', 'synology'])
      expect(JSON.stringify(stepsFor({ useCase, routerBrand: 'netgear', ...behind }))).not.toContain('VPN Service')
  })
})

describe('a box that cannot forward', () => {
  const own = expect.stringMatching(/Starlink itself cannot forward ports(?=.*a router of your own).*bypass mode/i)

  test('takes a router of one’s own beside the address', () => {
    expect(codes({ useCase: 'minecraft', isp: 'starlink' })).toEqual(['ask-public-address', 'use-own-router', 'use-relay'])
    expect(textOf('use-own-router', { useCase: 'minecraft', routerBrand: 'starlink' })).toEqual(own)
  })

  test('its other ways leave out the relay that the first step names', () => {
    const shared = { useCase: 'valheim', isp: 'starlink' }
    expect(textOf('use-relay', shared)).toMatch(/^Or use one of these, which need no port forwarding: playit,/)
    expect(textOf('try-without-rule', shared)).toMatch(/relay/)
  })

  test('where no address is to be had, a router of one’s own does not help', () => {
    expect(codes({ useCase: 'minecraft', isp: 't-mobile' })).not.toContain('use-own-router')
  })
})

test.each([
  ['ark', 'windows', /UDP 7777-7778 and UDP 27015 .*localport=7777-7778 && netsh .*localport=27015`$/],
  ['ark', 'linux', /`sudo ufw allow 7777:7778\/udp .* && sudo ufw allow 27015\/udp .*`$/],
  ['minecraft', 'windows', /TCP 25565 .*`netsh .*localport=25565`$/],
] as const)('the firewall of a device lets in all ports of %s on %s', (useCase, platform, said) => {
  expect(textOf('allow-on-device', { useCase, platform })).toMatch(said)
})

describe('a public address that is not known', () => {
  const PLACES: readonly (readonly [PlanBody, string])[] = [
    [{ useCase: 'minecraft' }, 'Others connect to your public IPv4 address, or a name that leads to it'],
    [{ useCase: 'minecraft', ports: [{ port: 25_566 }] }, 'Others connect to ADDRESS:25566. ADDRESS is'],
    [{ useCase: 'minecraft', isp: 'ocn' }, 'Others connect to ADDRESS:PORT. ADDRESS is'],
  ]

  test.each(PLACES)('%j has a place to type all the same', (body, said) => {
    expect(textOf('tell-friends', body)).toStartWith(said)
    expect(textOf('tell-friends', body, '9.9.9.9')).not.toContain('ADDRESS')
  })
})
