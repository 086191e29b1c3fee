// nginx and Caddy with another site, and doorstep under a path of it; Caddy speaks HTTPS.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import { openLoopback } from '../net/network.ts'
import { Pki } from '../tls/pki.ts'

export const PREFIX = '/tools/net/'
export type ProxyName = 'nginx' | 'caddy'
export const PROXY_NEEDS = { nginx: ['nginx'], caddy: ['caddy', 'openssl'] } as const

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

type Place = { readonly folder: string; readonly upstream: number; readonly port: number }

/** Starts it on a port, in front of a doorstep on loopback; `client` is the address that it passes on in place of the real one. */
export async function openPrefixProxy(
  name: ProxyName,
  { upstream, port, client = ADDRESS }: { upstream: number; port: number; client?: string },
): Promise<PrefixProxy> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-prefix-'))
  undo.defer(() => rmSync(folder, { recursive: true, force: true }))
  undo.defer(openLoopback())
  const command = await COMMANDS[name]({ folder, upstream, port }, client)
  let child: Bun.Subprocess | null = null
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const kill = async () => {
    child?.kill('SIGKILL')
    await child?.exited
  }
  undo.defer(kill)
  const url = `${name === 'caddy' ? 'https' : 'http'}://${ADDRESS}:${port}${PREFIX}`
  const start = async () => {
    child = Bun.spawn(command, { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore', env })
    await answered(url)
  }
  await start()
  const owned = undo.move()
  return { url, kill, start, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const COMMANDS: Readonly<Record<ProxyName, (place: Place, client: string) => Promise<string[]>>> = {
  /** One process, so that nothing is left of it when it is killed. */
  async nginx({ folder, upstream, port }, client) {
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    const location = `location ${PREFIX} { proxy_pass http://${ADDRESS}:${upstream}/; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header X-Forwarded-For ${client}; }`
    const server = `server { listen ${ADDRESS}:${port}; location / { return 404 "somebody else"; } ${location} }`
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${paths} ${server} }`,
    )
    return [programPath('nginx') ?? '', '-c', file, '-p', folder]
  },
  async caddy({ folder, upstream, port }, client) {
    using pki = new Pki()
    const { key, certificate } = await pki.issue('site', { san: [`IP:${ADDRESS}`] })
    const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    await Bun.write(keyFile, Bun.file(key))
    await Bun.write(certificateFile, Bun.file(certificate))
    const file = join(folder, 'Caddyfile')
    const lines = [
      '{',
      'admin off',
      'auto_https off',
      // Chromium ends every connection of HTTP/2 when an interface of the machine comes or goes, as they do in tests beside this one.
      'servers {',
      'protocols h1',
      '}',
      '}',
      `https://${ADDRESS}:${port} {`,
      `tls ${certificateFile} ${keyFile}`,
      `handle_path ${PREFIX}* {`,
      `reverse_proxy ${ADDRESS}:${upstream} {`,
      `header_up X-Forwarded-For ${client}`,
      '}',
      '}',
      'respond "somebody else" 404',
      '}',
      '',
    ]
    writeFileSync(file, lines.join('\n'))
    return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile']
  },
}

/** Waits until it forwards requests. */
async function answered(url: string): Promise<void> {
  for (const started = performance.now(); performance.now() - started < READY_TIMEOUT_MS; await Bun.sleep(20)) {
    const reply = await fetch(`${url}api/ip`, { tls: { rejectUnauthorized: false } }).catch(() => null)
    if (reply?.ok) return
  }
  throw new Error(`nothing answers at ${url}`)
}
