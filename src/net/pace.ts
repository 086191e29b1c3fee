import { onAbort } from '../platform/deadline.ts'

/** The sockets that are opened or probes that are sent in one turn of the event loop: a burst of requests must not keep others waiting. */
const PER_TURN = 16

let taken = 0
let afterThisTurn: Promise<void> | null = null

/** Waits for a free slot in a turn of the event loop: not at all, unless many ask at the same time. */
export async function nextSlot(): Promise<void> {
  while (taken >= PER_TURN) await afterThisTurn
  taken++
  afterThisTurn ??= new Promise((resolve) => {
    setImmediate(() => {
      taken = 0
      afterThisTurn = null
      resolve()
    })
  })
}

/**
 * Creates a queue for work that takes a millisecond or more of computing, so that other work gets its turn in between: each entry waits
 * for a turn of the event loop in which no other entry continues, or until its signal fires.
 */
export function slotQueue(): (signal: AbortSignal) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return (signal) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const release = onAbort(signal, resolve)
    last = last.then(async () => {
      if (signal.aborted) return
      await new Promise<void>((next) => setImmediate(next))
      resolve()
    })
    return promise.finally(release)
  }
}
