/** What the runtime's sockets report if there is no Linux libc to use. */
import type { PortFinding } from './findings.ts'
import { ERRNO, type ErrorName, failedBy, impossibleBy } from './libc/verdict.ts'

/** By Node's name for the error; "no route" is taken for a local problem, as it nearly always is. */
export function failureOf(error: unknown, layer: 'tcp' | 'udp', latencyMs: number): PortFinding {
  const name = isError(error) && 'code' in error && isErrorName(error.code) ? error.code : null
  return name === 'ENETUNREACH' ? impossibleBy(name) : failedBy(name, layer, latencyMs)
}

export function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error
}

function isErrorName(code: unknown): code is ErrorName {
  return typeof code === 'string' && Object.hasOwn(ERRNO, code)
}
