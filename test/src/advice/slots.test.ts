import { describe, expect, test } from 'bun:test'
import type { Case } from '../../../src/advice/case.ts'
import { slotsOf } from '../../../src/advice/slots.ts'
import { caseOf } from '../../support/advice/cases.ts'

type Asked = Parameters<typeof caseOf>[0]
const slots = (asked: Asked, found: Partial<Case> = {}) => slotsOf(caseOf(asked, found))

describe('the particulars of a sentence', () => {
  test('say in general words what is not known', () => {
    const { ip, device, provider, wanMenu, safer, ...more } = slots({ port: 9999 }, { ip: null })
    expect([ip, device, provider, wanMenu]).toEqual([
      ...['your public IPv4 address (as websites see it)', 'the device', 'your provider', 'its internet (WAN) address'],
    ])
    expect(safer).toBe('Use a VPN instead.')
    expect([more.menu, more.outer, more.bridge, more.at]).toEqual(['', '', ' Some boxes have a bridge mode.', ''])
  })

  test('name a port of one’s own by its number, a service by its name', () => {
    expect(slots({ port: 9999, protocol: 'udp' }).service).toBe('UDP port 9999')
    expect(slots({ port: 9999, protocol: 'udp', locale: 'ko' }).service).toBe('UDP 9999번 포트')
    expect(slots({ useCase: 'minecraft-java', locale: 'ko' }).service).toContain('마인크래프트')
  })

  test('name a provider with its number, and never a kind of line', () => {
    expect(slots({ port: 9999, hints: { isp: 'kt' } }).provider).toMatch(/^KT \(tel\. \d+\)$/)
    expect(slots({ port: 9999, hints: { isp: 'kt' }, locale: 'ko' }).provider).toMatch(/^KT 고객센터\(\d+\)$/)
    for (const isp of ['mobile hotspot', '기숙사']) expect(slots({ port: 9999, hints: { isp } }).provider).toBe('your provider')
  })

  test('name the safer way of the service, or of the one that usually has the port', () => {
    const ofDesktop = slots({ useCase: 'rdp' }).safer
    expect(ofDesktop).not.toBe('Use a VPN instead.')
    expect(slots({ port: 3389 }).safer).toBe(ofDesktop)
    expect(slots({ port: 3389 }).service).toContain('RDP')
  })

  test('name the menus of the router, and the box in front of it', () => {
    const hints = { routerBrand: 'iptime', isp: 'kt', routerWanIp: '172.30.1.5' }
    const { menu, wanMenu, at, outer, bridge } = slots({ useCase: 'minecraft-java', hints })
    expect(menu).toMatch(/^ \(.+ > .+\)$/)
    expect(wanMenu).toMatch(/ > /)
    expect(at).toBe(' (http://192.168.0.1)')
    expect(outer).toMatch(/^ \(.+, http:\/\/172\.30\.1\.254:8899\)$/)
    expect(bridge).toContain('ONT')
  })

  test('say other ways than a public address, which is asked for by itself', () => {
    const { names, words } = slots({ useCase: 'minecraft-java', hints: { routerWanIp: '100.64.0.7' } })
    expect(names).toContain('playit')
    expect(names.toLowerCase()).not.toContain('public')
    expect(words).toContain('public')
    expect(slots({ useCase: 'minecraft-java' }).names).toBe('')
  })
})
