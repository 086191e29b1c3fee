import { onAbort, withDeadline } from '../../platform/deadline.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import { type Address, parseUnmapped } from '../../policy/address.ts'
import { PublicEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import type { PortFinding } from '../findings.ts'
import { heard } from '../hearing.ts'
import { type Hedged, hedge } from '../hedge.ts'
import { attempt, TCP } from '../libc/attempt.ts'
import { sharedEngine } from '../libc/engine.ts'
import { impossible, open, silent } from '../libc/verdict.ts'
import { nextSlot } from '../pace.ts'
import { failureOf, sourceTo } from '../portable.ts'

export class Tcp {
  constructor(private readonly bounds: Bounds) {}

  probe(endpoint: PublicEndpoint): Promise<PortFinding> {
    return heard(probeTcp(endpoint, this.bounds), this.bounds.signal)
  }

  /** Returns the first open endpoint, otherwise the most telling failure. Null if there are no endpoints. */
  async probeFirst(endpoints: readonly PublicEndpoint[]): Promise<FoundPort | null> {
    const attempt = async (endpoint: PublicEndpoint) => ({ endpoint, finding: await this.probe(endpoint) })
    const isOpen = ({ finding }: FoundPort) => finding.status === 'open'
    const { accepted, others } = await tryAddresses(endpoints, this.bounds.signal, attempt, isOpen)
    // A network that this server does not have says least about the service.
    return accepted ?? others.find(({ finding }) => finding.status !== 'error') ?? others[0] ?? null
  }

  /** Returns the address that this machine sends from; nothing is sent. Null if it cannot be determined. */
  sourceTo(endpoint: PublicEndpoint): Address | null {
    return sourceTo(endpoint)
  }
}

/** The kernel sends its SYN again after one second (RFC 6298) and once or twice more; the last one gets a second to be answered. */
const TIMEOUT_MS = 4000

/** Returns whether a TCP handshake can be completed. Ends with "no-answer" when the time is up or the signal fires. */
export async function probeTcp(
  endpoint: PublicEndpoint,
  { signal, budget }: Bounds,
  timeoutMs = TIMEOUT_MS,
): Promise<PortFinding> {
  PublicEndpoint.assert(endpoint)
  const shortage = await budget.spendConnection(endpoint.address.text, signal)
  if (shortage) return impossible(shortage)
  const engine = sharedEngine()
  if (engine) return attempt(engine, TCP, endpoint, { signal, timeoutMs })
  return withDeadline(timeoutMs, signal, (cut) => portableTcp(endpoint, cut))
}

/** Probes without a Linux libc: judged by the error number alone, which says nothing of ICMP codes or of who sent them. */
export async function portableTcp({ address, port }: PublicEndpoint, signal: AbortSignal): Promise<PortFinding> {
  await nextSlot()
  if (signal.aborted) return silent('tcp')
  const { promise, resolve } = Promise.withResolvers<PortFinding>()
  const startMs = performance.now()
  const socket = builtIn.net().connect({ host: address.text, port })
  const release = onAbort(signal, () => resolve(silent('tcp')))
  socket.on('connect', () => {
    const isTarget = parseUnmapped(socket.remoteAddress ?? '')?.text === address.text && socket.remotePort === port
    resolve(isTarget ? open(performance.now() - startMs) : impossible('peer-mismatch'))
  })
  socket.on('error', (error) => resolve(failureOf(error, 'tcp', performance.now() - startMs)))
  try {
    return await promise
  } finally {
    release()
    socket.destroy()
  }
}

interface FoundPort {
  readonly endpoint: PublicEndpoint
  readonly finding: PortFinding
}

/** The pause before the next address is tried (RFC 8305, section 5). */
const NEXT_ADDRESS_MS = 250
/** Per family: a second chance if the first is dead, without letting a name make us connect to many hosts. */
const ADDRESSES_A_FAMILY = 2

/** Tries two addresses of each family, each once, the next at once when one fails; the first accepted one wins. */
export function tryAddresses<Result>(
  endpoints: readonly PublicEndpoint[],
  signal: AbortSignal,
  attempt: (endpoint: PublicEndpoint) => Promise<Result>,
  isAccepted: (result: Result) => boolean,
): Promise<Hedged<Result>> {
  const different = [...new Map(endpoints.map((endpoint) => [endpoint.address.text, endpoint])).values()]
  const attempts = different.filter(isTried).map((endpoint) => () => attempt(endpoint))
  return hedge(attempts, NEXT_ADDRESS_MS, signal, isAccepted)
}

function isTried({ address: { version } }: PublicEndpoint, index: number, endpoints: readonly PublicEndpoint[]): boolean {
  return endpoints.slice(0, index).filter(({ address }) => address.version === version).length < ADDRESSES_A_FAMILY
}
