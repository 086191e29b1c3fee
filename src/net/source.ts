import type { Address } from '../policy/address.ts'
import type { PublicEndpoint, PublicTarget } from '../policy/target.ts'
import { sharedEngine } from './libc/attempt.ts'

/**
 * Returns the address that this machine uses to send to a target; nothing is sent. Null if there is no route, or it cannot be determined.
 */
export function sourceTo({ address }: PublicEndpoint | PublicTarget): Address | null {
  const engine = process.platform === 'linux' ? sharedEngine() : null
  return engine?.sockets.sourceTo({ address, port: 0 })?.address ?? null
}
