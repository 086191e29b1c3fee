import type { Charge } from '../../limits/gcra.ts'
import type { Decision } from '../../limits/store.ts'
import type { Samples } from '../../metrics/metrics.ts'
import type { Manner } from '../server.ts'
import type { ToParent, ToWorker } from './messages.ts'

/** What the parent asks of a worker. */
export interface Orders {
  reread(): void
  samples(): Promise<Samples>
  stop(manner: Manner): void
}

/** The parent waits a second for its workers. */
const PRINT_MS = 2000

type Answer = Extract<ToWorker, { readonly id: number }>

/** A worker's line to its parent. */
export class ParentLine {
  private readonly waiting = new Map<number, (answer: Answer) => void>()
  private lastId = 0

  /** Where the parent is gone, nobody would end this process: it ends by itself. */
  obey(orders: Orders): void {
    process.on('message', (message) => {
      // A seam: the parent runs the same file.
      const order = message as ToWorker
      if ('id' in order) this.settle(order)
      else if (order.kind === 'sample') void orders.samples().then((samples) => tell({ kind: 'samples', samples }))
      else if (order.kind === 'stop') orders.stop(order.manner)
      else orders.reread()
    })
    process.on('disconnect', () => orders.stop('at-a-terminal'))
  }

  tellListening(url: string, port: number): void {
    tell({ kind: 'listening', url, port })
  }

  /** Asks the table of the parent; null without an answer in time. */
  async take(charges: readonly Charge[], timeoutMs: number): Promise<Decision | null> {
    const answer = await this.ask((id) => ({ kind: 'take', id, charges }), timeoutMs)
    return answer?.kind === 'taken' ? answer.decision : null
  }

  /** The metrics of all workers. Rejects without an answer in time: those of this one would look like those of all. */
  async printMetrics(): Promise<string> {
    const answer = await this.ask((id) => ({ kind: 'print', id }), PRINT_MS)
    if (answer?.kind !== 'printed') throw new Error('the parent process does not answer')
    return answer.text
  }

  private ask(question: (id: number) => ToParent, timeoutMs: number): Promise<Answer | null> {
    const id = ++this.lastId
    const { promise, resolve } = Promise.withResolvers<Answer | null>()
    const timer = setTimeout(() => {
      this.waiting.delete(id)
      resolve(null)
    }, timeoutMs)
    this.waiting.set(id, (answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
    tell(question(id))
    return promise
  }

  private settle(answer: Answer): void {
    this.waiting.get(answer.id)?.(answer)
    this.waiting.delete(answer.id)
  }
}

function tell(message: ToParent): void {
  if (process.connected) process.send?.(message)
}
