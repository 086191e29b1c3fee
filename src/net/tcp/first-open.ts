import type { PublicEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import type { PortFinding } from '../findings.ts'
import { probeTcp } from './probe.ts'
import { tryAddresses } from './race-addresses.ts'

export interface FoundPort {
  readonly endpoint: PublicEndpoint
  readonly finding: PortFinding
}

/** Tries endpoints in turn; the first open one counts, otherwise the most telling failure. Null if there is no address. */
export async function probeFirst(endpoints: readonly PublicEndpoint[], bounds: Bounds): Promise<FoundPort | null> {
  const attempt = async (endpoint: PublicEndpoint) => ({ endpoint, finding: await probeTcp(endpoint, bounds) })
  const { accepted, others } = await tryAddresses(endpoints, bounds.signal, attempt, ({ finding }) => finding.status === 'open')
  // A network that this server does not have says least about the service.
  return accepted ?? others.find(({ finding }) => finding.status !== 'error') ?? others[0] ?? null
}
