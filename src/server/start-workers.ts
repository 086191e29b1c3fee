import { bytesWriter } from '../faces/cli/output.ts'
import { BucketTable } from '../limits/gcra.ts'
import { storeSamples } from '../metrics/metrics.ts'
import { openRoots } from '../operations/opening/files.ts'
import { sameFileWith } from '../platform/compiled.ts'
import type { Logger } from '../platform/log.ts'
import type { Config } from '../settings/options.ts'
import { randomPairSecret } from '../settings/parse-urls.ts'
import { listenForMetrics } from './observing.ts'
import { openLimitStore } from './server.ts'
import { type Notifier, obeySignals } from './signals.ts'
import { filesOf, placeOf, type Sockets } from './sockets.ts'
import { Workers } from './workers/parent.ts'
import { handOver } from './workers/predecessor.ts'

/** Reports the URL at which a server listens, with more fields. */
export type TellListening = (url: string, more: Readonly<Record<string, unknown>>) => void

/** The parts of a start that are there before the server. */
export interface Starting {
  /** The arguments of the command line, for those that are started. */
  readonly args: readonly string[]
  readonly onTerminal: boolean
  readonly tellListening: TellListening
  readonly notifier: Notifier
  readonly sockets: Sockets
}

/** Starts several servers on one port, and supervises them. */
export async function startWorkers(config: Config, log: Logger, starting: Starting): Promise<void> {
  const { args, onTerminal, tellListening, notifier, sockets } = starting
  const extraCa = openRoots(config)
  const store = config.redisUrl && (await openLimitStore(config.redisUrl, log, extraCa))
  const endMetrics = listenForMetrics(() => workers.printMetrics(), config, log)
  const workers = new Workers({
    count: config.workers,
    command: () => sameFileWith(args),
    onTerminal,
    sockets: sockets.held.map(({ descriptor }, index) => ({ descriptor, file: filesOf(sockets)[index] ?? null })),
    pairSecret: config.pairSecret ? null : randomPairSecret(),
    log,
    store: store ?? new BucketTable(),
    samples: async () => (store ? storeSamples(() => store.state === 'shared') : []),
    write: bytesWriter(),
    started(url, port) {
      tellListening(url, { workers: config.workers })
      notifier.ready(url, config.replace)
      if (config.replace) handOver([process.pid, ...workers.pids], placeOf(sockets, port), log)
    },
  })
  void workers.ended.then((code) => process.exit(code))
  obeySignals(
    {
      pending: workers.pending,
      kill: () => workers.kill(),
      async reread() {
        rereadQuietly(extraCa)
        await workers.reread()
      },
      stop(manner) {
        if (manner === 'to-successor') endMetrics()
        return workers.stop(manner)
      },
    },
    log,
    notifier,
  )
}

/** Rereads the roots without a log line, because each worker logs the result for the same file. */
function rereadQuietly(extraCa: ReturnType<typeof openRoots>): void {
  try {
    extraCa.reload()
  } catch {
    // The previous roots stay in use.
  }
}
