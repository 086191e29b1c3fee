import { afterAll } from 'bun:test'
import { join } from 'node:path'
import { ROOT } from '../server.ts'
import { makeNamespace, type Namespace, run } from './namespace.ts'
import { type Job, type JobOutcome, SERVED_PORT } from './probe-job.ts'

const SCRIPT = join(ROOT, 'test', 'support', 'net', 'probe-job.ts')
const SERVE_TIMEOUT_MS = 10_000
/** TCP and UDP, both families. */
const SOCKETS = 4

export const PROBE_LAB_NEEDS = { programs: ['ip', 'ss', 'nft', 'sysctl'], root: true }

/** Three machines in a row: one that probes, a router with a firewall, and a target after it; both families on each link. */
export const LAB = {
  prober: { 4: '192.0.2.1', 6: '2001:db8:a::1' },
  router: { 4: '192.0.2.2', 6: '2001:db8:a::2' },
  /** The router's end of the second link. */
  inner: { 4: '198.51.100.1', 6: '2001:db8:b::1' },
  target: { 4: '198.51.100.2', 6: '2001:db8:b::2' },
} as const
export type Family = 4 | 6

/** The ports of the target whose packets the router drops, or rejects with a message of nft. */
export const DROPPED_PORT = 1000
export const RESET_PORT = 1001
export const REJECTED: Record<Family, Record<string, { port: number; reason: string }>> = {
  4: {
    'net-unreachable': { port: 1010, reason: 'network-unreachable' },
    'host-unreachable': { port: 1011, reason: 'host-unreachable' },
    'prot-unreachable': { port: 1012, reason: 'protocol-unreachable' },
    'port-unreachable': { port: 1013, reason: 'port-unreachable' },
    'net-prohibited': { port: 1014, reason: 'net-prohibited' },
    'host-prohibited': { port: 1015, reason: 'host-prohibited' },
    'admin-prohibited': { port: 1016, reason: 'admin-prohibited' },
  },
  6: {
    'no-route': { port: 1010, reason: 'no-route' },
    'admin-prohibited': { port: 1011, reason: 'admin-prohibited' },
    'addr-unreachable': { port: 1012, reason: 'address-unreachable' },
    'port-unreachable': { port: 1013, reason: 'port-unreachable' },
    'policy-fail': { port: 1014, reason: 'failed-policy' },
    'reject-route': { port: 1015, reason: 'reject-route' },
  },
}

export interface ProbeLab extends AsyncDisposable {
  readonly prober: Namespace
  readonly router: Namespace
  readonly target: Namespace
  /** Runs a job on the prober; the command in front may take rights or limits away. */
  probe(job: Job, front?: readonly string[]): Promise<JobOutcome>
}

/** Returns one lab for all tests of a file, started by the first that needs it. */
export function probeLabOfFile(): () => Promise<ProbeLab> {
  let started: Promise<ProbeLab> | undefined
  afterAll(async () => {
    const lab = await started?.catch(() => undefined)
    await lab?.[Symbol.asyncDispose]()
  })
  return () => {
    started ??= startProbeLab()
    return started
  }
}

async function startProbeLab(): Promise<ProbeLab> {
  await using undo = new AsyncDisposableStack()
  const prober = undo.use(await makeNamespace())
  const router = undo.use(await makeNamespace())
  const target = undo.use(await makeNamespace())
  await connect([prober, LAB.prober, 'outer'], [router, LAB.router, 'outer'])
  await connect([router, LAB.inner, 'inner'], [target, LAB.target, 'inner'])
  for (const { inside } of [prober, router, target]) {
    // A host limits how often it reports that something is unreachable (RFC 1812, 4.3.2.8); these report it every time.
    await run(inside(['sysctl', '-qw', 'net.ipv4.icmp_ratemask=0', 'net.ipv6.icmp.ratelimit=0']))
    await run(inside(['sysctl', '-qw', 'net.ipv4.icmp_msgs_per_sec=100000', 'net.ipv4.icmp_msgs_burst=10000']))
  }
  await run(router.inside(['sysctl', '-qw', 'net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1']))
  for (const [from, via] of [
    [prober, LAB.router],
    [target, LAB.inner],
  ] as const) {
    await run(from.inside(['ip', 'route', 'add', 'default', 'via', via[4]]))
    await run(from.inside(['ip', '-6', 'route', 'add', 'default', 'via', via[6]]))
  }
  await run(router.inside(['nft', '-f', '-']), { input: firewall() })
  await serveOn(target)
  const probe = async (job: Job, front: readonly string[] = []) =>
    JSON.parse(await run(prober.inside([...front, process.execPath, SCRIPT, JSON.stringify(job)])))
  // New links lose the first packets, until every machine has found its neighbours.
  const probes = ([4, 6] as const).map((family) => ({ kind: 'tcp' as const, address: LAB.target[family], port: SERVED_PORT }))
  await probe({ probes, timeoutMs: SERVE_TIMEOUT_MS })
  const owned = undo.move()
  return {
    prober,
    router,
    target,
    probe,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

type End = readonly [machine: Namespace, addresses: Record<Family, string>, device: string]

async function connect([one, ...first]: End, [other, ...second]: End): Promise<void> {
  await run(`ip link add ${first[1]} netns ${one.name} type veth peer name ${second[1]} netns ${other.name}`.split(' '))
  for (const [machine, addresses, device] of [
    [one, ...first],
    [other, ...second],
  ] as const) {
    const lines = [`addr add ${addresses[4]}/24 dev ${device}`, `addr add ${addresses[6]}/64 dev ${device} nodad`]
    await run(['ip', '-n', machine.name, '-batch', '-'], { input: [...lines, `link set ${device} up`].join('\n') })
  }
}

/** Returns the rules of the router for packets to the target. */
function firewall(): string {
  const rejections = ([4, 6] as const).flatMap((family) =>
    Object.entries(REJECTED[family]).map(
      ([type, { port }]) =>
        `meta nfproto ipv${family} th dport ${port} reject with ${family === 4 ? 'icmp' : 'icmpv6'} type ${type}`,
    ),
  )
  return [
    'table inet lab {',
    'chain forward { type filter hook forward priority 0',
    `meta l4proto { tcp, udp } th dport ${DROPPED_PORT} drop`,
    `tcp dport ${RESET_PORT} reject with tcp reset`,
    ...rejections.map((rule) => `meta l4proto { tcp, udp } ${rule}`),
    '}',
    '}',
    '',
  ].join('\n')
}

async function serveOn(machine: Namespace): Promise<void> {
  machine.spawn([process.execPath, SCRIPT, 'serve', ...Object.values(LAB.target)])
  const started = performance.now()
  const listening = async () => (await run(machine.inside(['ss', '-Hlntu']))).split(`:${SERVED_PORT} `).length - 1 === SOCKETS
  while (!(await listening())) {
    if (performance.now() - started > SERVE_TIMEOUT_MS) throw new Error('the target does not serve')
    await Bun.sleep(20)
  }
}
