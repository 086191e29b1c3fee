/** What the sockets of the runtime tell where there is no libc of Linux to be asked. */
import type { PortFinding } from './findings.ts'
import { ERRNO, type ErrorName, failedBy, impossibleBy } from './libc/verdict.ts'

/** By what Node calls the error; "no route" is taken for one from here, as it nearly always is. */
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
