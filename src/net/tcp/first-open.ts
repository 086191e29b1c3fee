import type { PublicHost, PublicTarget } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import type { PortFinding } from '../findings.ts'
import { probeTcp } from './probe.ts'
import { tryAddresses } from './race-addresses.ts'

export interface FoundPort {
  readonly target: PublicTarget
  readonly finding: PortFinding
}

/** Tries the addresses of a host in turn; the first whose port is open counts, or else the most telling. Null without an address. */
export async function probeFirst({ targets }: PublicHost, port: number, bounds: Bounds): Promise<FoundPort | null> {
  const attempt = async (target: PublicTarget) => ({ target, finding: await probeTcp(target, port, bounds) })
  const { accepted, others } = await tryAddresses(targets, bounds.signal, attempt, ({ finding }) => finding.status === 'open')
  // A network that this server does not have says least about the service.
  return accepted ?? others.find(({ finding }) => finding.status !== 'error') ?? others[0] ?? null
}
