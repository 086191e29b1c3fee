import type { Socket } from 'node:net'
import { jsonOf } from '../../contract/clean.ts'
import { authorityOf } from '../../policy/address.ts'
import { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { converse } from '../conversation.ts'
import { hedge } from '../hedge.ts'
import { secure } from '../http/secure.ts'
import { connectFirst } from '../tcp/connect.ts'
import { Unread } from '../unread.ts'
import { BANNER_BYTES, greeting, recognise, versionIn } from './banner.ts'
import {
  type Again,
  type Asked,
  type Identified,
  type Protocol,
  playersOf,
  recordOf,
  said,
  type TcpProtocol,
} from './protocol.ts'
import { HTTP, PRODUCTS } from './web.ts'

/** A status packet has one string of at most 32,767 characters, so nothing that is larger is one. */
const PACKET_BYTES_MAX = 3 + 3 * 32_767
const VARINT_BYTES_MAX = 5
const VARINT_BITS = 7
const STATUS = 0
/** "Any version": asks without claiming to be a client of one. */
const ANY_VERSION = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f])
const NEXT_IS_STATUS = 1
/** The bounds of a description, which is a tree of pieces of text. */
const DEPTH_MAX = 16
const PIECES_MAX = 256
/** A sign and the character after it, which are a colour or a style. */
const STYLE = /§./gu

/** The server list ping of Minecraft Java Edition, as its multiplayer menu sends it. */
export const MINECRAFT: Protocol = {
  hello({ host, port }) {
    const name = Buffer.from(host)
    const portBytes = Buffer.from([port >> 8, port & 0xff])
    const handshake = [Buffer.from([STATUS]), ANY_VERSION, varint(name.length), name, portBytes, Buffer.from([NEXT_IS_STATUS])]
    return Buffer.concat([packet(Buffer.concat(handshake)), packet(Buffer.from([STATUS]))])
  },
  read(bytes) {
    const length = readVarint(bytes, 0)
    if (length === 'more' || length === null) return length
    if (length.value > PACKET_BYTES_MAX) return null
    const id = readVarint(bytes, length.end)
    if (id === 'more' || id === null) return id
    if (id.value !== STATUS) return null
    const size = readVarint(bytes, id.end)
    if (size === 'more' || size === null) return size
    const end = size.end + size.value
    if (end !== length.end + length.value) return null
    return bytes.length < end ? 'more' : statusOf(bytes.toString('utf8', size.end, end))
  },
}

function statusOf(text: string): Identified | null {
  const status = recordOf(jsonOf(text))
  const version = recordOf(status?.version)
  const players = recordOf(status?.players)
  if (!status || (!version && !players)) return null
  const pieces: string[] = []
  collect(status.description, 0, pieces)
  return {
    kind: 'minecraft',
    name: said(pieces.join('').replace(STYLE, '')),
    version: said(version?.name),
    players: playersOf(players?.online, players?.max),
  }
}

/** Collects the text of a description: a string, a piece with further pieces inside it, or a list of both. */
function collect(part: unknown, depth: number, pieces: string[]): void {
  if (depth > DEPTH_MAX || pieces.length >= PIECES_MAX) return
  if (typeof part === 'string') pieces.push(part)
  else if (Array.isArray(part)) for (const one of part.slice(0, PIECES_MAX)) collect(one, depth + 1, pieces)
  else {
    const record = recordOf(part)
    if (!record) return
    const { text, translate, extra } = record
    collect(typeof text === 'string' && text !== '' ? text : (translate ?? ''), depth + 1, pieces)
    collect(extra ?? '', depth + 1, pieces)
  }
}

const packet = (body: Buffer) => Buffer.concat([varint(body.length), body])

function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = value
  do {
    const low = left & 0x7f
    left >>>= VARINT_BITS
    bytes.push(left === 0 ? low : low | 0x80)
  } while (left !== 0)
  return Buffer.from(bytes)
}

/** Reads a number of up to five bytes, seven bits each, the lowest first; null if it is none, or negative. */
function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } | 'more' | null {
  let value = 0
  for (let index = 0; index < VARINT_BYTES_MAX; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return 'more'
    value |= (byte & 0x7f) << (VARINT_BITS * index)
    if (byte < 0x80) return value < 0 ? null : { value, end: at + index + 1 }
  }
  return null
}

const HEAD_CHARACTERS_MAX = 8192
const SERVER = 'server:'

/** The question of which methods there are, which every camera answers before a login (RFC 2326, section 10.1). */
const RTSP: Protocol = {
  hello: ({ host, port }) => Buffer.from(`OPTIONS rtsp://${authorityOf(host, port)}/ RTSP/1.0\r\nCSeq: 1\r\n\r\n`),
  read(bytes, isLast = false) {
    const text = bytes.toString('latin1', 0, HEAD_CHARACTERS_MAX)
    if (!text.startsWith('RTSP/'.slice(0, text.length))) return null
    const isComplete = isLast || text.includes('\r\n\r\n') || text.length === HEAD_CHARACTERS_MAX
    if (!isComplete) return 'more'
    if (!text.startsWith('RTSP/')) return null
    const line = text.split('\n').find((one) => one.toLowerCase().startsWith(SERVER))
    const server = line?.slice(SERVER.length) ?? ''
    return { kind: 'rtsp', name: said(server), version: versionIn(server), players: null }
  },
}

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
  const identifiedIn = (all: readonly Spoken[]) => all.find(({ identified }) => identified)?.identified
  const found = identifiedIn(spoken)
  if (found) return found
  // Somebody else: a web server is asked for its front page, anybody else has said enough.
  const web = spoken.find(isWeb)
  const page = web && expected !== 'http' ? await speak(question, OVER_TCP.http, web) : []
  return identifiedIn(page) ?? spoken.map(({ heard }) => recognise(heard, expected)).find((known) => known !== null) ?? null
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
  const { said, heard } = await exchange(question, protocol, protocol.hello(question.asked), isSecure)
  const spoken = { isSecure, heard: heard.subarray(0, BANNER_BYTES) }
  if (said === null || !('send' in said)) return { ...spoken, identified: said }
  const { said: last } = await exchange(question, protocol, said.send, isSecure)
  const known = last !== null && 'send' in last ? last.known : last
  return { ...spoken, identified: known ?? said.known ?? null }
}

interface Heard {
  readonly said: Identified | Again | null
  readonly heard: Buffer
}

const UNHEARD: Heard = { said: null, heard: Buffer.alloc(0) }

async function exchange(question: Question, protocol: Protocol, sent: Buffer | null, isSecure: boolean): Promise<Heard> {
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
  { signal, budget, asked }: Question,
): Promise<Heard> {
  const heard = new Unread()
  let reads = 0
  let bytesRead = 0
  // The bytes so far are all that there will be.
  const end = (): Heard => {
    const said = heard.length > 0 ? protocol.read(heard.peek(), true, asked) : null
    return { said: said === 'more' ? null : said, heard: heard.peek() }
  }
  const hear = (chunk: Buffer): Heard | null => {
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
