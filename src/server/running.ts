import type { Lifecycle } from '../faces/http/entrance.ts'
import type { Listener } from '../faces/http/listener.ts'
import type { Logger } from '../platform/log.ts'
import { patient } from '../platform/testing.ts'
import { type OperatorSource, reread } from '../settings/reload.ts'
import type { Observing } from './observing.ts'

/**
 * The time for which a stopping server still answers, each time with `Connection: close`, so that clients close their connections and no
 * request is lost on the way.
 */
const LINGER_MS = patient(2000)
/** The time after that in which running checks must end. */
const DRAIN_MS = patient(7900)
const DRAIN_STEP_MS = 20
/** The time for the last answer to leave. */
const FLUSH_MS = 100

/**
 * The manner of a stop. A service first tells its clients for two seconds that it stops. SIGINT at a terminal stops at once if no request
 * is running. A successor, which already listens on the same port, gets the port first.
 */
export type Manner = 'as-a-service' | 'at-a-terminal' | 'to-successor'

/** The parts of a server that ends with them. */
interface Ending {
  readonly lifecycle: Lifecycle
  /** The store of limits that several instances share; null without one. */
  readonly store: { close(): void } | null
  /** The echo port; null without one. */
  readonly echo: Disposable | null
}

/** A server that listens. */
export class Running {
  private rereading: Promise<void> = Promise.resolve()

  constructor(
    readonly listener: Listener,
    readonly observing: Observing,
    /** Returns the files and folders that can be reread. */
    private readonly sources: () => readonly OperatorSource[],
    private readonly ending: Ending,
  ) {}

  /** Rereads the files that the settings name, one after the other, so that the last one counts. */
  reload(log: Logger): Promise<void> {
    this.rereading = this.rereading.then(() => reread(this.sources(), log))
    return this.rereading
  }

  /** Stops accepting requests and lets running ones end, within 10 seconds. */
  async stop(manner: Manner): Promise<void> {
    const { listener, observing } = this
    const { lifecycle, store, echo } = this.ending
    lifecycle.stopping = true
    echo?.[Symbol.dispose]()
    lifecycle.hasSuccessor = manner === 'to-successor'
    if (manner === 'as-a-service') await Bun.sleep(LINGER_MS)
    if (manner !== 'at-a-terminal') await listener.leave()
    // The successor gets the port of the metrics as well.
    if (manner === 'to-successor') observing.close()
    if (manner === 'to-successor') await Bun.sleep(LINGER_MS)
    await endRequests(listener, manner)
    observing.close()
    store?.close()
  }
}

async function endRequests(listener: Listener, manner: Manner): Promise<void> {
  const anyPending = listener.pending > 0
  listener.close()
  const deadline = performance.now() + DRAIN_MS
  while (listener.pending > 0 && performance.now() < deadline) await Bun.sleep(DRAIN_STEP_MS)
  if (anyPending || manner !== 'at-a-terminal') await Bun.sleep(FLUSH_MS)
  await listener.cut()
}
