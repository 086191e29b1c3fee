// Two machines: one for the server under test, one for all hostile peers. All packets between them are recorded.
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import { makeNamespace, type Namespace, run } from '../net/namespace.ts'
import { until } from '../until.ts'
import { DNS, VICTIM_ZONE, ZONE } from './dns-names.ts'
import { SNAP_BYTES } from './packets.ts'
import { PATH_FILTER } from './path-peer.ts'
import type { PeerJob } from './peer.ts'

export const WORLD_NEEDS = { programs: ['ip', 'tcpdump', 'openssl', 'unbound', 'sysctl'], root: true }

/** The resolver of names: one that passes everything on, or a real one. */
export type ResolverKind = 'passing' | 'unbound'

/** The addresses at which the strangers reach the server, and from which they ask it. */
export const SERVER_ADDRESS = '198.18.0.1'
export const CLIENT_ADDRESS = '198.18.0.2'
const SERVER_ADDRESS6 = '2001:db8:1::1'
const CLIENT_ADDRESS6 = '2001:db8:1::2'
/** Every address in these blocks is one of the strangers. Others that lead to them do not answer. */
const STRANGERS4 = ['53.0/24', '54.0/24', '55.0/24', '56.0/24', '57.0/24', '58.0/24', '60.0/24', '64.0/19', '128.0/18'].map(
  (net) => `198.18.${net}`,
)
const STRANGERS6 = ['2001:db8:99::/64']
const UNROUTED6 = '2001:db8:dead::/48'
export const ALLOWED = '198.18.0.0/15,2001:db8::/32'
const PEER = join(import.meta.dirname, 'peer.ts')
const CERTIFICATE_NAMES = 3000

interface World extends AsyncDisposable {
  /** The namespace for the server. */
  readonly door: Namespace
  readonly resolvers: readonly string[]
  /** Everything that leaves the server for the strangers, as tcpdump writes it. */
  readonly sent: string
  /** A folder for sockets. */
  readonly folder: string
  /** Tells the strangers to do something. */
  tellStrangers(path: string, init?: RequestInit): Promise<Response>
}

/** Makes the two machines; dispose of them. */
export async function makeWorld(resolver: ResolverKind): Promise<World> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-hostile-'))
  undo.defer(() => rmSync(folder, { recursive: true, force: true }))
  const inFolder = (name: string) => join(folder, name)
  const door = undo.use(await makeNamespace())
  const wild = undo.use(await makeNamespace())
  await connect(door, wild)
  const [probes, sent] = [inFolder('probes'), inFolder('sent')]
  await startCapture(wild, 'door', probes, ['-Q', 'in'], PATH_FILTER)
  await startCapture(door, 'wild', sent, ['-Q', 'out'], 'ip or ip6')
  await issueCertificate(folder)
  if (resolver === 'unbound') await startUnbound(wild, folder)
  const socket = inFolder('strangers')
  const job: PeerJob = {
    socket,
    capture: probes,
    certificate: inFolder('certificate'),
    key: inFolder('key'),
    address: CLIENT_ADDRESS,
  }
  wild.spawn([process.execPath, PEER, JSON.stringify(job)], { log: 2 })
  await until(async () => (await say(socket, '/ready').catch(() => null))?.ok === true, 'the strangers are ready')
  const owned = undo.move()
  return {
    door,
    sent,
    folder,
    resolvers: resolver === 'unbound' ? Array.from(DNS.resolvers, () => DNS.unbound) : DNS.resolvers,
    tellStrangers: (path, init) => say(socket, path, init),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Returns a request over a Unix socket. */
export function say(socket: string, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`http://localhost${path}`, { ...init, unix: socket })
}

