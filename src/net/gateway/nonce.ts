import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import type { Peer } from './exchange.ts'
import type { Wanted } from './types.ts'

export const NONCE_BYTES = 12
const SECRETS = ['/etc/machine-id', '/var/lib/dbus/machine-id']

/**
 * Returns the nonce of a rule: whoever knows it may take the rule back. It follows from a secret of this machine, so that the command that
 * is started again knows it, and nothing has to be kept. Without a secret, names of the machine have to do.
 */
export function nonceFor({ interface_ }: Peer, { protocol, internalPort }: Wanted): Buffer {
  const secret = machineSecret() ?? `${hostname()} ${networkInterfaces()[interface_]?.[0]?.mac}`
  return createHmac('sha256', secret).update(`doorstep pcp ${protocol} ${internalPort}`).digest().subarray(0, NONCE_BYTES)
}

function machineSecret(): string | null {
  for (const path of SECRETS) {
    try {
      const secret = readFileSync(path, 'latin1').trim()
      if (secret) return secret
    } catch {
      // Another system, or a container.
    }
  }
  return null
}
