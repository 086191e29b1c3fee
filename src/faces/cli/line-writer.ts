import type { WriteLine } from '../../platform/log.ts'

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
