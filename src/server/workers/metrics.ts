import type { Samples } from '../../metrics/metrics.ts'
import { Sum } from '../../metrics/sum.ts'

/** Who does not answer in that time is counted as it was when it last did. */
const ANSWER_MS = 1000

interface Worker {
  readonly pid: number
  ask(): void
}

/** Asks the workers what they have counted, and adds it up. */
export class WorkerMetrics {
  private readonly sum = new Sum()
  private readonly asked = new Map<number, PromiseWithResolvers<void>>()
  private printing: Promise<string> | null = null

  /** Whoever asks while others do hears what they hear: anybody may ask on the main port, and each time all workers count. */
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
