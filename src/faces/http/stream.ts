import type { Problem } from '../../contract/problem.ts'
import type { Eventually, Outcome } from '../../operations/run/call.ts'
import { onAbort } from '../../platform/deadline.ts'
import type { Outgoing, StreamFormat } from './reply.ts'

/** Runs a request: reports events, stops when the signal fires, and returns the outcome. */
type Run = (signal: AbortSignal, report: (event: unknown) => void) => Eventually<Outcome>

type Kind = 'progress' | 'words' | 'result' | 'problem'

/** A format, and events with ids, as the EventSource of a browser needs them. Elsewhere there are none: earlier clients take an event as it was. */
type Framing = StreamFormat | 'event-source'

const SSE_TYPE = 'text/event-stream; charset=utf-8'
/** The media type of each format, and how it writes an event. */
const FORMATS: Record<Framing, { type: string; frame(kind: Kind, line: string, id: number): string }> = {
  ndjson: { type: 'application/x-ndjson; charset=utf-8', frame: (_, line) => `${line}\n` },
  sse: { type: SSE_TYPE, frame: (kind, line) => `event: ${kind}\ndata: ${line}\n\n` },
  'event-source': { type: SSE_TYPE, frame: (kind, line, id) => `event: ${kind}\ndata: ${line}\nid: ${id}\n\n` },
}

/** Characters that many readers take for line ends (Node's readline, Python's splitlines) and that JSON.stringify does not escape. */
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g

/** Returns JSON that every reader takes for a single line. */
export function inOneLine(json: string): string {
  return json.replace(OTHER_LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * The number of bytes that may be buffered for a client that does not read. Further events are left out, since the answer contains
 * everything. So a stream never holds more than this, one event, and the answer in one or two languages, however much a tool reports.
 */
const WAITING_BYTES = 65_536

/** The reason of an abort. Without one, every abort creates an error with a stack. */
const OVER = 'over'

const encoder = new TextEncoder()

type Sink = ReadableStreamDefaultController<Uint8Array>

/** Returns a function that writes to a stream until it is over. */
function senderOf(format: Framing, to: Sink, over: AbortSignal): (kind: Kind, value: unknown) => void {
  const { frame } = FORMATS[format]
  let sent = 0
  return (kind, value) => {
    if (!over.aborted) to.enqueue(encoder.encode(frame(kind, inOneLine(JSON.stringify(value)), ++sent)))
  }
}

/**
 * Returns the events of a run as they happen, then its answer. Resolves with the first event or with the end of the run. Anything thrown
 * before that is thrown here, so that a refusal keeps its status; anything thrown later becomes the last line. If the client leaves at any
 * time, the signal of the run fires.
 */
export async function streamOf(
  format: Framing,
  request: AbortSignal,
  run: Run,
  explain: (thrown: unknown) => Problem,
): Promise<ReadableStream<Uint8Array>> {
  /** Fires when the client has left or the stream is complete. */
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
      const { answer, retold } = await run(over.signal, report)
      if (retold) send('words', retold)
      send('result', answer)
    } catch (thrown) {
      if (hasBegun) send('problem', explain(thrown))
      else begun.reject(thrown)
    }
    begun.resolve()
    forget()
    // A cancelled stream is already closed.
    if (!over.signal.aborted) to.close()
    leave()
  }

  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES })
  const stream = new ReadableStream<Uint8Array>({ start: (to) => void drive(to), cancel: leave }, strategy)
  await begun.promise
  return stream
}

/** Marks an answer as a stream of this format, which proxies must not buffer. */
export function markStream(set: Outgoing, format: StreamFormat): void {
  set.headers['content-type'] = FORMATS[format].type
  // Without this, nginx holds back everything that is smaller than its buffers.
  set.headers['x-accel-buffering'] = 'no'
}
