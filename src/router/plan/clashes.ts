import { isOnRange, portsOf } from '../catalogue/ports.ts'
import type { Isp } from '../catalogue/schema.ts'
import type { Rule } from './rules.ts'

/** Ports that routers use themselves: remote management, their own servers and VPNs. */
const OF_ROUTERS = [21, 22, 23, 53, 80, 443, 1723, 8080, 8443]
/** Ports that people choose instead because they resemble them. */
const INSTEAD: Readonly<Record<number, number>> = { 22: 2222, 80: 18_080, 443: 18_443, 8080: 18_080, 8443: 18_443 }
const HIGH = 20_000
const STEP = 10_000

/** Returns the external ports that a router may want for itself. */
export function takenByRouters(rules: readonly Rule[]): number[] {
  const isForwarded = (port: number) => rules.some(({ externalPort }) => isOnRange(externalPort, port))
  return OF_ROUTERS.filter(isForwarded)
}

/** Returns the first external ports of the rules that a provider blocks. */
export function blockedOf(rules: readonly Rule[], isp: Isp | null): number[] {
  const blocked = (isp?.blocked ?? []).flatMap(({ ports, protocol }) => ports.split(',').map((range) => ({ range, protocol })))
  const hits = rules.flatMap(({ externalPort, protocol }) => {
    const { first, last } = portsOf(externalPort)
    return blocked
      .filter((one) => one.protocol === 'both' || one.protocol === protocol)
      .map(({ range }) => portsOf(range))
      .filter((range) => range.first <= last && first <= range.last)
      .map((range) => Math.max(first, range.first))
  })
  return [...new Set(hits)]
}

/** Returns a port to use outside instead. */
export function otherPort(port: number): number {
  return INSTEAD[port] ?? HIGH + (port % STEP)
}
