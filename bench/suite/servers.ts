import { join } from 'node:path'
import { freePort } from '../../test/support/net/network.ts'
import type { Headers } from '../peers/nginx.ts'
import type { Bench } from './section.ts'

export const ROOT = join(import.meta.dirname, '..', '..')
export const DOORSTEP = join(ROOT, 'dist', 'doorstep')
const START_TIMEOUT_MS = 20_000
const ASK_TIMEOUT_MS = 5000
const RETRY_MS = 20
/** Headers that every server writes by itself. */
export const OWN_HEADERS = ['date', 'content-length', 'connection', 'keep-alive', 'server']

export interface Server {
  readonly pid: number
  readonly url: string
}

/** Starts a server on a port of loopback, on the core for servers, and waits until it answers there. */
export async function startServer(
  { children, cores, folder }: Bench,
  name: string,
  command: (port: number) => readonly string[],
  path: string,
): Promise<Server> {
  const port = freePort()
  const log = join(folder, `${name}.log`)
  const pid = children.start(command(port), { core: cores.server, log })
  const server = { pid, url: `http://127.0.0.1:${port}${path}` }
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await answers(server.url))) {
    if (performance.now() > deadline) throw new Error(`${name} does not answer: ${await Bun.file(`${log}.err`).text()}`)
    await Bun.sleep(RETRY_MS)
  }
  return server
}

/** Starts a doorstep without the settings of this machine; its log is thrown away. */
export function startDoorstep(
  bench: Bench,
  name: string,
  args: readonly string[],
  path: string,
  command = [DOORSTEP],
): Promise<Server> {
  const listening = (port: number) => ['--host', '127.0.0.1', '--port', String(port), '--log-level', 'info']
  const bare = ['env', ...Object.keys(process.env).flatMap((key) => (key.startsWith('DOORSTEP_') ? ['-u', key] : []))]
  return startServer(bench, name, (port) => [...bare, ...command, ...listening(port), ...args], path)
}

async function answers(url: string): Promise<boolean> {
  const answer = await ask(url).catch(() => null)
  await answer?.body?.cancel()
  return answer !== null && answer.status < 500
}

export function ask(url: string, client?: string): Promise<Response> {
  const headers = client === undefined ? {} : { 'x-forwarded-for': client }
  return fetch(url, { headers, signal: AbortSignal.timeout(ASK_TIMEOUT_MS) })
}

/** Returns the headers of an answer, without those that every server writes by itself. */
export async function headersOf(url: string, client?: string): Promise<Headers> {
  const answer = await ask(url, client)
  await answer.text()
  return Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.includes(name)))
}

/** Returns the length of an answer in bytes, head and body. */
export async function bytesOf(url: string, client?: string): Promise<number> {
  const answer = await ask(url, client)
  const body = Buffer.byteLength(await answer.text())
  const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.byteLength(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`) + body
}
