import type { Socket } from 'node:net'
import type { Bounds } from '../budget.ts'
import { converse, Unread } from '../conversation.ts'
import { OVER_BUDGET } from '../tcp/connect.ts'
import { type HttpFailure, type ProtocolViolation, protocolError, timedOut } from './outcome.ts'
import { type Body, bodyReaderFor, HeadReader, type ResponseHead } from './response.ts'
import { breakOf } from './secure.ts'

export type Method = 'GET' | 'HEAD'

interface Answer {
  readonly head: ResponseHead | HttpFailure
  /** As much of it as was wanted and has come. */
  readonly body: Body
  /** From the request to the first byte of the response; null if none came. */
  readonly firstByteMs: number | null
}

/** Returns a request without cookies, credentials or encodings, so that the response is what a stranger would get. */
export function requestText(url: URL, method: Method, userAgent: string): string {
  return [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    `User-Agent: ${userAgent}`,
    'Accept: */*',
    'Connection: close',
    '\r\n',
  ].join('\r\n')
}

/**
 * Sends the request and reads until the head of the response is complete, and of its body until it is whole or as many bytes have come as
 * wanted. A body that ends early, or that takes longer than the time, is what there is of it.
 */
export async function exchange(socket: Socket, request: string, bodyMax: number, { signal, budget }: Bounds): Promise<Answer> {
  const reader = new AnswerReader(bodyMax)
  const sentAt = performance.now()
  let firstByteMs: number | null = null
  const failure = await converse<HttpFailure | 'done'>(
    socket,
    request,
    {
      hear(chunk) {
        firstByteMs ??= performance.now() - sentAt
        return budget.takeBytes(chunk.length) ? reader.push(chunk) : OVER_BUDGET
      },
      end(ending) {
        if (ending.by === 'time') return timedOut('http', reader.hasBytes)
        if (!ending.error) return protocolError(reader.end())
        return breakOf(ending.error) ?? protocolError('connection-reset')
      },
    },
    signal,
  )
  const head = reader.head ?? (failure === 'done' ? protocolError('closed-early') : failure)
  return { head, body: reader.body, firstByteMs }
}

/** Assembles a response: its head, and no more of its body than wanted. */
class AnswerReader {
  head: ResponseHead | null = null
  private readonly reader = new HeadReader()
  private readonly parts = new Unread()
  private bodyIn: ReturnType<typeof bodyReaderFor> | null = null
  private received = 0

  constructor(private readonly bodyMax: number) {}

  get hasBytes(): boolean {
    return this.reader.hasBytes
  }

  get body(): Body {
    const raw = this.parts.peek().subarray(0, this.bodyMax)
    return this.bodyIn?.(raw) ?? { bytes: raw, isWhole: false }
  }

  end(): ProtocolViolation {
    return this.reader.end()
  }

  push(chunk: Buffer): 'done' | HttpFailure | null {
    const before = this.received
    this.received += chunk.length
    if (this.head) this.parts.add(chunk)
    else {
      const read = this.reader.push(chunk)
      if (read === null) return null
      if (typeof read === 'string') return protocolError(read)
      this.head = read
      this.bodyIn = bodyReaderFor(read)
      this.parts.add(chunk.subarray(this.reader.bodyAt - before))
    }
    return this.parts.length >= this.bodyMax || this.body.isWhole ? 'done' : null
  }
}
