import { onAbort } from '../platform/deadline.ts'

/** So often in one turn of the event loop a socket is opened or a probe sent; a burst of requests must not keep others waiting. */
const PER_TURN = 16

let taken = 0
let afterThisTurn: Promise<void> | null = null

/** Waits for a turn in which there is room: at once, unless many ask at the same time. */
export async function turn(): Promise<void> {
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
 * Makes a queue for what takes a millisecond or more of computing, so that many of it at the same time leave room for others
 * between: each waits for a turn of the event loop in which nobody else of the queue goes on, or until its signal fires.
 */
export function turnQueue(): (signal: AbortSignal) => Promise<void> {
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
