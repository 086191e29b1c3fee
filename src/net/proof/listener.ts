import { readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'
import { builtIn } from '../../platform/lazy-modules.ts'
import { codeOf } from '../../platform/misfit.ts'
import { parseUnmapped } from '../../policy/address.ts'
import { Unread } from '../conversation.ts'
import { socketsIn } from '../socket-table.ts'
import { answerTo, CHALLENGE_BYTES, isChallenge, type Proven } from './index.ts'

export const HEARD_KINDS = ['connection', 'challenge', 'other', 'unfinished'] as const

/** One sign that a packet arrived at a listener. */
export interface Heard {
  readonly from: string
  /**
   * A connection, the challenge itself, other bytes; or the beginning of a connection that was answered here, and whose other end never
   * said that the answer came.
   */
  readonly kind: (typeof HEARD_KINDS)[number]
}

interface ProofListener {
  readonly heard: readonly Heard[]
  readonly port: number
  /** Stops, after a last look at connections that were begun and never finished. */
  close(): Promise<void>
}

interface Listening {
  /** The port to listen on, over both families; 0 for any. */
  readonly port: number
  /** The address of this computer to listen on; by default all. */
  readonly host?: string
  /** The port that a server asks about, with its protocol: a rule in the router may lead from another one. */
  readonly proven: Proven
  readonly key: Uint8Array
}

/** The signs of one kind over one version of IP that are kept. Any more say nothing new, and noise leaves room for the challenge. */
const ALIKE_MAX = 2
const CONNECTIONS_MAX = 32
const CONNECTION_MS = 5000
const BOTH = '::'
const IPV4_ALONE = '0.0.0.0'
/** A computer without IPv6 does not have the address of both families. */
const NO_IPV6 = ['EAFNOSUPPORT', 'EADDRNOTAVAIL']

/**
 * Listens until it is closed. It reads a challenge and no more, answers it with less than came, and says nothing to anybody else. Throws the
 * error of the system, with its code (EADDRINUSE, EACCES).
 */
export async function listenForProof(listening: Listening): Promise<ProofListener> {
  const heard: Heard[] = []
  const hear = (from: string, kind: Heard['kind']) => {
    const known = parseUnmapped(from)?.text
    if (known === undefined) return
    const alike = heard.filter((one) => one.kind === kind && one.from.includes(':') === known.includes(':'))
    if (alike.length < ALIKE_MAX && !alike.some((one) => one.from === known)) heard.push({ from: known, kind })
  }
  const open = listening.proven.protocol === 'tcp' ? listenOverTcp : listenOverUdp
  const opened = await onAnyFamily(listening.host, (host) => open(listening, host, hear))
  let closing: Promise<void> | undefined
  return {
    heard,
    port: opened.port,
    close() {
      closing ??= opened.close()
      return closing
    },
  }
}

type Hear = (from: string, kind: Heard['kind']) => void
type Opened = Omit<ProofListener, 'heard'>

async function onAnyFamily(host: string | undefined, open: (host: string) => Promise<Opened>): Promise<Opened> {
  if (host !== undefined) return open(host)
  try {
    return await open(BOTH)
  } catch (error) {
    if (NO_IPV6.includes(codeOf(error))) return open(IPV4_ALONE)
    throw error
  }
}

async function listenOverTcp({ port, proven, key }: Listening, host: string, hear: Hear): Promise<Opened> {
  const sockets = new Set<Socket>()
  const server = builtIn.net().createServer((socket) => {
    // The oldest has had its time: a crowd that only connects cannot keep a challenge out.
    const [oldest] = sockets.size < CONNECTIONS_MAX ? [] : sockets
    if (oldest) {
      sockets.delete(oldest)
      oldest.destroy()
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    answerOn(socket, { proven, key, hear })
  })
  await started(server, { port, host })
  const bound = server.address()
  const own = typeof bound === 'object' && bound !== null ? bound.port : port
  return {
    port: own,
    async close() {
      for (const from of unfinishedAt(own)) hear(from, 'unfinished')
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
      await promise
    },
  }
}

function started(server: Server, where: { readonly port: number; readonly host: string }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(where, resolve)
  return promise
}

/** Reads as many bytes as a challenge has, answers if they are one, and closes. */
function answerOn(
  socket: Socket,
  { proven, key, hear }: { readonly proven: Proven; readonly key: Uint8Array; readonly hear: Hear },
): void {
  const from = socket.remoteAddress ?? ''
  const bytes = new Unread()
  let isDone = false
  hear(from, 'connection')
  const timer = setTimeout(() => socket.destroy(), CONNECTION_MS)
  socket.on('error', () => socket.destroy())
  socket.on('close', () => clearTimeout(timer))
  socket.on('data', (chunk: Buffer) => {
    bytes.add(chunk.subarray(0, CHALLENGE_BYTES + 1 - bytes.length))
    if (!isDone && bytes.length < CHALLENGE_BYTES) return
    const isAsked = !isDone && isChallenge(bytes.peek())
    if (!isDone) hear(from, isAsked ? 'challenge' : 'other')
    if (isAsked) socket.end(answerTo(bytes.peek(), key, proven))
    else socket.destroy()
    isDone = true
  })
}

async function listenOverUdp({ port, proven, key }: Listening, host: string, hear: Hear): Promise<Opened> {
  const socket = await Bun.udpSocket({
    hostname: host,
    port,
    binaryType: 'buffer',
    socket: {
      data(from, datagram, fromPort, address) {
        const isAsked = isChallenge(datagram)
        hear(address, isAsked ? 'challenge' : 'other')
        if (isAsked) from.send(answerTo(datagram, key, proven), fromPort, address)
      },
      // An answer that nobody takes comes back as an error, which is no concern of the listener.
      error() {},
    },
  })
  return {
    port: socket.port,
    close() {
      socket.close()
      return Promise.resolve()
    },
  }
}

/** The state of a connection whose beginning was answered, and whose other end has not said so (SYN_RECV). */
const BEGUN = '03'
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']

/** Returns the addresses whose connections to a port were begun and never finished; none where the system does not tell. */
function unfinishedAt(port: number): readonly string[] {
  if (process.platform !== 'linux') return []
  return TABLES.flatMap((path) => {
    try {
      return unfinishedIn(readFileSync(path, 'latin1'), port)
    } catch {
      return []
    }
  })
}

export function unfinishedIn(table: string, port: number): readonly string[] {
  return socketsIn(table, port, BEGUN).map(({ other }) => other.text)
}
