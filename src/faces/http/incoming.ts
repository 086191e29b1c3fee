import { internalFault } from '../../contract/problem.ts'
import type { Peer } from '../../policy/caller.ts'
import type { Outgoing } from './reply.ts'

/** Who asks, from the peer of the connection and the headers of the request. */
export type CallerOf = (peer: string, headers: Headers) => Peer

/** The part of Elysia's context that a route reads. */
export interface Incoming {
  request: Request
  set: Outgoing
  server: { requestIP(request: Request): { address: string } | null } | null
}

/** A request, and what is said of its answer. */
export type Exchange = Pick<Incoming, 'request' | 'set'>

/** A request, and the server that knows its connection. */
export type Asked = Pick<Incoming, 'request' | 'server'>

export function callerOfRequest({ request, server }: Asked, callerOf: CallerOf): Peer {
  const peer = server?.requestIP(request)
  // The client has gone; nobody will read the answer.
  if (!peer) throw internalFault
  return callerOf(peer.address, request.headers)
}
