import { monotonicUs, sendToFile } from '../net/libc/libc.ts'
import type { Logger } from '../platform/log.ts'

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
