import Negotiator from 'negotiator'
import type { Incoming } from './incoming.ts'

/** How an answer may be sent, the smallest first; `identity` is as it is. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

const BROTLI_QUALITY = 5
/** Below this, the headers of an answer are longer than what compression would save. */
const LEAST_LENGTH = 1024
/** Long answers are few: two lists, each in two languages and formats. */
const KEPT_MAX = 32

/** The encoding that a client accepts, the smallest first. */
export function encodingFor(request: Request): Encoding {
  const header = request.headers.get('accept-encoding') ?? ''
  if (header === '') return 'identity'
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([...ENCODINGS])
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

/** Compressed at a quality that is worth its time even for an answer that is sent once. */
export function encoded(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const { brotliCompressSync, gzipSync, constants } = process.getBuiltinModule('node:zlib')
  const bytes = Buffer.from(text)
  if (encoding === 'gzip') return Uint8Array.from(gzipSync(bytes))
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  return Uint8Array.from(encoding === 'br' ? brotliCompressSync(bytes, { params }) : bytes)
}

/** By encoding and content. */
const kept = new Map<string, Uint8Array<ArrayBuffer>>()

/** A long answer that is the same for many, compressed once for whoever accepts that. */
export function packed(answer: string, { request, set }: Pick<Incoming, 'request' | 'set'>): string | Response {
  if (answer.length < LEAST_LENGTH) return answer
  set.headers.vary = set.headers.vary ? `${set.headers.vary}, Accept-Encoding` : 'Accept-Encoding'
  const encoding = encodingFor(request)
  if (encoding === 'identity') return answer
  const key = `${encoding} ${Bun.hash(answer)}`
  const bytes = kept.get(key) ?? encoded(answer, encoding)
  if (kept.size < KEPT_MAX) kept.set(key, bytes)
  set.headers['content-encoding'] = encoding
  return new Response(bytes)
}
