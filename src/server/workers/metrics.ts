import type { Samples } from '../../metrics/samples.ts'
import { Sum } from '../../metrics/sum.ts'

/** The time in which a worker must answer; otherwise its latest counts are used. */
const ANSWER_MS = 1000

interface Worker {
  readonly pid: number
  ask(): void
}

/** The counters of the workers, asked for and added up. */
export class WorkerMetrics {
  private readonly sum = new Sum()
  private readonly asked = new Map<number, PromiseWithResolvers<void>>()
  private printing: Promise<string> | null = null

  /** Prints the sum. Concurrent calls share one round: any client may ask on the main port, and each round makes all workers count. */
  print(workers: readonly Worker[], own: Samples): Promise<string> {
    this.printing ??= this.collect(workers, own).finally(() => {
      this.printing = null
    })
    return this.printing
  }

  private async collect(workers: readonly Worker[], own: Samples): Promise<string> {
    const answers = workers.map(({ pid, ask }) => {
      const answer = this.asked.get(pid) ?? Promise.withResolvers<void>()
      this.asked.set(pid, answer)
      ask()
      return answer.promise
    })
    await Promise.race([Promise.all(answers), Bun.sleep(ANSWER_MS)])
    return await this.sum.print(own)
  }

  hear(pid: number, samples: Samples): void {
    this.sum.hear(pid, samples)
    this.settle(pid)
  }

  forget(pid: number): void {
    this.sum.forget(pid)
    this.settle(pid)
  }

  private settle(pid: number): void {
    this.asked.get(pid)?.resolve()
    this.asked.delete(pid)
  }
}
