// The cost of a request, in processor time of the server's process, whatever else the machine does.
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Asked } from './every-request.ts'

// One request after the other over one connection, byte for byte as it is written.

type Reply = { readonly status: number; readonly head: string }

const LATE_MS = 20_000

/** A connection that is opened again if the server has ended it. */
class Wire implements Disposable {
  private socket: Socket | null = null
  private received = Buffer.alloc(0)
  private heard = () => {}

  constructor(private readonly port: number) {}

  /**
   * Sends a request, and returns its answer once all of it is there. A connection that the server ended while the request was on its way is
   * opened again, once, as browsers do (RFC 9112, section 9.3.1).
   */
  async ask(request: string, isSecond = false): Promise<Reply> {
    const method = request.slice(0, request.indexOf(' '))
    this.socket ??= this.open()
    this.received = Buffer.alloc(0)
    this.socket.write(Buffer.from(request, 'latin1'))
    const late = performance.now() + LATE_MS
    for (;;) {
      const reply = completeIn(this.received, method)
      if (reply) return reply
      if (this.socket === null && this.received.length === 0 && !isSecond) return this.ask(request, true)
      if (this.socket === null || performance.now() > late)
        throw new Error(`no whole answer to ${request.slice(0, 100)}: ${this.received.subarray(0, 100)}`)
      const { promise, resolve } = Promise.withResolvers<void>()
      this.heard = resolve
      const timer = setTimeout(resolve, LATE_MS)
      await promise
      clearTimeout(timer)
    }
  }

  [Symbol.dispose](): void {
    this.socket?.destroy()
  }

  private open(): Socket {
    const socket = connect({ host: '127.0.0.1', port: this.port, noDelay: true })
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk])
      this.heard()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.socket === socket) this.socket = null
      this.heard()
    })
    return socket
  }
}

/** Returns the complete answer; null as long as there is more to come. */
function completeIn(received: Buffer, method: string): Reply | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = received.subarray(0, headEnd).toString('latin1')
  const status = Number(head.slice(9, 12))
  const size = received.length - headEnd - 4
  const isBare = method === 'HEAD' || status === 204 || status === 304
  const isChunked = /^transfer-encoding: chunked/im.test(head)
  const isWhole = isChunked
    ? received.subarray(-5).toString('latin1') === '0\r\n\r\n'
    : size >= Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  return isBare || isWhole ? { status, head } : null
}

export interface Cost {
  readonly name: string
  readonly status: number
  /** Whether something was taken from the allowance of the client. */
  readonly isCharged: boolean
  /** In milliseconds a request, the median of rounds. */
  readonly cpuMs: number
}

type Effort = { readonly rounds: number; readonly requests: number }

/** Returns the time that all threads of a process have used, in milliseconds. */
function cpuMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      return 0
    }
  })
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
}

let clients = 0

/** Returns the address of a client that has asked for nothing yet. */
function newClient(): string {
  clients++
  return `198.${18 + ((clients >> 16) & 1)}.${(clients >> 8) & 255}.${clients & 255}`
}

/** Measures a request that is repeated over one connection, each round for another client, since one client may not ask for as much. */
export async function costOf(server: { port: number; pid: number }, asked: Asked, { rounds, requests }: Effort): Promise<Cost> {
  using wire = new Wire(server.port)
  let request = asked.from(newClient())
  let reply = await wire.ask(request)
  await wire.ask(request)
  const each: number[] = []
  for (let round = 0; round < rounds; round++) {
    request = asked.from(newClient())
    const before = cpuMsOf(server.pid)
    for (let sent = 0; sent < requests; sent++) reply = await wire.ask(request)
    each.push((cpuMsOf(server.pid) - before) / requests)
  }
  const cpuMs = each.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN
  return { name: asked.name, status: reply.status, isCharged: /^ratelimit: "client"/im.test(reply.head), cpuMs }
}
