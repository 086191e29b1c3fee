// Peers that are not proper TLS servers, and real ones: what an inspection says of them, and what comes of offering them one protocol.
import { afterAll, describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { BUDGET, Budget } from '../../../../src/net/budget.ts'
import { labTest } from '../../../support/lab.ts'
import { Pki } from '../../../support/tls/pki.ts'
import { inspectHere, offerHere, startFault, startOpenssl } from '../../../support/tls/server.ts'
import { alert, record, serverHello } from '../../../support/tls/wire.ts'

const NAME = 'home.example.test'
const HTTP = 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'
const NOTHING = { protocol: null, cipher: null, alpn: null, keyExchange: null, ocspStapled: null, received: [] }

type Speak = (socket: Socket) => void
/** Acts when the ClientHello is there. */
const after =
  (answer: Speak): Speak =>
  (socket) =>
    void socket.once('data', () => answer(socket))

async function drip(socket: Socket): Promise<void> {
  for (const character of HTTP) {
    socket.write(character)
    await Bun.sleep(1)
  }
  socket.end()
}

const supported = ({ supportedProtocols }: Awaited<ReturnType<typeof inspectHere>>) =>
  supportedProtocols.map((one) => one.supported)

async function offerTo(speak: Speak, milliseconds = 1000, budget = new Budget()) {
  await using server = await startFault(speak)
  return await offerHere(server.port, NAME, milliseconds, budget)
}

/** The reason of an inspection, whether each version is supported, and what comes of an offer: its outcome, and its reason or alert. */
type Row = [name: string, speak: Speak, reason: string, each: boolean | null, outcome: string, why: string | number]

test.each<Row>([
  ['answers with HTTP', after((one) => one.end(HTTP)), 'http-on-port', false, 'plain-http', 'http-on-port'],
  ['answers with HTTP, a byte at a time', after(drip), 'http-on-port', false, 'plain-http', 'http-on-port'],
  ['greets as a mail server does', (one) => one.write('220 mail.test ESMTP\r\n'), 'not-tls', false, 'not-tls', 'not-tls'],
  ['sends garbage', after((one) => one.write(Buffer.alloc(4096, 0xa5))), 'not-tls', false, 'not-tls', 'not-tls'],
  ['echoes', (one) => one.pipe(one), 'not-tls', false, 'not-tls', 'not-tls'],
  ['closes at once', (one) => one.end(), 'connection-closed', null, 'broken', 'connection-closed'],
  ['closes after the ClientHello', after((one) => one.end()), 'connection-closed', null, 'broken', 'connection-closed'],
  ['resets', after((one) => one.resetAndDestroy()), 'connection-closed', null, 'broken', 'connection-closed'],
  ['refuses everything', after((one) => one.end(alert(2, 40))), 'handshake-refused', false, 'alert', 40],
  ['refuses every version', after((one) => one.end(alert(2, 70))), 'version-refused', false, 'alert', 70],
  ['does not know the name', after((one) => one.end(alert(2, 112))), 'name-refused', null, 'alert', 112],
])('a server that %s', async (_, speak, reason, each, outcome, why) => {
  await using server = await startFault(speak)
  const inspection = await inspectHere(server.port, 'web.test')
  expect(inspection).toMatchObject({ outcome: 'no-tls', reason, failedLayer: 'tls', address: '127.0.0.1', ...NOTHING })
  expect(supported(inspection)).toEqual([each, each, each, each])
  const finding = typeof why === 'number' ? { reason: null, alert: why } : { reason: why, alert: null }
  expect(await offerTo(speak)).toMatchObject({ outcome, alpn: null, ...finding })
})

describe('a server', () => {
  const begins = record(22, serverHello())

  test('that begins and hangs up', async () => {
    const speak = after((one) => one.end(begins))
    await using server = await startFault(speak)
    expect(await inspectHere(server.port, NAME)).toMatchObject({ outcome: 'no-tls', reason: 'handshake-refused', ...NOTHING })
    expect(await offerTo(speak)).toMatchObject({ outcome: 'broken', reason: 'handshake-failed', alpn: null })
  })

  test.each<[string, Speak, string, (boolean | null)[]]>([
    ['says nothing', () => {}, 'no-answer', [null, null, null, null]],
    ['stops after its ServerHello', after((one) => one.write(begins)), 'handshake-stalled', [false, false, true, false]],
  ])('that %s', async (_, speak, reason, each) => {
    await using server = await startFault(speak)
    const started = performance.now()
    const inspection = await inspectHere(server.port, NAME)
    expect(performance.now() - started).toBeWithin(4000, 9500)
    expect(inspection).toMatchObject({ outcome: 'timeout', reason, failedLayer: 'tls', ...NOTHING })
    expect(supported(inspection)).toEqual(each)
    expect(await offerTo(speak)).toMatchObject({ outcome: 'broken', reason, alpn: null })
  })

  test('is the first address that answers, and no other', async () => {
    const addresses: string[] = []
    await using server = await startFault((socket) => {
      addresses.push(socket.localAddress ?? '')
      after((one) => one.end(HTTP))(socket)
    })
    const inspection = await inspectHere(server.port, NAME, ['127.0.0.9', '127.0.0.1'])
    expect(inspection).toMatchObject({ address: '127.0.0.1', reason: 'http-on-port' })
    expect(addresses).toEqual(Array.from({ length: 5 }, () => '127.0.0.1'))
  })
})

describe('an offer', () => {
  test('keeps its time, whatever drips in', async () => {
    const started = performance.now()
    const dripping = after((socket) => {
      socket.write(record(22, Buffer.alloc(16_000)).subarray(0, 5))
      const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(Buffer.of(2))), 20)
    })
    expect(await offerTo(dripping, 500)).toMatchObject({ outcome: 'broken', reason: 'no-answer' })
    expect(performance.now() - started).toBeLessThan(2000)
  })

  test('charges the bytes that come, and takes no more of them than a first flight has', async () => {
    const budget = new Budget()
    const piece = Buffer.alloc(16_384, 22)
    const flood = after((socket) => {
      socket.write(record(22, serverHello()))
      const more = () => void (socket.destroyed || socket.write(record(22, piece), more))
      more()
    })
    const started = performance.now()
    expect((await offerTo(flood, 4000, budget)).outcome).not.toBe('offered')
    expect(performance.now() - started).toBeLessThan(3000)
    expect(budget.takeBytes(BUDGET.bytesRead - 512 * 1024)).toBe(true)
  })

  const pki = new Pki()
  afterAll(() => pki[Symbol.dispose]())
  let issued: ReturnType<Pki['issue']> | undefined
  for (const [args, expected] of [
    [['-tls1_2', '-alpn', 'acme-tls/1'], { outcome: 'offered', reason: null, alert: null, alpn: 'acme-tls/1' }],
    [['-tls1_3', '-alpn', 'acme-tls/1'], { outcome: 'offered', reason: null, alert: null, alpn: 'acme-tls/1' }],
    [['-tls1_2'], { outcome: 'alert', reason: null, alert: 120, alpn: null }],
    [['-tls1_3'], { outcome: 'alert', reason: null, alert: 120, alpn: null }],
    // It wants a certificate of ours: an alert after its first flight.
    [['-tls1_2', '-alpn', 'acme-tls/1', '-Verify', '1'], { outcome: 'alert', alert: 40 }],
  ] as const)
    labTest(`to a real server: ${args.join(' ')}`, { programs: ['openssl'] }, async () => {
      issued ??= pki.issue('server', { san: [`DNS:${NAME}`] })
      await using server = await startOpenssl(await issued, null, args)
      expect(await offerHere(server.port, NAME)).toMatchObject(expected)
    })
})
