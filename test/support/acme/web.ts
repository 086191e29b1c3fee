// The web servers of the orders: one nginx for all, a firewall before it, and answers to challenges put where a client would put them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import { type Namespace, portsOpen, run } from '../net/namespace.ts'
import { certificate, EXTENSION, KEY, pem } from '../tls/der.ts'
import { acmeIdentifier, type Challenge } from './client.ts'
import { fill, type Place } from './setup.ts'

const SERVES_FILES = 'location / { root {root}; }'
/** The port of the program that answers TLS-ALPN-01 for an address, in place of the one on 443. */
const ANSWERING_PORT = 10_443

export async function startWeb(world: Namespace, folder: string, places: readonly Place[]): Promise<void> {
  const [key, own, config] = ['web.key', 'web.pem', 'nginx.conf'].map((name) => join(folder, name))
  writeFileSync(key ?? '', KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(own ?? '', pem(certificate()))
  for (const { root } of places) mkdirSync(join(root, '.well-known', 'acme-challenge'), { recursive: true })
  const blocks = places.map((place) => fill(blockOf(place), place)).join('')
  writeFileSync(
    config ?? '',
    `pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
worker_processes 1;
daemon off;
user root;
events { worker_connections 1024; }
http {
access_log off;
ssl_certificate ${own};
ssl_certificate_key ${key};
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};\n`).join('')}
${blocks}}
`,
  )
  await raiseWall(world, places)
  world.spawn([programPath('nginx') ?? '', '-c', config ?? '', '-p', folder])
  for (const place of places) {
    const [program, ...rest] = place.setup.program ?? []
    if (program !== undefined) world.spawn([programPath(program) ?? '', ...rest.map((word) => fill(word, place))])
  }
  await portsOpen(world, [80, 443])
}

function blockOf({ setup: { on80 = SERVES_FILES, on443 = SERVES_FILES, nginx = '' } }: Place): string {
  const server = (listen: string, inside: string) => `server { listen {4}:${listen}; listen [{6}]:${listen}; ${inside} }\n`
  return [on80 === null ? '' : server('80', on80), on443 === null ? '' : server('443 ssl http2', on443), `${nginx}\n`].join('')
}

/** Sets up what each set-up says of its ports, and the way to the program that answers TLS-ALPN-01. */
async function raiseWall({ inside }: Namespace, places: readonly Place[]): Promise<void> {
  const rules = places.flatMap((place) => (place.setup.firewall ?? []).map((rule) => fill(rule, place)))
  const table = `table inet wall {
set answered { type ipv4_addr; }
set answered6 { type ipv6_addr; }
chain input {
type filter hook input priority 0
ip daddr 198.18.53.99 drop
${rules.join('\n')}
}
chain prerouting {
type nat hook prerouting priority -100
ip daddr @answered tcp dport 443 dnat to :${ANSWERING_PORT}
ip6 daddr @answered6 tcp dport 443 dnat to :${ANSWERING_PORT}
}
}
`
  await run(inside(['nft', '-f', '-']), { input: table })
}

/** Writes the file that HTTP-01 asks for. */
export function putFile({ root }: Place, { token, keyAuthorization }: Challenge): AsyncDisposable {
  const file = join(root, '.well-known', 'acme-challenge', token)
  writeFileSync(file, keyAuthorization)
  return { [Symbol.asyncDispose]: async () => rmSync(file) }
}

/** Answers TLS-ALPN-01 at an address, as a program on 443 would that knows of it. */
export async function answerTls(world: Namespace, folder: string, place: Place, challenge: Challenge): Promise<AsyncDisposable> {
  const { address4, address6, setup } = place
  const file = join(folder, `${setup.label}.answer`)
  const extensions = [EXTENSION.san(challenge.domain), acmeIdentifier(challenge.keyAuthorization)]
  const key = KEY.privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(file, `${key}${pem(certificate({ extensions }))}`)
  const children = [`${address4}:${ANSWERING_PORT}`, `[${address6}]:${ANSWERING_PORT}`].map((accept) =>
    world.spawn([programPath('openssl') ?? '', 's_server', '-accept', accept, '-cert', file, '-alpn', 'acme-tls/1', '-quiet']),
  )
  await listening(world, address4)
  const sets = [`answered { ${address4} }`, `answered6 { ${address6} }`]
  const change = (verb: string) =>
    run(world.inside(['nft', '-f', '-']), { input: sets.map((set) => `${verb} element inet wall ${set}\n`).join('') })
  await change('add')
  return {
    async [Symbol.asyncDispose]() {
      await change('delete')
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

async function listening({ exec }: Namespace, address: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { stdout } = await exec(['ss', '-Htln', `src ${address}:${ANSWERING_PORT}`])
    if (stdout.includes('LISTEN')) return
    await Bun.sleep(20)
  }
  throw new Error(`nothing answers TLS-ALPN-01 at ${address}`)
}
