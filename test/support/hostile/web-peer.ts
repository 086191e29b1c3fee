// Web servers on ports 80 and 443, each at an address of its own.
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { HTTP_SHAPES } from './http-shapes.ts'
import { play } from './plays.ts'
import { byteByByte, forever, type Stream } from './shape.ts'
import { serveStream } from './tcp-peer.ts'
import { TLS_SHAPES } from './tls-shapes.ts'
import { LOCATIONS } from './web-locations.ts'
import { REBOUND, webAddress, webName } from './web-names.ts'

const DRIP_MS = 20
const HTTP = 80
const HTTPS = 443
const head = (status: string, ...headers: string[]) => [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n')
const CHUNKED = head('200 OK', 'Transfer-Encoding: chunked')
const bytes = (...parts: readonly string[]) => Buffer.from(parts.join(''), 'latin1')
const repeated = (piece: string) => piece.repeat(Math.floor(4096 / piece.length))

/** Bodies, and heads that a reader of pages looks into. */
const PAGES: Record<string, () => Stream> = {
  *'body-endless'() {
    yield bytes(head('200 OK'))
    yield* forever(bytes('x'.repeat(16_384)))
  },
  *'body-drip'() {
    yield bytes(head('404 Not Found'))
    yield* byteByByte(bytes('x'.repeat(10_000)), DRIP_MS)
  },
  *'body-pieces'() {
    yield bytes(head('200 OK'))
    yield* byteByByte(bytes('x'.repeat(8192)))
  },
  'chunks-tiny': () => [bytes(CHUNKED, '1\r\nx\r\n'.repeat(2000))],
  'chunks-lie': () => [bytes(CHUNKED, 'ffffffffffffffff\r\n', 'x'.repeat(9000))],
  'chunks-blank': () => [bytes(CHUNKED, ' '.repeat(9000))],
  titles: () => [bytes(head('200 OK'), repeated('<title>'))],
  inputs: () => [bytes(head('200 OK'), repeated('<input type="'))],
  refreshes: () => [bytes(head('200 OK'), repeated('<meta http-equiv="refresh" content="0; url='))],
  'realm-long': () => [bytes(head('401 Unauthorized', `WWW-Authenticate: Basic realm="${'"\\'.repeat(30_000)}`))],
  'server-forged': () => [
    bytes(head('200 OK', `Server: \x1b[2J\x1b]0;x\x07\xe2\x80\xae\xc2\x9b31m${'x'.repeat(9000)}`), '<title>\x1b[31m\xe2\x80\xae'),
  ],
  'redirect-forged': () => [bytes(head('302 Found', 'Location: http://\x1b[2J\xe2\x80\xae.example/\x07'))],
  *'redirects-drip'() {
    yield bytes('HTTP/1.1 302 Found\r\nLocation: /')
    yield* byteByByte(bytes('x'.repeat(10_000)), DRIP_MS)
  },
}

/** The heads that lead on or never end; what every reader of heads meets is in http.test.ts. */
const HEADS = /^(?:locations-|fields-many|lines-in-pieces|interim|head-endless|chunk-endless|drip|silent)/
/** The fields of certificates, which a handshake for a challenge does not read. */
const FIELDS = /^(?:names?|purposes|constraints|oid|subject|nested|date)-/

/** The servers of bytes: on port 80 a shape of HTTP, on port 443 one of TLS. */
export const WEB_PEERS: readonly { readonly name: string; readonly http: () => Stream; readonly tls: () => Stream }[] = (() => {
  const web: Record<string, () => Stream> = {
    ...Object.fromEntries(
      Object.entries(HTTP_SHAPES)
        .filter(([name]) => HEADS.test(name))
        .map(([name, make]) => [name, () => make(1, HTTP)]),
    ),
    ...PAGES,
  }
  const tls = Object.entries(TLS_SHAPES).filter(([name]) => !FIELDS.test(name))
  return Object.entries(web).map(([name, http], index) => {
    const [shape, make] = tls[index % tls.length] ?? ['', () => []]
    return { name: `${name}, ${shape}`, http, tls: () => make(1) }
  })
})()

/** Listens at every address. */
export function startWebPeers(tls: TlsOptions): void {
  for (const [index, peer] of WEB_PEERS.entries()) {
    const address = webAddress('page', index)
    listen(address, HTTP, (socket) => serveStream(socket, false, peer.http))
    listen(address, HTTPS, (socket) => serveStream(socket, true, peer.tls))
  }
  for (const index of LOCATIONS.keys()) listen(webAddress('redirect', index), HTTP, redirector(webName('redirect', index), index))
  listen(
    REBOUND.first,
    HTTP,
    redirector(
      'rebind.web.evil.test',
      LOCATIONS.findIndex(({ name }) => name === 'one after the other'),
    ),
  )
  const secure = createTlsServer(tls, (socket) =>
    serveStream(socket, false, () => [bytes(head('302 Found', 'Location: /again'))]),
  )
  secure.on('tlsClientError', () => {})
  secure.listen(
    HTTPS,
    webAddress(
      'redirect',
      LOCATIONS.findIndex(({ name }) => name === 'to itself over TLS'),
    ),
  )
}

function listen(address: string, port: number, accept: (socket: Socket) => void): void {
  const server = createServer({ noDelay: true }, accept)
  server.on('connection', play)
  server.listen(port, address)
}

/** Returns a server that answers each request with the next location. */
function redirector(host: string, index: number): (socket: Socket) => void {
  let times = 0
  const { to, status = '302 Found' } = LOCATIONS[index] ?? { to: () => '' }
  return (socket) =>
    serveStream(socket, false, () => [bytes(head(status, `Location: ${to(host, ++times)}`, 'Content-Length: 0'))])
}
