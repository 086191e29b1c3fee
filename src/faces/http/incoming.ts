import { internalFault } from '../../contract/problem.ts'
import type { Peer } from '../../policy/caller.ts'
import type { Outgoing } from './reply.ts'

/** Who asks, from the peer of the connection and the headers of the request. */
export type CallerOf = (peer: string, headers: Headers) => Peer

/** The part of Elysia's context that a route reads. */
export interface Incoming {
  request: Request
  set: Outgoing
  server: { requestIP(request: Request): { address: string; port: number } | null } | null
}

/** A request, and what is said of its answer. */
export type Exchange = Pick<Incoming, 'request' | 'set'>

/** A request, and the server that knows its connection. */
export type Asked = Pick<Incoming, 'request' | 'server'>

export function callerOfRequest(asked: Asked, callerOf: CallerOf): Peer {
  return callerOf(endOf(asked).address, asked.request.headers)
}

/** The other end of the connection of a request. */
export function endOf({ request, server }: Asked): { address: string; port: number } {
  const end = server?.requestIP(request)
  // The client has gone; nobody will read the answer.
  if (!end) throw internalFault
  return end
}
