import { isUtf8 } from 'node:buffer'
import { authorityOf } from '../../policy/address.ts'
import { bodyOf } from '../http/body.ts'
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
  const { bytes: body, isWhole } = bodyOf(head, bytes.subarray(reader.bodyAt))
  return { head, body, isComplete: isLast || isWhole }
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
