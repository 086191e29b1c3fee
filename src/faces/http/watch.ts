import { afterwards, type Eventually } from '../../run/call.ts'
import type { Asked } from './incoming.ts'
import { markAnswer, pathOf } from './reply.ts'
import type { IdOf } from './request-id.ts'

/** A request that has been answered, for whoever logs or counts it. */
export interface Answered {
  readonly status: number
  /** The code of the problem that it was answered with. */
  readonly code: string | null
  /** The tool that it ran, where its path does not name one. */
  readonly tool: string | null
  /** From its arrival to the end of its answer. */
  readonly elapsedMs: number
}

/** Told of each request once, before it is handled, and returns what is to be told of its answer. */
export type Watcher = (asked: Asked, path: string) => (answered: Answered) => void

/** Who is told, and what is put on every answer before it leaves. */
export interface Watches {
  readonly watchers: readonly Watcher[]
  /** The id that every answer carries, where requests are logged. */
  readonly idOf: IdOf | null
}

/** The tools that requests ran whose path does not name one. */
const toolsRun = new WeakMap<Request, string>()

/** Lets a request count as one for this tool; of several, the first counts. */
export function countAs(request: Request, tool: string): void {
  if (!toolsRun.has(request)) toolsRun.set(request, tool)
}

/** As Bun's router calls it. */
export type Handler = (request: Request) => Eventually<Response>

/** Answers that go on after their head is sent, and the codes of the problems that end some of them. */
const streams = new WeakMap<Request, Promise<string | null>>()

/** Lets an answer count as over when its stream is; the promise is of the code of a problem in it. */
export function followStream(request: Request, over: Promise<string | null>): void {
  streams.set(request, over)
}

/** Surrounds a handler, so that every answer is watched, whoever makes it. A route that is all a path's own need not read it anew. */
export function watched(handler: Handler, server: () => Asked['server'], { watchers, idOf }: Watches, ownPath?: string): Handler {
  return (request) => {
    const started = performance.now()
    const path = ownPath ?? pathOf(request.url)
    const asked = { request, server: server() }
    const tells = watchers.map((watcher) => watcher(asked, path))
    const tell = (status: number, code: string | null) => {
      const tool = toolsRun.get(request) ?? null
      const answered = { status, code, tool, elapsedMs: performance.now() - started }
      for (const each of tells) each(answered)
    }
    return afterwards(handler(request), (response) => {
      if (idOf) markAnswer(response, idOf(asked))
      // Most answers are not problems, and asking costs as much as counting them.
      const code = response.status < 400 ? null : response.headers.get('doorstep-code')
      const stream = streams.get(request)
      if (stream) void stream.then((late) => tell(response.status, late))
      else tell(response.status, code)
      return response
    })
  }
}
