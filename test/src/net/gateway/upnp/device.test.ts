import { describe, expect, test } from 'bun:test'
import { tagsIn, VALUE_CHARACTERS_MAX, valuesIn } from '../../../../../src/net/gateway/upnp/control.ts'
import { DATAGRAM_BYTES_MAX, deviceIn, foundIn } from '../../../../../src/net/gateway/upnp/device.ts'
import { cpuMsOf } from '../../../../support/cost.ts'
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

  test('leads to the gateway alone', () => {
    for (const control of [
      ...'http://127.0.0.1:7777/ctl //198.18.0.2/ctl http://router.lan/ https://192.168.1.1/ file:///x'.split(' '),
      '',
    ])
      expect(read(device(service(IP, control)))).toBeNull()
    expect(placesIn(device(service(IP, 'http://192.168.1.1:49152/ctl')))).toEqual(['49152 /ctl'])
    expect(placesIn(device(service(IP, '/a&#13;&#10;Host: evil')))).toEqual(['5000 /a%20%20Host:%20evil'])
  })

  test('may have its base at another port of the gateway, and nowhere else', () => {
    const based = (base: string) => placesIn(device(service(IP, '/ctl')).replace('http://198.18.0.2/', base))
    expect([based('http://192.168.1.1:5678'), based('http://127.0.0.1:5678')]).toEqual([['5678 /ctl'], ['5000 /ctl']])
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
    const parts = [...'< > </service> //198.18.0.2/ http://127.0.0.1/ &#10; @ <!-- :'.split(' '), '\\', '%00', '\u0000', '..']
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

const SECOND = 'urn:schemas-upnp-org:device:InternetGatewayDevice:2'
const datagram = (location: string, kind = SECOND, more = '') =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\nCACHE-CONTROL: max-age=120\r\nST: ${kind}\r\nUSN: uuid:x::y\r\n${more}Location: ${location}\r\n\r\n`,
  )

describe('the answer to a search', () => {
  test('names a place on the gateway', () => {
    const place = { host: '192.168.1.1:5000', port: 5000, path: '/root.xml?a=b' }
    expect(foundIn(datagram('http://192.168.1.1:5000/root.xml?a=b'), GATEWAY)).toEqual({ place, rank: 0 })
    expect(foundIn(datagram('http://192.168.1.1/', 'upnp:rootdevice'), GATEWAY)).toMatchObject({ place: { port: 80 }, rank: 2 })
    expect(foundIn(datagram('http://192.168.1.1/', 'upnp:other'), GATEWAY)).toMatchObject({ rank: 2 })
  })

  test.each([
    'http://127.0.0.1:7777/secret',
    'http://198.18.0.2/evil.xml',
    'http://169.254.169.254/latest',
    'http://localhost/',
    'http://router.lan/',
    'http://192.168.1.1.evil.example/',
    'http://192.168.1.1@evil.example/',
    'http://user:password@192.168.1.1/',
    'http://[::ffff:192.168.1.1]/',
    'http://192.168.1.10:22/',
    'http://192.168.1.1:0/',
    'https://192.168.1.1/',
    'file:///etc/passwd',
    'ftp://192.168.1.1/',
    '//192.168.1.1/',
    '',
  ])('that names %s is dropped', (location) => expect(foundIn(datagram(location), GATEWAY)).toBeNull())

  test('is one: no request, no announcement, no other status, not too long', () => {
    const text = datagram('http://192.168.1.1/').toString()
    for (const start of ['NOTIFY * HTTP/1.1', 'M-SEARCH * HTTP/1.1', 'HTTP/1.1 404 Not Found', 'x'])
      expect(foundIn(Buffer.from(text.replace('HTTP/1.1 200 OK', start)), GATEWAY)).toBeNull()
    expect(foundIn(datagram('http://192.168.1.1/', SECOND, `X: ${'x'.repeat(DATAGRAM_BYTES_MAX)}\r\n`), GATEWAY)).toBeNull()
    expect(foundIn(datagram(`http://192.168.1.1/${'x'.repeat(600)}`), GATEWAY)).toBeNull()
    expect(foundIn(Buffer.alloc(DATAGRAM_BYTES_MAX), GATEWAY)).toBeNull()
  })

  test('over IPv6 may name the address that the gateway has in this network', () => {
    const gateway = gatewayOf('fe80::1', '2001:db8:100::10')
    const portOf = (location: string) => foundIn(datagram(location), gateway)?.place.port
    expect([portOf('http://[fe80::1]:1/'), portOf('http://[2001:db8:100::1]:2/')]).toEqual([1, 2])
    expect([portOf('http://[2001:db8:101::1]:3/'), portOf('http://[::1]:4/')]).toEqual([undefined, undefined])
    expect(portOf('http://192.168.1.1:5/')).toBeUndefined()
  })
})

const values = (document: string) => Object.fromEntries(valuesIn(document))
const [LF, RIGHT_TO_LEFT, ESCAPE] = ['\n', '\u202e', '\u001b']

describe('a document of a gateway', () => {
  test('is read by its tags, whatever prefixes, attributes and white space they have', () => {
    const document = '<?xml version="1.0"?><s:Body a="1"><u:Ip  xmlns:u="x">\r\n 192.0.2.1 </u:Ip><b/><b>2</b></s:Body>'
    expect(values(document)).toEqual({ Body: '', Ip: '192.0.2.1', b: '' })
    expect([...tagsIn('<a>1</a>')]).toEqual([
      { name: 'a', isEnd: false, text: '1' },
      { name: 'a', isEnd: true, text: '' },
    ])
  })

  test('stands for the characters of XML alone', () => {
    expect(values('<a>&lt;&amp;lt;&#65;&#x42;&apos;&quot;&gt;</a>')).toEqual({ a: `<&lt;AB'">` })
    expect(values('<a>&nbsp;&constructor;&evil;&#99999999;&#x110000;</a>')).toEqual({
      a: '&nbsp;&constructor;&evil;&#99999999;&#x110000;',
    })
    expect(values('<a>&#xd800;x</a>')).toEqual({ a: '\ufffdx' })
  })

  test('cannot end a line, move the cursor or change the direction, neither plainly nor by number', () => {
    expect(values(`<a>1${LF}2${RIGHT_TO_LEFT}3${ESCAPE}[31m4</a>`)).toEqual({ a: '1 2 3 [31m4' })
    expect(values('<a>1&#10;2&#x202E;3&#27;[31m4</a>')).toEqual({ a: '1 2 3 [31m4' })
  })

  test('is read up to a document type, which could define entities', () =>
    expect(values('<a>1</a><!DOCTYPE l [<!ENTITY e SYSTEM "file:///etc/passwd">]><b>&e;</b>')).toEqual({ a: '1' }))

  test('has no value that is longer than one can be', () => {
    const longest = 'x'.repeat(VALUE_CHARACTERS_MAX)
    expect(values(`<a>${longest}</a><b>${longest}x</b>`)).toEqual({ a: longest, b: '' })
  })

  const SIZE = 64 * 1024
  const filled = (part: string) => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE)
  const HOSTILE = [...'< > <a> <a </ <!-- <![CDATA[ <? & &# <a>&amp; <a:'.split(' '), '<a b="', 'a', '<!-- --', ' ', '<a>\n']
  test.each(HOSTILE)('costs little when it consists of %j', (part) => {
    expect(cpuMsOf(() => valuesIn(filled(part)))).toBeLessThan(250)
  })
})
