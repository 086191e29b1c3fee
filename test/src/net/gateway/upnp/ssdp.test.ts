import { describe, expect, test } from 'bun:test'
import { DATAGRAM_BYTES_MAX, foundIn } from '../../../../../src/net/gateway/upnp/device.ts'
import { gatewayOf } from '../../../../support/gateway/routes.ts'

const GATEWAY = gatewayOf('192.168.1.1', '192.168.1.10')
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
    expect(portOf('http://[fe80::1]:1/')).toBe(1)
    expect(portOf('http://[2001:db8:100::1]:2/')).toBe(2)
    expect(portOf('http://[2001:db8:101::1]:3/')).toBeUndefined()
    expect(portOf('http://[::1]:4/')).toBeUndefined()
    expect(portOf('http://192.168.1.1:5/')).toBeUndefined()
  })
})
