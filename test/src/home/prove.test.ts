// One proof from home: what a server outside says, against what arrived here.
import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { HomeWorld, SaidOutside } from '../../../src/home/define.ts'
import { prove } from '../../../src/home/prove.ts'
import { newChallenge } from '../../../src/net/proof/index.ts'
import { listenForProof } from '../../../src/net/proof/listener.ts'
import { freePort } from '../../support/net/network.ts'
import { shareHosts } from '../../support/shared.ts'

shareHosts(['127.0.0.1', '::1', '::'])

type Ask = NonNullable<HomeWorld['outside']>['ask']

/** Proves a port over TCP by a server that is asked like this. */
async function provedBy(ask: Ask, { port = freePort(), signal = new AbortController().signal } = {}) {
  const outside = { server: new URL('https://ip.example'), ask }
  const toProve = { listenPort: port, port, protocol: 'tcp', tool: 'port-check', body: {}, locale: 'en', signal } as const
  const [proved] = await prove(outside, toProve, [undefined])
  return proved
}

test('a claim of a proof of which nothing arrived here is none, nor is a word that no server says', async () => {
  const said: SaidOutside[] = [{ answer: { proof: 'proven' } }, { answer: { proof: 'PROVEN!' } }, { failure: 'is down' }]
  for (const one of said) expect(await provedBy(async () => one)).toMatchObject({ proof: null, arrived: false })
})

/** Returns a server that hears nothing while somebody connects from loopback, and then says something. */
function touched(port: number, bytes: Uint8Array): Ask {
  return async () => {
    const socket = connect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    socket.write(bytes)
    // A challenge is answered, nothing else is.
    await Promise.race([once(socket, 'data'), Bun.sleep(300)])
    socket.destroy()
    return { answer: { proof: 'no-answer', ip: '198.51.100.7' } }
  }
}

test.each([
  ['nothing', Buffer.alloc(0), false],
  ['a request', Buffer.from('GET / HTTP/1.1\r\n\r\n'), false],
  // A router that gives packets an address of its own gives it to the challenge too.
  ['the challenge', newChallenge(), true],
])('from an address at home, %s did arrive from outside: %#', async (_, bytes, arrived) => {
  const port = freePort()
  expect(await provedBy(touched(port, bytes), { port })).toMatchObject({ proof: 'no-answer', arrived })
})

test('a run that is ended listens no longer, even while the server is still asked', async () => {
  const ending = new AbortController()
  const port = freePort()
  const { promise, resolve } = Promise.withResolvers<SaidOutside>()
  const proving = provedBy(() => promise, { port, signal: ending.signal })
  await Bun.sleep(20)
  ending.abort()
  await Bun.sleep(20)
  const next = await listenForProof({ port, proven: { port, protocol: 'tcp' }, key: Buffer.alloc(32) })
  await next.close()
  resolve({ failure: 'ended' })
  expect((await proving)?.proof).toBeNull()
})
