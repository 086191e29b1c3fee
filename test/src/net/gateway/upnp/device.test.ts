import { describe, expect, test } from 'bun:test'
import { deviceIn } from '../../../../../src/net/gateway/upnp/device.ts'
import { gatewayOf } from '../../../../support/gateway/routes.ts'

const GATEWAY = gatewayOf('192.168.1.1', '192.168.1.10')
const BASE = { host: '192.168.1.1:5000', port: 5000, path: '/igd/root.xml' }
const IP = 'urn:schemas-upnp-org:service:WANIPConnection:1'
const PPP = 'urn:schemas-upnp-org:service:WANPPPConnection:1'
const PINHOLES = 'urn:schemas-upnp-org:service:WANIPv6FirewallControl:1'
const service = (type: string, control: string) =>
  `<service><serviceType>${type}</serviceType><SCPDURL>/x.xml</SCPDURL><controlURL>${control}</controlURL><eventSubURL>/e</eventSubURL></service>`
const device = (services: string, { version = 1, about = '' } = {}) =>
  `<?xml version="1.0"?><root><URLBase>http://198.18.0.2/</URLBase><device><deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:${version}</deviceType>${about}<deviceList><device><deviceType>urn:schemas-upnp-org:device:WANDevice:1</deviceType><modelName>inner</modelName><serviceList>${services}</serviceList></device></deviceList></device></root>`
const read = (document: string) => deviceIn(document, GATEWAY, BASE)
const placesIn = (document: string) => read(document)?.connections.map(({ place: { port, path } }) => `${port} ${path}`)

describe('the description of a gateway', () => {
  test('tells its model and its services', () => {
    const about = '<friendlyName>At home</friendlyName><manufacturer>A &amp; B</manufacturer><modelName>AB-1</modelName>'
    const all = service(PPP, '/ppp') + service(IP, '/ip?a=1&amp;b=2') + service(PINHOLES, 'pin')
    expect(read(device(all, { version: 2, about }))).toEqual({
      version: 2,
      model: 'AB-1',
      manufacturer: 'A & B',
      connections: [
        { type: PPP, place: { ...BASE, path: '/ppp' } },
        { type: IP, place: { ...BASE, path: '/ip?a=1&b=2' } },
      ],
      pinholes: { type: PINHOLES, place: { ...BASE, path: '/igd/pin' } },
    })
  })

  test('is not one without a service of ours', () => {
    expect(read('')).toBeNull()
    expect(read(device(service('urn:schemas-upnp-org:service:ContentDirectory:1', '/x')))).toBeNull()
  })

  test('leads to the gateway alone', () => {
    for (const control of [
      'http://127.0.0.1:7777/ctl',
      '//198.18.0.2/ctl',
      'http://router.lan/',
      'https://192.168.1.1/',
      'file:///x',
      '',
    ])
      expect(read(device(service(IP, control)))).toBeNull()
    expect(placesIn(device(service(IP, 'http://192.168.1.1:49152/ctl')))).toEqual(['49152 /ctl'])
    expect(placesIn(device(service(IP, '/a&#13;&#10;Host: evil')))).toEqual(['5000 /a%20%20Host:%20evil'])
  })

  test('may have its base at another port of the gateway, and nowhere else', () => {
    const based = (base: string) => placesIn(device(service(IP, '/ctl')).replace('http://198.18.0.2/', base))
    expect(based('http://192.168.1.1:5678')).toEqual(['5678 /ctl'])
    expect(based('http://127.0.0.1:5678')).toEqual(['5000 /ctl'])
    expect(based('')).toEqual(['5000 /ctl'])
  })

  test('cannot write a part of a request by the name of a service', () => {
    for (const type of [`${IP}"&#13;&#10;X: y`, `${IP}&gt;`, 'urn:schemas-upnp-org:service:WANIPConnection:99', `x${IP}`])
      expect(read(device(service(type, '/ctl')))).toBeNull()
  })

  test('has few services, and texts that are short', () => {
    const found = read(device(service(IP, '/ctl').repeat(20), { about: `<modelName>${'x'.repeat(200)}</modelName>` }))
    expect(found?.connections).toHaveLength(4)
    expect(found?.model).toBe('x'.repeat(100))
    expect(found?.manufacturer).toBeNull()
  })

  test('leads nowhere else, however it is broken', () => {
    const whole = device(service(IP, 'http://192.168.1.1:80/ctl') + service(PINHOLES, '/pin'), {
      about: '<modelName>A</modelName>',
    })
    const parts = [
      '<',
      '>',
      '</service>',
      '//198.18.0.2/',
      'http://127.0.0.1/',
      '&#10;',
      '@',
      '<!--',
      ':',
      '\\',
      '%00',
      '\u0000',
      '..',
    ]
    const any = (most: number) => Math.floor(Math.random() * most)
    let read = 0
    for (let times = 0; times < 3000; times++) {
      let broken = whole
      for (let more = any(4); more >= 0; more--) {
        const at = any(broken.length)
        broken = broken.slice(0, at) + (parts[any(parts.length)] ?? '') + broken.slice(at + any(20))
      }
      const found = deviceIn(broken, GATEWAY, BASE)
      if (found) read++
      for (const { place, type } of [...(found?.connections ?? []), ...(found?.pinholes ? [found.pinholes] : [])]) {
        expect(`${place.host} ${type}`).toMatch(/^192\.168\.1\.1(:\d+)? urn:schemas-upnp-org:service:[\w:]+$/)
        expect(place.path).toMatch(/^\/[!-~]*$/)
      }
    }
    expect(read).toBeGreaterThan(500)
  })
})
