// Connections that are not those of a real client: random bytes, half requests, streams that are left, answers that are hardly read.
import { connect, type Socket } from 'node:net'
import { mutate } from '../../test/support/dns/mutate.ts'
import { clientAddress, hostileRequest, longStream, type Operation, oneOf, type Random, requestText } from './mix.ts'
import { type Reply, wholeReply } from './wire.ts'

interface Door {
  readonly host: string
  readonly port: number
  /** The address that the connections come from; any, without it. */
  readonly from?: string
}

const SILENCE_MS = 150
const PATIENCE_MS = 15_000
const PILED_MS = 2000
/** So much is read at a time, and then nothing for a while. */
const SIP_BYTES = 4096
const PAUSE_MS = 20
/** More than a socket buffers. */
const LARGE = '/api/catalog'

export function dial({ host, port, from }: Door): Socket {
  const socket = connect({ host, port, ...(from === undefined ? {} : { localAddress: from }) })
  socket.setNoDelay(true)
  socket.on('error', () => {})
  return socket
}

/** Everything that comes back until the other side hangs up or falls silent. */
function heardAfter(socket: Socket, bytes: Buffer, silenceMs: number, deadlineMs = PATIENCE_MS): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  const end = () => {
    clearTimeout(silence)
    clearTimeout(deadline)
    socket.destroy()
    resolve(text)
  }
  let silence: Timer | undefined
  const deadline = setTimeout(end, deadlineMs)
  socket.on('connect', () => {
    socket.write(bytes)
    silence = setTimeout(end, silenceMs)
  })
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    clearTimeout(silence)
    silence = setTimeout(end, silenceMs)
  })
  socket.on('close', end)
  return promise
}

/** Sends a request with mistakes that no HTTP library makes, and returns what it is answered. */
export async function sendBroken(door: Door, operations: ReadonlyMap<string, Operation>, random: Random): Promise<string> {
  const { bytes } = hostileRequest(operations, random)
  return heardAfter(dial(door), mutate(Buffer.from(bytes), random), SILENCE_MS)
}

/** Leaves in the middle of a request, or of the wait for its answer. */
export async function cutShort(door: Door, operations: ReadonlyMap<string, Operation>, random: Random): Promise<void> {
  const { bytes } = hostileRequest(operations, random)
  const socket = dial(door)
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.on('close', () => resolve())
  socket.on('connect', () => {
    socket.write(bytes.slice(0, 1 + Math.floor(random() * bytes.length * 1.5)))
    const leave = random() < 0.5 ? () => socket.destroy() : () => socket.resetAndDestroy()
    setTimeout(leave, random() * 20)
  })
  return promise
}

/** Leaves while a check is telling what it finds. */
export async function cutStream(door: Door, random: Random, client: string | null = clientAddress(random)): Promise<void> {
  const asked = longStream(random, client)
  await heardAfter(dial(door), Buffer.from(asked), oneOf(random, [30, 100, 300]), 400)
}

/** Sends everything at once, and hardly reads, until it is hung up on or has had enough. */
export function pileUp(door: Door, requests: string, pauseMs: number): Promise<void> {
  const socket = dial(door)
  const { promise, resolve } = Promise.withResolvers<void>()
  const deadline = setTimeout(() => socket.destroy(), PILED_MS)
  socket.on('connect', () => socket.write(requests))
  socket.on('data', () => {
    socket.pause()
    setTimeout(() => socket.resume(), pauseMs)
  })
  socket.on('close', () => {
    clearTimeout(deadline)
    resolve()
  })
  return promise
}

/** Reads a large answer in small sips; null if it never was whole. */
export function readSlowly(door: Door, client: string | null, pauseMs = PAUSE_MS): Promise<Reply | null> {
  const socket = dial(door)
  const { promise, resolve } = Promise.withResolvers<Reply | null>()
  const deadline = setTimeout(() => socket.destroy(), PATIENCE_MS)
  let received: Buffer = Buffer.alloc(0)
  let sipped = 0
  socket.on('connect', () => socket.write(requestText({ method: 'GET', path: LARGE, client })))
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const reply = wholeReply(received)
    if (reply) {
      resolve(reply)
      socket.destroy()
    } else if (received.length - sipped > SIP_BYTES) {
      sipped = received.length
      socket.pause()
      setTimeout(() => socket.resume(), pauseMs)
    }
  })
  socket.on('close', () => {
    clearTimeout(deadline)
    resolve(null)
  })
  return promise
}
