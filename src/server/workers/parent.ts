import type { Subprocess } from 'bun'
import type { Charge, LimitStore } from '../../limits/gcra.ts'
import { type Samples, Sum } from '../../metrics/metrics.ts'
import type { Logger, Secret } from '../../platform/log.ts'
import type { Manner } from '../server.ts'
import { environmentOf, SERIALIZATION, type ToParent, type ToWorker } from './role.ts'

/** The time after which a stopping worker is killed. It should end within ten and a half seconds; after more, it is stuck. */
const STOP_MS = 12_000
/** The exit code of a parent whose first worker was ended by a signal before it listened. */
const EXIT_FAILED = 1

/** The settings and functions with which the parent runs its workers. */
interface Plan {
  readonly count: number
  /** Returns the command that runs this file again; called for each start, since another file may be at its path by then. */
  command(): readonly string[]
  readonly onTerminal: boolean
  /** The sockets that workers listen on, with their files; empty if they listen on the port. */
  readonly sockets: readonly { readonly descriptor: number; readonly file: string | null }[]
  /** The secret of tokens, which all workers share; null if it is in their settings. */
  readonly pairSecret: Secret | null
  readonly log: Logger
  /** The buckets of all workers. */
  readonly store: LimitStore
  /** Returns the parent's own part of the metrics. */
  samples(): Promise<Samples>
  /** Writes whole lines of the workers to the log. */
  write(lines: Uint8Array): Promise<void>
  /** Called once all workers listen for the first time. */
  started(url: string, port: number): void
}

interface Place {
  readonly index: number
  readonly pauses: Pauses
  worker: Subprocess | null
  /** Called when the worker has reread its files, in the order in which it was told to. */
  readonly reread: (() => void)[]
  isListening: boolean
}

/** The supervisor of several processes on one port. It starts and replaces them, passes signals on, and keeps the shared state. */
export class Workers {
  private readonly places: readonly Place[]
  private readonly metrics = new WorkerMetrics()
  private port: number | null = null
  private hasStarted = false
  private isStopping = false
  private readonly end = Promise.withResolvers<number>()
  /** Resolves with the exit code once no worker is left: the first one could not start, or all have stopped. */
  readonly ended: Promise<number> = this.end.promise

  constructor(private readonly plan: Plan) {
    this.places = Array.from({ length: plan.count }, (_, index) => ({
      index,
      pauses: new Pauses(),
      worker: null,
      reread: [],
      isListening: false,
    }))
    // The first one finds the port, or reports why it cannot: once for all.
    for (const place of this.places.slice(0, 1)) this.fill(place)
  }

  get pids(): number[] {
    return this.places.flatMap(({ worker }) => worker?.pid ?? [])
  }

  /** Resolves once every worker has reread its files, or has ended. */
  async reread(): Promise<void> {
    const rereads = this.places.map(async (place) => {
      const { worker } = place
      if (!worker) return
      const { promise, resolve } = Promise.withResolvers<void>()
      place.reread.push(resolve)
      tell(worker, { kind: 'reread' })
      await Promise.race([promise, worker.exited])
    })
    await Promise.all(rereads)
  }

  /** Prints the metrics of all workers in the format of Prometheus. */
  async printMetrics(): Promise<string> {
    const workers = this.places.flatMap(({ worker }) =>
      worker ? [{ pid: worker.pid, ask: () => tell(worker, { kind: 'sample' }) }] : [],
    )
    return await this.metrics.print(workers, await this.plan.samples())
  }

  /** Always 0: only the workers know how many requests are running. */
  readonly pending = 0

  stop(manner: Manner): Promise<number> {
    this.isStopping = true
    this.tellAll({ kind: 'stop', manner })
    setTimeout(() => this.kill(), STOP_MS)
    this.endIfEmpty()
    return this.ended
  }

  /** Kills all workers at once, even if requests are running. */
  kill(): void {
    for (const { worker } of this.places) worker?.kill('SIGKILL')
  }

