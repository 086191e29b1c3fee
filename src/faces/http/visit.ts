import { internalFault } from '../../contract/problem.ts'
import type { Peer } from '../../policy/caller.ts'
import { pathOf, REQUEST_ID } from './reply.ts'

/** Finds the caller from the peer of the connection and the headers of the request. */
export type CallerOf = (peer: string, headers: Headers) => Peer

/** The other end of a connection. */
export interface End {
  readonly address: string
  readonly port: number
}

/** An id that may go into a log and a header as it is. */
const PLAIN = /^[\w.:+/=@-]{1,128}$/

/** A request on its way through this face: who asks, its id, and what its answer sends and runs. */
export class Visit {
  /** The tool that the request runs; of several, the first. */
  tool: string | null = null
  /** Resolves at the end of an answer that is still being sent, with the code of the problem in it, if there is one. */
  over: Promise<string | null> | null = null
  /** The length of an answer that may be long. */
  bytes = 0
  /** Whether the connection ends with this answer. */
  hangsUp = false
  #caller: Peer | null = null
  #id: string | null = null
  #path: string | null

  constructor(
    readonly request: Request,
    /** Null if the client has gone: nobody reads the answer. */
    readonly end: End | null,
    private readonly callerOf: CallerOf,
    path: string | null,
  ) {
    this.#path = path
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

  /** The id by which an answer and its log lines are found together, made when it is first asked for. */
  get id(): string {
    this.#id ??= this.givenId() ?? crypto.randomUUID()
    return this.#id
  }

  ran(tool: string): void {
    this.tool ??= tool
  }

  /** Counts what an answer sends, for which its client is charged. */
  sends(bytes: number): void {
    if (this.request.method !== 'HEAD') this.bytes = bytes
  }

  /** Returns the id that a trusted proxy has given the request; anyone else could write another's id into the log. */
  private givenId(): string | null {
    const given = this.request.headers.get(REQUEST_ID)
    if (given === null || !PLAIN.test(given)) return null
    return this.end && this.caller.source !== 'socket' ? given : null
  }
}

const visits = new WeakMap<Request, Visit>()

/** Lets the routes of Elysia, which pass on the request alone, find its visit. */
export function remember(visit: Visit): void {
  visits.set(visit.request, visit)
}

export function visitOf(request: Request): Visit {
  const visit = visits.get(request)
  if (!visit) throw new Error('the request did not come in through the entrance')
  return visit
}
