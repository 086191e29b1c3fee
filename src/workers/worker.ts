import type { Charge } from '../limits/gcra.ts'
import type { Decision } from '../limits/store.ts'
import type { Manner } from '../server.ts'
import type { ToParent, ToWorker } from './messages.ts'

/** What the parent asks of a worker. */
export interface Orders {
  reread(): void
  stop(manner: Manner): void
}

/** A worker's line to its parent. */
export class ParentLine {
  private readonly waiting = new Map<number, (decision: Decision) => void>()
  private lastId = 0

  /** Where the parent is gone, nobody would end this process: it ends by itself. */
  obey(orders: Orders): void {
    process.on('message', (message) => {
      // A seam: the parent runs the same file.
      const order = message as ToWorker
      if (order.kind === 'taken') this.settle(order.id, order.decision)
      else if (order.kind === 'stop') orders.stop(order.manner)
      else orders.reread()
    })
    process.on('disconnect', () => orders.stop('at-a-terminal'))
  }

  tellListening(url: string, port: number): void {
    tell({ kind: 'listening', url, port })
  }

  /** Asks the table of the parent; null without an answer in time. */
  take(charges: readonly Charge[], timeoutMs: number): Promise<Decision | null> {
    const id = ++this.lastId
    const { promise, resolve } = Promise.withResolvers<Decision | null>()
    const timer = setTimeout(() => {
      this.waiting.delete(id)
      resolve(null)
    }, timeoutMs)
    this.waiting.set(id, (decision) => {
      clearTimeout(timer)
      resolve(decision)
    })
    tell({ kind: 'take', id, charges })
    return promise
  }

  private settle(id: number, decision: Decision): void {
    this.waiting.get(id)?.(decision)
    this.waiting.delete(id)
  }
}

function tell(message: ToParent): void {
  if (process.connected) process.send?.(message)
}
