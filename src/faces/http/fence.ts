import type { Fence } from '../../limits/fence.ts'
import type { Peer } from '../../policy/caller.ts'
import { afterwards } from '../../run/call.ts'
import type { CallerOf } from './incoming.ts'
import type { Pipelines } from './pipelines.ts'
import { eachRoute, type Served } from './served.ts'
import { type Handler, type Watches, watched } from './watch.ts'

/** So much of an answer counts as a request. */
const COUNTED_BYTES = 32 * 1024

/** What is sent for a request, where that may be much. */
const sizes = new WeakMap<Request, number>()

/** Says how many bytes are sent for a request, so that its client is charged for them. */
export function weigh(request: Request, bytes: number): void {
  if (bytes > COUNTED_BYTES && request.method !== 'HEAD') sizes.set(request, bytes)
}

interface Parts {
  /** Null where the operator limits clients elsewhere. */
  readonly fence: Fence | null
  readonly pipelines: Pipelines
  readonly callerOf: CallerOf
  readonly watches: Watches | null
  /** The paths that are asked by the thousand, and see to pipelines themselves. */
  readonly free: ReadonlySet<string>
  readonly server: () => Pick<Bun.Server<unknown>, 'requestIP'>
  readonly refuse: (thrown: unknown, request: Request) => Response
}

/** What answers on a port, behind a fence: each request is counted before anything is done for it, and a large answer afterwards. */
export function fenced(served: Served, parts: Parts): Served {
  const isFree = (path = '', method = '') => parts.free.has(path) && (method === 'GET' || method === 'HEAD')
  return eachRoute(served, (handler, path, method) => (isFree(path, method) ? handler : behindFence(handler, parts)))
}

function behindFence(handler: Handler, parts: Parts): Handler {
  const { fence, pipelines, callerOf, server } = parts
  return (request) => {
    const end = server().requestIP(request)
    // The client has gone.
    if (!end) return handler(request)
    let place = 1
    let caller: Peer
    try {
      place = pipelines.count(end)
      caller = callerOf(end.address, request.headers)
      fence?.count(caller)
    } catch (thrown) {
      return refusal(request, thrown, place > 1, parts)
    }
    return fence ? afterwards(handler(request), (response) => charged(response, request, caller, fence)) : handler(request)
  }
}

function charged(response: Response, request: Request, caller: Peer, fence: Fence): Response {
  const bytes = sizes.get(request)
  if (bytes !== undefined) fence.owe(caller, Math.ceil(bytes / COUNTED_BYTES) - 1)
  return response
}

/** Those who have sent more without waiting get no further answers: each would take as much work. */
function refusal(request: Request, thrown: unknown, hangUp: boolean, { watches, server, refuse }: Parts) {
  const answer = () => {
    const response = refuse(thrown, request)
    if (hangUp) response.headers.set('connection', 'close')
    return response
  }
  return watches ? watched(answer, server, watches)(request) : answer()
}
