import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { builtIn } from '../platform/lazy-modules.ts'
import { codeOf } from '../platform/misfit.ts'
import { parseAddress } from '../policy/address.ts'

/** An address of a host, as the system's resolver has it. */
export interface HostAddress {
  readonly address: string
  readonly family: number
}

/** A request to a doorstep that the operator has named; it may be at any address. */
export interface RemoteRequest {
  readonly url: URL
  /** The address to connect to; the name in the URL is still the one that is asked for and that the certificate has to be for. */
  readonly address?: HostAddress
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Roots to trust, as PEM; null for the bundled ones. */
  readonly roots: readonly string[] | null
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export interface RemoteAnswer {
  readonly status: number
  /** The media type without its parameters, in lowercase. */
  readonly type: string
  readonly location: string | null
  readonly peer: string | null
  readonly chunks: AsyncIterable<string>
}

/** The reason why an answer is missing or incomplete: too late, cut short, too long, or a code of the runtime, such as ECONNREFUSED. */
export class RemoteFailure extends Error {
  constructor(
    readonly kind: 'late' | 'cut' | 'long' | 'failed',
    readonly code: string,
  ) {
    super(code)
  }
}

/** The longest answer or event in characters: it has at most 256 KiB, and a character may take several bytes. */
export const PART_MAX = 512 * 1024
/** An answer has at most 256 KiB, its events less than that again. */
const BYTES_MAX = 4 * 1024 * 1024

/**
 * Asks another doorstep. The runtime's HTTP client would go through the proxy that `HTTP_PROXY` names, and the checks of that doorstep
 * would then be about the proxy; this one always connects directly. It does not follow redirects. Throws a RemoteFailure.
 */
export async function askRemote(request: RemoteRequest): Promise<RemoteAnswer> {
  const late = AbortSignal.timeout(request.timeoutMs)
  try {
    const message = await sent(request, request.signal ? AbortSignal.any([late, request.signal]) : late)
    return {
      status: message.statusCode ?? 0,
      type: (message.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
      location: message.headers.location ?? null,
      peer: message.socket.remoteAddress ?? null,
      chunks: chunksOf(message, late),
    }
  } catch (error) {
    throw failureOf(error, late)
  }
}

/** Returns the addresses of a host in the order of the system; none if it has none. An address, in brackets or not, is its own. */
export async function addressesOf(host: string): Promise<readonly HostAddress[]> {
  const address = parseAddress(host.replace(/^\[(.*)\]$/, '$1'))
  if (address) return [{ address: address.text, family: address.version }]
  try {
    return await builtIn.dns().promises.lookup(host, { all: true, order: 'verbatim' })
  } catch {
    return []
  }
}

function sent({ url, address, method, headers, body, roots }: RemoteRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = requestDirectly(url, { method, headers, signal, ...(address && pinned(address)) }, roots, resolve)
    request.on('error', reject)
    request.end(body ?? undefined)
  })
}

/** Begins a request that goes through no proxy, with these roots as PEM; null for the bundled ones. */
export function requestDirectly(
  url: URL,
  options: RequestOptions,
  roots: readonly string[] | null,
  answered: (message: IncomingMessage) => void,
): ClientRequest {
  const { request } = url.protocol === 'https:' ? builtIn.https() : builtIn.http()
  const trusted: RequestOptions & { ca?: string[] } = { ...options, ...(roots && { ca: [...roots] }) }
  return request(url, trusted, answered)
}

/** Returns the options that connect to one address. Without an agent, since a connection that was kept for the name may be to another one. */
function pinned(one: HostAddress): RequestOptions {
  return {
    agent: false,
    lookup: (_, { all }, found) => (all ? found(null, [one]) : found(null, one.address, one.family)),
  }
}

/** Returns the text of an answer. Throws a RemoteFailure. */
export async function wholeText(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) {
    text += chunk
    if (text.length > PART_MAX) throw new RemoteFailure('long', 'too-long')
  }
  return text
}

async function* chunksOf(message: IncomingMessage, late: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  try {
    for await (const chunk of message) {
      bytes += chunk.length
      if (bytes > BYTES_MAX) throw new RemoteFailure('long', 'too-long')
      yield decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    throw failureOf(error, late)
  }
  if (!message.complete) throw new RemoteFailure('cut', 'cut')
}

function failureOf(error: unknown, late: AbortSignal): RemoteFailure {
  if (error instanceof RemoteFailure) return error
  if (late.aborted) return new RemoteFailure('late', 'timeout')
  const code = codeOf(error)
  return new RemoteFailure(code === 'ECONNRESET' ? 'cut' : 'failed', code || 'unknown failure')
}
