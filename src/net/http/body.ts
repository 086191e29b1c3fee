import type { ResponseHead } from './head.ts'

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
