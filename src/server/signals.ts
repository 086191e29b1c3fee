import { EXIT_BY_SIGNAL } from '../faces/cli/output.ts'
import { monotonicUs, sendToFile } from '../net/libc/libc.ts'
import type { Logger } from '../platform/log.ts'
import type { Manner } from './server.ts'

const VARIABLE = 'NOTIFY_SOCKET'

/** The state of this process, told to the service manager that waits for it (sd_notify(3)). */
export interface Notifier {
  /** Tells that requests are answered; `takesOver` if another process did so until now. */
  ready(url: string, takesOver: boolean): void
  reloading(): void
  reloaded(): void
  stopping(): void
}

/**
 * Returns the notifier of this process; one that tells nobody if no service manager waits. It removes the variable from the environment,
 * because no child may speak for this process.
 */
export function takeNotifier(environment: Record<string, string | undefined>, log: Logger): Notifier {
  const path = environment[VARIABLE]
  delete environment[VARIABLE]
  // Other kinds of sockets (vsock:) are for virtual machines.
  if (path === undefined || !/^[/@]/.test(path)) return tellsNobody
  const tell = (...lines: readonly string[]) => {
    if (!sendToFile(path, lines.join('\n'))) log.warn('the service manager cannot be told', { path, state: lines[0] })
  }
  return {
    ready(url, takesOver) {
      tell('READY=1', `STATUS=listening on ${url}`, ...(takesOver ? [`MAINPID=${process.pid}`] : []))
    },
    reloading() {
      const us = monotonicUs()
      tell('RELOADING=1', ...(us === null ? [] : [`MONOTONIC_USEC=${us}`]))
    },
    reloaded: () => tell('READY=1'),
    stopping: () => tell('STOPPING=1'),
  }
}

const tellsNobody: Notifier = { ready() {}, reloading() {}, reloaded() {}, stopping() {} }

/** The operations that signals start. */
export interface Signalled {
  /** The number of requests that are being answered; 0 if it is unknown. */
  readonly pending: number
  reread(): Promise<void>
  stop(manner: Manner): Promise<unknown>
  /** Ends at once everything that would otherwise outlive this process. */
  kill(): void
}

/**
 * Obeys the signals: SIGTERM of a service manager, SIGINT of a person at a terminal, SIGUSR2 of a doorstep that has taken over the port. A
 * second signal ends the process at once.
 */
export function obeySignals(signalled: Signalled, log: Logger, notifier: Notifier): void {
  let isStopping = false
  const stopOn = (signal: NodeJS.Signals, number: number, manner: Manner) => {
    process.on(signal, async () => {
      if (isStopping) {
        signalled.kill()
        process.exit(EXIT_BY_SIGNAL + number)
      }
      isStopping = true
      const { pending } = signalled
      log.info('stopping', pending > 0 ? { requestsRunning: pending } : {})
      // Its successor has told the service manager that it is the main process now.
      if (manner !== 'to-successor') notifier.stopping()
      await signalled.stop(manner)
      process.exit(0)
    })
  }
  stopOn('SIGTERM', 15, 'as-a-service')
  stopOn('SIGINT', 2, 'at-a-terminal')
  stopOn('SIGUSR2', 12, 'to-successor')
  let rereading = 0
  process.on('SIGHUP', async () => {
    rereading++
    notifier.reloading()
    await signalled.reread()
    if (--rereading === 0) notifier.reloaded()
  })
}
