import { writeSync } from 'node:fs'
import type { Outcome } from './verb.ts'

export const STDOUT = 1
export const STDERR = 2

/** In characters: an hour of a busy server's warnings, a moment of its access log. */
const WAITING_MAX = 4 * 1024 * 1024

/** Prints what a verb has to say, and leaves its code for the end of the process. */
export function print({ code, out, err }: Outcome): void {
  writeSync(STDOUT, out)
  writeSync(STDERR, err)
  process.exitCode = code
}

/**
 * Writes lines to standard output; Bun's own sink, since making `process.stdout` takes ten milliseconds of every start.
 * A log that nobody can read any more (a closed pipe, a full disk) is no reason to stop answering. Lines that wait for a reader
 * who has stopped reading are kept up to a limit, and dropped beyond it.
 */
export function lineWriter(): (line: string) => void {
  const sink = Bun.stdout.writer()
  let waiting = 0
  const drop = () => {}
  const written = () => {
    waiting = 0
  }
  return (line) => {
    if (waiting > WAITING_MAX) return
    try {
      sink.write(`${line}\n`)
      const flushed = sink.flush()
      if (!(flushed instanceof Promise)) return written()
      waiting += line.length
      flushed.then(written, written)
    } catch {
      drop()
    }
  }
}
