import { writeFileSync } from 'node:fs'
import { PROGRAM } from '../executable.ts'
import { makeNamespace, type Namespace, portsOpen, run } from '../net/namespace.ts'
import { programPath } from '../programs.ts'
import { type Server, startServer } from '../server.ts'
import { type Issued, Pki } from '../tls/pki.ts'

export const WEB_LAB_NEEDS = { programs: ['ip', 'nft', 'nginx', 'caddy', 'openssl', 'unbound'], root: true }
const ZONE = 'example.test'

/** A home page on the web: what its servers do at its addresses. */
export interface SetUp {
  /** The first label of its name. */
  readonly name: string
  readonly ipv4?: readonly string[]
  readonly ipv6?: readonly string[]
  /** Servers of nginx, each a block with its addresses; `TLS` stands for a certificate. */
  readonly nginx?: readonly string[]
  /** A site of Caddy with a certificate of its own. */
  readonly caddy?: boolean
  /** The arguments of `openssl s_server` on an address and port. */
  readonly openssl?: { readonly accept: string; readonly args: readonly string[] }
  /** Rules of nftables for what arrives. */
  readonly nft?: readonly string[]
}

export interface WebLab extends AsyncDisposable {
  readonly namespace: Namespace
  readonly server: Server
  /** The requests that nginx got: address, port, URL. */
  requests(): Promise<string[]>
}

