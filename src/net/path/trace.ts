import type { Bounds } from '../budget.ts'
import { drive } from './driver.ts'
import type { TracedHop } from './hop.ts'
import { type OpenProber, type ProbeContext, Unsupported } from './prober.ts'
import { type TraceRun, TraceState } from './trace-state.ts'

interface Wanted {
  readonly maxHops: number
  readonly bounds: Bounds
  /** Called for each hop as soon as its outcome is known: not always in order. */
  readonly report: (hop: TracedHop) => void
}

/** Probes all hops at once, three times each, until the target answers, or a router that knows that it cannot be reached. */
export async function runTrace(context: ProbeContext, open: OpenProber, wanted: Wanted): Promise<TraceRun | Unsupported> {
  const state = new TraceState(context.peer.address, wanted.maxHops)
  const refused = await drive(state, context, open, wanted)
  if (refused instanceof Unsupported) return refused
  if (refused) return { hops: [], failure: refused.reason }
  for (const hop of state.settleAnswered()) wanted.report(hop)
  return state.found()
}
