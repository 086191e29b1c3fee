const PATIENCE_MS = 25_000
const LOOK_EVERY_MS = 20

interface Start {
  readonly env?: Record<string, string | undefined>
  readonly cwd?: string
  readonly columns?: number
  readonly rows?: number
}

/** Starts a program at a terminal, driven as by somebody who types. */
export function atTerminal(command: readonly string[], { env, cwd, columns = 100, rows = 24 }: Start = {}) {
  let screen = ''
  let seen = 0
  const decoder = new TextDecoder()
  const child = Bun.spawn([...command], {
    env: { ...process.env, TERM: 'xterm', ...env },
    ...(cwd && { cwd }),
    terminal: {
      cols: columns,
      rows,
      data(_, bytes) {
        screen += decoder.decode(bytes, { stream: true })
      },
    },
  })
  return {
    /** Everything that the terminal was sent so far. */
    screen: () => screen,
    type: (keys: string) => void child.terminal?.write(keys),
    /** Resolves once the terminal was sent this after the last call; throws if it does not come. */
    async saw(pattern: RegExp) {
      const deadline = performance.now() + PATIENCE_MS
      for (;;) {
        const match = pattern.exec(screen.slice(seen))
        if (match) {
          seen += match.index + match[0].length
          return match[0]
        }
        if (performance.now() > deadline) throw new Error(`${pattern} did not appear in ${JSON.stringify(screen.slice(seen))}`)
        await Bun.sleep(LOOK_EVERY_MS)
      }
    },
    exited: child.exited,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Closes the window, as somebody does who is done with it. */
    close: () => child.terminal?.close(),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
      child.terminal?.close()
    },
  }
}
