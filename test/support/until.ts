/** The time that only what hangs takes. */
const PATIENCE_MS = 60_000
const POLL_MS = 5

/** Resolves as soon as a condition holds. Throws if that takes a minute; `what` says what has not happened. */
export async function until(holds: () => boolean | Promise<boolean>, what?: string): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; !(await holds()); await Bun.sleep(POLL_MS))
    if (performance.now() > deadline) throw new Error(`not within a minute: ${what ?? holds}`)
}
