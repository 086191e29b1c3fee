// The cost of a request, in processor time of the server's process, whatever else the machine does.
import { readdirSync, readFileSync } from 'node:fs'
import { type Reply, Wire } from '../../../bench/load/wire.ts'
import type { Asked } from './every-request.ts'

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
  let wire = new Wire('127.0.0.1', server.port)
  // A connection that the server has ended is opened again, once, as browsers do (RFC 9112, section 9.3.1).
  const ask = async (isSecond = false): Promise<Reply> => {
    if (!wire.isOpen) wire = new Wire('127.0.0.1', server.port)
    const answer = await wire.ask(request, 'latin1')
    if (answer === null && isSecond) throw new Error(`no whole answer to ${request.slice(0, 100)}`)
    return answer ?? ask(true)
  }
  let request = asked.from(newClient())
  let reply = await ask()
  await ask()
  const each: number[] = []
  for (let round = 0; round < rounds; round++) {
    request = asked.from(newClient())
    const before = cpuMsOf(server.pid)
    for (let sent = 0; sent < requests; sent++) reply = await ask()
    each.push((cpuMsOf(server.pid) - before) / requests)
  }
  wire.end()
  const cpuMs = each.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN
  return { name: asked.name, status: reply.status, isCharged: /^ratelimit: "client"/im.test(reply.head), cpuMs }
}
