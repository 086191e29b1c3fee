import type { Environment, Settings } from '../../settings/read.ts'

/** One way to write a verb or a flag, and what it does. */
export interface Usage {
  readonly written: string
  readonly meaning: string
}

/** What a verb that ends by itself prints, and its exit code. */
export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** What the process lets a verb use. */
export interface World {
  readonly environment: Environment
  /** Starts the server, which then runs until a signal ends it. */
  start(settings: Settings): void
}

/** A word that may follow `doorstep` on the command line. */
export interface Verb {
  readonly name: string
  /** What `--help` says of it. */
  readonly usages: readonly Usage[]
  /** Does what `args`, the rest of the line, ask for; null where something goes on running. Throws a ConfigError. */
  run(args: readonly string[], world: World): Outcome | null | Promise<Outcome | null>
}

export const EXIT_OK = 0
export const EXIT_FAILED = 1
export const EXIT_USAGE = 2

export function printed(out: string): Outcome {
  return { code: EXIT_OK, out, err: '' }
}
