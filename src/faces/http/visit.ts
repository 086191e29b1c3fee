import { type Allowance, internalFault } from '../../contract/problem.ts'
import type { Peer } from '../../policy/caller.ts'
import { type Exchange, markAllowance, pathOf, REQUEST_ID } from './reply.ts'

/** Finds the caller from the peer of the connection and the headers of the request. */
export type CallerOf = (peer: string, headers: Headers) => Peer

/** The other end of a connection. */
export interface End {
  readonly address: string
  readonly port: number
}

/** The other end of every connection over a socket file, which has no address. */
export const FILE_END: End = { address: 'unix', port: 0 }

/** The ids that may go into a log and a header unchanged. */
const PLAIN = /^[\w.:+/=@-]{1,128}$/

/** A request on its way through this face: its caller, its id, and the size and tool of its answer. */
export class Visit {
  /** The tool that the request runs; the first of several. */
  tool: string | null = null
  /** Resolves at the end of an answer that is still being sent, with the code of its problem, if it has one. */
  over: Promise<string | null> | null = null
  /** The length of an answer that may be long; 0 otherwise. */
  bytes = 0
  /** Whether the connection ends with this answer. */
  hangsUp = false
  /** The time at which a watched request arrived, by `performance.now()`. */
  startedMs = 0
  /** Whether the path is one of ours, so that nothing in it is the sender's. */
  readonly isPathOurs: boolean
  #caller: Peer | null = null
  #id: string | null = null
  #method: string | null = null
  #path: string | null

  constructor(
    readonly request: Request,
    /** Null if the client has gone, so that the answer goes nowhere. */
    readonly end: End | null,
    private readonly callerOf: CallerOf,
    path: string | null,
  ) {
    this.#path = path
    this.isPathOurs = path !== null
  }

  /** The method as it was sent: Elysia is asked with GET for HEAD, so it is read before that. */
  get method(): string {
    this.#method ??= this.request.method
    return this.#method
  }

  get path(): string {
    this.#path ??= pathOf(this.request.url)
    return this.#path
  }

  /** Throws an internal fault if the client has gone. */
  get caller(): Peer {
    if (!this.end) throw internalFault
    this.#caller ??= this.callerOf(this.end.address, this.request.headers)
    return this.#caller
  }

  /** The id that an answer and its log lines share, made when it is first needed. */
  get id(): string {
    this.#id ??= this.givenId() ?? crypto.randomUUID()
    return this.#id
  }

  ran(tool: string): void {
    this.tool ??= tool
  }

  /** Sets the length of an answer, for which its client is charged. The answer to HEAD has no body. */
  sends(bytes: number): void {
    if (this.method !== 'HEAD') this.bytes = bytes
  }

  /** Returns the id that a trusted proxy gave the request. From others it is ignored: they could write someone else's id into the log. */
  private givenId(): string | null {
    const given = this.request.headers.get(REQUEST_ID)
    if (given === null || !PLAIN.test(given)) return null
    return this.end && this.caller.source !== 'socket' ? given : null
  }
}

const visits = new WeakMap<Request, Visit>()

/** Stores the visit of a request for the routes of Elysia, which pass on the request alone. */
export function remember(visit: Visit): void {
  visits.set(visit.request, visit)
}

export function visitOf(request: Request): Visit {
  const visit = visits.get(request)
  if (!visit) throw new Error('the request did not come in through the entrance')
  return visit
}

/** Returns who pays for a request, and how its answer says what is left. */
export function payerOf({ request, set }: Exchange) {
  return { caller: visitOf(request).caller, counted: (allowance: Allowance) => markAllowance(set, allowance) }
}
