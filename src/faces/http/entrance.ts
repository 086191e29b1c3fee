import { problemText } from '../../contract/problem.text.ts'
import { Refusal } from '../../contract/problem.ts'
import type { Fence } from '../../limits/fence.ts'
import type { Eventually } from '../../operations/run/call.ts'
import type { Logger } from '../../platform/log.ts'
import { openTo, type Pages } from './origin.ts'
import type { Pipelines } from './pipelines.ts'
import { markAnswer, type Outgoing, replyProblem } from './reply.ts'
import { type CallerOf, Visit } from './visit.ts'

/** The number of bytes of an answer that count as one request. */
const COUNTED_BYTES = 32 * 1024
/**
 * A day. Browsers apply it to all ports of the name, so plain HTTP on other ports is shut out as well; an operator who goes back to HTTP,
 * or only tries a certificate, has those visitors back the next day.
 */
const STRICT_TRANSPORT = 'max-age=86400'

/** The state of the process, which `/readyz` reports. */
export interface Lifecycle {
  stopping: boolean
  /** Whether another process answers on this port from now on: clients should come back, not go elsewhere. */
  hasSuccessor?: boolean
}

/** The answer to a request, for logs and metrics. */
interface Answered {
  readonly status: number
  /** The code of the problem in the answer; null without one. */
  readonly code: string | null
  /** The time from the arrival of the request to the end of its answer. */
  readonly elapsedMs: number
}

/** A watcher of all requests. */
export interface Watcher {
  /** Called before a request is handled. */
  begun?(visit: Visit): void
  answered(visit: Visit, answered: Answered): void
}

/** The parts that every request passes through. */
export interface Entrance extends Pick<Pages, 'publicOrigins'> {
  readonly log: Logger
  readonly lifecycle: Lifecycle
  readonly callerOf: CallerOf
  readonly pipelines: Pipelines
  /** Null if the operator limits clients elsewhere. */
  readonly fence: Fence | null
  /** Empty if neither the log nor the metrics need every request. */
  readonly watchers: readonly Watcher[]
  /** Whether every answer carries the id that is in the log. */
  readonly marksIds: boolean
  readonly isOverTls: boolean
}

/** A handler as Bun's router calls it. */
export type Handler = (request: Request, server: Pick<Bun.Server<unknown>, 'requestIP'>) => Eventually<Response>
/** Answers a visit. */
export type Answer = (visit: Visit) => Eventually<Response>

/** The way in to an answer. */
interface Way {
  /** The path; absent if the route matches more than one. */
  readonly path?: string
  /** The tool that the route runs. */
  readonly tool?: string | null
  /** Whether requests are counted. Cheap queries, which scripts ask by the thousand, are not. */
  readonly isFenced: boolean
}

/** Returns the handler of a route. Every request enters the face here. */
export function entered(entrance: Entrance, way: Way, answer: Answer): Handler {
  const route = new Route(entrance, way, answer)
  return (request, server) => route.handle(request, server)
}

/** A route: it checks the host, counts the request, gets the answer, turns anything thrown into a problem, and tells the watchers. */
class Route {
  private readonly fence: Fence | null

  constructor(
    private readonly entrance: Entrance,
    private readonly way: Way,
    private readonly answer: Answer,
  ) {
    this.fence = way.isFenced ? entrance.fence : null
  }

  handle(request: Request, server: Parameters<Handler>[1]): Eventually<Response> {
    const { path = null, tool = null } = this.way
    const visit = new Visit(request, server.requestIP(request), this.entrance.callerOf, path)
    visit.tool = tool
    if (this.entrance.watchers.length > 0) this.begin(visit)
    const made = this.answerTo(visit)
    return made instanceof Promise ? made.then((response) => this.leave(response, visit)) : this.leave(made, visit)
  }

  private begin(visit: Visit): void {
    visit.startedMs = performance.now()
    for (const watcher of this.entrance.watchers) watcher.begun?.(visit)
  }

