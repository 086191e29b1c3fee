import { readable } from '../../contract/text.ts'
import { type Encoding, type Exchange, encoded, encodingFor } from './reply.ts'
import { visitOf } from './visit.ts'

interface Written {
  readonly body: string
  /** The body in each encoding that a client has asked for. */
  readonly packed: Map<Encoding, Uint8Array<ArrayBuffer>>
  readonly type: string | number | undefined
  readonly tag: string
}

const WRITTEN = new WeakMap<object, Map<string, Written>>()

/**
 * Returns a long answer that is the same for all callers. Each variant (content, language and format) is written once and compressed once
 * for each encoding, and is kept as long as the thing it shows exists. A client that already has it gets a 304 (RFC 9110, section 13.1.2).
 */
export function writtenOnce(shown: object, variant: string, { request, set }: Exchange, write: () => string): string | Response {
  const answers = WRITTEN.get(shown) ?? new Map<string, Written>()
  WRITTEN.set(shown, answers)
  const answer = answers.get(variant) ?? writtenNow(write, set)
  answers.set(variant, answer)
  const encoding = encodingFor(request)
  // A compressed body has other bytes, so its tag is weak.
  set.headers.etag = encoding === 'identity' ? answer.tag : `W/${answer.tag}`
  set.headers.vary = set.headers.vary ? `${set.headers.vary}, Accept-Encoding` : 'Accept-Encoding'
  set.headers['cache-control'] = 'no-cache'
  if (hasAlready(request, answer.tag)) {
    set.status = 304
    return ''
  }
  if (answer.type !== undefined) set.headers['content-type'] = answer.type
  if (encoding === 'identity') {
    visitOf(request).sends(answer.body.length)
    return answer.body
  }
  set.headers['content-encoding'] = encoding
  const packed = answer.packed.get(encoding) ?? encoded(answer.body, encoding)
  answer.packed.set(encoding, packed)
  visitOf(request).sends(packed.length)
  return new Response(packed)
}

function writtenNow(write: () => string, set: Exchange['set']): Written {
  const body = write()
  return { body, packed: new Map(), type: set.headers['content-type'], tag: `"${Bun.hash(body).toString(36)}"` }
}

/** Returns whether the client already has the answer with this tag (RFC 9110, section 13.1.2). */
export function hasAlready({ headers }: Request, tag: string): boolean {
  const known = readable(headers.get('if-none-match'))
  return known?.split(',').some((each) => each.trim() === '*' || strong(each.trim()) === strong(tag)) ?? false
}

/** Returns a tag without its weak mark, which a proxy that compresses may have added. */
function strong(tag: string): string {
  return tag.replace(/^W\//, '')
}