  private fill(place: Place): void {
    if (this.isStopping) return
    const { count, onTerminal, pairSecret, sockets, write } = this.plan
    const files = sockets.map(({ file }) => file)
    const role = {
      index: place.index,
      count,
      port: this.port,
      sockets: files,
      onTerminal,
      pairSecret: pairSecret?.reveal() ?? null,
    }
    const startedMs = performance.now()
    const worker = Bun.spawn([...this.plan.command()], {
      env: environmentOf(role, process.env),
      // The sockets get the numbers from 3 on.
      stdio: ['ignore', 'pipe', 'inherit', ...sockets.map(({ descriptor }) => descriptor)],
      // Ctrl-C reaches every process of a terminal's group; workers should get it only once, from here.
      detached: true,
      serialization: SERIALIZATION,
      // A seam: a worker runs the same file.
      ipc: (message, from) => this.hear(place, message as ToParent, from),
    })
    place.worker = worker
    const log = forwardLines(worker.stdout, write)
    void worker.exited.then(async () => {
      await log
      this.replace(place, worker, performance.now() - startedMs)
    })
  }

  private hear(place: Place, message: ToParent, from: Subprocess): void {
    if (message.kind === 'take') this.watch(this.take(message.id, message.charges, from))
    else if (message.kind === 'samples') this.metrics.hear(from.pid, message.samples)
    else if (message.kind === 'reread') place.reread.shift()?.()
    else if (message.kind === 'print') this.watch(this.print(message.id, from))
    else this.listens(place, message.url, message.port)
  }

  /** Logs a fault in one answer, which must not end the parent and with it all workers. */
  private watch(answering: Promise<void>): void {
    answering.catch((error) => this.plan.log.error('a worker was not answered', { error }))
  }

  private async take(id: number, charges: readonly Charge[], from: Subprocess): Promise<void> {
    tell(from, { kind: 'taken', id, decision: await this.plan.store.take(charges) })
  }

  private async print(id: number, from: Subprocess): Promise<void> {
    tell(from, { kind: 'printed', id, text: await this.printMetrics() })
  }

  private listens(place: Place, url: string, port: number): void {
    place.isListening = true
    if (this.port === null) {
      this.port = port
      for (const other of this.places.slice(1)) this.fill(other)
    }
    if (this.hasStarted || !this.places.every(({ isListening }) => isListening)) return
    this.hasStarted = true
    this.plan.started(url, port)
  }

  private replace(place: Place, { pid, exitCode, signalCode }: Subprocess, livedMs: number): void {
    this.metrics.forget(pid)
    place.reread.length = 0
    place.worker = null
    place.isListening = false
    if (this.isStopping) this.endIfEmpty()
    else if (this.port === null) this.end.resolve(exitCode ?? EXIT_FAILED)
    else {
      const pauseMs = place.pauses.after(livedMs)
      this.plan.log.error('a worker has ended and is replaced', { worker: pid, exitCode, signal: signalCode, pauseMs })
      setTimeout(() => this.fill(place), pauseMs)
    }
  }

  private endIfEmpty(): void {
    if (this.pids.length === 0) this.end.resolve(0)
  }

  private tellAll(message: ToWorker): void {
    for (const { worker } of this.places) if (worker) tell(worker, message)
  }
}

function tell(worker: Subprocess, message: ToWorker): void {
  try {
    worker.send(message)
  } catch {
    // The worker is ending, and will be replaced.
  }
}

/** A worker that has lived this long did not fail at the start. */
const SETTLED_MS = 10_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** The pauses before an ended worker is replaced: none at first, then twice as long each time if none lives long. */
export class Pauses {
  private failures = 0

  after(livedMs: number): number {
    if (livedMs >= SETTLED_MS) this.failures = 0
    const pauseMs = this.failures === 0 ? 0 : FIRST_PAUSE_MS * 2 ** (this.failures - 1)
    this.failures++
    return Math.min(pauseMs, LONGEST_PAUSE_MS)
  }
}

const LINE_FEED = 10

/** Forwards the output of a stream in whole lines, so that those of several streams never mix. Adds a line feed at the end if it is missing. */
export async function forwardLines(
  stream: ReadableStream<Uint8Array>,
  write: (lines: Uint8Array) => Promise<void>,
): Promise<void> {
  let rest: Uint8Array[] = []
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1
    if (end > 0) await write(Buffer.concat([...rest, chunk.subarray(0, end)]))
    if (end > 0) rest = []
    if (end < chunk.length) rest.push(chunk.slice(end))
  }
  if (rest.length > 0) await write(Buffer.concat([...rest, Uint8Array.of(LINE_FEED)]))
}

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