/** Makes a link between the two; every allowed address is beyond it. Packets to addresses that no machine has are swallowed in silence. */
async function connect(door: Namespace, wild: Namespace): Promise<void> {
  await run(`ip link add wild netns ${door.name} type veth peer name door netns ${wild.name}`.split(' '))
  const batch = (machine: Namespace, family: 0 | 4 | 6, lines: readonly string[]) =>
    run(['ip', ...(family === 0 ? [] : [`-${family}`]), '-n', machine.name, '-batch', '-'], { input: lines.join('\n') })
  await batch(door, 0, [
    `addr add ${SERVER_ADDRESS}/24 dev wild`,
    `addr add ${SERVER_ADDRESS6}/64 dev wild nodad`,
    'link set wild up',
  ])
  await batch(wild, 0, [
    `addr add ${CLIENT_ADDRESS}/24 dev door`,
    `addr add ${CLIENT_ADDRESS6}/64 dev door nodad`,
    'link set door up',
  ])
  await batch(
    wild,
    4,
    STRANGERS4.map((net) => `route add local ${net} dev lo`),
  )
  await batch(
    wild,
    6,
    STRANGERS6.map((net) => `route add local ${net} dev lo`),
  )
  await batch(door, 4, [`route add 198.18.0.0/15 via ${CLIENT_ADDRESS}`])
  await batch(door, 6, [`route add 2001:db8::/32 via ${CLIENT_ADDRESS6}`, `route add unreachable ${UNROUTED6}`])
  const quiet = ['net.ipv4.conf.all.rp_filter=0', 'net.ipv4.conf.default.rp_filter=0', 'net.ipv4.conf.wild.rp_filter=0']
  await run(door.inside(['sysctl', '-qw', ...quiet]))
  // A host limits how often it reports that something is unreachable (RFC 1812, 4.3.2.8); these report it every time.
  const talkative = ['net.ipv4.icmp_ratemask=0', 'net.ipv4.icmp_msgs_per_sec=100000', 'net.ipv4.icmp_msgs_burst=10000']
  await run(wild.inside(['sysctl', '-qw', ...talkative, 'net.ipv6.icmp.ratelimit=0']))
}

/** Returns when packets are being written down. */
async function startCapture(
  machine: Namespace,
  device: string,
  file: string,
  options: readonly string[],
  filter: string,
): Promise<void> {
  const how = ['-n', '-U', '--immediate-mode', '-Z', 'root', '-s', String(SNAP_BYTES), '-B', '16384']
  machine.spawn([programPath('tcpdump') ?? '', '-i', device, ...how, ...options, '-w', file, filter])
  await until(async () => existsSync(file) && statSync(file).size > 0, 'tcpdump has started')
}

/** Issues a self-made certificate with so many names that it is large. */
async function issueCertificate(folder: string): Promise<void> {
  const names = Array.from({ length: CERTIFICATE_NAMES }, (_, index) => `DNS:n${index}.evil.test`).join(',')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key']
  const kind = ['-subj', '/CN=evil.test', '-addext', `subjectAltName=${names}`]
  await run(['openssl', 'req', '-x509', ...key, '-out', 'certificate', '-days', '30', ...kind], { cwd: folder })
}

async function startUnbound(machine: Namespace, folder: string): Promise<void> {
  const config = join(folder, 'unbound.conf')
  const stub = (zone: string) => `stub-zone:\n  name: "${zone}"\n  stub-addr: ${DNS.authority}\n`
  writeFileSync(
    config,
    `server:
  interface: ${DNS.unbound}
  access-control: 0.0.0.0/0 allow
  username: ""
  chroot: ""
  directory: "${folder}"
  pidfile: ""
  use-syslog: no
  num-threads: 1
  module-config: "iterator"
  do-not-query-localhost: no
  local-zone: "test." nodefault
  local-zone: "18.198.in-addr.arpa." nodefault
  msg-buffer-size: 65552
  ede: yes
remote-control:
  control-enable: no
${[ZONE, VICTIM_ZONE, '18.198.in-addr.arpa'].map(stub).join('')}`,
  )
  machine.spawn([programPath('unbound') ?? '', '-d', '-c', config])
}
