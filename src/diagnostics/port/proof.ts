import { type Static, Type } from '@sinclair/typebox'
import { KEY_PATTERN, readKey } from '../../net/proof/index.ts'

/** The key of a proof, as a body has it. */
export const PROOF_KEY = Type.Object({
  key: Type.String({ pattern: KEY_PATTERN, examples: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'] }),
})

/** Returns the key of a body; null if it has none. */
export function keyIn(proof: Static<typeof PROOF_KEY> | undefined): Uint8Array | null {
  return proof === undefined ? null : readKey(proof.key)
}
