import { writeSync } from 'node:fs'
import type { Logger } from '../../platform/log.ts'
import { codeOf } from '../../platform/misfit.ts'
import type { Printed } from './printed.ts'

export const STDOUT = 1
export const STDERR = 2

/** Prints the outcome of a command and sets the exit code. */
export function print({ code, out, err }: Printed): void {
  writeWhole(STDOUT, out)
  writeWhole(STDERR, err)
  process.exitCode = code
}

/** Prints a warning at once, before the outcome. */
export function complain(message: string): void {
  writeWhole(STDERR, `doorstep: ${message}\n`)
}

/** A server logs much when it opens its files; at a terminal only the warnings matter. */
export const WARNINGS: Logger = { debug() {}, info() {}, warn: (message) => complain(`warning: ${message}`), error: complain }

const FULL_PIPE_PAUSE_MS = 2

/**
 * Writes all of a text, and returns whether somebody reads it. A pipe takes 64 KiB at a time; its reader may also have seen enough (`| head`), or the
 * terminal may have been closed, which is not a failure.
 */
export function writeWhole(descriptor: number, text: string): boolean {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EPIPE' || code === 'EIO') return false
      if (code !== 'EAGAIN') throw error
      Bun.sleepSync(FULL_PIPE_PAUSE_MS)
    }
  }
  return true
}
