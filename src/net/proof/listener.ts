import type { Proven } from './protocol.ts'

/** One sign that a packet arrived at a listener. */
export interface Heard {
  /** The address that it came from. */
  readonly from: string
  /** A connection, or the challenge itself. */
  readonly kind: 'connection' | 'challenge' | 'other'
}

/** A listener that answers challenges and nothing else. */
export interface ProofListener {
  readonly heard: readonly Heard[]
  close(): Promise<void>
}

export interface Listening {
  /** The port to listen on, over both families. */
  readonly port: number
  /** The ports that a server may ask about, with their protocols: a rule in the router may lead from another one. */
  readonly proven: Proven
  readonly key: Buffer
}

/** Listens until it is closed. Throws the error of the system, with its code (EADDRINUSE, EACCES). */
export function listenForProof(_: Listening): Promise<ProofListener> {
  return Promise.reject(new Error('not built'))
}
