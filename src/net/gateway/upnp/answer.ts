import { HeadReader, type ResponseHead } from '../../http/head.ts'

/** The most bytes of an answer, its head included. */
export const ANSWER_BYTES_MAX = 64 * 1024
const CHUNK_LINE_MAX = 256
const LINE_END = '\r\n'
const SIZE = /^([\da-f]{1,8})[ \t]*(?:;|$)/i

/** An answer of a gateway over HTTP. */
export interface GatewayAnswer {
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
