// The web servers of the orders: one nginx for all, a firewall before it, and answers to challenges put where a client would put them.
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import { type Namespace, portsOpen, run } from '../net/namespace.ts'
import { certificate, der, EXTENSION, KEY, pem, seq } from '../tls/der.ts'
import { acmeIdentifier, type Challenge } from './client.ts'
import { fill, type Place } from './setup.ts'

const SERVES_FILES = 'location / { root {root}; }'
/** The port of the program that answers TLS-ALPN-01 for an address, in place of the one on 443. */
const ANSWERING_PORT = 10_443
/** The beginning of every body that is not to be repeated. */
export const BODY_MARK = 'not-to-be-repeated-'
const LISTEN_POLL_MS = 20
const LISTEN_TRIES = 500

/** Writes the key and the certificate that all servers have, that of the authority included, which is asked by its address. */
export function writeKey(folder: string, authority: string): void {
  const address = der(0x87, Buffer.from(authority.split('.').map(Number)))
  const names = seq(der(6, Buffer.from('551d11', 'hex')), der(4, seq(address)))
  writeFileSync(join(folder, 'web.key'), KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(folder, 'web.pem'), pem(certificate({ extensions: [names] })))
}

/** Starts nginx and further programs for the set-ups that are served on a machine. */
export async function startWeb(machine: Namespace, folder: string, places: readonly Place[]): Promise<void> {
  const config = join(folder, `nginx-${machine.name}.conf`)
  for (const { root } of places) mkdirSync(join(root, '.well-known', 'acme-challenge'), { recursive: true })
  const blocks = places.map((place) => fill(blockOf(place), { ...place, address4: place.bound4 })).join('')
  writeFileSync(
    config,
    `pid ${config}.pid;
error_log ${folder}/nginx.log;
worker_processes 1;
daemon off;
user root;
events { worker_connections 1024; }
http {
access_log off;
ssl_certificate ${folder}/web.pem;
ssl_certificate_key ${folder}/web.key;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};\n`).join('')}
${blocks}}
`,
  )
  machine.spawn([programPath('nginx') ?? '', '-c', config, '-p', folder])
  for (const place of places) {
    const [program, ...rest] = place.setup.program ?? []
    if (program !== undefined)
      machine.spawn([
        program === 'bun' ? process.execPath : (programPath(program) ?? ''),
        ...rest.map((word) => fill(word, place)),
      ])
  }
  if (blocks.includes(':80;')) await portsOpen(machine, [80])
}

function blockOf({ setup: { on80 = SERVES_FILES, on443 = SERVES_FILES, nginx = '', home } }: Place): string {
  if (home?.listens === false) return ''
  const server = (listen: string, inside: string) =>
    `server { listen {4}:${listen};${home ? '' : ` listen [{6}]:${listen};`} ${inside} }\n`
  return [on80 === null ? '' : server('80', on80), on443 === null ? '' : server('443 ssl http2', on443), `${nginx}\n`].join('')
}

/** Sets up what each set-up says of its ports, and the way to the program that answers TLS-ALPN-01. */
export async function raiseWall({ inside }: Namespace, places: readonly Place[]): Promise<void> {
  const rulesOf = (of: 'firewall' | 'onTheWay') =>
    places.flatMap((place) => (place.setup[of] ?? []).map((rule) => fill(rule, place))).join('\n')
  const table = `table inet wall {
set answered { type ipv4_addr; }
set answered6 { type ipv6_addr; }
chain input {
type filter hook input priority 0
ip daddr 198.18.53.99 drop
${rulesOf('firewall')}
}
chain forward {
type filter hook forward priority 0
${rulesOf('onTheWay')}
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

/** Makes a file where a client would put its own, and returns how it is named to certificate-check. */
export function makeFile({ root, domain }: Place): { readonly name: string; readonly sha256: string } {
  const name = `doorstep-${createHash('md5').update(domain).digest('hex')}`
  writeFileSync(join(root, '.well-known', 'acme-challenge', name), `${BODY_MARK}${domain}`)
  return { name, sha256: createHash('sha256').update(`${BODY_MARK}${domain}`).digest('hex') }
}

/** Writes the file that HTTP-01 asks for; where nothing listens, a client serves it itself. */
export async function answerHttp(
  machine: Namespace,
  place: Place,
  { token, keyAuthorization }: Challenge,
): Promise<AsyncDisposable> {
  const { root, bound4, setup } = place
  const file = join(root, '.well-known', 'acme-challenge', token)
  writeFileSync(file, keyAuthorization)
  const serve = `Bun.serve({ hostname: '${bound4}', port: 80, fetch: () => new Response('${keyAuthorization}') })`
  const client = setup.home?.listens === false ? machine.spawn([process.execPath, '-e', serve]) : null
  if (client) await listening(machine, bound4, 80)
  return {
    async [Symbol.asyncDispose]() {
      client?.kill('SIGKILL')
      rmSync(file)
    },
  }
}

/** Answers TLS-ALPN-01 at an address, as a program on 443 would that knows of it. */
export async function answerTls(
  world: Namespace,
  machine: Namespace,
  place: Place,
  challenge: Challenge,
): Promise<AsyncDisposable> {
  const { address4, bound4, address6, folder, setup } = place
  const file = join(folder, `${setup.label}.answer`)
  const extensions = [EXTENSION.san(challenge.domain), acmeIdentifier(challenge.keyAuthorization)]
  const key = KEY.privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(file, `${key}${pem(certificate({ extensions }))}`)
  const hosts = [bound4, ...(setup.home ? [] : [`[${address6}]`])]
  const children = hosts.map((host) => {
    const accept = ['-accept', `${host}:${ANSWERING_PORT}`]
    return machine.spawn([programPath('openssl') ?? '', 's_server', ...accept, '-cert', file, '-alpn', 'acme-tls/1', '-quiet'])
  })
  for (const host of hosts) await listening(machine, host, ANSWERING_PORT)
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

/** Waits until something listens at an address. */
export async function listening({ exec }: Namespace, address: string, port: number): Promise<void> {
  for (let tries = 0; tries < LISTEN_TRIES; tries++) {
    const { stdout } = await exec(['ss', '-Htln', `src ${address}:${port}`])
    if (stdout.includes('LISTEN')) return
    await Bun.sleep(LISTEN_POLL_MS)
  }
  throw new Error(`nothing listens at ${address}, port ${port}`)
}
