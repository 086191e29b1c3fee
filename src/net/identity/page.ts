import { isUtf8 } from 'node:buffer'
import { authorityOf } from '../../policy/address.ts'
import { requestText } from '../http/exchange.ts'
import { HeadReader, type ResponseHead } from '../http/head.ts'
import { userAgentOf } from '../user-agent.ts'
import type { Asked } from './protocol.ts'

/** An answer over HTTP, as far as it has come. */
export interface Page {
  readonly head: ResponseHead
  /** Without the marks of its chunks. */
  readonly body: Buffer
  readonly isComplete: boolean
}

const TITLE_BYTES_MAX = 1024
/** The characters that pages write in this way; any others are left as they are. */
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const ENTITY = /&(amp|lt|gt|quot|#39|nbsp);/g
const LINE_MAX = 32

/** Returns the request for a path, as a stranger without a login sends it. */
export function pageRequest(path: string, { host, port, userAgent = userAgentOf(null) }: Asked): Buffer {
  return Buffer.from(requestText(new URL(path, `http://${authorityOf(host, port)}/`), 'GET', userAgent))
}

/** Reads an answer over HTTP: null if it is none, "more" while its head is not complete. */
export function readPage(bytes: Buffer, isLast: boolean): Page | 'more' | null {
  const reader = new HeadReader()
  const head = reader.push(bytes)
  if (head === null) return isLast ? null : 'more'
  if (typeof head === 'string') return null
  const raw = bytes.subarray(reader.bodyAt)
  const isChunked = headerOf(head, 'transfer-encoding')?.toLowerCase().includes('chunked') ?? false
  const { body, isWhole } = isChunked ? joined(raw) : { body: raw, isWhole: raw.length >= lengthOf(head) }
  return { head, body, isComplete: isLast || isWhole }
}

/** Returns the first header of a name, in lower case. */
export function headerOf({ headers }: ResponseHead, name: string): string | null {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? null
}

/** Returns the title of a page; null as long as it has none. */
export function titleOf(body: Buffer): string | null {
  const lower = body.toString('latin1').toLowerCase()
  const opened = lower.indexOf('<title')
  const start = opened < 0 ? -1 : lower.indexOf('>', opened)
  const end = start < 0 ? -1 : lower.indexOf('</title', start)
  if (end < 0) return null
  return textOf(body.subarray(start + 1, Math.min(end, start + 1 + TITLE_BYTES_MAX))).replace(
    ENTITY,
    (_, name) => ENTITIES[name] ?? '',
  )
}

/** Returns bytes as text: UTF-8 if they are that. */
export function textOf(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}

function lengthOf(head: ResponseHead): number {
  const length = headerOf(head, 'content-length')
  return length === null ? Number.POSITIVE_INFINITY : Number(length)
}

/** Returns the content of chunks (RFC 9112, section 7.1), as far as they have come. */
function joined(raw: Buffer): { body: Buffer; isWhole: boolean } {
  const parts: Buffer[] = []
  for (let at = 0; at < raw.length; ) {
    const lineEnd = raw.indexOf('\n', at)
    if (lineEnd < 0) break
    const size = Number.parseInt(raw.toString('latin1', at, Math.min(lineEnd, at + LINE_MAX)), 16)
    if (!(size > 0)) return { body: Buffer.concat(parts), isWhole: true }
    parts.push(raw.subarray(lineEnd + 1, lineEnd + 1 + size))
    at = lineEnd + 1 + size + 2
  }
  return { body: Buffer.concat(parts), isWhole: false }
}
