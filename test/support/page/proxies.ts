// nginx with another site, and doorstep under a path of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import { openLoopback } from '../net/network.ts'

export const PREFIX = '/tools/net/'
const ADDRESS = '127.0.0.1'
const READY_TIMEOUT_MS = 15_000

export interface PrefixProxy extends AsyncDisposable {
  /** Address of the page. */
  readonly url: string
  /** Kills it at once. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
}

/** Starts it on a port, in front of a doorstep on loopback; `client` is the address that it passes on in place of the real one. */
export async function openPrefixProxy({
  upstream,
  port,
  client = ADDRESS,
}: Record<'upstream' | 'port', number> & { client?: string }): Promise<PrefixProxy> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-prefix-'))
  undo.defer(() => rmSync(folder, { recursive: true, force: true }))
  undo.defer(openLoopback())
  const command = commandOf(folder, upstream, port, client)
  let child: Bun.Subprocess | null = null
  const kill = async () => {
    child?.kill('SIGKILL')
    await child?.exited
  }
  undo.defer(kill)
  const url = `http://${ADDRESS}:${port}${PREFIX}`
  const start = async () => {
    child = Bun.spawn(command, { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
    await answered(url)
  }
  await start()
  const owned = undo.move()
  return { url, kill, start, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Returns the command of one process, so that nothing is left of it when it is killed. */
function commandOf(folder: string, upstream: number, port: number, client: string): string[] {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  const location = `location ${PREFIX} { proxy_pass http://${ADDRESS}:${upstream}/; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header X-Forwarded-For ${client}; }`
  const server = `server { listen ${ADDRESS}:${port}; location / { return 404 "somebody else"; } ${location} }`
  const file = join(folder, 'nginx.conf')
  const http = `http { access_log off; ${paths.join(' ')} ${server} }`
  writeFileSync(file, `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {} ${http}`)
  return [programPath('nginx') ?? '', '-c', file, '-p', folder]
}

/** Waits until it forwards requests. */
async function answered(url: string): Promise<void> {
  for (const started = performance.now(); performance.now() - started < READY_TIMEOUT_MS; await Bun.sleep(20)) {
    const reply = await fetch(`${url}api/ip`).catch(() => null)
    if (reply?.ok) return
  }
  throw new Error(`nothing answers at ${url}`)
}
