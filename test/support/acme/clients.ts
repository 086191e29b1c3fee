// The lines that doorstep tells, typed on the device of a home: certbot and Caddy order from the authority of the lab.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import type { Namespace } from '../net/namespace.ts'
import type { Place } from './setup.ts'
import { listening } from './web.ts'

const ORDER_MS = 30_000
const POLL_MS = 50

/** Runs a line of certbot, with what it has to know of the lab; returns whether it has put a certificate in its folder. */
export async function runCertbot(device: Namespace, line: string, place: Place, directory: string): Promise<boolean> {
  const folder = join(place.folder, 'certbot')
  const [sudo, program = '', ...words] = line.split(' ')
  if (sudo !== 'sudo') throw new Error(`not a line of an administrator: ${line}`)
  const folders = ['config', 'work', 'logs'].flatMap((name) => [`--${name}-dir`, join(folder, name)])
  const quietly = ['--non-interactive', '--agree-tos', '--register-unsafely-without-email']
  const lab = ['--server', directory, '--no-verify-ssl', '--http-01-address', place.bound4]
  const { exitCode, stderr } = await device.exec([programPath(program) ?? '', ...words, ...folders, ...quietly, ...lab])
  if (exitCode !== 0) throw new Error(stderr)
  return existsSync(join(folder, 'config', 'live', place.domain, 'fullchain.pem'))
}

/** Starts Caddy as a web server on port 80 of a place, with these lines in its site; `reload` puts others there. */
export async function startCaddy(world: Namespace, { folder, domain, bound4 }: Place, lines: string) {
  const config = join(folder, 'Site')
  const start = async (site: string) => {
    writeFileSync(config, `{\nadmin off\nauto_https off\n}\nhttp://${domain} {\nbind ${bound4}\n${site}\n}\n`)
    const child = world.spawn([programPath('caddy') ?? '', 'run', '--config', config, '--adapter', 'caddyfile'])
    await listening(world, bound4, 80)
    return child
  }
  let child = await start(lines)
  const stop = () => {
    child.kill('SIGKILL')
    return child.exited
  }
  return {
    async reload(others: string) {
      await stop()
      child = await start(others)
    },
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

/** Runs Caddy with lines of a Caddyfile; returns whether it comes to have a certificate. */
export async function runCaddy(device: Namespace, lines: readonly string[], place: Place, directory: string): Promise<boolean> {
  const folder = join(place.folder, 'caddy')
  const config = join(place.folder, 'Caddyfile')
  const lab = ['admin off', `storage file_system ${folder}`, `default_bind ${place.bound4}`, `acme_ca ${directory}`]
  writeFileSync(config, `{\n${lab.join('\n')}\nacme_ca_root ${place.folder}/web.pem\n}\n${lines.join('\n')}\n`)
  const child = device.spawn([programPath('caddy') ?? '', 'run', '--config', config, '--adapter', 'caddyfile'])
  try {
    for (const started = performance.now(); performance.now() - started < ORDER_MS; await Bun.sleep(POLL_MS)) {
      const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : []
      if (files.some((file) => String(file).endsWith(`${place.domain}.crt`))) return true
    }
    return false
  } finally {
    child.kill('SIGKILL')
    await child.exited
  }
}
