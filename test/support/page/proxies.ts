// nginx with doorstep under a path of its site as well.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLoopback } from '../net/network.ts'
import { startNginx } from '../process/proxies.ts'

export const PREFIX = '/tools/net/'
const ADDRESS = '127.0.0.1'
const READY_TIMEOUT_MS = 15_000

export interface PrefixProxy extends AsyncDisposable {
  /** Address of the page. */
  readonly url: string
  /** Ends it at once. */
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
  const also = `location ${PREFIX} { proxy_pass http://${ADDRESS}:${upstream}/; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header X-Forwarded-For ${client}; }`
  const url = `http://${ADDRESS}:${port}${PREFIX}`
  let [starts, nginx]: [number, AsyncDisposable | null] = [0, null]
  const kill = async () => nginx?.[Symbol.asyncDispose]()
  undo.defer(kill)
  const start = async () => {
    const home = join(folder, `${++starts}`)
    mkdirSync(home)
    nginx = startNginx(home, { upstream, addresses: [ADDRESS], port, also })
    await answered(url)
  }
  await start()
  const owned = undo.move()
  return { url, kill, start, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Waits until it forwards requests. */
async function answered(url: string): Promise<void> {
  for (const started = performance.now(); performance.now() - started < READY_TIMEOUT_MS; await Bun.sleep(20)) {
    const reply = await fetch(`${url}api/ip`).catch(() => null)
    if (reply?.ok) return
  }
  throw new Error(`nothing answers at ${url}`)
}
