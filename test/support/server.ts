import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHosts, openLoopback } from './net/network.ts'

export const ROOT = join(import.meta.dirname, '..', '..')
/** Resolvers at which nothing listens, so that tests that do not name any do not ask those of the machine. */
export const NOBODY = 'a=127.0.0.1:1,b=127.0.0.1:1,c=127.0.0.1:1'
/** Tests ask more of a server than clients may; those of the limits themselves say what they want. */
const MUCH = { DOORSTEP_RATE_LIMIT: 'off', DOORSTEP_MAX_CONCURRENCY: '1024' }
const START_TIMEOUT_MS = 60_000

/** The program from its sources, for tests of what only a checkout does. All others start the compiled one, `PROGRAM` of `executable.ts`. */
export const FROM_SOURCE: readonly string[] = [process.execPath, join(ROOT, 'src', 'main.ts')]

/** The environment in which tests run the program: it checks each answer against its schema. */
export const TESTING = { DOORSTEP_TESTING: 'answers' }
/** The same, for tests that ask few addresses for more than targets may get from a server. */
export const UNLIMITED_TARGETS = { DOORSTEP_TESTING: 'answers,targets' }
/** The same, for tests of what a server does when it has waited long enough: it waits for a tenth of the time. */
export const IMPATIENT = { DOORSTEP_TESTING: 'answers,patience=0.1' }
/** The same, for tests of what a server does as long as nobody is late, however busy the machine is. */
export const PATIENT = { DOORSTEP_TESTING: 'answers,patience=100' }

export interface Server extends AsyncDisposable {
  /** Over IPv4 loopback, unless the server was started on another host. */
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Everything it has written to standard output so far. */
  readonly output: string[]
  readonly exited: Promise<number>
  kill(signal: NodeJS.Signals): void
}

/** A clock of a server's limits that moves only by hand. */
export class HandClock implements Disposable {
  private readonly folder = mkdtempSync(join(tmpdir(), 'doorstep-clock-'))
  private readonly file = join(this.folder, 'ms')
  private ms = 0
  readonly env = { DOORSTEP_TESTING: `answers,clock=${this.file}` }

  constructor() {
    this.advance(0)
  }

  advance(ms: number): void {
    this.ms += ms
    // In one step: a server may read at any time.
    writeFileSync(`${this.file}.next`, `${this.ms}`)
    renameSync(`${this.file}.next`, this.file)
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export interface Start {
  command?: readonly string[]
  args?: readonly string[]
  env?: Record<string, string>
  cwd?: string
  /** An address that the command puts the server on; the test may then connect there. */
  host?: string
}

/** Returns the environment without settings of doorstep, which the machine of a test may have. */
export function plainEnvironment(): Record<string, string | undefined> {
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DOORSTEP_'))), ...TESTING }
}

/** Starts a real server on a free port and waits for its start line. */
export async function startServer({ command, args = [], env, cwd = ROOT, host }: Start = {}): Promise<Server> {
  const program = command ?? (await import('./executable.ts')).PROGRAM
  const child = Bun.spawn([...program, '--port', '0', ...args], {
    cwd,
    env: { ...plainEnvironment(), DOORSTEP_RESOLVERS: NOBODY, ...MUCH, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const output: string[] = []
  const port = await Promise.race([portIn(child.stdout, output), failedAfter(START_TIMEOUT_MS), child.exited.then(() => 0)])
  if (port === 0) throw new Error(`the server ended before it listened: ${program.join(' ')} ${args.join(' ')}`)
  const close = host === undefined ? openLoopback() : openHosts([host])
  return {
    url: `http://${host ?? '127.0.0.1'}:${port}`,
    port,
    pid: child.pid,
    output,
    exited: child.exited,
    kill: (signal) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      close()
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

/** Returns the port of the start line; reading goes on after it, so that the server never waits for its reader. */
function portIn(stream: ReadableStream<Uint8Array>, output: string[]): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const read = async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        // How old data are depends on the day on which tests run.
        if (line.includes(' days old (') || line.includes('DOORSTEP_TESTING')) continue
        output.push(line)
        // A caller sees only a 500; the author of the tool needs field and rule.
        if (line.includes('that does not match its schema')) console.error(line)
        const port = /"url":"https?:\/\/.*:(\d+)"/.exec(line)?.[1]
        if (port) resolve(Number(port))
      }
    }
  }
  void read()
  return promise
}

async function failedAfter(milliseconds: number): Promise<never> {
  await Bun.sleep(milliseconds)
  throw new Error('the server did not listen in time')
}

/** The body of an answer, to be looked at field by field. */
// biome-ignore lint/suspicious/noExplicitAny: a test asks whether a field is there; the types must not say so beforehand
export const bodyOf = async (answer: Response): Promise<any> => answer.json()

/** POSTs a value as JSON to a tool. */
export function postTool(url: string, name: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/api/tools/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** Sends bytes as they are and returns everything that comes back until the server hangs up or, after its first byte, is silent for a while. */
export async function sendRaw(port: number, request: string, silenceMs = 1000): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  let timer: Timer | undefined
  const done = () => resolve(answer)
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, chunk) {
        answer += chunk.toString('latin1')
        clearTimeout(timer)
        timer = setTimeout(done, silenceMs)
      },
      close: done,
      error: (_, error) => reject(error),
    },
  })
  timer = setTimeout(done, START_TIMEOUT_MS)
  socket.write(request)
  const result = await promise
  clearTimeout(timer)
  socket.terminate()
  return result
}
