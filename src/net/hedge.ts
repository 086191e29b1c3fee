import { onAbort } from '../platform/deadline.ts'

/** The result that was accepted, or null; and those that were not. */
export interface Hedged<Result> {
  readonly accepted: Result | null
  readonly others: readonly Result[]
}

/**
 * Makes attempts one after the other, the next as soon as one fails or a pause has passed without an answer; earlier ones go on
 * listening. The first result that is accepted wins. Attempts must end on their own when the signal fires.
 */
export async function hedge<Result>(
  attempts: readonly (() => Promise<Result>)[],
  pauseMs: number,
  signal: AbortSignal,
  isAccepted: (result: Result) => boolean,
): Promise<Hedged<Result>> {
  const { promise, resolve, reject } = Promise.withResolvers<Result | null>()
  const others: Result[] = []
  let started = 0
  let timer: Timer | undefined
  const next = () => {
    clearTimeout(timer)
    const attempt = signal.aborted ? undefined : attempts[started]
    if (attempt) {
      started++
      timer = setTimeout(next, pauseMs)
      attempt().then(settle, reject)
    } else if (others.length === started) resolve(null)
  }
  const settle = (result: Result) => {
    if (isAccepted(result)) return resolve(result)
    others.push(result)
    next()
  }
  const release = onAbort(signal, next)
  next()
  try {
    return { accepted: await promise, others }
  } finally {
    clearTimeout(timer)
    release()
  }
}
