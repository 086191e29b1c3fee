/** The writing to standard output and standard error: the end of a command, its warnings, and the lines of a server. */

import { writeSync } from 'node:fs'
import type { Logger, WriteLine } from '../../platform/log.ts'
import { codeOf } from '../../platform/misfit.ts'

/** The end of a command: its exit code, and what is printed. */
export interface Printed {
  readonly code: number
  readonly out: string
  readonly err: string
}

export const EXIT_OK = 0
/** The exit code if the finding of a check is bad, or the command has failed. */
export const EXIT_FAILED = 1
/** The exit code if nothing was checked, or nothing could be said: the command line, a setting or the request cannot be used. */
export const EXIT_USAGE = 2
/** A shell shows this plus the number of the signal for a process that a signal has ended. */
export const EXIT_BY_SIGNAL = 128

export function printed(out: string): Printed {
  return { code: EXIT_OK, out, err: '' }
}

export function failed(why: string): Printed {
  return { code: EXIT_FAILED, out: '', err: `doorstep: ${why}\n` }
}

/** Returns a value as JSON for a script, or for a terminal: what could move its cursor is escaped, wherever it comes from. */
export function jsonText(value: unknown, indent = 2): string {
  const json = JSON.stringify(value, null, indent)
  return `${json.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)}\n`
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join('')
}

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

/** In characters: an hour of a busy server's warnings, a moment of its access log. */
const WAITING_MAX = 4 * 1024 * 1024
/** The time for which the lines of a busy server wait for each other. A crash may lose so much of the access log. */
const GATHERED_MS = 5

/**
 * Writes lines to standard output. It uses Bun's own sink because creating `process.stdout` adds ten milliseconds to startup.
 * A log that can no longer be written (a closed pipe, a full disk) must not stop the server. Lines that wait for a reader who has
 * stopped reading are kept up to a limit, and dropped beyond it.
 */
class LineSink {
  readonly #sink = Bun.stdout.writer()
  #gathered = ''
  /** In characters: what has not been written yet. */
  #waiting = 0
  #isDue = false
  #leftAtMs = 0

  write(line: string, isUrgent: boolean): void {
    if (this.#waiting > WAITING_MAX) return
    this.#waiting += line.length
    this.#gathered += `${line}\n`
    if (isUrgent) this.flush()
    else if (!this.#isDue) this.#flushSoon()
  }

  flush(): void {
    const lines = this.#gathered
    this.#gathered = ''
    this.#isDue = false
    this.#leftAtMs = performance.now()
    const written = () => {
      this.#waiting = 0
    }
    try {
      // Either may fail later: what the sink does not keep, it writes at once.
      Promise.all([lines === '' ? 0 : this.#sink.write(lines), this.#sink.flush()]).then(written, written)
    } catch {
      // The reader has gone.
    }
  }

  /** Lines leave together, a single one at the end of its turn: a write for each would be the largest cost of logging on a busy server. */
  #flushSoon(): void {
    this.#isDue = true
    if (performance.now() - this.#leftAtMs > GATHERED_MS) setImmediate(() => this.flush())
    else setTimeout(() => this.flush(), GATHERED_MS)
  }
}

/** Returns the writer of a server's log. */
export function lineWriter(): WriteLine {
  const sink = new LineSink()
  process.on('exit', () => sink.flush())
  return (line, isUrgent) => sink.write(line, isUrgent)
}

/** Returns the same for lines from other processes: resolves once they are written, so that a process that writes too fast waits. */
export function bytesWriter(): (lines: Uint8Array) => Promise<void> {
  const sink = Bun.stdout.writer()
  return async (lines) => {
    try {
      sink.write(lines)
      await sink.flush()
    } catch {
      // The reader has gone.
    }
  }
}
