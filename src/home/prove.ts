import type { Locale } from '../contract/text.ts'
import type { Proof } from '../net/proof/index.ts'
import type { Heard } from '../net/proof/listener.ts'
import type { HomeWorld, SaidOutside } from './world.ts'

/** A proof to be made: this computer listens, and the doorstep outside asks. */
export interface ToProve {
  /** The port to listen on here. */
  readonly listenPort: number
  /** The port that is asked for outside: another one where the router's rule leads from there. */
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  /** The tool that asks, and the rest of its body; `proof` is added to it. */
  readonly tool: 'port-check' | 'reachability'
  readonly body: Readonly<Record<string, unknown>>
  readonly locale: Locale
  readonly signal: AbortSignal
  readonly family?: 4 | 6
}

/** The result of a proof: what the other end says, and what arrived here, whatever it heard. */
export interface Proved {
  readonly proof: Proof | null
  readonly arrived: boolean
  readonly heard: readonly Heard[]
  readonly said: SaidOutside
}

/** Listens, has the doorstep outside ask, and stops listening. Throws the error of the system where it cannot listen (EADDRINUSE, EACCES). */
export function prove(_outside: NonNullable<HomeWorld['outside']>, _toProve: ToProve): Promise<Proved> {
  return Promise.reject(new Error('not built'))
}
