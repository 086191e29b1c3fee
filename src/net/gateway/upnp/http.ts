import { onAbort, withDeadline } from '../../../platform/deadline.ts'
import { builtIn } from '../../../platform/lazy-modules.ts'
import { parseAddress } from '../../../policy/address.ts'
import { Gateway } from '../../../policy/gateway.ts'
import { HeadReader, type ResponseHead } from '../../http/head.ts'
import { userAgentOf } from '../../user-agent.ts'

/** A place on the gateway. Its host is only for the header: connections go to the gateway, whatever an answer names. */
export interface Place {
  readonly host: string
  readonly port: number
  readonly path: string
}

/** A request with a body, or without one. */
interface GatewayRequest {
  readonly place: Place
  readonly action: { readonly name: string; readonly body: string } | null
}

const ANSWER_TIMEOUT_MS = 2000
const PATH_CHARACTERS_MAX = 512
const HTTP_PORT = 80
/** The words of an IPv6 address that name its network, in a home. */
const NETWORK_WORDS = 2

/**
 * Returns the place that a text names, if that is on the gateway itself and over plain HTTP; null for every other. Names are not resolved. Over
 * IPv6 the gateway's route has its link-local address, and its texts name the other one, so that any of this network counts.
 */
export function placeOf(text: string, gateway: Gateway, base?: Place): Place | null {
  const url = URL.parse(text, base && `http://${base.host}${base.path}`)
  if (url?.protocol !== 'http:' || url.username !== '' || url.password !== '') return null
  const path = url.pathname + url.search
  const port = url.port === '' ? HTTP_PORT : Number(url.port)
  if (!isOn(gateway, url.hostname) || port === 0 || path.length > PATH_CHARACTERS_MAX) return null
  return { host: url.host, port, path }
}

function isOn({ address, own }: Gateway, hostname: string): boolean {
  const named = parseAddress(hostname)
  if (named?.version !== address.version) return false
  const isNear = named.words.slice(0, NETWORK_WORDS).every((word, index) => word === own.words[index])
  return named.text === address.text || (named.version === 6 && isNear)
}

/**
 * Asks the gateway, from this computer's own address, which the gateway takes for the one that asks. Not by the runtime's HTTP client: that
 * follows redirects, unpacks, goes through the proxy of the environment, and reads without end.
 */
export function askGateway(
  gateway: Gateway,
  request: GatewayRequest,
  signal: AbortSignal,
): Promise<GatewayAnswer | 'silent' | 'garbled'> {
  Gateway.assert(gateway)
  return withDeadline(ANSWER_TIMEOUT_MS, signal, (cut) => exchange(gateway, request, cut))
}

async function exchange(
  { host, ownHost }: Gateway,
  request: GatewayRequest,
  signal: AbortSignal,
): Promise<GatewayAnswer | 'silent' | 'garbled'> {
  if (signal.aborted) return 'silent'
  const { promise, resolve } = Promise.withResolvers<GatewayAnswer | 'silent' | 'garbled'>()
  const reader = new AnswerReader()
  const socket = builtIn.net().connect({ host, port: request.place.port, localAddress: ownHost })
  const release = onAbort(signal, () => resolve('silent'))
  const end = () => resolve(reader.end())
  let isDone = false
  socket.on('connect', () => socket.write(textOf(request)))
  socket.on('data', (chunk: Buffer) => {
    const read = isDone ? null : reader.push(chunk)
    if (read === null) return
    isDone = true
    resolve(read)
    socket.destroy()
  })
  socket.on('error', end)
  socket.on('end', end)
  socket.on('close', end)
  try {
    return await promise
  } finally {
    release()
    socket.destroy()
  }
}

