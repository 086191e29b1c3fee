import type { Exchange } from './incoming.ts'

interface Written {
  readonly body: string
  readonly type: string | number | undefined
  readonly tag: string
}

const WRITTEN = new WeakMap<object, Map<string, Written>>()

/**
 * A long answer that is the same for everybody is written once for each variant (what it is, in which language and format), as
 * long as what it shows exists. Whoever has it already is told so (RFC 9110, section 13.1.2).
 */
export function written(shown: object, variant: string, { request, set }: Exchange, write: () => string): string {
  const answers = WRITTEN.get(shown) ?? new Map<string, Written>()
  WRITTEN.set(shown, answers)
  const answer = answers.get(variant) ?? writtenNow(write, set)
  answers.set(variant, answer)
  set.headers.etag = answer.tag
  set.headers['cache-control'] = 'no-cache'
  if (isKnown(request.headers.get('if-none-match'), answer.tag)) {
    set.status = 304
    return ''
  }
  if (answer.type !== undefined) set.headers['content-type'] = answer.type
  return answer.body
}

function writtenNow(write: () => string, set: Exchange['set']): Written {
  const body = write()
  return { body, type: set.headers['content-type'], tag: `"${Bun.hash(body).toString(36)}"` }
}

/** A proxy that compresses an answer may have made the tag a weak one. */
function isKnown(known: string | null, tag: string): boolean {
  if (known === null) return false
  return known.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}
