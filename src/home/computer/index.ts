import { lookAtLinux } from './linux/index.ts'
import type { Sources } from './sources.ts'
import type { AskedPort, ComputerSeen } from './types.ts'

export type { OwnAddress, Sources } from './sources.ts'
export type { Blocks, ComputerSeen, FirewallSeen, ListeningSeen } from './types.ts'

/** Looks at this computer; nothing is sent. */
export function lookAtComputer(asked: AskedPort | null, sources: Sources): Promise<ComputerSeen> {
  if (sources.platform === 'linux') return lookAtLinux(asked, sources)
  const nothing = { address: null, address6: null, interface: null, vpn: false, listening: null, firewall: null, inside: null }
  return Promise.resolve({ ...nothing, gateways: { v4: null, v6: null } })
}
