/** A program at a terminal, driven as by somebody who types. */
interface AtTerminal extends AsyncDisposable {
  /** Everything that the terminal was sent so far. */
  readonly screen: () => string
  type(keys: string): void
  /** Resolves once the terminal was sent this after the last call; throws if it does not come. */
  saw(pattern: RegExp): Promise<string>
  readonly exited: Promise<number>
  kill(signal: NodeJS.Signals): void
  /** Closes the window, as somebody does who is done with it. */
  close(): void
}

const PATIENCE_MS = 25_000
const LOOK_EVERY_MS = 20

interface Start {
  readonly env?: Record<string, string | undefined>
  readonly cwd?: string
  readonly columns?: number
  readonly rows?: number
}

export function atTerminal(command: readonly string[], { env, cwd, columns = 100, rows = 24 }: Start = {}): AtTerminal {
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
    screen: () => screen,
    type: (keys) => void child.terminal?.write(keys),
    async saw(pattern) {
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
    kill: (signal) => child.kill(signal),
    close: () => child.terminal?.close(),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
      child.terminal?.close()
    },
  }
}
