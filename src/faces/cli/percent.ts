import { builtIn } from '../../platform/lazy-modules.ts'
import { STDERR, STDOUT, writeWhole } from './output.ts'

/** Time after which progress is shown at all. */
const QUIET_MS = 2_000
/** Interval of lines in a log, where every line stays. */
const EVERY_MS = 5_000

/**
 * Progress of long work: at a terminal in one line, otherwise in a line now and then, so that it does not look stuck. Those lines go to
 * standard output unless data go there: what cron finds on standard error, it mails.
 */
export class PercentLine {
  readonly #doing: string
  readonly #isWatched = builtIn.tty().isatty(STDERR)
  readonly #descriptor: number
  readonly #timer: Timer
  #share = 0
  #shown = ''
  #nextAt: number

  constructor(doing: string, { isDataOnStdout }: { readonly isDataOnStdout: boolean }) {
    this.#doing = doing
    this.#descriptor = isDataOnStdout || this.#isWatched ? STDERR : STDOUT
    this.#nextAt = performance.now() + (this.#isWatched ? 0 : QUIET_MS)
    // The work may be in another thread, which reports nothing for a while.
    this.#timer = setInterval(() => this.show(this.#share), EVERY_MS / 2)
    this.#timer.unref()
  }

  readonly show = (share: number): void => {
    this.#share = share
    const line = `doorstep: ${this.#doing}: ${Math.floor(share * 100)} %`
    if (this.#isWatched ? line === this.#shown : performance.now() < this.#nextAt) return
    writeWhole(this.#descriptor, this.#isWatched ? `\r${line}` : `${line}\n`)
    this.#shown = line
    this.#nextAt = performance.now() + EVERY_MS
  }

  end(): void {
    clearInterval(this.#timer)
    if (this.#isWatched && this.#shown !== '') writeWhole(STDERR, '\r\u001b[K')
    this.#shown = ''
  }
}
