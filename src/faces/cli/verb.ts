import type { Environment, Settings } from '../../settings/read.ts'

/** A verb or a flag as `--help` shows it, and what it does. */
export interface Usage {
  readonly written: string
  readonly meaning: string
}

/** What a verb prints, and its exit code. */
export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** What a verb may use of the process. */
export interface World {
  readonly environment: Environment
  /** Starts the server, which then runs until a signal ends it. */
  start(settings: Settings): void | Promise<void>
}

/** A word that may follow `doorstep` on the command line. */
export interface Verb {
  readonly name: string
  /** Its lines in `--help`. */
  readonly usages: readonly Usage[]
  /** Runs the verb with the rest of the command line. Null if something keeps running. Throws a ConfigError. */
  run(args: readonly string[], world: World): Outcome | null | Promise<Outcome | null>
}

export const EXIT_OK = 0
export const EXIT_FAILED = 1
export const EXIT_USAGE = 2

export function printed(out: string): Outcome {
  return { code: EXIT_OK, out, err: '' }
}
