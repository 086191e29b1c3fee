// Peers that are not proper TLS servers.
import { describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { inspectHere, startFault } from '../../../support/tls/server.ts'
import { alert, record, serverHello } from '../../../support/tls/wire.ts'

const HTTP = 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'
const after = (socket: Socket, answer: (socket: Socket) => void) => socket.once('data', () => answer(socket))
const NOTHING = { protocol: null, cipher: null, alpn: null, keyExchange: null, ocspStapled: null, received: [] }
const supported = ({ supportedProtocols }: Awaited<ReturnType<typeof inspectHere>>) =>
  supportedProtocols.map((one) => one.supported)

describe('a server that', () => {
  test.each([
    ['answers with HTTP', (socket: Socket) => after(socket, (one) => one.end(HTTP)), 'http-on-port', false],
    ['answers with HTTP, a byte at a time', (socket: Socket) => after(socket, drip), 'http-on-port', false],
    ['greets as a mail server does', (socket: Socket) => socket.write('220 mail.test ESMTP\r\n'), 'not-tls', false],
    ['sends garbage', (socket: Socket) => after(socket, (one) => one.write(Buffer.alloc(4096, 0xa5))), 'not-tls', false],
    ['echoes', (socket: Socket) => socket.pipe(socket), 'not-tls', false],
    ['closes at once', (socket: Socket) => socket.end(), 'connection-closed', null],
    ['closes after the ClientHello', (socket: Socket) => after(socket, (one) => one.end()), 'connection-closed', null],
    [
      'resets after the ClientHello',
      (socket: Socket) => after(socket, (one) => one.resetAndDestroy()),
      'connection-closed',
      null,
    ],
    ['refuses everything', (socket: Socket) => after(socket, (one) => one.end(alert(2, 40))), 'handshake-refused', false],
    ['refuses every version', (socket: Socket) => after(socket, (one) => one.end(alert(2, 70))), 'version-refused', false],
    ['does not know the name', (socket: Socket) => after(socket, (one) => one.end(alert(2, 112))), 'name-refused', null],
    [
      'begins and hangs up',
      (socket: Socket) => after(socket, (one) => one.end(record(22, serverHello()))),
      'handshake-refused',
      null,
    ],
  ] as const)('%s', async (_, speak, reason, each) => {
    await using server = await startFault(speak)
    const inspection = await inspectHere(server.port, 'web.test')
    expect(inspection).toMatchObject({ outcome: 'no-tls', reason, failedLayer: 'tls', address: '127.0.0.1', ...NOTHING })
    if (reason !== 'handshake-refused' || each !== null) expect(supported(inspection)).toEqual([each, each, each, each])
  })

  test('says nothing', async () => {
    await using server = await startFault(() => {})
    const started = performance.now()
    const inspection = await inspectHere(server.port, 'web.test')
    expect(performance.now() - started).toBeWithin(4000, 9500)
    expect(inspection).toMatchObject({ outcome: 'timeout', reason: 'no-answer', failedLayer: 'tls', ...NOTHING })
    expect(supported(inspection)).toEqual([null, null, null, null])
  })

  test('stops after its ServerHello', async () => {
    await using server = await startFault((socket) => after(socket, (one) => one.write(record(22, serverHello()))))
    const inspection = await inspectHere(server.port, 'web.test')
    expect(inspection).toMatchObject({ outcome: 'timeout', reason: 'handshake-stalled', failedLayer: 'tls', ...NOTHING })
    expect(supported(inspection)).toEqual([false, false, true, false])
  })
})

async function drip(socket: Socket): Promise<void> {
  for (const character of HTTP) {
    socket.write(character)
    await Bun.sleep(1)
  }
  socket.end()
}

describe('addresses', () => {
  test('the first that answers is looked at, and no other', async () => {
    const addresses: string[] = []
    await using server = await startFault((socket) => {
      addresses.push(socket.localAddress ?? '')
      after(socket, (one) => one.end(HTTP))
    })
    const inspection = await inspectHere(server.port, 'web.test', ['127.0.0.9', '127.0.0.1'])
    expect(inspection).toMatchObject({ address: '127.0.0.1', reason: 'http-on-port' })
    expect(addresses).toEqual(Array.from({ length: 5 }, () => '127.0.0.1'))
  })
})