function textOf({ place, action }: GatewayRequest): string {
  const body = action?.body ?? ''
  const lines = [
    `${action ? 'POST' : 'GET'} ${place.path} HTTP/1.1`,
    `Host: ${place.host}`,
    `User-Agent: ${userAgentOf(null)}`,
    'Accept-Encoding: identity',
    'Connection: close',
    ...(action ? ['Content-Type: text/xml; charset="utf-8"', `SOAPAction: "${action.name}"`] : []),
    ...(action ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** The most bytes of an answer, its head included. */
export const ANSWER_BYTES_MAX = 64 * 1024
const CHUNK_LINE_MAX = 256
const LINE_END = '\r\n'
const SIZE = /^([\da-f]{1,8})[ \t]*(?:;|$)/i

/** An answer of a gateway over HTTP. */
interface GatewayAnswer {
  readonly status: number
  readonly body: string
}

/** Puts an answer together as it comes. Bytes are kept up to the limit, and each is looked at once. */
export class AnswerReader {
  readonly #bytes = Buffer.allocUnsafe(ANSWER_BYTES_MAX)
  readonly #reader = new HeadReader()
  readonly #chunks: Uint8Array[] = []
  #head: ResponseHead | null = null
  #length = 0
  /** The place in front of the next chunk. */
  #at = 0

  /** Returns the answer when it is complete, "garbled" if it cannot be read or is too long, null while more is to come. */
  push(chunk: Uint8Array): GatewayAnswer | 'garbled' | null {
    if (this.#length + chunk.length > ANSWER_BYTES_MAX) return 'garbled'
    this.#bytes.set(chunk, this.#length)
    this.#length += chunk.length
    if (!this.#head) {
      const head = this.#reader.push(chunk)
      if (head === null) return null
      if (typeof head === 'string' || isPacked(head)) return 'garbled'
      this.#head = head
      this.#at = this.#reader.bodyAt
    }
    return this.#complete(this.#head)
  }

  /** Returns the answer as far as it came: many routers count their own bytes wrongly. */
  end(): GatewayAnswer | 'garbled' | 'silent' {
    if (!this.#head) return this.#length > 0 ? 'garbled' : 'silent'
    return answer(this.#head, isChunked(this.#head) ? Buffer.concat(this.#chunks) : this.#rest())
  }

  #complete(head: ResponseHead): GatewayAnswer | 'garbled' | null {
    if (isChunked(head)) return this.#dechunk(head)
    const length = fieldOf(head, 'content-length')
    if (length === null) return null
    if (!/^\d{1,9}$/.test(length) || Number(length) > ANSWER_BYTES_MAX) return 'garbled'
    const rest = this.#rest()
    return rest.length < Number(length) ? null : answer(head, rest.subarray(0, Number(length)))
  }

  #dechunk(head: ResponseHead): GatewayAnswer | 'garbled' | null {
    for (;;) {
      const rest = this.#rest()
      const lineEnd = rest.subarray(0, CHUNK_LINE_MAX).indexOf(LINE_END)
      if (lineEnd < 0) return rest.length < CHUNK_LINE_MAX ? null : 'garbled'
      const [, hex] = SIZE.exec(rest.toString('latin1', 0, lineEnd)) ?? []
      if (hex === undefined) return 'garbled'
      const size = Number.parseInt(hex, 16)
      if (size === 0) return answer(head, Buffer.concat(this.#chunks))
      if (size > ANSWER_BYTES_MAX) return 'garbled'
      const start = lineEnd + LINE_END.length
      if (rest.length < start + size + LINE_END.length) return null
      this.#chunks.push(rest.subarray(start, start + size))
      this.#at += start + size + LINE_END.length
    }
  }

  #rest(): Buffer {
    return this.#bytes.subarray(this.#at, this.#length)
  }
}

function answer({ status }: ResponseHead, body: Uint8Array): GatewayAnswer {
  return { status, body: new TextDecoder().decode(body) }
}

function isChunked(head: ResponseHead): boolean {
  return fieldOf(head, 'transfer-encoding')?.toLowerCase() === 'chunked'
}

/** Returns whether the body is compressed although nobody asked for that: a few bytes can be a million. */
function isPacked(head: ResponseHead): boolean {
  return !['identity', '', null].includes(fieldOf(head, 'content-encoding')?.toLowerCase() ?? null)
}

function fieldOf({ headers }: ResponseHead, wanted: string): string | null {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? null
}
