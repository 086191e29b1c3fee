/** Findings of the runtime's sockets, for systems without a Linux libc. */
import { codeOf } from '../platform/misfit.ts'
import type { Address } from '../policy/address.ts'
import type { PublicEndpoint, PublicTarget } from '../policy/target.ts'
import type { PortFinding } from './findings.ts'
import { sharedEngine } from './libc/engine.ts'
import { ERRNO, failedBy, impossibleBy } from './libc/verdict.ts'

/** Returns the finding of an error, by Node's name for it; "no route" is taken for a local problem, as it nearly always is. */
export function failureOf(error: unknown, layer: 'tcp' | 'udp', latencyMs: number): PortFinding {
  const name = codeOf(error)
  const errno = isErrorName(name) ? ERRNO[name] : 0
  return errno === ERRNO.ENETUNREACH ? impossibleBy(errno) : failedBy(errno, layer, latencyMs)
}

export function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error
}

function isErrorName(name: string): name is keyof typeof ERRNO {
  return Object.hasOwn(ERRNO, name)
}

/** Returns the address that this machine uses to send to a target; nothing is sent. Null if there is no route, or it cannot be determined. */
export function sourceTo({ address }: PublicEndpoint | PublicTarget): Address | null {
  const engine = sharedEngine()
  return engine?.sockets.sourceTo({ address, port: 0 })?.address ?? null
}
