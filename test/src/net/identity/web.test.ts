// Pages of services over HTTP that need no login: what each says, and that a router's own page is never taken for the service.
import { describe, expect, test } from 'bun:test'
import { OVER_TCP } from '../../../../src/net/identity/exchange.ts'
import type { TcpProtocol } from '../../../../src/net/identity/protocol.ts'
import {
  chunked,
  EMBY_INFO,
  HOME_ASSISTANT_MANIFEST,
  ICECAST_STATUS,
  JELLYFIN_INFO,
  PLEX_IDENTITY,
  page,
  QNAP_LOGIN,
  SYNOLOGY_INFO,
} from '../../../support/identity/tcp-answers.ts'

const TO = { host: '9.9.9.9', port: 8080 }
const front = (bytes: Buffer, isLast = true) => OVER_TCP.http.read(bytes, isLast, TO)
const titled = (title: string, ...headers: string[]) => page(`<html><head><title>${title}</title>`, { headers })

describe('products', () => {
  test.each<[TcpProtocol, string, string, string | null, string | null]>([
    ['plex', '/identity', PLEX_IDENTITY, 'Plex Media Server', '1.40.0.7998-c29d4c0c8'],
    ['jellyfin', '/System/Info/Public', JELLYFIN_INFO, 'den', '10.9.11'],
    ['emby', '/System/Info/Public', EMBY_INFO, 'den', '4.8.8.0'],
    ['home-assistant', '/manifest.json', HOME_ASSISTANT_MANIFEST, 'Home Assistant', null],
    ['synology', '/webapi/query.cgi?api=SYNO.API.Info', SYNOLOGY_INFO, 'Synology DSM', null],
    ['qnap', '/cgi-bin/authLogin.cgi', QNAP_LOGIN, 'TS-453D', '5.1.5'],
    ['icecast', '/status-json.xsl', ICECAST_STATUS, 'Icecast 2.4.4', '2.4.4'],
  ])('%s is asked at %s', (kind, path, body, name, version) => {
    const protocol = OVER_TCP[kind]
    const sent = protocol.hello(TO)?.toString() ?? ''
    expect(sent).toStartWith(`GET ${path}`)
    expect(sent).toContain('\r\nHost: 9.9.9.9:8080\r\n')
    expect(sent).not.toMatch(/cookie|authorization/i)
    const found = { kind, name, version, players: null }
    expect(protocol.read(page(body))).toEqual(found)
    expect(protocol.read(chunked(body.slice(0, 20), body.slice(20)))).toEqual(found)
    expect(protocol.read(page(body).subarray(0, -1))).toBe('more')
    expect(protocol.read(page('<title>Other</title>'))).toBeNull()
    expect([protocol.read(page('{"a":'.repeat(10_000))), protocol.read(page('[]'))]).toEqual([null, null])
    expect(protocol.read(Buffer.from('SSH-2.0-x\r\n'))).toBeNull()
  })
})

describe('the front page', () => {
  test('has a title and a Server header', () => {
    expect(front(titled('Photos &amp; more', 'Server: nginx/1.22.1'), false)).toEqual({
      kind: 'http',
      name: 'Photos & more',
      version: 'nginx/1.22.1',
      players: null,
    })
  })

  test('is a router’s own, by its title, its realm, its software, or where it leads', () => {
    for (const bytes of [
      titled('Archer AX55'),
      titled('ipTIME A3004NS-M'),
      titled('FRITZ!Box 7590'),
      titled('ASUS Wireless Router RT-AX88U'),
      titled('무선 공유기'),
      page('', { status: '401 Unauthorized', headers: ['WWW-Authenticate: Basic realm="TP-LINK Wireless N Router WR841N"'] }),
      page('', { headers: ['Server: Router Webserver'] }),
      page('<script>location.href="/cgi-bin/luci/"</script>'),
      page('<meta http-equiv="refresh" content="0; URL=cgi-bin/luci/" />'),
      titled('OpenWrt - LuCI'),
      titled('LuCI - Lua Configuration Interface'),
      page('', { headers: ['Server: uhttpd/1.0.0'] }),
      page('<script>window.top.location.href="/Main_Login.asp"</script>'),
    ])
      expect([bytes.toString(), front(bytes)]).toMatchObject([expect.anything(), { kind: 'router-page' }])
    expect(
      front(page('', { status: '401 Unauthorized', headers: ['WWW-Authenticate: Basic realm="NETGEAR R7000"'] })),
    ).toMatchObject({ name: 'NETGEAR R7000' })
  })

  test.each([
    'React Router',
    'Art Deco',
    'The archer and the bow',
    'Orbital',
    'dir-listing',
    'API gateway',
    'NETGEAR ReadyNAS',
    'Homebox',
    'Smart Hub',
    'Export-News',
    'Luci di Natale',
  ])('%p is not a router', (title) => expect(front(titled(title))).toMatchObject({ kind: 'http', name: title }))

  test('one to sign in on is told apart: by its status, a password, or a redirect to another host', () => {
    for (const bytes of [
      page('', { status: '401 Unauthorized', headers: ['WWW-Authenticate: Basic realm="Home"'] }),
      page('<title>Sign in</title><input name="p" type="password">'),
      page('', { status: '302 Found', headers: ['Location: https://auth.example/?rd=1'] }),
    ])
      expect([bytes.toString(), front(bytes)]).toMatchObject([expect.anything(), { kind: 'sign-in-page' }])
    const own = page('', { status: '302 Found', headers: [`Location: http://${TO.host}:${TO.port}/`] })
    expect(front(own)).toMatchObject({ kind: 'http' })
  })

  test.each([
    ['/login', '/login'],
    ['login?next=/', '/login?next=/'],
    ['http://9.9.9.9:8080/login', '/login'],
    ['https://9.9.9.9:8080/login', '/login'],
    ['//9.9.9.9:8080/x', '/x'],
    ['/a\r\nb', '/ab'],
  ])('a redirect to %p is followed once', (location, path) => {
    const redirect = Buffer.from(`HTTP/1.1 302 Found\r\nServer: x\r\nLocation: ${location.replaceAll('\r\n', '\t')}\r\n\r\n`)
    const again = front(redirect, false)
    if (again === null || again === 'more' || !('send' in again)) throw new Error('is not followed')
    expect(again.send.toString()).toStartWith(`GET ${path} HTTP/1.1\r\nHost: 9.9.9.9:8080\r\n`)
    expect(again.known).toEqual({ kind: 'http', name: null, version: 'x', players: null })
  })

  test.each([
    'https://9.9.9.9/',
    'https://9.9.9.9/login',
    'http://9.9.9.8:8080/',
    'http://example.com:8080/x',
    '//example.com/x',
    '/',
    'ftp://9.9.9.9:8080/x',
    'http://[',
    '',
    `/${'x'.repeat(300)}`,
  ])('a redirect to %p is not', (location) => {
    const redirect = page('<title>Moved</title>', { status: '302 Found', headers: [`Location: ${location}`] })
    expect(front(redirect, false)).toMatchObject({ kind: expect.stringMatching(/^(http|sign-in-page)$/), name: 'Moved' })
  })
})
