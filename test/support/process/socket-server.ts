// A server that listens on sockets instead of a port, and a service manager that hears from it.
import { C } from '../../../src/net/libc/layout.ts'
import { openLibc, unixSockaddr } from '../../../src/net/libc/libc.ts'
import { MessageBuffer } from '../../../src/net/libc/sockets.ts'
import { PROGRAM } from '../executable.ts'
import { openLoopback } from '../net/network.ts'
import { plainEnvironment } from '../server.ts'

const WAIT_MS = 60_000
const STEP_MS = 10

interface Start {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The words before the program. */
  readonly front?: readonly string[]
  /** Sockets that are passed as a service manager passes them. */
  readonly passed?: readonly number[]
}

/** The shell becomes the program, so that the process is the one that is meant. */
const AS_PASSED = ['sh', '-c', 'LISTEN_PID=$$ exec "$@"', 'sh']

/** Starts a server, and does not wait for it. */
export function launch({ args = [], env = {}, front = [], passed = [] }: Start) {
  const before = passed.length > 0 ? [...AS_PASSED, ...front] : front
  const child = Bun.spawn([...before, ...PROGRAM, ...args], {
    env: { ...plainEnvironment(), ...(passed.length > 0 && { LISTEN_FDS: String(passed.length) }), ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...passed],
  })
  let text = ''
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
  }
  const reading = Promise.all([read(child.stdout), read(child.stderr)])
  const close = openLoopback()
  return {
    pid: child.pid,
    exited: child.exited.then(async (code) => {
      await reading
      return code
    }),
    /** Everything it has written so far. */
    said: () => text,
    /** Resolves with what it has written once that matches. */
    async wrote(pattern: RegExp) {
      for (let waitedMs = 0; !pattern.test(text); waitedMs += STEP_MS) {
        if (waitedMs > WAIT_MS || child.exitCode !== null) throw new Error(`it did not write ${pattern}: ${text}`)
        await Bun.sleep(STEP_MS)
      }
      return text
    },
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      close()
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

/** Starts a server, and waits until it listens. */
export async function launched(start: Start) {
  const server = launch(start)
  await server.wrote(/"message":"listening"/)
  return server
}

/** Returns the answer to GET over a socket file: its status and its text. */
export async function getOver(file: string, path: string, headers: Record<string, string> = {}): Promise<[number, string]> {
  const answer = await fetch(`http://localhost${path}`, { unix: file, keepalive: false, headers })
  return [answer.status, await answer.text()]
}

/** The socket at which a service manager hears of its services: a file, or an abstract one (`@name`). */
export class Manager implements Disposable {
  readonly heard: string[] = []
  private readonly libc = openLibc()
  private readonly descriptor: number
  private readonly timer: Timer

  constructor(readonly at: string) {
    const { libc } = this
    if (!libc) throw new Error('there is no libc')
    this.descriptor = libc.symbols.socket(C.AF_UNIX, C.SOCK_DGRAM, 0)
    const address = unixSockaddr(at)
    if (libc.symbols.bind(this.descriptor, address, address.length) !== 0) throw new Error(`bind ${at}: ${libc.errno()}`)
    const messages = new MessageBuffer(libc)
    this.timer = setInterval(() => {
      for (let message = messages.receive(this.descriptor); message; message = messages.receive(this.descriptor))
        this.heard.push(message.bytes.toString())
    }, STEP_MS)
  }

  /** Resolves with the first message from this place on that has a line. */
  async hears(line: string, from = 0): Promise<string> {
    for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += STEP_MS) {
      const found = this.heard.slice(from).find((message) => message.split('\n').includes(line))
      if (found !== undefined) return found
      await Bun.sleep(STEP_MS)
    }
    throw new Error(`it did not hear ${line}: ${this.heard.join(' | ')}`)
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer)
    this.libc?.symbols.close(this.descriptor)
  }
}
