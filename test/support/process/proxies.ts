// Real nginx and Caddy in front of a server, set up as docs/hosting.md says.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import { blocksOfPages, readPage } from './pages.ts'

const page = readPage('docs/hosting.md')
/** The address of doorstep in the page's blocks. */
const SHOWN = '127.0.0.1:8080'
const SITE = 'ip.example.com'

/** Returns the lines that overwrite a header, by the value of --client-ip-header. */
export function overwritingLines(): { header: string; nginx: string; caddy: string }[] {
  return [...page.matchAll(/^\| `([a-z-]+)` \| `(proxy_set_header [^|]*;)` \| `+(header_up [^|]*?) ?`+ \|$/gm)].map(
    ([, header = '', nginx = '', caddy = '']) => ({ header, nginx, caddy }),
  )
}

interface Before {
  /** The port of doorstep, on 127.0.0.1. */
  readonly upstream: number
  /** The addresses at which the proxy listens; IPv6 in brackets. */
  readonly addresses: readonly string[]
  readonly port: number
  /** Stands in the place of the line about the client's address; undefined leaves the page's block as it is. */
  readonly line?: string
  /** More lines for the server or site. */
  readonly also?: string
}

/** nginx with the page's location. */
export function startNginx(folder: string, { upstream, addresses, port, line, also = '' }: Before): AsyncDisposable {
  const home = join(folder, `nginx-${port}`)
  mkdirSync(home)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`).join(' ')
  const shown = (blocksOfPages('nginx')[0] ?? '').replace(SHOWN, `127.0.0.1:${upstream}`)
  const location = line === undefined ? shown : shown.replace(/^.*X-Forwarded-For.*$/m, line)
  const listen = addresses.map((address) => `listen ${address}:${port};`).join(' ')
  const config = `daemon off; pid ${home}/pid; error_log stderr; events {} http { access_log off; ${paths} server { ${listen} ${also} ${location} } }`
  writeFileSync(join(home, 'nginx.conf'), config)
  return ended(Bun.spawn([programPath('nginx') ?? '', '-c', join(home, 'nginx.conf'), '-p', home], { stderr: 'ignore' }))
}

/** Caddy with the page's site. */
export function startCaddy(folder: string, { upstream, addresses, port, line, also = '' }: Before): AsyncDisposable {
  const home = join(folder, `caddy-${port}`)
  mkdirSync(home)
  const proxy = `reverse_proxy 127.0.0.1:${upstream}`
  const bind = `bind ${addresses.map((address) => address.replace(/[[\]]/g, '')).join(' ')}\n${also}\n`
  const site = (blocksOfPages('caddyfile')[0] ?? '')
    .replace(SITE, `http://${SITE}:${port}`)
    .replace(`reverse_proxy ${SHOWN}`, bind + (line === undefined ? proxy : `${proxy} {\n${line}\n}`))
  writeFileSync(join(home, 'Caddyfile'), `{\n  admin off\n  auto_https off\n}\n${site}`)
  const command = ['caddy', 'run', '--config', join(home, 'Caddyfile'), '--adapter', 'caddyfile']
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  return ended(Bun.spawn(command, { stdout: 'ignore', stderr: 'ignore', env }))
}

function ended(child: Bun.Subprocess): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
    },
  }
}

/** Returns the requester that doorstep sees, for a client that sends these headers through the proxy; `front` is the client's address. */
export async function askThrough(
  at: string,
  { front = [], args = [] }: { front?: readonly string[]; args?: readonly string[] },
): Promise<string> {
  const command = [...front, 'curl', '-s', '--max-time', '5', ...args, '-H', `Host: ${SITE}`, `http://${at}/api/ip`]
  for (let tries = 0; tries < 100; tries++) {
    const { stdout, exitCode } = Bun.spawnSync(command)
    if (exitCode === 0) return stdout.toString()
    await Bun.sleep(50)
  }
  throw new Error('the proxy did not answer')
}
