/** The accepted result, or null; and the results that were not accepted. */
export interface Hedged<Result> {
  readonly accepted: Result | null
  readonly others: readonly Result[]
}

/**
 * Makes attempts one after the other: the next starts as soon as one fails, or after a pause without an answer, while earlier ones keep
 * waiting. The first accepted result wins. Attempts must end by themselves when the signal fires.
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
  next()
  try {
    return { accepted: await promise, others }
  } finally {
    clearTimeout(timer)
  }
}
