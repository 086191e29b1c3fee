import { writeSync } from 'node:fs'
import { codeOf } from '../../platform/error-code.ts'
import type { Outcome } from './verb.ts'

export const STDOUT = 1
export const STDERR = 2

/** Prints what a verb has to say, and leaves its code for the end of the process. */
export function print({ code, out, err }: Outcome): void {
  writeWhole(STDOUT, out)
  writeWhole(STDERR, err)
  process.exitCode = code
}

/** How long to wait for a reader who has not made room. */
const FULL_PIPE_PAUSE_MS = 2

/** A pipe takes 64 KiB at a time; whoever reads may also have seen enough (`| head`), which is not a failure. */
function writeWhole(descriptor: number, text: string): void {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EPIPE') return
      if (code !== 'EAGAIN') throw error
      Bun.sleepSync(FULL_PIPE_PAUSE_MS)
    }
  }
}

/**
 * Writes lines to standard output; Bun's own sink, since making `process.stdout` takes ten milliseconds of every start.
 * A log that nobody can read any more (a closed pipe, a full disk) is no reason to stop answering.
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
