/** Responses of HTTP/1.1, read from bytes as they come: the head, and the body behind it. */
import { isUtf8 } from 'node:buffer'
import { cleanText } from '../../contract/clean.ts'
import type { ProtocolViolation } from './outcome.ts'

export interface Header {
  readonly name: string
  readonly value: string
}

/** A response up to its body. Everything in it is cleaned, except the location. */
export interface ResponseHead {
  readonly httpVersion: string
  readonly status: number
  readonly statusText: string
  /** In wire order, with duplicates; folded lines are joined. */
  readonly headers: readonly Header[]
  /** The first Location exactly as it came, control characters included: for the policy to judge, not for display. */
  readonly location: string | null
  /** Whether any line was not a valid header field (RFC 9112, section 5); it is shown as far as it can be read. */
  readonly hasOddLines: boolean
}

/** Everything up to the body, including interim responses and line ends. */
export const HEAD_MAX_BYTES = 64 * 1024
const INTERIM_MAX = 16
const LF = 0x0a
const CR = 0x0d
const TLS_RECORDS = [0x15, 0x16]
const START = Buffer.from('HTTP/')
const STATUS_LINE = /^HTTP\/(\d)\.(\d)[ \t]+([1-9]\d\d)(?:[ \t]+(.*))?$/s
const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i
const PLAIN = /^[ -~]*$/
const FOLD = /^[ \t]/
/** The control characters that RFC 9110, section 5.5 forbids in a value. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
const CONTROL_BYTE = /[\u0000-\u0008\u000a-\u001f\u007f]/
const SWITCHING_PROTOCOLS = 101

/** Assembles a response head from the bytes of a connection as they arrive (RFC 9112). */
export class HeadReader {
  private readonly bytes = Buffer.allocUnsafe(HEAD_MAX_BYTES)
  private length = 0
  private lineAt = 0
  private scannedTo = 0
  private responseAt = 0
  private interim = 0
  private lines: string[] = []

  get hasBytes(): boolean {
    return this.length > 0
  }

  /** The index at which the body begins, once the head is complete. */
  get bodyAt(): number {
    return this.lineAt
  }

  /** The head once it is complete, the violation once it shows, null as long as more bytes are needed. */
  push(chunk: Uint8Array): ResponseHead | ProtocolViolation | null {
    const room = HEAD_MAX_BYTES - this.length
    this.bytes.set(chunk.subarray(0, room), this.length)
    this.length += Math.min(chunk.length, room)
    return this.read() ?? (chunk.length > room ? 'header-too-large' : null)
  }

  /** Returns the violation that an early end of the connection amounts to. */
  end(): ProtocolViolation {
    return this.hasBytes ? 'closed-early' : 'closed-without-answer'
  }

  private read(): ResponseHead | ProtocolViolation | null {
    const received = this.bytes.subarray(0, this.length)
    for (;;) {
      const violation = this.lines.length === 0 ? this.startViolation() : null
      if (violation) return violation
      const lineEnd = received.indexOf(LF, this.scannedTo)
      this.scannedTo = lineEnd < 0 ? this.length : lineEnd + 1
      if (lineEnd < 0) return null
      const line = this.lineUpTo(lineEnd)
      this.lineAt = this.scannedTo
      if (line !== '' || this.lines.length === 0) {
        this.lines.push(line)
        continue
      }
      const head = parseHead(this.lines)
      if (typeof head === 'string' || head.status >= 200 || head.status === SWITCHING_PROTOCOLS) return head
      if (++this.interim > INTERIM_MAX) return 'too-many-interim-responses'
      this.responseAt = this.lineAt
      this.lines = []
    }
  }

  /** A line may end with LF alone (RFC 9112, section 2.2). */
  private lineUpTo(end: number): string {
    const hasReturn = end > this.lineAt && this.bytes[end - 1] === CR
    return this.bytes.toString('latin1', this.lineAt, hasReturn ? end - 1 : end)
  }

  /** Returns the violation that the first bytes show if this is not HTTP: the peer need not end its line. */
  private startViolation(): ProtocolViolation | null {
    const start = this.bytes.subarray(this.responseAt, Math.min(this.length, this.responseAt + START.length))
    if (start.equals(START.subarray(0, start.length))) return null
    return this.responseAt === 0 && TLS_RECORDS.includes(start[0] ?? 0) ? 'tls-on-http-port' : 'not-http'
  }
}

