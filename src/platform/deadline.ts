/**
 * Runs something for at most so long: its signal fires when the time is over, when the parent's does, and when the run has
 * ended, so that nothing it started outlives it. What comes of a run that was cut is for the run to say.
 */
export async function withDeadline<Result>(
  milliseconds: number,
  parent: AbortSignal,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const abort = () => controller.abort(ENDED)
  const timer = setTimeout(abort, milliseconds)
  parent.addEventListener('abort', abort, { once: true })
  if (parent.aborted) abort()
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
    parent.removeEventListener('abort', abort)
    abort()
  }
}

/** A reason of our own: without one every abort makes an error with a stack. */
const ENDED = 'ended'

/** Calls back when the signal fires, at once if it has; the returned function takes that back. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) callback()
  else signal.addEventListener('abort', callback, { once: true })
  return () => signal.removeEventListener('abort', callback)
}
