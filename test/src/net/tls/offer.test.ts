import { afterAll, describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { BUDGET, Budget } from '../../../../src/net/budget.ts'
import { labTest } from '../../../support/lab.ts'
import { Pki } from '../../../support/tls/pki.ts'
import { offerHere, startFault, startOpenssl } from '../../../support/tls/server.ts'
import { alert, record, serverHello } from '../../../support/tls/wire.ts'

const OPENSSL = { programs: ['openssl'] }
const NAME = 'home.example.test'
const pki = new Pki()
afterAll(() => pki[Symbol.dispose]())
let issued: ReturnType<Pki['issue']> | undefined
const certificate = () => (issued ??= pki.issue('server', { san: [`DNS:${NAME}`] }))

/** Offers `acme-tls/1` to a real server with such options. */
async function offerTo(...args: string[]) {
  await using server = await startOpenssl(await certificate(), null, args)
  return await offerHere(server.port, NAME)
}

/** Offers it to a server that speaks in this way as soon as the ClientHello is there. */
async function offerToFault(speak: (socket: Socket) => void, milliseconds = 1000, budget = new Budget()) {
  await using server = await startFault((socket) => socket.once('data', () => speak(socket)))
  return await offerHere(server.port, NAME, milliseconds, budget)
}

describe('a real server', () => {
  for (const version of ['-tls1_2', '-tls1_3']) {
    labTest(`speaks the protocol ${version}`, OPENSSL, async () => {
      expect(await offerTo(version, '-alpn', 'acme-tls/1')).toMatchObject({
        outcome: 'offered',
        reason: null,
        alert: null,
        alpn: 'acme-tls/1',
      })
    })

    labTest(`refuses it with an alert ${version}`, OPENSSL, async () => {
      expect(await offerTo(version)).toMatchObject({ outcome: 'alert', reason: null, alert: 120, alpn: null })
    })
  }

  labTest('wants a certificate of ours: an alert after its first flight', OPENSSL, async () => {
    expect(await offerTo('-tls1_2', '-alpn', 'acme-tls/1', '-Verify', '1')).toMatchObject({ outcome: 'alert', alert: 40 })
  })
})

describe('anything else', () => {
  const cases: Record<string, [(socket: Socket) => void, object]> = {
    'an alert of a server without a certificate for the name': [
      (socket) => socket.end(alert(2, 80)),
      { outcome: 'alert', alert: 80, reason: null },
    ],
    'plain HTTP': [
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
      { outcome: 'plain-http', reason: 'http-on-port', alert: null },
    ],
    'a server of something else': [(socket) => socket.end('SSH-2.0-x\r\n'), { outcome: 'not-tls', reason: 'not-tls' }],
    'the end without a word': [(socket) => socket.end(), { outcome: 'broken', reason: 'connection-closed' }],
    'a reset': [(socket) => socket.resetAndDestroy(), { outcome: 'broken', reason: 'connection-closed' }],
    silence: [() => {}, { outcome: 'broken', reason: 'no-answer' }],
    'half a handshake': [(socket) => socket.write(record(22, serverHello())), { outcome: 'broken', reason: 'handshake-stalled' }],
    'a handshake that ends early': [
      (socket) => socket.end(record(22, serverHello())),
      { outcome: 'broken', reason: 'handshake-failed' },
    ],
  }
  for (const [name, [speak, expected]] of Object.entries(cases))
    test(name, async () => expect(await offerToFault(speak)).toMatchObject({ alpn: null, ...expected }))

  test('the time is kept, whatever drips in', async () => {
    const started = performance.now()
    const offer = await offerToFault((socket) => {
      socket.write(record(22, Buffer.alloc(16_000)).subarray(0, 5))
      const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(Buffer.of(2))), 20)
    }, 500)
    expect(performance.now() - started).toBeLessThan(2000)
    expect(offer).toMatchObject({ outcome: 'broken', reason: 'no-answer' })
  })

  test('bytes are charged, and there are no more of them than a first flight has', async () => {
    const budget = new Budget()
    const piece = Buffer.alloc(16_384, 22)
    const flood = (socket: Socket) => {
      socket.write(record(22, serverHello()))
      const more = () => void (socket.destroyed || socket.write(record(22, piece), more))
      more()
    }
    const started = performance.now()
    expect((await offerToFault(flood, 4000, budget)).outcome).not.toBe('offered')
    expect(performance.now() - started).toBeLessThan(3000)
    expect(budget.takeBytes(BUDGET.bytesRead - 512 * 1024)).toBe(true)
  })
})
