import type { IncomingMessage, RequestOptions } from 'node:http'
import { codeOf } from '../platform/error-code.ts'
import { builtIn } from '../platform/lazy-modules.ts'

/** A request to a doorstep that the operator has named; it may be at any address. */
export interface RemoteRequest {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** Null for a GET. */
  readonly body: string | null
  /** Roots to trust, as PEM; null for the bundled ones. */
  readonly roots: readonly string[] | null
  /** The time that the whole answer may take. */
  readonly timeoutMs: number
  /** Fires when the answer is no longer wanted. */
  readonly signal?: AbortSignal
}

/** The head of an answer, and its body as it comes. */
export interface RemoteAnswer {
  readonly status: number
  /** The media type without its parameters, in lowercase. */
  readonly type: string
  readonly location: string | null
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
      chunks: chunksOf(message, late),
    }
  } catch (error) {
    throw failureOf(error, late)
  }
}

function sent({ url, method, headers, body, roots }: RemoteRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const options: RequestOptions & { ca?: string[] } = { method, headers, signal, ...(roots && { ca: [...roots] }) }
  return new Promise((resolve, reject) => {
    const request = (isSecure ? builtIn.https() : builtIn.http()).request(url, options, resolve)
    request.on('error', reject)
    request.end(body ?? undefined)
  })
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
  return new RemoteFailure(code === 'ECONNRESET' ? 'cut' : 'failed', typeof code === 'string' ? code : 'unknown failure')
}
