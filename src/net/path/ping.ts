import type { Bounds } from '../budget.ts'
import { drive } from './driver.ts'
import { type PingReply, type PingRun, PingState } from './ping-state.ts'
import { type OpenProber, type ProbeContext, Unsupported } from './prober.ts'

interface Wanted {
  readonly count: number
  readonly bounds: Bounds
  readonly report: (reply: PingReply) => void
}

/** Sends echo requests, waits for replies, and reports each as it comes. Ends early when the signal fires. */
export async function runPing(context: ProbeContext, open: OpenProber, wanted: Wanted): Promise<PingRun | Unsupported> {
  const state = new PingState(wanted.count)
  const refused = await drive(state, context, open, wanted)
  if (refused instanceof Unsupported) return refused
  if (refused) return { sent: 0, replies: [], failure: refused.reason }
  const run = state.found()
  for (const reply of run.replies) if (!reply.answer) wanted.report(reply)
  return run
}
