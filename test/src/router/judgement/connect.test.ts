import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { blockOf, connectTo } from '../../../../src/router/judgement/connect.ts'
import { dangerOn, needOf, type Service } from '../../../../src/router/judgement/judgement.ts'
import { upstreamOf } from '../../../../src/router/judgement/line.ts'

const { useCases, portUses, isps } = embeddedCatalogue()

function named(id: string, as?: NonNullable<Service['connect']>['as']): Service {
  const useCase = useCases.find((one) => one.id === id)
  if (!useCase) throw new Error(`the catalogue has no ${id}`)
  const { connect: _, ...rest } = useCase
  return as === undefined ? rest : { ...rest, connect: { as } }
}

const at = (host: string, externalPort: number, protocol: 'tcp' | 'udp' = 'tcp') => ({ host, externalPort, protocol })
const HOST = '203.0.113.7'

describe('what others type', () => {
  const game = named('minecraft-java', 'host')
  test('the host alone at the usual port', () => {
    expect(connectTo(game, at('mc.example.com', 25_565), 'en')).toBe('mc.example.com')
    expect(connectTo(game, at('2001:db8::7', 25_565), 'en')).toBe('2001:db8::7')
  })
  test('a link, with its port where it is not that of the scheme', () => {
    const web = named('web-server', 'url')
    expect(connectTo(web, at('home.example.com', 443), 'en')).toBe('https://home.example.com')
    expect(connectTo(web, at('home.example.com', 80), 'en')).toBe('http://home.example.com')
    expect(connectTo(web, at('home.example.com', 8443), 'en')).toBe('https://home.example.com:8443')
    const reworded = { ...web, ports: web.ports.map((port) => ({ ...port, purpose: { en: 'A page', ko: '페이지' } })) }
    expect(connectTo(reworded, at('home.example.com', 12_345), 'en')).toBe('https://home.example.com:12345')
    expect(connectTo(named('jellyfin', 'url'), at('2001:db8::7', 8096), 'en')).toBe('http://[2001:db8::7]:8096')
  })
  for (const id of ['discord', 'rdp', 'hikvision', 'xbox'])
    test(`nothing for ${id}`, () => expect(connectTo(named(id, 'host'), at(HOST, 443), 'en')).toBeNull())
})

const catalogue = embeddedCatalogue()

describe('the box upstream of the router', () => {
  test('the one whose own address is in the same network', () => {
    const upstream = upstreamOf(catalogue, '172.30.1.23')
    expect([upstream?.gateway, upstream?.brand?.id]).toEqual(['172.30.1.254', 'kt-giga-home-hub'])
  })

  test('an address that retail routers and several providers use names no box', () => {
    expect(upstreamOf(catalogue, '10.0.0.5')).toEqual({ gateway: '10.0.0.1', brand: null })
    expect([upstreamOf(catalogue, '192.168.0.5'), upstreamOf(catalogue, '192.168.50.77')]).toEqual([null, null])
  })
})

const [some] = isps
if (!some) throw new Error('the catalogue has no providers')
const note = { en: 'x', ko: 'x' }
const isp = {
  ...some,
  blocked: [{ ports: '25,135-139', protocol: 'tcp' as const, note }],
  mayBlock: [{ ports: '80,135', protocol: 'both' as const, note }],
}

test('the ports that a provider blocks on all lines, by range and protocol', () => {
  for (const port of [25, 135, 137, 139]) expect(blockOf(isp, port, 'tcp')?.certainty).toBe('always')
  for (const port of [24, 26, 134, 140]) expect(blockOf(isp, port, 'tcp')).toBeNull()
  for (const port of [25, 137, 139]) expect(blockOf(isp, port, 'udp')).toBeNull()
})

test('the ports that it blocks on some lines', () => {
  expect(blockOf(isp, 80, 'tcp')?.certainty).toBe('sometimes')
  expect(blockOf(isp, 135, 'udp')?.certainty).toBe('sometimes')
})

test('nothing is said where no provider is known', () => expect(blockOf(null, 25, 'tcp')).toBeNull())

test.each([
  ['league-of-legends', 'none'],
  ['nintendo-switch', 'console'],
  ['rdp', 'shut'],
  ['home-assistant', 'shut'],
  ['jellyfin', 'careful'],
  ['minecraft-java', 'rule'],
] as const)('%s needs: %s', (id, need) => expect(needOf(named(id))).toBe(need))

describe('a port that should stay closed whatever is behind it', () => {
  for (const port of [23, 445, 1883, 2375, 3389, 5432, 6379, 7547, 8123, 9100])
    test(`${port}/tcp`, () => expect(dangerOn(port, 'tcp', portUses)?.port).toBe(port))
  test('161/udp', () => expect(dangerOn(161, 'udp', portUses)?.port).toBe(161))
  for (const port of [22, 80, 443, 3000, 8000, 8080, 8443, 25_565, 50_000, 50_100, 51_820])
    test(`not ${port}/tcp`, () => expect(dangerOn(port, 'tcp', portUses)).toBeNull())
})
