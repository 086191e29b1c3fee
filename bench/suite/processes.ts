import { readdirSync, readFileSync } from 'node:fs'

/** The time that a process has to end by itself before it is killed. */
const GRACE_MS = 2000

/** Returns a process and all that it has started, as far as they still run. */
export function family(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const all = [pid]
  for (const member of all) all.push(...(children.get(member) ?? []))
  return all
}

function parentOf(pid: number): number | null {
  const parent = /^PPid:\s+(\d+)$/m.exec(textOf(`/proc/${pid}/status`))?.[1]
  return parent === undefined ? null : Number(parent)
}

/** Returns the text of a file below /proc, or an empty one if its process has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Nanoseconds of processor time by thread, of a process and all that it has started: an nginx answers from its worker. */
type CpuTimes = ReadonlyMap<string, number>

export function cpuTimes(pid: number): CpuTimes {
  const times = new Map<string, number>()
  for (const member of family(pid)) {
    for (const thread of threadsOf(member)) {
      const spent = /^(\d+) /.exec(textOf(`/proc/${member}/task/${thread}/schedstat`))?.[1]
      if (spent !== undefined) times.set(`${member}/${thread}`, Number(spent))
    }
  }
  return times
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/**
 * Returns the processor time between two readings, in microseconds. Threads that have ended are left out: those are helpers that had
 * nothing to do.
 */
export function cpuBetween(before: CpuTimes, after: CpuTimes): number {
  let nanoseconds = 0
  for (const [thread, spent] of after) nanoseconds += spent - (before.get(thread) ?? 0)
  return nanoseconds / 1000
}

/** Returns the processor time of each process. */
export function cpuByProcess(before: CpuTimes, after: CpuTimes): number[] {
  const ofProcess = Map.groupBy(after, ([thread]) => thread.split('/')[0])
  return [...ofProcess.values()].map((threads) => cpuBetween(before, new Map(threads)))
}

/** Memory of a process in megabytes (10^6 bytes): all that is resident, and what of it is its own (anonymous). */
export function memoryOf(pid: number): { readonly resident: number; readonly own: number } {
  const status = textOf(`/proc/${pid}/status`)
  const megabytes = (field: string) => (Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024) / 1e6
  return { resident: megabytes('VmRSS'), own: megabytes('RssAnon') }
}

/** The output of a program that ran to its end. */
interface Ran {
  readonly exitCode: number
  readonly output: string
}

/** Everything that a measurement starts, so that nothing of it is left, whatever happens. */
export class Children implements AsyncDisposable {
  readonly #running = new Set<Bun.Subprocess>()
  #isClosed = false

  /** Starts a program that runs until it is ended, on a core of its own if one is named. */
  start(
    command: readonly string[],
    { core, env, log }: { core?: number; env?: Record<string, string>; log?: string } = {},
  ): number {
    const child = Bun.spawn(this.#admitted(command, core), {
      env: { ...process.env, ...env },
      stdio: ['ignore', log === undefined ? 'ignore' : Bun.file(log), log === undefined ? 'ignore' : Bun.file(`${log}.err`)],
    })
    this.#running.add(child)
    void child.exited.then(() => this.#running.delete(child))
    return child.pid
  }

  /** Runs a program to its end; throws if that takes too long. Its output and its errors are one text. */
  async run(
    command: readonly string[],
    { core, timeoutMs, env }: { core?: number; timeoutMs: number; env?: Record<string, string> },
  ): Promise<Ran> {
    const child = Bun.spawn(this.#admitted(command, core), {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#running.add(child)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      void end(child)
    }, timeoutMs)
    try {
      const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      const exitCode = await child.exited
      if (isLate) throw new Error(`${command.join(' ')} did not end within ${timeoutMs / 1000} s`)
      return { exitCode, output: out + errors }
    } finally {
      clearTimeout(timer)
      this.#running.delete(child)
    }
  }

  /** Starts a program that answers each line with a line. What it returns throws if there is none in time, and ends the program. */
  converse(
    command: readonly string[],
    { core, timeoutMs }: { core?: number; timeoutMs: number },
  ): (line: string) => Promise<string> {
    const child = Bun.spawn(this.#admitted(command, core), { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#running.add(child)
    const lines = linesOf(child.stdout)
    const ended = `${command.join(' ')} has ended, or did not answer within ${timeoutMs / 1000} s`
    return async (line) => {
      try {
        child.stdin.write(`${line}\n`)
        await child.stdin.flush()
      } catch (cause) {
        // Its end of the pipe is closed.
        throw new Error(ended, { cause })
      }
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
      const { value } = await lines.next()
      clearTimeout(timer)
      if (value === undefined) throw new Error(ended)
      return value
    }
  }

  #admitted(command: readonly string[], core: number | undefined): string[] {
    if (this.#isClosed) throw new Error('the measurement is over')
    return core === undefined ? [...command] : ['taskset', '-c', String(core), ...command]
  }

  /** Ends everything, and lets nothing more be started. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this[Symbol.asyncDispose]()
  }

  /** Ends what runs; other programs may be started afterwards. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running].map(end))
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Ends a process and all that it has started. */
async function end(child: Bun.Subprocess): Promise<void> {
  const members = new Set(family(child.pid))
  child.kill('SIGTERM')
  await Promise.race([child.exited, Bun.sleep(GRACE_MS)])
  // Adds what was started in the meantime. The children of a process that has ended are known from before.
  for (const member of [...members].flatMap(family)) members.add(member)
  for (const member of members) {
    try {
      process.kill(member, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  await child.exited
}
