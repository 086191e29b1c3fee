import type { Isp } from '../catalogue/schema.ts'

/** Returns what is known of the port ranges of a provider's lines; null if they have all ports of their address. */
export function sharedPortsOf(isp: Isp | null): NonNullable<Isp['sharedPorts']> | null {
  return isp?.sharedPorts ?? (isp?.ipv4 === 'map-e' ? { usual: 'yes', range: null, whole: null } : null)
}
