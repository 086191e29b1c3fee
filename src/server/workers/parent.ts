import type { Subprocess } from 'bun'
import type { LimitStore } from '../../limits/gcra.ts'
import { type Samples, Sum } from '../../metrics/samples.ts'
import { Pauses } from '../../platform/deadline.ts'
import type { Logger, Secret } from '../../platform/log.ts'
import type { Manner } from '../server.ts'
import { Line, type Message, type Questions, SERIALIZATION } from './line.ts'
import { environmentOf } from './role.ts'

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

/** The time in which a worker must count; otherwise its latest counts are used. */
const SAMPLE_MS = 1000

interface Worker {
  readonly process: Subprocess
  readonly line: Line
}

interface WorkerPlace {
  readonly index: number
  /** None before it is replaced for the first time. */
  readonly pauses: Pauses
  worker: Worker | null
  isListening: boolean
}

/** The supervisor of several processes on one port. It starts and replaces them, passes signals on, and keeps the shared state. */
export class Workers {
  private readonly places: readonly WorkerPlace[]
  private readonly sum = new Sum()
  private printing: Promise<string> | null = null
  private port: number | null = null
  private hasStarted = false
  private isStopping = false
  private readonly end = Promise.withResolvers<number>()
  /** Resolves with the exit code once no worker is left: the first one could not start, or all have stopped. */
  readonly ended: Promise<number> = this.end.promise

  constructor(private readonly plan: Plan) {
    this.places = Array.from({ length: plan.count }, (_, index) => ({
      index,
      pauses: new Pauses({ firstMs: 0, secondMs: 500, longestMs: 30_000 }),
      worker: null,
      isListening: false,
    }))
    const [first] = this.places
    // It finds the port, or reports why it cannot: once for all.
    if (first) this.fill(first)
  }

  /** The answers to the questions of workers. */
  private readonly answers: Pick<Questions, 'take' | 'print'> = {
    take: async (charges) => await this.plan.store.take(charges),
    print: () => this.printMetrics(),
  }

  private get workers(): Worker[] {
    return this.places.flatMap(({ worker }) => worker ?? [])
  }

  get pids(): number[] {
    return this.workers.map(({ process }) => process.pid)
  }

  /** Resolves once every worker has reread its files, or has ended. */
  async reread(): Promise<void> {
    await Promise.all(this.workers.map(({ line }) => line.ask('reread', [])))
  }

  /**
   * Prints the metrics of all workers in the format of Prometheus. Concurrent calls share one round: any client may ask on the main port, and
   * each round makes all workers count.
   */
  printMetrics(): Promise<string> {
    this.printing ??= this.collect().finally(() => {
      this.printing = null
    })
    return this.printing
  }

  private async collect(): Promise<string> {
    const sampling = this.workers.map(async ({ process, line }) => {
      const samples = await line.ask('sample', [], SAMPLE_MS)
      if (samples) this.sum.hear(process.pid, samples)
    })
    await Promise.all(sampling)
    return await this.sum.print(await this.plan.samples())
  }

  /** Always 0: only the workers know how many requests are running. */
  readonly pending = 0

  stop(manner: Manner): Promise<number> {
    this.isStopping = true
    for (const { process } of this.workers) tell(process, { kind: 'stop', manner })
    setTimeout(() => this.kill(), STOP_MS)
    this.endIfEmpty()
    return this.ended
  }

  /** Kills all workers at once, even if requests are running. */
  kill(): void {
    for (const { process } of this.workers) process.kill('SIGKILL')
  }

  private fill(place: WorkerPlace): void {
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
    const child = Bun.spawn([...this.plan.command()], {
      env: environmentOf(role, process.env),
      // The sockets get the numbers from 3 on.
      stdio: ['ignore', 'pipe', 'inherit', ...sockets.map(({ descriptor }) => descriptor)],
      // Ctrl-C reaches every process of a terminal's group; workers should get it only once, from here.
      detached: true,
      serialization: SERIALIZATION,
      // A seam: a worker runs the same file.
      ipc: (message) => this.hear(place, line, message as Message),
    })
    const line = new Line((message) => tell(child, message))
    place.worker = { process: child, line }
    const log = forwardLines(child.stdout, write)
    void child.exited.then(async () => {
      line.end()
      await log
      this.replace(place, child, performance.now() - startedMs)
    })
  }

  /** A fault in one answer is logged: it must not end the parent, and with it all workers. */
  private hear(place: WorkerPlace, line: Line, message: Message): void {
    if (message.kind === 'listening') this.listens(place, message.url, message.port)
    else line.hear(message, this.answers).catch((error) => this.plan.log.error('a worker was not answered', { error }))
  }

  private listens(place: WorkerPlace, url: string, port: number): void {
    place.isListening = true
    if (this.port === null) {
      this.port = port
      for (const other of this.places.slice(1)) this.fill(other)
    }
    if (this.hasStarted || !this.places.every(({ isListening }) => isListening)) return
    this.hasStarted = true
    this.plan.started(url, port)
  }

  private replace(place: WorkerPlace, { pid, exitCode, signalCode }: Subprocess, livedMs: number): void {
    this.sum.forget(pid)
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
}

function tell(worker: Subprocess, message: Message): void {
  try {
    worker.send(message)
  } catch {
    // The worker is ending, and will be replaced.
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
