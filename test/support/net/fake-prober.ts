import { jest } from 'bun:test'
import type { Engine } from '../../../src/net/libc/engine.ts'
import { nextSlot } from '../../../src/net/pace.ts'
import type { OpenedProber, ProbeContext, ProbeListener, ProbeReply } from '../../../src/net/path/prober.ts'
import { type Address, parseAddress } from '../../../src/policy/address.ts'

export function addressOf(text: string): Address {
  const address = parseAddress(text)
  if (!address) throw new Error(`not an address: ${text}`)
  return address
}

export const TARGET = addressOf('192.0.2.1')

/** A seam: with a fake prober the engine is never used. */
export const CONTEXT: ProbeContext = { engine: null as unknown as Engine, peer: { address: TARGET, port: 0 } }

type Sent = { sequence: number; hops: number | null; atMs: number }

/**
 * Returns a prober that sends nothing; the test decides what comes back, and why something cannot be sent. For timings and faults that no
 * network makes.
 */
export function fakeProber(
  refuse: (sequence: number) => string | null = () => null,
  left: (sequence: number) => void = () => {},
) {
  const sent: Sent[] = []
  const startMs = performance.now()
  let disposed = 0
  let listener: ProbeListener | undefined
  const opened = () => {
    if (!listener) throw new Error('not opened')
    return listener
  }
  return {
    sent,
    open(_: ProbeContext, given: ProbeListener): OpenedProber {
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
    },
    answer: (answer: ProbeReply) => opened().onAnswer(answer),
    fail: (error: unknown) => opened().onFault(error),
    disposals: () => disposed,
  }
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

/** Returns a signal, and a count of its listeners. */
export function countedSignal() {
  const controller = new AbortController()
  const { signal } = controller
  const added = jest.spyOn(signal, 'addEventListener')
  const removed = jest.spyOn(signal, 'removeEventListener')
  const waiting = () => added.mock.calls.length - removed.mock.calls.length
  return { signal, abort: () => controller.abort(), waiting }
}

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
