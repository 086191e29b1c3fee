import type { Problem } from '../../contract/problem.ts'
import { onAbort } from '../../platform/deadline.ts'
import type { Eventually, Outcome } from '../../run/call.ts'
import type { Outgoing, StreamFormat } from './reply.ts'

/** Does the work of a request: tells what happens on the way, stops when the signal fires, ends with what was found. */
type Run = (signal: AbortSignal, report: (event: unknown) => void) => Eventually<Outcome>

type Kind = 'progress' | 'result' | 'problem'

/** How each format is called and written. */
const FORMATS: Record<StreamFormat, { type: string; frame(kind: Kind, line: string): string }> = {
  ndjson: { type: 'application/x-ndjson; charset=utf-8', frame: (_, line) => `${line}\n` },
  sse: { type: 'text/event-stream; charset=utf-8', frame: (kind, line) => `event: ${kind}\ndata: ${line}\n\n` },
}

/** What many readers of lines take for the end of one (Node's readline, Python's splitlines), and JSON.stringify lets through. */
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g

function lineOf(value: unknown): string {
  return JSON.stringify(value).replace(OTHER_LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * How much may wait for a client that does not read. Events beyond it are left out, since the answer says everything again:
 * what a stream keeps is this, one event and the answer, whatever a tool reports.
 */
const WAITING_BYTES = 65_536

/** A reason of our own: without one every abort makes an error with a stack. */
const OVER = 'over'

const encoder = new TextEncoder()

type Sink = ReadableStreamDefaultController<Uint8Array>

/** Writes to a stream until that is over. */
function senderOf(format: StreamFormat, to: Sink, over: AbortSignal): (kind: Kind, value: unknown) => void {
  const { frame } = FORMATS[format]
  return (kind, value) => {
    if (!over.aborted) to.enqueue(encoder.encode(frame(kind, lineOf(value))))
  }
}

/**
 * The events of a run as they come, and its answer last. Ready with the first event or the end, whichever is first: what is
 * thrown before is thrown here, so that a refusal has its status; what is thrown later is explained in the last line. A
 * client that goes away, before or after, fires the signal of the run.
 */
export async function streamOf(
  format: StreamFormat,
  request: AbortSignal,
  run: Run,
  explain: (thrown: unknown) => Problem,
): Promise<ReadableStream<Uint8Array>> {
  /** Fires when nobody reads any more, or everything is said. */
  const over = new AbortController()
  const leave = () => over.abort(OVER)
  const forget = onAbort(request, leave)
  const begun = Promise.withResolvers<void>()

  const drive = async (to: Sink) => {
    let hasBegun = false
    const send = senderOf(format, to, over.signal)
    const report = (event: unknown) => {
      if ((to.desiredSize ?? 0) > 0) send('progress', event)
      hasBegun = true
      begun.resolve()
    }
    try {
      const { answer } = await run(over.signal, report)
      send('result', answer)
    } catch (thrown) {
      if (hasBegun) send('problem', explain(thrown))
      else begun.reject(thrown)
    }
    begun.resolve()
    forget()
    // A stream that was cancelled is closed already.
    if (!over.signal.aborted) to.close()
    leave()
  }

  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES })
  const stream = new ReadableStream<Uint8Array>({ start: (to) => void drive(to), cancel: leave }, strategy)
  await begun.promise
  return stream
}

/** Tells client and proxies what comes, and that it is to be passed on as it comes. */
export function markStream(set: Outgoing, format: StreamFormat): void {
  set.headers['content-type'] = FORMATS[format].type
  // nginx would keep back what is smaller than its buffers.
  set.headers['x-accel-buffering'] = 'no'
}
