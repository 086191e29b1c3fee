import { EXIT_BY_SIGNAL } from '../faces/cli/verb.ts'
import type { Logger } from '../platform/log.ts'
import type { Notifier } from './notify.ts'
import type { Manner } from './server.ts'

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
