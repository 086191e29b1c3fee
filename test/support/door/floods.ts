// Clients that send all they can, and how long others wait.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { MCP_HEADERS } from '../mcp/clients.ts'
import { MCP_MESSAGES } from './every-request.ts'

interface Flood {
  readonly name: string
  readonly request: string
  readonly connections: number
  /** The number of requests that each of them sends at once. */
  readonly pipelined: number
  readonly manner: 'eager' | 'slow' | 'deaf' | 'once' | 'endless'
}

const HOSTILE = '127.0.0.66'
/** The time until the flood is at its height. */
const RISING_MS = 1000
const EVERY_MS = 25
const LATE_MS = 5000

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const head = Object.entries(MCP_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`)
function mcp(message: keyof typeof MCP_MESSAGES): string {
  const body = JSON.stringify(MCP_MESSAGES[message])
  return `POST /mcp HTTP/1.1\r\nHost: x\r\n${head.join('')}Content-Length: ${body.length}\r\n\r\n${body}`
}
const accept = Array.from({ length: 1000 }, (_, index) => `a/b${index};q=0.${index % 10}`).join()
const body = `{"useCase":${'['.repeat(8000)}${']'.repeat(8000)}}`
const nested = `POST /api/tools/port-forward-plan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const LONG = 1_000_000
const endless = get('/api/ip', 'Content-Length: 999999999999\r\n') + 'x'.repeat(LONG)
const inPieces = get('/api/ip', 'Transfer-Encoding: chunked\r\n') + '1\r\nx\r\n'.repeat(LONG)
const LONG_ANSWERS = ['/openapi.json', '/api/tools', '/api/catalog'].map((path) => get(path)).join('')

function flood(name: string, request: string, connections: number, pipelined: number, manner: Flood['manner'] = 'eager'): Flood {
  return { name: `${connections} × ${pipelined} × ${name}, ${manner}`, request, connections, pipelined, manner }
}

export const FLOODS: readonly Flood[] = [
  flood('schemas as text', get('/api/catalog/schema?format=text'), 1, 2000),
  flood('schemas as text', get('/api/catalog/schema?format=text'), 500, 5),
  flood('schemas', get('/api/catalog/schema'), 500, 20, 'deaf'),
  flood('long answers', LONG_ANSWERS, 300, 30, 'slow'),
  flood('long answers', LONG_ANSWERS, 300, 30, 'deaf'),
  flood('health', get('/healthz'), 500, 100),
  flood('a long Accept', get('/api/ip/json', `Accept: ${accept}\r\n`), 500, 4, 'once'),
  flood('an unknown tool over MCP', mcp('an unknown tool'), 500, 1),
  flood('eight limits over MCP', mcp('eight limits'), 500, 1),
  flood('nested arrays', nested, 500, 1),
  flood('a body that nobody reads', endless, 12, 1, 'endless'),
  flood('a body in pieces that nobody reads', inPieces, 12, 1, 'endless'),
]

/** The longest wait of another client, and the part of it that the server works: the rest is the machine's, if it is busy. */
export type Wait = { readonly wallMs: number; readonly workMs: number }

/** Returns the longest time that the health check of a server takes for another client while one sends all it can. */
export async function worstWait({ port, pid }: { port: number; pid: number }, flood: Flood, forMs: number): Promise<Wait> {
  using _flood = startFlood(port, flood)
  let [wallMs, workMs] = [0, 0]
  const until = performance.now() + RISING_MS + forMs
  while (performance.now() < until) {
    const before = busyMsOf(pid)
    const waited = await waitFor(port)
    wallMs = Math.max(wallMs, waited)
    workMs = Math.max(workMs, Math.min(waited, busyMsOf(pid) - before))
    await Bun.sleep(EVERY_MS)
  }
  return { wallMs, workMs }
}

/** Returns the time that the main thread of a process, on which all requests are answered, has used. */
function busyMsOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

function startFlood(port: number, { request, connections, pipelined, manner }: Flood): Disposable {
  const job = `${import.meta.dirname}/flood-job.ts`
  const child = Bun.spawn([process.execPath, job, `${port}`, HOSTILE, `${connections}`, `${pipelined}`, manner], {
    stdin: new Blob([request]),
    stdout: 'ignore',
    stderr: 'inherit',
  })
  return { [Symbol.dispose]: () => child.kill() }
}

function waitFor(port: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const began = performance.now()
  const socket = connect({ host: '127.0.0.1', port, timeout: LATE_MS })
  const end = () => {
    socket.destroy()
    resolve(performance.now() - began)
  }
  socket.on('connect', () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'))
  for (const event of ['data', 'error', 'timeout', 'close']) socket.on(event, end)
  return promise
}
