// The echo port on loopback: nobody gets more than they sent, and nothing follows without a cookie.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Flow } from '../../../../src/net/echo/home.ts'
import { openEchoPort } from '../../../../src/net/echo/server.ts'
import { mintRequester } from '../../../../src/policy/target.ts'
import { openHosts } from '../../../support/net/network.ts'

const NEIGHBOURS = Array.from({ length: 16 }, (_, at) => `127.0.0.${at + 2}`)
const NOBODY = '127.0.0.99'
let close: () => void
beforeAll(() => {
  close = openHosts(['127.0.0.1', NOBODY, ...NEIGHBOURS, '0.0.0.0'])
})
afterAll(() => close())

const QUESTION = Buffer.from('0123456789abcdef')

async function opened(mayTake = true, address = '0.0.0.0') {
  const faults: unknown[] = []
  const taken: [string, number][] = []
  const take = (address: string, units: number) => {
    taken.push([address, units])
    return mayTake
  }
  const port = await openEchoPort({
    address,
    port: 0,
    isShared: false,
    admit: (address, from) => (address.text === NOBODY ? null : mintRequester(address, from)),
    targets: { take, turn: () => true, waitMs: () => 0 },
    fail: (error) => faults.push(error),
  })
  if (!port) throw new Error('no echo port')
  return { port: port.port, faults, taken, [Symbol.dispose]: () => port[Symbol.dispose]() }
}

/** Returns a socket at an address of this machine that keeps all that comes. */
async function senderAt(host: string, to: number) {
  const heard: Buffer[] = []
  let waiting: { count: number; resolve(): void } | null = null
  const socket = await Bun.udpSocket({
    hostname: host,
    port: 0,
    binaryType: 'buffer',
    socket: {
      data(_, bytes) {
        heard.push(Buffer.from(bytes))
        if (waiting && heard.length >= waiting.count) waiting.resolve()
      },
    },
  })
  return {
    heard,
    say: (bytes: Uint8Array) => void socket.send(bytes, to, '127.0.0.1'),
    async until(count: number) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting = { count, resolve }
      if (heard.length < count) await promise
    },
    [Symbol.dispose]: () => socket.close(),
  }
}

describe.skipIf(process.platform !== 'linux')('the echo port', () => {
  test('a datagram of 16 bytes gets one of 14 back, and any other nothing', async () => {
    using echo = await opened()
    for (const host of NEIGHBOURS) {
      using sender = await senderAt(host, echo.port)
      for (let length = 0; length <= 64; length++) if (length !== 16) sender.say(Buffer.alloc(length, length))
      // A cookie that was never given.
      sender.say(Buffer.concat([QUESTION, Buffer.alloc(8), Uint8Array.of(3)]))
      sender.say(QUESTION)
      await sender.until(1)
      expect(sender.heard.map(({ length }) => length)).toEqual([14])
      expect([...(sender.heard[0]?.subarray(0, 4) ?? [])].join('.')).toBe(host)
    }
    expect([echo.taken, echo.faults]).toEqual([[], []])
  })

  test('an answer that comes back as a question gets nothing: two echo ports never talk to each other', async () => {
    using echo = await opened()
    using sender = await senderAt('127.0.0.1', echo.port)
    sender.say(QUESTION)
    await sender.until(1)
    sender.say(sender.heard[0] ?? QUESTION)
    sender.say(QUESTION)
    await sender.until(2)
    expect(sender.heard).toHaveLength(2)
  })

  test('who may not be reached is not answered', async () => {
    using echo = await opened()
    using nobody = await senderAt(NOBODY, echo.port)
    using sender = await senderAt('127.0.0.1', echo.port)
    nobody.say(QUESTION)
    sender.say(QUESTION)
    await sender.until(1)
    expect(nobody.heard).toEqual([])
  })

  test.each(['0.0.0.0', '127.0.0.1'])(
    'at %s, after its cookie at most 24 small datagrams follow, once, within the limits of the target',
    async (address) => {
      using echo = await opened(true, address)
      using sender = await senderAt('127.0.0.1', echo.port)
      sender.say(QUESTION)
      await sender.until(1)
      const flow = new Flow(QUESTION)
      flow.take({ bytes: sender.heard[0] ?? QUESTION, hops: 60 })
      for (let time = 0; time < 5; time++) sender.say(flow.request ?? QUESTION)
      await sender.until(1 + 5 * 3 + 2)
      expect(sender.heard.length - 1).toBeLessThanOrEqual(24)
      expect([sender.heard.every(({ length }) => length <= 64), echo.taken]).toEqual([true, [['127.0.0.1', 17]]])
      expect(echo.faults).toEqual([])
    },
  )

  test('nothing follows a cookie from another port, or where the target has had enough', async () => {
    using echo = await opened(false)
    using sender = await senderAt('127.0.0.1', echo.port)
    sender.say(QUESTION)
    await sender.until(1)
    const flow = new Flow(QUESTION)
    flow.take({ bytes: sender.heard[0] ?? QUESTION, hops: 60 })
    using other = await senderAt('127.0.0.1', echo.port)
    other.say(flow.request ?? QUESTION)
    other.say(QUESTION)
    await other.until(1)
    expect(echo.taken).toEqual([])
    sender.say(flow.request ?? QUESTION)
    sender.say(QUESTION)
    await sender.until(2)
    expect([[sender.heard.length, other.heard.length], echo.taken.length]).toEqual([[2, 1], 1])
  })
})
