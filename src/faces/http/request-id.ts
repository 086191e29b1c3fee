import type { Asked, CallerOf } from './incoming.ts'
import { REQUEST_ID } from './reply.ts'

/** The id of a request, by which its answer and its log lines are found together. */
export type IdOf = (asked: Asked) => string

/** Who asks, and what their request is called. */
export interface Who {
  readonly callerOf: CallerOf
  readonly idOf: IdOf
}

/** What stands in a log and in a header as it is. */
const PLAIN = /^[\w.:+/=@-]{1,128}$/

/** Ids are made when they are first asked for: `/api/ip` has none unless requests are logged. */
export function requestIds(callerOf: CallerOf): IdOf {
  const ids = new WeakMap<Request, string>()
  return (asked) => {
    const { request } = asked
    const known = ids.get(request)
    if (known !== undefined) return known
    const id = givenId(asked, callerOf) ?? crypto.randomUUID()
    ids.set(request, id)
    return id
  }
}

/** Returns the id that a trusted proxy has given the request; anybody else could write another's id into the log. */
function givenId({ request, server }: Asked, callerOf: CallerOf): string | null {
  const given = request.headers.get(REQUEST_ID)
  if (given === null || !PLAIN.test(given)) return null
  const peer = server?.requestIP(request)
  return peer && callerOf(peer.address, request.headers).source !== 'socket' ? given : null
}
