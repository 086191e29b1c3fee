import { onAbort } from '../../platform/deadline.ts'
import { type Bounds, BUDGET_EXCEEDED } from '../budget.ts'
import { nextSlot } from '../pace.ts'
import { type Answer, type OpenProber, type ProbeContext, Unsupported } from './prober.ts'

/** As often as ping lets everyone send. */
const INTERVAL_MS = 200
/** How long the last replies are waited for: while nothing at all has come back, long enough for a router to say that it cannot find the host. */
const SILENCE_MS = 4000
/** Once something has come back: so long at least, or so many times the longest round trip. */
const REPLY_MS = 1000
const ROUND_TRIPS = 2

export interface PingReply {
  readonly seq: number
  readonly answer: Answer | null
}

export interface PingRun {
  /** How many left. */
  readonly sent: number
  /** Of each that left, in the order in which they did. */
  readonly replies: readonly PingReply[]
  /** Why the rest could not leave; null if all did. */
  readonly failure: string | null
}

/** Sends echo requests, waits for what comes back, tells each as it comes. Ends early when the signal fires. */
export async function runPing(
  context: ProbeContext,
  open: OpenProber,
  { count, bounds: { signal, budget }, report }: { count: number; bounds: Bounds; report(reply: PingReply): void },
): Promise<PingRun | Unsupported> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const answers = new Map<number, Answer>()
  let [sent, longestMs, lastMs] = [0, 0, 0]
  let failure: string | null = null
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const isAwaited = (sequence: number) => !isOver && sequence >= 1 && sequence <= sent && !answers.has(sequence)
  const isSending = () => sent < count && failure === null
  const waitMs = () => (answers.size === 0 ? SILENCE_MS : Math.max(REPLY_MS, ROUND_TRIPS * longestMs))
  const wait = () => {
    clearTimeout(timer)
    if (answers.size === sent) resolve()
    else timer = setTimeout(resolve, Math.max(0, lastMs + waitMs() - performance.now()))
  }
  const prober = open(context, {
    onAnswer(answer) {
      // A second reply to the same request changes nothing, nor does what comes too late.
      if (!isAwaited(answer.sequence)) return
      answers.set(answer.sequence, answer)
      longestMs = Math.max(longestMs, answer.rttMs ?? 0)
      report({ seq: answer.sequence, answer })
      if (!isSending()) wait()
    },
    onFault: reject,
  })
  if (prober instanceof Unsupported) return prober
  if ('reason' in prober) return { sent: 0, replies: [], failure: prober.reason }

  const send = async () => {
    await nextSlot()
    if (isOver) return
    const isPaid = budget.takeProbe(context.peer.address.text)
    failure = isPaid ? prober.send(sent + 1, null) : BUDGET_EXCEEDED
    if (failure === null) sent++
    lastMs = performance.now()
    if (isSending()) timer = setTimeout(() => send().catch(reject), INTERVAL_MS)
    else wait()
  }
  const release = onAbort(signal, resolve)
  try {
    if (!signal.aborted) send().catch(reject)
    await promise
  } finally {
    isOver = true
    release()
    clearTimeout(timer)
    prober[Symbol.dispose]()
  }
  const replies = Array.from({ length: sent }, (_, index) => ({ seq: index + 1, answer: answers.get(index + 1) ?? null }))
  for (const reply of replies) if (!reply.answer) report(reply)
  return { sent, replies, failure }
}
