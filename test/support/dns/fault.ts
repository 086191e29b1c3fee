import { createServer, type Server, type Socket } from 'node:net'
import dnsPacket from 'dns-packet'
import type { Endpoint } from '../../../src/net/dns/ask.ts'
import { openHosts, openLoopback } from '../net/network.ts'
import { QUESTION_AT } from './wire.ts'

/** A question as it arrived, read by another decoder than ours. */
export interface Asked {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly hasEdns: boolean
  readonly overTcp: boolean
  /** The port that it came from. */
  readonly port: number
  readonly bytes: Buffer
  /** The number of times this name has been asked for in this way, this time included. */
  readonly time: number
}

/** The way back to the client. */
export interface Back {
  /** A message as the transport frames it. */
  send(message: Buffer): void
  /** Sends bytes as they are, without the length before a message over TCP. */
  sendRaw(bytes: Buffer): void
  /** A datagram from another socket of the same address, or from another address. */
  spoof(from: 'port' | 'address', message: Buffer): void
  /** Ends the TCP connection. */
  hangUp(): void
  after(milliseconds: number, run: () => void): void
}

/** A behaviour of the server with a query. */
export type Fault = (asked: Asked, back: Back) => void

export interface FaultDns extends AsyncDisposable {
  readonly endpoint: Endpoint
  /** Every query it received, in order. */
  readonly seen: readonly Asked[]
}

type Origin = Pick<Asked, 'overTcp' | 'port'>
type Act = (bytes: Buffer, origin: Origin, ways: Omit<Back, 'after' | 'spoof'>) => void

const SPOOF_ADDRESS = '127.0.0.2'
const PORT_TRIES = 20
const SEND_TRIES = 100
/** Clients leave before the last answer has come; without a handler that is an error of the test. */
const DEAF = { error: () => {} }

/**
 * Starts a name server on loopback, UDP and TCP on one port (any that is free, if none is named), with behaviours that real ones do not
 * have. It acts on the first label of the name that it is asked for, and stays silent if that names no fault.
 */
export async function startFaultDns(
  faults: Record<string, Fault> | Fault,
  { address = '127.0.0.1', port = 0, tcp = true } = {},
): Promise<FaultDns> {
  await using undo = new AsyncDisposableStack()
  undo.defer(openLoopback())
  undo.defer(openHosts([SPOOF_ADDRESS, address]))
  const seen: Asked[] = []
  const timers = new Set<Timer>()
  undo.defer(() => timers.forEach(clearTimeout))
  const spoofs = {
    port: undo.adopt(await Bun.udpSocket({ hostname: address, socket: DEAF }), (socket) => socket.close()),
    address: undo.adopt(await Bun.udpSocket({ hostname: SPOOF_ADDRESS, socket: DEAF }), (socket) => socket.close()),
  }

  const times = new Map<string, number>()
  const act: Act = (bytes, origin, ways) => {
    const read = readQuestion(bytes, origin)
    const way = `${read.name} ${read.overTcp}`
    const asked = { ...read, time: (times.get(way) ?? 0) + 1 }
    times.set(way, asked.time)
    seen.push(asked)
    const fault = typeof faults === 'function' ? faults : faults[asked.name.split('.')[0] ?? '']
    fault?.(asked, {
      ...ways,
      spoof: (from, message) => sendTo(spoofs[from], message, origin.port, address),
      after: (milliseconds, run) => {
        const timer = setTimeout(() => {
          timers.delete(timer)
          run()
        }, milliseconds)
        timers.add(timer)
      },
    })
  }

  const open = () =>
    Bun.udpSocket({
      hostname: address,
      port,
      socket: {
        ...DEAF,
        data(socket, datagram, source, from) {
          const send = (message: Buffer) => sendTo(socket, message, source, from)
          act(Buffer.from(datagram), { overTcp: false, port: source }, { send, sendRaw: send, hangUp: () => {} })
        },
      },
    })
  const connections = new Set<Socket>()
  const accept = (socket: Socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    serve(socket, act)
  }
  const { udp, server } = await onePort(open, tcp ? () => createServer(accept) : null, address)
  undo.defer(() => {
    udp.close()
    server?.close()
    for (const socket of connections) socket.destroy()
  })
  const all = undo.move()
  return { endpoint: { address, port: udp.port }, seen, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** Sends a datagram. A client that has left is reported to the next datagram that is sent, to any client. */
function sendTo(socket: Pick<Bun.udp.Socket<'buffer'>, 'send'>, message: Buffer, port: number, address: string): void {
  for (let tries = 0; tries < SEND_TRIES; tries++) {
    try {
      socket.send(message, port, address)
      return
    } catch {}
  }
}

/** Binds both to the same port. A port that is free for UDP need not be free for TCP. */
async function onePort<Udp extends { port: number; close(): void }>(
  open: () => Promise<Udp>,
  make: (() => Server) | null,
  address: string,
): Promise<{ udp: Udp; server: Server | null }> {
  for (let tries = 0; tries < PORT_TRIES; tries++) {
    const udp = await open()
    if (!make) return { udp, server: null }
    const server = make()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    server.once('error', () => resolve(false))
    server.listen(udp.port, address, () => resolve(true))
    if (await promise) return { udp, server }
    udp.close()
  }
  throw new Error('no port is free for both UDP and TCP')
}

/** Reads the one question of a TCP connection. */
function serve(socket: Socket, act: Act): void {
  let received = Buffer.alloc(0)
  const sendRaw = (bytes: Buffer) => void (socket.destroyed || socket.write(bytes))
  const send = (message: Buffer) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(message.length)
    sendRaw(Buffer.concat([length, message]))
  }
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return
    const origin = { overTcp: true, port: socket.remotePort ?? 0 }
    act(received.subarray(2), origin, { send, sendRaw, hangUp: () => void socket.end() })
  })
}

function readQuestion(bytes: Buffer, { overTcp, port }: Origin): Omit<Asked, 'time'> {
  const { id = 0, questions, additionals } = dnsPacket.decode(bytes)
  return {
    id,
    name: questions?.[0]?.name ?? '',
    type: bytes.readUInt16BE(bytes.indexOf(0, QUESTION_AT) + 1),
    hasEdns: additionals?.some(({ type }) => type === 'OPT') ?? false,
    overTcp,
    port,
    bytes,
  }
}
