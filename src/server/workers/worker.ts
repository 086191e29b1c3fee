import type { Charge, Decision } from '../../limits/gcra.ts'
import type { Samples } from '../../metrics/metrics.ts'
import type { Manner } from '../server.ts'
import type { ToParent, ToWorker } from './role.ts'

/** The orders of the parent to a worker. */
interface Orders {
  reread(): Promise<void>
  samples(): Promise<Samples>
  stop(manner: Manner): void
}

/** The time in which the metrics must arrive. The parent itself waits a second for its workers. */
const PRINT_MS = 2000

type Answer = Extract<ToWorker, { readonly id: number }>

/** The connection of a worker to its parent. */
export class ParentLine {
  private readonly waiting = new Map<number, (answer: Answer) => void>()
  private lastId = 0

  /** Obeys the orders of the parent. If the parent is gone, the process ends by itself, since nothing else would end it. */
  obey(orders: Orders): void {
    process.on('message', (message) => {
      // A seam: the parent runs the same file.
      const order = message as ToWorker
      if ('id' in order) this.settle(order)
      else if (order.kind === 'sample') void orders.samples().then((samples) => tell({ kind: 'samples', samples }))
      else if (order.kind === 'stop') orders.stop(order.manner)
      else void orders.reread().then(() => tell({ kind: 'reread' }))
    })
    process.on('disconnect', () => orders.stop('at-a-terminal'))
  }

  tellListening(url: string, port: number): void {
    tell({ kind: 'listening', url, port })
  }

  /** Takes from the buckets of the parent; null without an answer in time. */
  async take(charges: readonly Charge[], timeoutMs: number): Promise<Decision | null> {
    const answer = await this.ask((id) => ({ kind: 'take', id, charges }), timeoutMs)
    return answer?.kind === 'taken' ? answer.decision : null
  }

  /** Prints the metrics of all workers. Rejects without an answer in time: the metrics of this one would look like those of all. */
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
