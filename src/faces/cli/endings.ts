import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { EXIT_BY_SIGNAL } from './printed.ts'

/** The signals that end a command: Ctrl-C, a service manager, and the end of the terminal. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** The time that a command has to end that has nothing to take back. */
const GRACE_MS = 1000

/** A signal of the system has ended a command, which then says nothing. */
export class CutShort extends Error {
  constructor(readonly code: number) {
    super('cut short')
  }
}

interface Ending extends Disposable {
  /** Fires at the first one; a second one ends the process at once. */
  readonly signal: AbortSignal
  code(): number | null
}

/** Turns the signals of the system into one that a run can end by. `isHasty`: whether the run has nothing to take back, and is not waited for. */
export function endingsOf(isHasty: boolean): Ending {
  const controller = new AbortController()
  let first: number | null = null
  const heard = ENDING.filter((name) => name !== 'SIGHUP' || !isIgnored(constants.signals.SIGHUP))
  const end = (name: NodeJS.Signals) => {
    const code = EXIT_BY_SIGNAL + constants.signals[name]
    if (first !== null) process.exit(code)
    first = code
    controller.abort()
    if (isHasty) setTimeout(() => process.exit(code), GRACE_MS).unref()
  }
  for (const name of heard) process.on(name, end)
  return {
    signal: controller.signal,
    code: () => first,
    [Symbol.dispose]() {
      for (const name of heard) process.off(name, end)
    },
  }
}

/** Returns whether the parent has a signal ignored, as `nohup` has the end of the terminal: to listen to it would undo that. */
function isIgnored(signal: number): boolean {
  try {
    const [, mask = '0'] = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return ((BigInt(`0x${mask}`) >> BigInt(signal - 1)) & 1n) === 1n
  } catch {
    return false
  }
}
