import type { Charge, Decision } from '../../limits/gcra.ts'
import type { Samples } from '../../metrics/samples.ts'
import type { Manner } from '../server.ts'

/** The questions between a parent and its workers: a worker asks the first two, the parent the others. */
export interface Questions {
  /** Takes from the buckets of all. */
  readonly take: (charges: readonly Charge[]) => Promise<Decision>
  readonly print: () => Promise<string>
  readonly sample: () => Promise<Samples>
  /** Rereads the files of the settings. */
  readonly reread: () => Promise<void>
}
type Answer<Name extends keyof Questions> = Awaited<ReturnType<Questions[Name]>>

/** JSON takes half the time of the runtime's other format (12 microseconds for a question and its answer). */
export const SERIALIZATION = 'json'

export type Message =
  | { readonly kind: 'question'; readonly id: number; readonly name: keyof Questions; readonly about: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'listening'; readonly url: string; readonly port: number }
  | { readonly kind: 'stop'; readonly manner: Manner }

/** The connection to another process that runs the same file. */
export class Line {
  private readonly waiting = new Map<number, (answer: unknown) => void>()
  private lastId = 0

  constructor(private readonly send: (message: Message) => void) {}

  /** Resolves with null without an answer in time, or if the other process ends. */
  ask<Name extends keyof Questions>(
    name: Name,
    about: Parameters<Questions[Name]>,
    timeoutMs: number | null = null,
  ): Promise<Answer<Name> | null> {
    const id = ++this.lastId
    const { promise, resolve } = Promise.withResolvers<Answer<Name> | null>()
    const timer = timeoutMs === null ? undefined : setTimeout(() => this.settle(id, null), timeoutMs)
    this.waiting.set(id, (answer) => {
      clearTimeout(timer)
      // A seam: the other process has the same questions.
      resolve(answer as Answer<Name> | null)
    })
    this.send({ kind: 'question', id, name, about })
    return promise
  }

  /** Takes an answer, or answers a question by one of these. Rejects if that cannot be answered. */
  async hear(message: Message, answers: Partial<Questions>): Promise<void> {
    if (message.kind === 'answer') this.settle(message.id, message.answer)
    if (message.kind !== 'question') return
    // A seam: the other process asks with the parameters of the question.
    const reply = answers[message.name] as ((...about: readonly unknown[]) => Promise<unknown>) | undefined
    this.send({ kind: 'answer', id: message.id, answer: (await reply?.(...message.about)) ?? null })
  }

  end(): void {
    for (const id of this.waiting.keys()) this.settle(id, null)
  }

  private settle(id: number, answer: unknown): void {
    this.waiting.get(id)?.(answer)
    this.waiting.delete(id)
  }
}

/** The time in which the metrics must arrive. The parent itself waits a second for its workers. */
const PRINT_MS = 2000

/** The connection of a worker to its parent. */
export class ParentLine {
  private readonly line = new Line(tellParent)

  /** Obeys the orders of the parent. If the parent is gone, the process ends by itself, since nothing else would end it. */
  obey(orders: Pick<Questions, 'reread' | 'sample'> & { stop(manner: Manner): void }): void {
    process.on('message', (received) => {
      // A seam: the parent runs the same file.
      const message = received as Message
      if (message.kind === 'stop') orders.stop(message.manner)
      else void this.line.hear(message, orders)
    })
    process.on('disconnect', () => orders.stop('at-a-terminal'))
  }

  tellListening(url: string, port: number): void {
    tellParent({ kind: 'listening', url, port })
  }

  /** Takes from the buckets of the parent; null without an answer in time. */
  take(charges: readonly Charge[], timeoutMs: number): Promise<Decision | null> {
    return this.line.ask('take', [charges], timeoutMs)
  }

  /** Prints the metrics of all workers. Rejects without an answer in time: the metrics of this one would look like those of all. */
  async printMetrics(): Promise<string> {
    const text = await this.line.ask('print', [], PRINT_MS)
    if (text === null) throw new Error('the parent process does not answer')
    return text
  }
}

function tellParent(message: Message): void {
  if (process.connected) process.send?.(message)
}
