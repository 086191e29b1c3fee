import { describe, expect, test } from 'bun:test'
import { openCatalogue } from '../../../../src/router/catalogue/load.ts'
import { connectTo } from '../../../../src/router/judgement/connect.ts'
import type { Service } from '../../../../src/router/judgement/need.ts'
import { serviceOf } from '../../../../src/router/plan/asked-service.ts'

const { useCases } = await openCatalogue(null).read()

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
  test('the port at any other', () => {
    expect(connectTo(game, at(HOST, 25_570), 'en')).toBe('203.0.113.7:25570')
    expect(connectTo(game, at('2001:db8::7', 25_570), 'en')).toBe('[2001:db8::7]:25570')
    expect(connectTo(named('minecraft-java'), at(HOST, 25_570), 'en')).toBe('203.0.113.7:25570')
  })
  test('always both where the program needs both', () =>
    expect(connectTo(named('valheim', 'host-port'), at(HOST, 2456, 'udp'), 'en')).toBe('203.0.113.7:2456'))
  test('two fields', () => {
    const bedrock = named('minecraft-bedrock', 'separate')
    expect(connectTo(bedrock, at(HOST, 19_132, 'udp'), 'en')).toBe(HOST)
    expect(connectTo(bedrock, at(HOST, 19_140, 'udp'), 'en')).toBe('203.0.113.7, port 19140')
    expect(connectTo(bedrock, at(HOST, 19_140, 'udp'), 'ko')).toBe('203.0.113.7(포트 19140)')
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
  test('a port of one’s own is always named', () => {
    const own = serviceOf(null, [{ port: 25_000 }])
    expect(connectTo(own, at(HOST, 25_000), 'en')).toBe('203.0.113.7:25000')
  })
  for (const id of ['discord', 'rdp', 'hikvision', 'xbox'])
    test(`nothing for ${id}`, () => expect(connectTo(named(id, 'host'), at(HOST, 443), 'en')).toBeNull())
})
