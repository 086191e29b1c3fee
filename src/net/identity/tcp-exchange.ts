import type { Socket } from 'node:net'
import { onAbort } from '../../platform/deadline.ts'
import { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { hedge } from '../hedge.ts'
import { secure } from '../http/secure.ts'
import { connectFirst, isOpened } from '../tcp/connect.ts'
import { BANNER_BYTES, recognise } from './banner.ts'
import { Listener } from './listener.ts'
import type { Again, Asked, Identified, Protocol, TcpProtocol } from './protocol.ts'
import { OVER_TCP } from './tcp-protocols.ts'

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
interface Question extends Bounds {
  readonly to: RequesterEndpoint
  readonly asked: Asked
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
  const found = spoken.find(({ identified }) => identified)?.identified
  if (found) return found
  // Somebody else: a web server is asked for its front page, anybody else has said enough.
  const web = spoken.find(isWeb)
  const page = web && expected !== 'http' ? await speak(question, OVER_TCP.http, web) : []
  const front = page.find(({ identified }) => identified)?.identified
  return front ?? spoken.map(({ heard }) => recognise(heard, expected)).find((known) => known !== null) ?? null
}

/** Speaks plainly, or inside TLS, or both where the first of the two gets no answer; only as before if that was understood. */
async function speak(question: Question, protocol: Protocol, before?: Spoken): Promise<readonly Spoken[]> {
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
async function talk(question: Question, protocol: Protocol, isSecure: boolean): Promise<Spoken> {
  const first = new Listener(protocol, question.asked)
  const said = await exchange(question, first, protocol.hello(question.asked), isSecure)
  const spoken = { isSecure, heard: first.start(BANNER_BYTES) }
  if (said === null || !isAgain(said)) return { ...spoken, identified: said }
  const second = await exchange(question, new Listener(protocol, question.asked), said.send, isSecure)
  const last = second !== null && isAgain(second) ? second.known : second
  return { ...spoken, identified: last ?? said.known ?? null }
}

function isAgain(said: Identified | Again): said is Again {
  return 'send' in said
}

async function exchange(
  question: Question,
  listener: Listener,
  sent: Buffer | null,
  isSecure: boolean,
): Promise<Identified | Again | null> {
  const { to, signal, budget } = question
  const opened = await connectFirst([to], { signal, budget, explainRefusals: false })
  if (!opened || !isOpened(opened)) return null
  const { socket } = opened
  try {
    if (!isSecure) return await listen(socket, listener, sent, question)
    const { text } = to.address
    const host = { host: text, unicode: text, isAddress: true, status: 'noerror', resolveMs: 0, omitted: 0 } as const
    const secured = await secure(socket, host, NO_ROOTS, signal)
    if ('outcome' in secured) return null
    const said = await listen(secured.socket, listener, sent, question)
    secured.socket.destroy()
    return said
  } finally {
    socket.destroy()
  }
}

/** Sends, and listens until it is known who speaks, the connection ends, or the time is up. */
async function listen(
  socket: Socket,
  listener: Listener,
  sent: Buffer | null,
  { signal, budget }: Bounds,
): Promise<Identified | Again | null> {
  const { promise, resolve } = Promise.withResolvers<Identified | Again | null>()
  const end = () => resolve(listener.end())
  const release = onAbort(signal, end)
  socket.on('data', (chunk: Buffer) => {
    const heard = budget.takeBytes(chunk.length) ? listener.hear(chunk) : null
    if (heard === 'more') return
    socket.pause()
    resolve(heard)
  })
  socket.on('error', end)
  socket.on('end', end)
  socket.on('close', end)
  if (socket.destroyed) end()
  else if (sent && !signal.aborted) socket.write(sent)
  return promise.finally(release)
}
