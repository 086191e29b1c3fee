import type { KeyObject } from 'node:crypto'
import { isSignedWith } from '../../ipdata/bundle/keys.ts'
import { type Bundle, BundleRefusal, readBundle } from '../../ipdata/bundle/read.ts'
import { isRangeFileSound } from './sound.ts'

export interface Verified {
  readonly bundle: Bundle
  /** The key whose signature it bears; null if no key was asked for. */
  readonly signer: KeyObject | null
}

/**
 * Checks a data file from elsewhere, all of it: the signature, if there are keys to check it with, then the sum of each range file, then whether
 * each can be read at every address. Throws a BundleRefusal that says why it is refused.
 */
export function verifyBundle(bytes: Buffer, keys: readonly KeyObject[]): Verified {
  const bundle = readBundle(bytes)
  const signer = keys.length === 0 ? null : signerOf(bundle, keys)
  for (const { id } of bundle.manifest.datasets) {
    const range = bundle.wholeOf(id)
    if (!range || !isRangeFileSound(id, range)) throw new BundleRefusal('damaged', `has ${id} data that cannot be read`)
  }
  return { bundle, signer }
}

function signerOf({ signed, signature }: Bundle, keys: readonly KeyObject[]): KeyObject {
  if (!signature) throw new BundleRefusal('unsigned', 'is not signed')
  const signer = keys.find((key) => isSignedWith(signed, signature, key))
  if (!signer) throw new BundleRefusal('other-signature', 'is not signed with a key that was named')
  return signer
}
