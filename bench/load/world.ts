// Two machines joined by a cable: one for doorstep, and one for everybody it talks to. Every address of 198.18.0.0/16 and 2001:db8:1::/48
// belongs to the second: clients come from there, and nginx, the servers of openssl and two name servers are there.
import { writeFileSync } from 'node:fs'
import { EXECUTABLE } from '../../test/support/executable.ts'
import { execute, makeNamespace, type Namespace, portsOpen, run } from '../../test/support/net/namespace.ts'
import { type Server, startServer } from '../../test/support/server.ts'
import { Pki } from '../../test/support/tls/pki.ts'

export const HOME = '10.77.0.1'
export const OUTSIDE = '10.77.0.2'
export const HOME6 = '2001:db8:77ff::1'
const OUTSIDE6 = '2001:db8:77ff::2'
const RESOLVER_PORTS = [5301, 5302, 5303]
const ZONES = 16
const HOSTS = 256
/** Takes connections and says nothing. */
export const SILENT_PORT = 81
const SILENT = `Bun.listen({ hostname: '0.0.0.0', port: ${SILENT_PORT}, socket: { data() {} } }); setInterval(() => {}, 1000)`

export const zoneName = (index: number) => `z${index % ZONES}.test`
/** A name and what it leads to are the same in all zones. */
export const hostName = (index: number) => `h${index % HOSTS}.${zoneName(index)}`
const nameServer = (index: number) => `198.18.53.${index + 1}`

interface World extends AsyncDisposable {
  readonly home: Namespace
  readonly outside: Namespace
  start(args: readonly string[]): Promise<Server>
}