  private answerTo(visit: Visit): Eventually<Response> {
    try {
      this.admit(visit)
      const made = this.answer(visit)
      return made instanceof Promise ? made.catch((thrown) => this.problemFor(visit, thrown)) : made
    } catch (thrown) {
      return this.problemFor(visit, thrown)
    }
  }

  /** Counts a request and judges its host. Throws a Refusal. */
  private admit(visit: Visit): void {
    if (visit.end) {
      // A client that keeps sending without waiting gets no further answers: each would take as much work.
      visit.hangsUp = this.entrance.pipelines.count(visit.end) > 1
      const { caller } = visit
      this.fence?.count(caller)
      visit.hangsUp = false
    }
    const odd = oddHostOf(visit.request)
    if (odd) throw odd
  }

  private problemFor(visit: Visit, thrown: unknown): Response {
    const set = { headers: { ...openTo(visit, this.entrance) }, status: 500 }
    return new Response(problemIn(set, this.entrance.log, visit, thrown), set)
  }

  /** Tells the watchers of an answer, marks one that ends its connection or goes over TLS (RFC 6797), and charges for a long one. */
  private leave(response: Response, visit: Visit): Response {
    const { watchers, lifecycle, isOverTls } = this.entrance
    if (watchers.length > 0) this.tell(response, visit)
    if (lifecycle.stopping || visit.hangsUp || hasUnread(visit.request)) response.headers.set('connection', 'close')
    if (isOverTls) response.headers.set('strict-transport-security', STRICT_TRANSPORT)
    if (visit.end && visit.bytes > COUNTED_BYTES) this.fence?.owe(visit.caller, Math.ceil(visit.bytes / COUNTED_BYTES) - 1)
    return response
  }

  /** Tells the watchers of an answer: of one that is still being sent at its end. */
  private tell(response: Response, visit: Visit): void {
    const { watchers, marksIds } = this.entrance
    if (marksIds) markAnswer(response, visit.id)
    const { status } = response
    const tell = (code: string | null) => {
      const answered = { status, code, elapsedMs: performance.now() - visit.startedMs }
      for (const watcher of watchers) watcher.answered(visit, answered)
    }
    // Most answers are not problems, and reading a header costs as much as counting one.
    if (visit.over) void visit.over.then(tell)
    else tell(status < 400 ? null : response.headers.get('doorstep-code'))
  }
}

/** Returns whether a request has a body that nobody has read, and that its client could send without end. */
function hasUnread({ headers, bodyUsed }: Request): boolean {
  return !bodyUsed && (Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding'))
}

/** Returns the body of a problem, and sets its headers. The faults of tools are logged by their runs; all other faults are logged here. */
export function problemIn(set: Outgoing, log: Logger, visit: Visit, thrown: unknown): string {
  if (!(thrown instanceof Refusal)) log.error('a request failed', { path: visit.path, requestId: visit.id, error: thrown })
  return replyProblem(set, thrown, visit.request, visit.id)
}

/** The host and port of RFC 3986, section 3.2.2, with a port up to 65535; empty for a target without authority (RFC 9112, section 3.2). */
const SOUND =
  /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::(?:[0-5]?\d{0,4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/i

/**
 * Returns the refusal of a request with more than one Host, which the runtime joins as `a, b`, or with one that is not a host (RFC 9112,
 * section 3.2): a proxy in front may have read another name. Null if it is sound. HTTP/1.0 may omit Host; the runtime checks HTTP/1.1.
 */
function oddHostOf({ headers }: Request): Refusal | null {
  const host = headers.get('host')
  if (host === null || host === lastSound) return null
  if (!SOUND.test(host)) return ODD_HOST
  lastSound = host
  return null
}

/** The last sound host: nearly all requests have the same one, so it is checked once. */
let lastSound = ''

const ODD_HOST = new Refusal('malformed-request', (locale) => problemText.say(locale, 'odd-host-detail', {}))