/** Starts real web servers for these homes in a namespace, name servers that know their names, and a doorstep beside them. */
export async function startWebLab(
  setUps: readonly SetUp[],
  others: Readonly<Record<string, readonly string[]>>,
): Promise<WebLab> {
  await using undo = new AsyncDisposableStack()
  const pki = undo.use(new Pki())
  const namespace = undo.use(await makeNamespace())
  const names = { ...others, ...Object.fromEntries(setUps.map((one) => [one.name, [...(one.ipv4 ?? []), ...(one.ipv6 ?? [])]])) }
  const [certificate] = await Promise.all([
    pki.issue('any', { san: [`DNS:*.${ZONE}`] }),
    namespace.addAddress(...new Set(setUps.flatMap(({ ipv4 = [], ipv6 = [] }) => [...ipv4, ...ipv6]))),
  ])
  writeFileSync(pki.path('nginx.conf'), nginxConfig(pki, setUps, certificate))
  writeFileSync(pki.path('Caddyfile'), caddyFile(pki, setUps))
  writeFileSync(pki.path('unbound.conf'), unboundConfig(names))
  const drops = setUps.flatMap(({ nft = [] }) => nft)
  await run(namespace.inside(['nft', '-f', '-']), {
    input: `table inet homes {\nchain input {\ntype filter hook input priority 0\n${drops.join('\n')}\n}\n}\n`,
  })
  const start = (program: string, ...args: string[]) =>
    namespace.spawn([programPath(program) ?? program, ...args], { cwd: pki.folder })
  start('nginx', '-p', pki.folder, '-c', pki.path('nginx.conf'))
  start('caddy', 'run', '--config', pki.path('Caddyfile'), '--adapter', 'caddyfile')
  start('unbound', '-d', '-p', '-c', pki.path('unbound.conf'))
  for (const { openssl } of setUps) {
    if (openssl)
      start(
        'openssl',
        's_server',
        '-accept',
        openssl.accept,
        '-cert',
        certificate.certificate,
        '-key',
        certificate.key,
        ...openssl.args,
      )
  }
  await portsOpen(namespace, [53, 80, 443, 2019])
  const resolvers = ['a', 'b', 'c'].map((id) => `${id}=127.0.0.1`).join(',')
  const args = ['--trusted-proxies', namespace.peer4, '--allow-targets', '198.18.0.0/15,2001:db8::/32', '--resolvers', resolvers]
  const server = undo.use(await startServer({ command: namespace.inside(PROGRAM), args, host: namespace.address4 }))
  const owned = undo.move()
  return {
    namespace,
    server,
    requests: async () => (await Bun.file(pki.path('access.log')).text()).trim().split('\n'),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Returns the configuration of a resolver that knows the zones itself, down to the root. */
function unboundConfig(names: Readonly<Record<string, readonly string[]>>): string {
  const soa = (zone: string) => [`${zone} SOA ns.${ZONE}. admin.${ZONE}. 1 60 60 60 60`, `${zone} NS ns.${ZONE}.`]
  const hosts = Object.entries(names).flatMap(([name, addresses]) =>
    addresses.map((address) => `${name}.${ZONE}. ${address.includes(':') ? 'AAAA' : 'A'} ${address}`),
  )
  const zones = ['.', 'test.', `${ZONE}.`].map((zone) => `local-zone: "${zone}" static`)
  const records = [...['.', 'test.', `${ZONE}.`].flatMap(soa), ...hosts].map((record) => `local-data: "${record}"`)
  const usual = ['interface: 127.0.0.1', 'do-daemonize: no', 'chroot: ""', 'username: ""', 'module-config: "iterator"']
  return ['server:', ...usual, 'use-syslog: no', ...zones, ...records, ''].join('\n')
}

function nginxConfig(pki: Pki, setUps: readonly SetUp[], { certificate, key }: Issued): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${pki.path(name)};`)
  const servers = setUps.flatMap(({ nginx = [] }) => nginx)
  return `daemon off; pid ${pki.path('nginx.pid')}; error_log ${pki.path('error.log')}; events {} http { ${temporary.join(' ')}
    log_format asked '$server_addr $server_port $scheme://$host$request_uri'; access_log ${pki.path('access.log')} asked;
    default_type text/html; root ${pki.folder}/web;
    ${servers.map((block) => `server { ${block} }`.replace('TLS', `ssl_certificate ${certificate}; ssl_certificate_key ${key};`)).join('\n')}
  }`
}

function caddyFile(pki: Pki, setUps: readonly SetUp[]): string {
  const sites = setUps
    .filter(({ caddy }) => caddy)
    .map(({ name, ipv4 = [] }) => `${name}.${ZONE} {\nbind ${ipv4.join(' ')}\nrespond hello\n}`)
  return `{\nlocal_certs\nskip_install_trust\nstorage file_system ${pki.path('caddy')}\n}\n${sites.join('\n')}\n`
}

/**
 * Puts a router between the servers of a lab and a device on which nothing listens. The router has this public address, and passes these ports on
 * to the device.
 */
export async function addHome({ namespace }: WebLab, address: string, ports: readonly number[]): Promise<AsyncDisposable> {
  await using undo = new AsyncDisposableStack()
  const [router, device] = [undo.use(await makeNamespace()), undo.use(await makeNamespace())]
  const gateway = address.replace(/\d+$/, (last) => `${Number(last) - 1}`)
  const links = [
    `link add home netns ${namespace.name} type veth peer name wan netns ${router.name}`,
    `link add lan netns ${router.name} type veth peer name eth netns ${device.name}`,
  ]
  await run(['ip', '-batch', '-'], { input: links.join('\n') })
  const up = ({ inside }: Namespace, ...lines: string[]) => run(inside(['ip', '-batch', '-']), { input: lines.join('\n') })
  await up(namespace, `addr add ${gateway}/30 dev home`, 'link set home up')
  await up(router, `addr add ${address}/30 dev wan`, 'addr add 192.168.7.1/24 dev lan', 'link set wan up', 'link set lan up')
  await up(device, 'addr add 192.168.7.2/24 dev eth', 'link set eth up', 'route add 198.18.0.0/16 via 192.168.7.1')
  await run(router.inside(['sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward']))
  const chain = 'type nat hook prerouting priority -100'
  const rule = `iifname "wan" tcp dport { ${ports.join(', ')} } dnat to 192.168.7.2`
  await run(router.inside(['nft', '-f', '-']), { input: `table ip home {\nchain rules {\n${chain}\n${rule}\n}\n}\n` })
  return undo.move()
}
