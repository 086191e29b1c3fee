// One proof from home: what a server outside says, against what arrived here.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AskedOutside, HomeWorld, SaidOutside } from '../../../src/home/define.ts'
import { prove, proveOver, type ToProve } from '../../../src/home/prove.ts'
import { Budget } from '../../../src/net/budget.ts'
import { Proofs, readKey } from '../../../src/net/proof/index.ts'
import { listenForProof } from '../../../src/net/proof/listener.ts'
import { codeOf } from '../../../src/platform/misfit.ts'
import { parseAddress } from '../../../src/policy/address.ts'
import { mintRequester } from '../../../src/policy/target.ts'
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

function keyIn({ body }: AskedOutside): Buffer {
  const { proof } = body
  const text = typeof proof === 'object' && proof !== null && 'key' in proof && typeof proof.key === 'string' ? proof.key : ''
  return readKey(text) ?? Buffer.alloc(0)
}

/** Asks as a server does, over loopback. */
async function asks(question: AskedOutside): Promise<SaidOutside> {
  const home = parseAddress(question.family === 6 ? '::1' : '127.0.0.1')
  if (!home) throw new Error('not an address')
  const to = mintRequester(home, Number(question.body.port))
  const proof = await new Proofs({ signal: question.signal, budget: new Budget() }).overTcp(to, keyIn(question))
  return { answer: { proof } }
}

function toProve(more: Partial<ToProve> = {}): ToProve {
  const port = freePort()
  const { signal } = new AbortController()
  return { listenPort: port, port, protocol: 'tcp', tool: 'port-check', body: { explain: false }, locale: 'en', signal, ...more }
}

test('what is proven, and what was asked', async () => {
  const questions: AskedOutside[] = []
  const asked = toProve()
  const proved = await prove(
    outside((question) => {
      questions.push(question)
      return asks(question)
    }),
    asked,
  )
  expect(proved).toMatchObject({ proof: 'proven', arrived: true, said: { answer: { proof: 'proven' } } })
  const [{ body }] = questions as [AskedOutside]
  expect(body).toEqual({ explain: false, port: asked.port, protocol: 'tcp', proof: { key: expect.any(String) } })
})

test('a listener is gone with the verdict, and each has a key of its own', async () => {
  const keys: string[] = []
  const asked = toProve()
  const ask = async (question: AskedOutside): Promise<SaidOutside> => {
    keys.push(keyIn(question).toString('hex'))
    return { answer: { proof: 'no-answer' } }
  }
  for (let times = 0; times < 2; times++)
    expect(await prove(outside(ask), asked)).toMatchObject({ proof: 'no-answer', arrived: false, heard: [] })
  expect(new Set(keys).size).toBe(2)
  const next = await listenForProof({ port: asked.port, proven: { port: asked.port, protocol: 'tcp' }, key: Buffer.alloc(32) })
  await next.close()
})

test('both versions of IP, with one listener, each with what arrived over it', async () => {
  const found = await proveOver(outside(asks), toProve(), [4, 6])
  expect(found.map(({ proof, heard }) => [proof, [...new Set(heard.map(({ from }) => from))]])).toEqual([
    ['proven', ['127.0.0.1']],
    ['proven', ['::1']],
  ])
})

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

test('what arrived is told although the server heard nothing', async () => {
  const asked = toProve()
  const near = { ...touched(asked), address: async () => '127.0.0.1' }
  const heard = [{ from: '127.0.0.1', kind: 'connection' as const }]
  expect(await prove(near, asked)).toMatchObject({ proof: 'no-answer', arrived: true, heard })
})

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

test('a rule that leads from another port is proven for that one', async () => {
  const asked = toProve({ port: 4242 })
  const forwarded = outside(async (question) => {
    const { challenge, answer } = await askAt(asked.listenPort)
    const { isAnswer } = await import('../../../src/net/proof/index.ts')
    const isRight = (port: number) => isAnswer(answer, challenge, keyIn(question), { port, protocol: 'tcp' })
    return { answer: { proof: isRight(4242) && !isRight(asked.listenPort) ? 'proven' : 'someone-else' } }
  })
  expect((await prove(forwarded, asked)).proof).toBe('proven')
})

async function askAt(port: number) {
  const { newChallenge } = await import('../../../src/net/proof/index.ts')
  const challenge = newChallenge()
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const socket = connect({ host: '127.0.0.1', port }, () => socket.write(challenge))
  socket.on('data', (chunk: Buffer) => resolve(chunk))
  const answer = await promise
  socket.destroy()
  return { challenge, answer }
}

test('a port in use is the error of the system, and nobody is asked', async () => {
  const asked = toProve()
  const taken = await listenForProof({
    port: asked.listenPort,
    proven: { port: asked.port, protocol: 'tcp' },
    key: Buffer.alloc(32),
  })
  let questions = 0
  const never = outside(async () => {
    questions++
    return { failure: '' }
  })
  expect([codeOf(await prove(never, asked).catch((error: unknown) => error)), questions]).toEqual(['EADDRINUSE', 0])
  await taken.close()
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
