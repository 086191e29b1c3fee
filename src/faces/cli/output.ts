import { writeSync } from 'node:fs'
import type { Outcome } from './verb.ts'

export const STDOUT = 1
export const STDERR = 2

/** Prints the outcome of a verb and sets the exit code. */
export function print({ code, out, err }: Outcome): void {
  writeSync(STDOUT, out)
  writeSync(STDERR, err)
  process.exitCode = code
}

/**
 * Writes lines to standard output. It uses Bun's own sink because creating `process.stdout` adds ten milliseconds to startup.
 * A log that can no longer be written (a closed pipe, a full disk) must not stop the server.
 */
export function lineWriter(): (line: string) => void {
  const sink = Bun.stdout.writer()
  const drop = () => {}
  return (line) => {
    try {
      sink.write(`${line}\n`)
      Promise.resolve(sink.flush()).catch(drop)
    } catch {
      drop()
    }
  }
}

/** The same for lines that others have written: resolves once they are written, so that whoever writes too fast waits. */
export function bytesWriter(): (lines: Uint8Array) => Promise<void> {
  const sink = Bun.stdout.writer()
  return async (lines) => {
    try {
      sink.write(lines)
      await sink.flush()
    } catch {
      // Nobody reads any more.
    }
  }
}
