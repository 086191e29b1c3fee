import { type Server, startServer } from './server.ts'

const ASK_EVERY_MS = 20
/** The longest wait on an idle machine; on a busy one, also for a server that has nothing to do. */
const WORST_MS = 800

interface Meanwhile<Result> {
  readonly result: Result
  /** The longest wait, as far as it was above what this machine does to a server that has nothing to do. */
  readonly lateMs: number
}

/** Asks a server for something simple again and again while something runs, and looks at it each time. */
export async function meanwhile<Result>(
  server: Server,
  run: () => Promise<Result>,
  look: () => void,
): Promise<Meanwhile<Result>> {
  await using idle = await startServer()
  let isOver = false
  const longest = async ({ url }: Server) => {
    let longestMs = 0
    while (!isOver) {
      const started = performance.now()
      await (await fetch(`${url}/healthz`, { keepalive: false })).text()
      longestMs = Math.max(longestMs, performance.now() - started)
      look()
      await Bun.sleep(ASK_EVERY_MS)
    }
    return longestMs
  }
  const asking = Promise.all([longest(server), longest(idle)])
  const result = await run().finally(() => {
    isOver = true
  })
  const [worstMs, idleMs] = await asking
  return { result, lateMs: Math.max(0, worstMs - 2 * idleMs - WORST_MS) }
}
