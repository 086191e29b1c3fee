import { onAbort } from './within.ts'

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

let last: Promise<void> = Promise.resolve()

/**
 * Waits for a turn of the event loop in which nobody else who waits here goes on: for what takes milliseconds of computing, so that
 * many of it at the same time leave room for others between. At once when the signal fires.
 */
export function turnAlone(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const release = onAbort(signal, resolve)
  const itsTurn = async () => {
    if (signal.aborted) return
    await new Promise<void>((next) => setImmediate(next))
    resolve()
  }
  last = last.then(itsTurn)
  return promise.finally(release)
}
