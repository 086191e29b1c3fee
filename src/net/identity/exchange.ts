/** The exchanges in which a service is asked who it is, over TCP and over UDP: connections, time and bytes. */
import type { Socket } from 'node:net'
import { onAbort } from '../../platform/deadline.ts'
import { parseUnmapped } from '../../policy/address.ts'
import { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { converse, Unread } from '../conversation.ts'
import { hedge } from '../hedge.ts'
import { secure } from '../http/secure.ts'
import { nextSlot } from '../pace.ts'
import { connectFirst } from '../tcp/connect.ts'
import type { Again, Identified, Protocol, Recipient, TcpProtocol } from './protocol.ts'
import { BANNER_BYTES, greeting, MINECRAFT, RTSP, recognise } from './tcp-protocols.ts'
import { HTTP, PRODUCTS } from './web.ts'

/** The usual ports of protocols that begin with TLS: there it is tried first. */
const SECURE_PORTS = new Set([443, 465, 990, 993, 995, 5001, 5006, 8443, 8448, 8920, 8971, 9443, 47_984])
/** The pause after which the other of plain and TLS is tried beside the first: a server that waits for the other one is silent. */
const OTHER_LAYER_MS = 500
const NO_ROOTS: readonly string[] = []
/** The start of the alert by which a server that wants TLS refuses (RFC 8446, section 5.1). */
const TLS_ALERT = Buffer.from([21, 3])
const HTTP_START = 'HTTP/'
/** The answer of web servers to a plain request at a port that wants TLS. */
const BAD_REQUEST = ' 400'

interface Spoken {
  readonly identified: Identified | null
  readonly isSecure: boolean
  /** The first bytes that came. */
  readonly heard: Buffer
}

/** Everything that one question is about. */
interface TcpQuestion extends Bounds {
  readonly to: RequesterEndpoint
  readonly asked: Recipient
}

/** Asks over TCP: who is expected there, and if somebody else speaks, who that is. */
export async function askOverTcp(
  to: RequesterEndpoint,
  expected: TcpProtocol,
  bounds: Bounds,
  userAgent: string,
): Promise<Identified | null> {
  RequesterEndpoint.assert(to)
  const question = { ...bounds, to, asked: { host: to.address.text, port: to.port, userAgent } }
  const spoken = await speak(question, OVER_TCP[expected])
  const identifiedIn = (all: readonly Spoken[]) => all.find(({ identified }) => identified)?.identified
  const found = identifiedIn(spoken)
  if (found) return found
  // Somebody else: a web server is asked for its front page, anybody else has said enough.
  const web = spoken.find(isWeb)
  const page = web && expected !== 'http' ? await speak(question, OVER_TCP.http, web) : []
  return identifiedIn(page) ?? spoken.map(({ heard }) => recognise(heard, expected)).find((known) => known !== null) ?? null
}

/** Speaks plainly, or inside TLS, or both where the first of the two gets no answer; only as before if that was understood. */
async function speak(question: TcpQuestion, protocol: Protocol, before?: Spoken): Promise<readonly Spoken[]> {
  const isUsuallySecure = SECURE_PORTS.has(question.to.port)
  const either = protocol.maybeSecure ? [isUsuallySecure, !isUsuallySecure] : [false]
  const layers = before && speaksHttp(before) ? [before.isSecure] : either
  const attempts = layers.map((isSecure) => () => talk(question, protocol, isSecure))
  const isAccepted = (spoken: Spoken) => spoken.identified !== null || speaksHttp(spoken)
  const { accepted, others } = await hedge(attempts, OTHER_LAYER_MS, question.signal, isAccepted)
  return accepted ? [accepted, ...others] : others
}

function isWeb({ heard }: Spoken): boolean {
  return heard.toString('latin1', 0, HTTP_START.length) === HTTP_START || heard.subarray(0, TLS_ALERT.length).equals(TLS_ALERT)
}

/** Returns whether a request over HTTP was understood: "bad request" is what many say at a port that wants TLS. */
function speaksHttp({ heard }: Spoken): boolean {
  const start = heard.toString('latin1', 0, HTTP_START.length + 'x.x 400'.length)
  return start.startsWith(HTTP_START) && !start.endsWith(BAD_REQUEST)
}

/** Asks on a connection of its own, and if the answer leads on, once more on another. */
async function talk(question: TcpQuestion, protocol: Protocol, isSecure: boolean): Promise<Spoken> {
  const { said, heard } = await exchange(question, protocol, protocol.hello(question.asked), isSecure)
  const spoken = { isSecure, heard: heard.subarray(0, BANNER_BYTES) }
  if (said === null || !('send' in said)) return { ...spoken, identified: said }
  const { said: last } = await exchange(question, protocol, said.send, isSecure)
  const known = last !== null && 'send' in last ? last.known : last
  return { ...spoken, identified: known ?? said.known ?? null }
}

interface Hearing {
  readonly said: Identified | Again | null
  readonly heard: Buffer
}

const UNHEARD: Hearing = { said: null, heard: Buffer.alloc(0) }

async function exchange(question: TcpQuestion, protocol: Protocol, sent: Buffer | null, isSecure: boolean): Promise<Hearing> {
  const { to, signal, budget } = question
  const opened = await connectFirst([to], { signal, budget, explainRefusals: false })
  if ('failure' in opened) return UNHEARD
  const { socket } = opened
  try {
    if (!isSecure) return await listen(socket, protocol, sent, question)
    const { text } = to.address
    const host = { host: text, unicode: text, isAddress: true, status: 'noerror', resolveMs: 0, omitted: 0 } as const
    const secured = await secure(socket, host, NO_ROOTS, signal)
    if ('outcome' in secured) return UNHEARD
    const heard = await listen(secured.socket, protocol, sent, question)
    secured.socket.destroy()
    return heard
  } finally {
    socket.destroy()
  }
}

const BYTES_MAX = 64 * 1024
/** The times that everything is read again from its start, and the bytes of all these; afterwards it is read only at the end. */
const READS_MAX = 64
const READ_BYTES_MAX = 8 * BYTES_MAX

/**
 * Sends, and listens until it is known who speaks, the connection ends, or the time is up, within bounds: a server may send more, and as
 * slowly as it likes.
 */
async function listen(
  socket: Socket,
  protocol: Protocol,
  sent: Buffer | null,
  { signal, budget, asked }: TcpQuestion,
): Promise<Hearing> {
  const heard = new Unread()
  let reads = 0
  let bytesRead = 0
  // The bytes so far are all that there will be.
  const end = (): Hearing => {
    const said = heard.length > 0 ? protocol.read(heard.peek(), true, asked) : null
    return { said: said === 'more' ? null : said, heard: heard.peek() }
  }
  const hear = (chunk: Buffer): Hearing | null => {
    if (!budget.takeBytes(chunk.length)) return { said: null, heard: heard.peek() }
    const room = BYTES_MAX - heard.length
    heard.add(chunk.subarray(0, room))
    if (chunk.length >= room) return end()
    bytesRead += heard.length
    const isReadAgain = ++reads <= READS_MAX && bytesRead <= READ_BYTES_MAX
    const said = isReadAgain ? protocol.read(heard.peek(), false, asked) : 'more'
    return said === 'more' ? null : { said, heard: heard.peek() }
  }
  return converse(socket, sent, { hear, end }, signal)
}

export const OVER_TCP: Record<TcpProtocol, Protocol> = {
  minecraft: MINECRAFT,
  rtsp: RTSP,
  http: HTTP,
  ...PRODUCTS,
  ssh: greeting('ssh'),
  ftp: greeting('ftp'),
  smtp: greeting('smtp'),
  imap: greeting('imap'),
}

/** The most messages that one question sends, and the largest: no datagram of ours is in pieces. */
const SENDS_MAX = 2
const SENT_BYTES_MAX = 1200
const DATAGRAMS_BYTES_MAX = 64 * 1024
const DATAGRAMS_MAX = 16

/**
 * Asks over UDP, in two datagrams at most; the first is the protocol's own, unless another one is given. The socket is connected: the
 * kernel drops what others send.
 */
export async function askOverUdp(to: RequesterEndpoint, protocol: Protocol, { signal, budget }: Bounds, first?: Buffer) {
  RequesterEndpoint.assert(to)
  const { address, port } = to
  const opening = first ?? protocol.hello({ host: address.text, port })
  if (!opening || (await budget.spendConnection(address.text, signal, SENDS_MAX))) return null
  const { promise, resolve } = Promise.withResolvers<Identified | null>()
  const release = onAbort(signal, () => resolve(null))
  const hear = listener(protocol)
  let socket: Bun.udp.ConnectedSocket<'buffer'> | null = null
  const open = () =>
    Bun.udpSocket({
      hostname: address.version === 6 ? '::' : '0.0.0.0',
      connect: { hostname: address.text, port },
      binaryType: 'buffer',
      socket: {
        data(_, datagram, fromPort, from) {
          if (fromPort !== port || parseUnmapped(from)?.text !== address.text) return
          const heard = budget.takeBytes(datagram.length) ? hear(Buffer.from(datagram)) : null
          if (Buffer.isBuffer(heard)) socket?.send(heard)
          else if (heard !== 'more') resolve(heard)
        },
        error: () => resolve(null),
      },
    })
  try {
    await nextSlot()
    if (signal.aborted) return null
    socket = await open()
    if (!signal.aborted) socket.send(opening)
    return await promise
  } catch {
    // Without a route, for example.
    return null
  } finally {
    release()
    socket?.close()
  }
}

/** Returns what reads one datagram after the other, within bounds: what it says, another message to send, or "more" to wait on; null at the end. */
function listener(protocol: Protocol): (datagram: Buffer) => Identified | Buffer | 'more' | null {
  let [bytesRead, timesRead, sends] = [0, 0, 1]
  return (datagram) => {
    bytesRead += datagram.length
    if (bytesRead > DATAGRAMS_BYTES_MAX || ++timesRead > DATAGRAMS_MAX) return null
    const heard = protocol.read(datagram)
    if (heard === null || heard === 'more' || !('send' in heard)) return heard
    return ++sends > SENDS_MAX || heard.send.length > SENT_BYTES_MAX ? null : heard.send
  }
}
