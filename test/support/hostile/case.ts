import type { Request } from './lab.ts'
import type { Divisor } from './shape.ts'

/** An action of a tool that a stranger causes. */
export interface Case {
  /** The tool, the hostile peer, the shape. */
  readonly name: string
  /** In one size. */
  readonly request: (divisor: Divisor) => Request
  /** SIZES without it. */
  readonly sizes?: readonly Divisor[]
  /** Whether it waits rather than works: then the smaller sizes say nothing, and many can run at once. */
  readonly isSlow?: boolean
  /** The milliseconds of processor time that the whole may cost beyond the sizes: how pieces arrive, alone or many at once, is chance. */
  readonly spareMs?: number
  /** The only address that is sent its packets, if there is one. */
  readonly target?: string
}

/** The sizes that are tried by default. */
export const SIZES: readonly Divisor[] = [4, 1]

/** Shapes that only wait. */
const WAITING = ['silent', 'drip', 'tcp-drip', 'a-silent']

const IN_PIECES = ['tcp-pieces', 'tiny-chunks', 'line-endless', 'line-blank', 'lines-in-pieces']
/** For 64 KiB in pieces of a byte. */
const PIECES_MS = 500

export const sparesOf = (shape: string): Pick<Case, 'spareMs'> => (IN_PIECES.includes(shape) ? { spareMs: PIECES_MS } : {})

export const isWaiting = (shape: string) => WAITING.includes(shape)
