import type { Address } from '../policy/address.ts'
import type { PublicEndpoint, PublicTarget } from '../policy/target.ts'
import { sharedEngine } from './libc/attempt.ts'

/** The address that this machine sends from to a target; nothing is sent. Null without a route, or where it is not to be found out. */
export function sourceTo({ address }: PublicEndpoint | PublicTarget): Address | null {
  const engine = process.platform === 'linux' ? sharedEngine() : null
  return engine?.sockets.sourceTo({ address, port: 0 })?.address ?? null
}
