import { networkInterfaces } from 'node:os'
import { type Address, parseAddress } from './address.ts'

const KEPT_MS = 5000

/**
 * Returns the addresses of this machine, reread every few seconds: they can change while a server runs. If they cannot be reread (no
 * descriptors are left), the last ones still hold. Throws if they cannot be read at all, since nothing could be judged without them.
 */
export function ownAddresses(read = readInterfaces, keptMs = KEPT_MS): () => readonly Address[] {
  let known = read()
  let until = performance.now() + keptMs
  return () => {
    if (performance.now() < until) return known
    try {
      known = read()
    } catch {
      // Asked again after the same time.
    }
    until = performance.now() + keptMs
    return known
  }
}

function readInterfaces(): readonly Address[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .map(({ address }) => parseAddress(address.split('%')[0] ?? ''))
    .filter((address) => address !== null)
}
