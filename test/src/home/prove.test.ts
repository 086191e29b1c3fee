// One proof from home: what a server outside says, against what arrived here.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AskedOutside, HomeWorld, SaidOutside } from '../../../src/home/define.ts'
import { prove, type ToProve } from '../../../src/home/prove.ts'
import { listenForProof } from '../../../src/net/proof/listener.ts'
import { freePort, openHosts } from '../../support/net/network.ts'

let close: () => void
beforeAll(() => {
  close = openHosts(['127.0.0.1', '::1', '::'])
})
afterAll(() => close())

type Outside = NonNullable<HomeWorld['outside']>
const outside = (ask: (question: AskedOutside) => Promise<SaidOutside>): Outside => ({
  server: new URL('https://ip.example'),
  ask,
})

function toProve(more: Partial<ToProve> = {}): ToProve {
  const port = freePort()
  const { signal } = new AbortController()
  return { listenPort: port, port, protocol: 'tcp', tool: 'port-check', body: { explain: false }, locale: 'en', signal, ...more }
}

test('a claim of a proof of which nothing arrived here is none, nor is a word that no server says', async () => {
  const lie = outside(async () => ({ answer: { proof: 'proven' } }))
  expect(await prove(lie, toProve())).toMatchObject({ proof: null, arrived: false })
  expect(
    (
      await prove(
        outside(async () => ({ answer: { proof: 'PROVEN!' } })),
        toProve(),
      )
    ).proof,
  ).toBeNull()
  expect(
    (
      await prove(
        outside(async () => ({ failure: 'is down' })),
        toProve(),
      )
    ).proof,
  ).toBeNull()
})

/** Returns a doorstep outside that hears nothing while somebody connects from loopback, and then says something. */
function touched({ port }: ToProve, bytes: Uint8Array = Buffer.alloc(0)): Outside {
  return outside(async () => {
    const socket = connect({ host: '127.0.0.1', port })
    await new Promise((resolve) => socket.on('connect', resolve))
    socket.write(bytes)
    // A challenge is answered, nothing else is.
    await Promise.race([once(socket, 'data'), Bun.sleep(300)])
    socket.destroy()
    return { answer: { proof: 'no-answer', ip: '198.51.100.7' } }
  })
}

test('a program or a device at home that connects meanwhile is not a packet that arrived from outside', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('GET / HTTP/1.1\r\n\r\n')]) {
    const asked = toProve()
    expect(await prove(touched(asked, bytes), asked)).toMatchObject({ proof: 'no-answer', arrived: false, heard: [] })
  }
  // A router that gives packets an address of its own gives it to the challenge too.
  const asked = toProve()
  const { newChallenge } = await import('../../../src/net/proof/index.ts')
  expect(await prove(touched(asked, newChallenge()), asked)).toMatchObject({ proof: 'no-answer', arrived: true })
})

test('a run that is ended listens no longer, even while the server is still asked', async () => {
  const ending = new AbortController()
  const asked = toProve({ signal: ending.signal })
  const { promise, resolve } = Promise.withResolvers<SaidOutside>()
  const proving = prove(
    outside(() => promise),
    asked,
  )
  await Bun.sleep(20)
  ending.abort()
  await Bun.sleep(20)
  const next = await listenForProof({ port: asked.port, proven: { port: asked.port, protocol: 'tcp' }, key: Buffer.alloc(32) })
  await next.close()
  resolve({ failure: 'ended' })
  expect((await proving).proof).toBeNull()
})
