/**
 * Runs something under a deadline. Its signal fires when the time is up, when the parent's signal fires, and when the run has ended, so
 * that nothing it started outlives it. The run decides what it returns when it is cut short.
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

/** Without a reason, every abort creates an error with a stack. */
const ENDED = 'ended'

/** Waits; ends early when the signal fires. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const release = onAbort(signal, resolve)
  return promise.finally(() => {
    clearTimeout(timer)
    release()
  })
}

/** Calls back when the signal fires, or at once if it already has. The returned function removes the listener. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) callback()
  else signal.addEventListener('abort', callback, { once: true })
  return () => signal.removeEventListener('abort', callback)
}
