/** Findings of the runtime's sockets, for systems without a Linux libc. */
import { codeOf } from '../platform/error-code.ts'
import type { PortFinding } from './findings.ts'
import { ERRNO, type ErrorName, failedBy, impossibleBy } from './libc/verdict.ts'

/** Returns the finding of an error, by Node's name for it; "no route" is taken for a local problem, as it nearly always is. */
export function failureOf(error: unknown, layer: 'tcp' | 'udp', latencyMs: number): PortFinding {
  const code = codeOf(error)
  const name = isErrorName(code) ? code : null
  return name === 'ENETUNREACH' ? impossibleBy(name) : failedBy(name, layer, latencyMs)
}

export function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error
}

function isErrorName(code: string): code is ErrorName {
  return Object.hasOwn(ERRNO, code)
}
