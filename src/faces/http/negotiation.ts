import Negotiator from 'negotiator'
import { readable } from '../../contract/text.ts'

/** The encodings of an answer, the smallest first; `identity` is uncompressed. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

const BROTLI_QUALITY = 5
/** Returns the smallest encoding that a client accepts. */
export function encodingFor(request: Request): Encoding {
  const header = readable(request.headers.get('accept-encoding')) ?? ''
  if (header === '') return 'identity'
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([...ENCODINGS])
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

/** Compresses a text, at a quality that is worth its time even for an answer that is sent once. */
export function encoded(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const { brotliCompressSync, gzipSync, constants } = process.getBuiltinModule('node:zlib')
  const bytes = Buffer.from(text)
  if (encoding === 'gzip') return Uint8Array.from(gzipSync(bytes))
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  return Uint8Array.from(encoding === 'br' ? brotliCompressSync(bytes, { params }) : bytes)
}

/** Returns whether a browser asks: a client that names HTML and does not prefer plain text. `*` for both gets the address. */
export function wantsPage(sent: string | null): boolean {
  const accept = readable(sent)
  if (accept === null || !accept.includes('html')) return false
  const types = new Negotiator({ headers: { accept } }).mediaTypes(['text/plain', 'text/html', 'application/xhtml+xml'])
  return types[0] !== undefined && types[0] !== 'text/plain'
}

/** Returns whether a program asks for JSON rather than for plain text. `*` for both does not. */
export function wantsJson(sent: string | null): boolean {
  const accept = readable(sent)
  if (accept === null || !accept.includes('json')) return false
  return new Negotiator({ headers: { accept } }).mediaType(['text/plain', 'application/json']) === 'application/json'
}
