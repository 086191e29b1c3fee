import type { PublicHost, PublicTarget } from '../policy/target.ts'
import type { PortFinding } from './findings.ts'
import { hedge } from './hedge.ts'
import { probeTcp } from './probe.ts'

/** The next address is tried after so long (RFC 8305, section 5). */
const NEXT_ADDRESS_MS = 250
/** A name must not make us knock at dozens of doors. */
const ADDRESSES_MAX = 6

export interface FoundPort {
  readonly target: PublicTarget
  readonly finding: PortFinding
}

/** Tries the addresses of a host in turn; the first whose port is open counts, or else the most telling. Null without an address. */
export async function probeFirst({ targets }: PublicHost, port: number, signal: AbortSignal): Promise<FoundPort | null> {
  const attempts = targets.slice(0, ADDRESSES_MAX).map((target) => async () => ({
    target,
    finding: await probeTcp(target, port, signal),
  }))
  const { accepted, others } = await hedge(attempts, NEXT_ADDRESS_MS, signal, ({ finding }) => finding.status === 'open')
  // A network that this server does not have says least about the service.
  return accepted ?? others.find(({ finding }) => finding.status !== 'error') ?? others[0] ?? null
}
