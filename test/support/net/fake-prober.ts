// Probes that are never sent: for timings and faults that no network makes.
import { expect, jest } from 'bun:test'
import { type Bounds, Budget } from '../../../src/net/budget.ts'
import type { Engine } from '../../../src/net/libc/engine.ts'
import { nextSlot } from '../../../src/net/pace.ts'
import type { OpenProber, ProbeContext, ProbeListener, ProbeReply } from '../../../src/net/path/prober.ts'
import { addressOf } from '../policy/rules.ts'

export const TARGET = addressOf('192.0.2.1')

/** A seam: with a fake prober the engine is never used. */
export const CONTEXT: ProbeContext = { engine: null as unknown as Engine, peer: { address: TARGET, port: 0 } }

interface Fake {
  /** Returns why a probe cannot be sent; null if it can. */
  readonly refuse?: (sequence: number) => string | null
  /** Told of each probe that has left. */
  readonly left?: (sequence: number) => void
  readonly budget?: Budget
}

/** Starts a run whose probes nobody gets; the test decides what comes back. Returns what was sent and reported, and how the run has ended. */
export function startRun<Item, Result>(
  run: (open: OpenProber, wanted: { bounds: Bounds; report: (item: Item) => void }) => Promise<Result>,
  { refuse = () => null, left = () => {}, budget = new Budget() }: Fake = {},
) {
  const sent: { sequence: number; hops: number | null; atMs: number }[] = []
  const told: Item[] = []
  const startMs = performance.now()
  let disposed = 0
  let listener: ProbeListener | undefined
  const opened = () => listener ?? expect.unreachable('not opened')
  const open: OpenProber = (_, given) => {
    listener = given
    return {
      send(sequence, hops) {
        const reason = refuse(sequence)
        if (reason !== null) return reason
        sent.push({ sequence, hops, atMs: performance.now() - startMs })
        left(sequence)
        return null
      },
      [Symbol.dispose]: () => void disposed++,
    }
  }
  const controller = new AbortController()
  const { signal } = controller
  const added = jest.spyOn(signal, 'addEventListener')
  const removed = jest.spyOn(signal, 'removeEventListener')
  return {
    sent,
    told,
    outcome: outcomeOf(run(open, { bounds: { signal, budget }, report: (item) => void told.push(item) })),
    abort: () => controller.abort(),
    onAnswer: (answer: ProbeReply) => opened().onAnswer(answer),
    fail: (error: unknown) => opened().onFault(error),
    disposals: () => disposed,
    /** The listeners of the signal. */
    waiting: () => added.mock.calls.length - removed.mock.calls.length,
  }
}

/** Expects that a run is over: later answers are not delivered, and nothing is left open. */
export async function expectOver(
  { told, outcome, disposals, waiting }: Omit<ReturnType<typeof startRun>, 'onAnswer'>,
  answerMore: () => void,
): Promise<void> {
  expect(Object.keys(outcome)).toHaveLength(1)
  expect({ timers: jest.getTimerCount(), waiting: waiting() }).toEqual({ timers: 0, waiting: 0 })
  const before = told.length
  answerMore()
  await pass(10_000, 100)
  expect([told.length, jest.getTimerCount(), disposals()]).toEqual([before, 0, 1])
}

/** Returns a budget of which so many probes of the target are left. */
export async function budgetOf(left: number, all: number): Promise<Budget> {
  const budget = new Budget()
  for (let spent = left; spent < all; spent++) await budget.spendProbe(TARGET.text, new AbortController().signal)
  return budget
}

/** Lets fake time pass, with everything that waits for it. */
export async function pass(milliseconds: number, stepMs = 1): Promise<void> {
  await turnOver()
  for (let rest = milliseconds; rest > 0; rest -= stepMs) {
    jest.advanceTimersByTime(Math.min(stepMs, rest))
    await turnOver()
  }
}

/** Waits for a turn of the event loop, which fake timers leave alone. */
const turnOver = () => new Promise((resolve) => setImmediate(resolve))

/** Uses up this turn of the event loop. */
export function fillTurn(): void {
  for (let taken = 0; taken < 100; taken++) nextSlot()
}

/** Returns whether a run has ended, and its result or error. */
export function outcomeOf<Result>(run: Promise<Result>): { result?: Result; error?: unknown } {
  const outcome: { result?: Result; error?: unknown } = {}
  run.then(
    (result) => Object.assign(outcome, { result }),
    (error) => Object.assign(outcome, { error }),
  )
  return outcome
}