export async function makeWorld(): Promise<World> {
  await using undo = new AsyncDisposableStack()
  const pki = undo.use(new Pki())
  const home = undo.use(await makeNamespace())
  const outside = undo.use(await makeNamespace())
  await join(home, outside)
  await startTargets(outside, pki)
  await startNameServers(outside, pki.folder)
  await portsOpen(outside, [80, 443, SILENT_PORT, 53, ...RESOLVER_PORTS])
  const resolvers = RESOLVER_PORTS.map((port, index) => `r${index}=${OUTSIDE}:${port}`).join()
  const owned = undo.move()
  return {
    home,
    outside,
    start(args) {
      const allowed = ['--allow-targets', '198.18.0.0/15,2001:db8::/32', '--resolvers', resolvers]
      // The settings of tests are replaced by those that a user would have.
      const env = { DOORSTEP_RATE_LIMIT: '60/min', DOORSTEP_MAX_CONCURRENCY: '256', DOORSTEP_RESOLVERS: resolvers }
      return startServer({ command: home.inside([EXECUTABLE]), args: [...allowed, ...args], env, host: home.address4 })
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function join(home: Namespace, outside: Namespace): Promise<void> {
  await run(['ip', '-n', home.name, 'link', 'add', 'out', 'type', 'veth', 'peer', 'name', 'in', 'netns', outside.name])
  const lines = (device: string, four: string, six: string, routes: readonly string[]) =>
    [`addr add ${four}/30 dev ${device}`, `addr add ${six}/64 dev ${device} nodad`, `link set ${device} up`, ...routes].join('\n')
  const there = [`route add 198.18.0.0/16 via ${OUTSIDE}`, `route add 2001:db8:1::/48 via ${OUTSIDE6}`]
  const own = ['route add local 198.18.0.0/16 dev lo', 'route add local 2001:db8:1::/48 dev lo']
  await run(['ip', '-n', outside.name, '-batch', '-'], { input: lines('in', OUTSIDE, OUTSIDE6, own) })
  await run(['ip', '-n', home.name, '-batch', '-'], { input: lines('out', HOME, HOME6, there) })
  // Clients come from any address of the network, as over IPv4.
  await execute(outside.inside(['sysctl', '-qw', 'net.ipv6.ip_nonlocal_bind=1']))
  // Otherwise most probes of a closed port would meet silence; not every kernel has all of them.
  for (const setting of ['net.ipv4.icmp_ratelimit=0', 'net.ipv6.icmp.ratelimit=0', 'net.ipv4.icmp_msgs_per_sec=100000'])
    await execute(outside.inside(['sysctl', '-qw', setting]))
}

async function startTargets(outside: Namespace, pki: Pki): Promise<void> {
  const { folder } = pki
  const leaf = await pki.issue('leaf', { san: [...Array(ZONES).keys()].map((index) => `DNS:*.${zoneName(index)}`) })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`).join(' ')
  const listen = ['80', '[::]:80', '443 ssl', '[::]:443 ssl'].map((on) => `listen ${on} backlog=4096;`).join(' ')
  const places = 'location / { return 200 "hello\\n"; } location /moved { return 302 /; } location /gone { return 404; }'
  const tls = `ssl_certificate ${leaf.certificate}; ssl_certificate_key ${leaf.key};`
  const config = [
    `daemon off; user root; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr;`,
    `events { worker_connections 8192; } http { access_log off; ${temporary} server { ${listen} ${tls} ${places} } }`,
  ].join('\n')
  writeFileSync(`${folder}/nginx.conf`, config)
  outside.spawn(['nginx', '-c', `${folder}/nginx.conf`, '-p', folder])
  outside.spawn([process.execPath, '-e', SILENT])
}

/** nsd knows the zones, and unbound, which is asked three ways, nothing but them. */
async function startNameServers(outside: Namespace, folder: string): Promise<void> {
  const indexes = [...Array(ZONES).keys()]
  for (const index of indexes) writeFileSync(`${folder}/${zoneName(index)}.zone`, zoneText(index))
  writeFileSync(`${folder}/18.198.in-addr.arpa.zone`, reverseText())
  const zones = [...indexes.map(zoneName), '18.198.in-addr.arpa']
  const nsd = [
    'server:\n  server-count: 1\n  username: ""\n  database: ""\n  rrl-ratelimit: 0',
    `  zonesdir: "${folder}"\n  pidfile: "${folder}/nsd.pid"\n  xfrdir: "${folder}"\n  xfrdfile: "${folder}/xfrd.state"`,
    `  zonelistfile: "${folder}/zone.list"`,
    ...indexes.map((index) => `  ip-address: ${nameServer(index)}`),
    ...zones.map((zone) => `zone:\n  name: "${zone}"\n  zonefile: "${zone}.zone"`),
  ].join('\n')
  writeFileSync(`${folder}/nsd.conf`, `${nsd}\n`)
  const stubs = zones.map((zone, index) => `stub-zone:\n  name: "${zone}"\n  stub-addr: ${nameServer(index % ZONES)}`)
  const unbound = [
    `server:\n  username: ""\n  chroot: ""\n  directory: "${folder}"\n  pidfile: "${folder}/unbound.pid"\n  use-syslog: no`,
    '  do-daemonize: no\n  module-config: "iterator"\n  access-control: 0.0.0.0/0 allow\n  local-zone: "." static\n  do-not-query-localhost: no',
    `  ip-ratelimit: 0\n  interface-automatic: no\n  num-queries-per-thread: 4096\n  outgoing-range: 8192`,
    ...RESOLVER_PORTS.map((port) => `  interface: ${OUTSIDE}@${port}`),
    ...zones.map((zone) => `  local-zone: "${zone}" nodefault`),
    'remote-control:\n  control-enable: no',
    ...stubs,
  ].join('\n')
  writeFileSync(`${folder}/unbound.conf`, `${unbound}\n`)
  outside.spawn(['nsd', '-d', '-c', `${folder}/nsd.conf`])
  outside.spawn(['unbound', '-d', '-c', `${folder}/unbound.conf`])
}

function zoneText(index: number): string {
  const hosts = [...Array(HOSTS).keys()].map((host) => `h${host} A 198.18.${128 + (host % 64)}.${host}`)
  const records = ['@ MX 10 h1', '@ TXT "v=spf1 -all"', '@ CAA 0 issue "ca.test"', 'www CNAME h1', '@ A 198.18.128.1']
  return `$TTL 60\n@ SOA ns h1 1 3600 600 86400 60\n@ NS ns\nns A ${nameServer(index)}\n${[...hosts, ...records].join('\n')}\n`
}

function reverseText(): string {
  const [server, host] = [`ns.${zoneName(0)}.`, `h1.${zoneName(0)}.`]
  return `$TTL 60\n@ SOA ${server} ${host} 1 3600 600 86400 60\n@ NS ${server}\n* PTR ${host}\n`
}