/** Parses a head whose lines are read as Latin-1, one character per byte. */
function parseHead([statusLine = '', ...lines]: readonly string[]): ResponseHead | ProtocolViolation {
  const [, major, minor, status, phrase = ''] = STATUS_LINE.exec(statusLine) ?? []
  if (major === undefined) return 'malformed-status-line'
  if (major !== '1') return 'unsupported-http-version'
  const fields = unfold(lines).map(parseField)
  return {
    httpVersion: `${major}.${minor}`,
    status: Number(status),
    statusText: clean(phrase),
    headers: fields.map(({ name, value }) => ({ name: clean(name), value: clean(value) })),
    location: locationOf(fields),
    hasOddLines: fields.some(({ name, value }) => !TOKEN.test(name) || CONTROL_BYTE.test(value)),
  }
}

/** Joins each line that starts with white space to the one before it; the fold becomes one space. */
function unfold(lines: readonly string[]): string[] {
  const fields: string[][] = []
  for (const line of lines) {
    const field = fields.at(-1)
    if (field && FOLD.test(line)) field.push(trim(line))
    else fields.push([line])
  }
  return fields.map(([line = '', ...folded]) => (folded.length === 0 ? line : [trimEnd(line), ...folded].join(' ')))
}

/** Parses a field. A line without a colon is all name; white space before the colon is kept, so that it shows. */
function parseField(line: string): Header {
  const colon = line.indexOf(':')
  return colon < 0 ? { name: line, value: '' } : { name: line.slice(0, colon), value: trim(line.slice(colon + 1)) }
}

function trim(text: string): string {
  let start = 0
  while (isBlank(text, start)) start++
  return trimEnd(text.slice(start))
}

/** Trims the end by hand: a regular expression takes quadratic time on a long line of blanks. */
function trimEnd(text: string): string {
  let end = text.length
  while (isBlank(text, end - 1)) end--
  return text.slice(0, end)
}

function isBlank(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t'
}

/** Returns the first location, whose bytes that are not UTF-8 are percent-encoded. */
function locationOf(fields: readonly Header[]): string | null {
  const field = fields.find(({ name }) => name.trim().toLowerCase() === 'location')
  if (!field) return null
  return (
    utf8(field.value) ?? field.value.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
  )
}

/** Returns a text for display: UTF-8 if it is valid, otherwise Latin-1; each control character becomes a space (RFC 9110, section 5.5). */
function clean(latin1: string): string {
  // There may be tens of thousands, and nearly all need no cleaning.
  if (PLAIN.test(latin1)) return trim(latin1)
  return trim(cleanText(utf8(latin1) ?? latin1))
}

function utf8(latin1: string): string | null {
  if (!/[\u0080-\u00ff]/.test(latin1)) return latin1
  const bytes = Buffer.from(latin1, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : null
}

export interface Body {
  /** Without the marks of its chunks. */
  readonly bytes: Buffer
  readonly isWhole: boolean
}

/** The line before a chunk: its size, and extensions that nobody reads. */
const CHUNK_LINE_MAX = 32
const WITHOUT_CONTENT = [101, 204, 304]
const BAD_REQUEST = 400

export function bodyOf(head: ResponseHead, raw: Buffer): Body {
  return bodyReaderFor(head)(raw)
}

/**
 * Returns the function that reads the body behind a head, however often more of it comes: the head, which may have tens of thousands of
 * lines, is looked through once.
 */
export function bodyReaderFor(head: ResponseHead): (raw: Buffer) => Body {
  if (WITHOUT_CONTENT.includes(head.status)) return () => ({ bytes: Buffer.alloc(0), isWhole: true })
  if (headerOf(head, 'transfer-encoding')?.toLowerCase().includes('chunked')) return joined
  const length = headerOf(head, 'content-length')
  return (raw) => ({ bytes: raw, isWhole: length !== null && raw.length >= Number(length) })
}

/** Returns the first header of a name, in lower case. */
export function headerOf({ headers }: ResponseHead, name: string): string | null {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? null
}

/** Returns whether the answer is the one by which servers say that this port wants TLS. */
export function wantsTls({ head, body }: { readonly head: ResponseHead; readonly body: Buffer }): boolean {
  return head.status === BAD_REQUEST && body.toString('latin1').toLowerCase().includes('https')
}

/** Returns the content of chunks (RFC 9112, section 7.1). */
function joined(raw: Buffer): Body {
  const parts: Buffer[] = []
  for (let at = 0; at < raw.length; ) {
    const lineEnd = raw.indexOf('\n', at)
    if (lineEnd < 0) break
    const size = Number.parseInt(raw.toString('latin1', at, Math.min(lineEnd, at + CHUNK_LINE_MAX)), 16)
    if (!(size > 0)) return { bytes: Buffer.concat(parts), isWhole: true }
    parts.push(raw.subarray(lineEnd + 1, lineEnd + 1 + size))
    at = lineEnd + 1 + size + 2
  }
  return { bytes: Buffer.concat(parts), isWhole: false }
}
