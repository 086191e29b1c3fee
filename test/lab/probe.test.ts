// The port probe against a router and a host that are made for it: firewalls, routes and silence are reported as they are.

import { describe, expect } from 'bun:test'
import { join } from 'node:path'
import { labTest } from '../support/lab.ts'
import { makeNamespace, type Namespace, run } from '../support/net/namespace.ts'
import { type Job, type JobOutcome, type JobProbe, SERVED_PORT } from '../support/net/probe-job.ts'
import { ROOT } from '../support/server.ts'
import { shared } from '../support/shared.ts'

const SCRIPT = join(ROOT, 'test', 'support', 'net', 'probe-job.ts')
const SERVE_TIMEOUT_MS = 10_000
/** TCP and UDP, both families. */
const SOCKETS = 4

const PROBE_LAB_NEEDS = { programs: ['ip', 'ss', 'nft', 'sysctl'], root: true }

/** Three machines in a row: one that probes, a router with a firewall, and a target after it; both families on each link. */
const LAB = {
  prober: { 4: '192.0.2.1', 6: '2001:db8:a::1' },
  router: { 4: '192.0.2.2', 6: '2001:db8:a::2' },
  /** The router's end of the second link. */
  inner: { 4: '198.51.100.1', 6: '2001:db8:b::1' },
  target: { 4: '198.51.100.2', 6: '2001:db8:b::2' },
} as const
type Family = 4 | 6

/** The ports of the target whose packets the router drops, or rejects with a message of nft. */
const DROPPED_PORT = 1000
const RESET_PORT = 1001
const REJECTED: Record<Family, Record<string, { port: number; reason: string }>> = {
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

interface ProbeLab extends AsyncDisposable {
  readonly prober: Namespace
  readonly router: Namespace
  readonly target: Namespace
  /** Runs a job on the prober; the command in front may take rights or limits away. */
  probe(job: Job, front?: readonly string[]): Promise<JobOutcome>
}

/** Returns one lab for all tests of a file, started by the first that needs it. */
const probeLabOfFile = (): (() => Promise<ProbeLab>) => shared(startProbeLab)

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
  return { prober, router, target, probe, [Symbol.asyncDispose]: () => owned.disposeAsync() }
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

const theLab = probeLabOfFile()
const probeTest = (name: string, check: (lab: ProbeLab) => Promise<void>, programs: string[] = []) =>
  labTest(name, { ...PROBE_LAB_NEEDS, programs: [...PROBE_LAB_NEEDS.programs, ...programs] }, async () => check(await theLab()))

const FAMILIES = [4, 6] as const
const KINDS = ['tcp', 'udp'] as const
const TIMEOUT_MS = 600
/** The time for several packets: Linux reports the first five that it cannot route, then one a second (net.ipv4.route.error_burst). */
const SEVERAL_PACKETS_MS = 3900
const CLOSED_PORT = 9
const MANY = 500
/** Only a block takes longer; the pauses of the loop are measured in bench/. */
const AWAY_MS = 1000

const everywhere = (port: number): JobProbe[] =>
  FAMILIES.flatMap((family) => KINDS.map((kind) => ({ kind, address: LAB.target[family], port })))
/** Returns the same for every probe, in their order. */
async function findings(lab: ProbeLab, probes: JobProbe[], timeoutMs = TIMEOUT_MS) {
  return (await lab.probe({ probes, timeoutMs })).findings
}
const failed = (status: string, reason: string, failedLayer: string, icmpSource: string | null = null) => ({
  status,
  reason,
  failedLayer,
  icmpSource,
})

describe('the target answers', () => {
  probeTest('open: TCP and UDP, timed by the kernel', async (lab) => {
    const found = await findings(lab, everywhere(SERVED_PORT))
    expect(found).toHaveLength(4)
    for (const finding of found) {
      expect(finding).toMatchObject({ status: 'open', reason: null, failedLayer: null, icmpSource: null })
      expect(finding.latencyMs).toBeGreaterThan(0)
    }
    for (const { latencyMs } of [found[0], found[2]].filter((finding) => finding !== undefined))
      expect(latencyMs).toBeLessThan(500)
  })

  probeTest('closed: an RST for TCP, port unreachable for UDP, said by the target', async (lab) => {
    const [tcp4, udp4, tcp6, udp6] = await findings(lab, everywhere(CLOSED_PORT))
    for (const tcp of [tcp4, tcp6]) expect(tcp).toMatchObject(failed('refused', 'connection-refused', 'tcp'))
    for (const udp of [udp4, udp6]) expect(udp).toMatchObject(failed('closed', 'port-unreachable', 'icmp'))
  })
})

describe('the router answers', () => {
  probeTest('a drop is silence', async (lab) => {
    const started = performance.now()
    const found = await lab.probe({ probes: everywhere(DROPPED_PORT), timeoutMs: TIMEOUT_MS })
    expect(found.findings.map(({ status, reason, failedLayer }) => [status, reason, failedLayer])).toEqual(
      FAMILIES.flatMap(() => KINDS.map((kind) => ['timeout', 'no-answer', kind])),
    )
    expect(found.elapsedMs).toBeWithin(TIMEOUT_MS - 1, TIMEOUT_MS + 3000)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  probeTest('an RST counts, whatever its sender', async (lab) => {
    for (const { status, reason } of await findings(
      lab,
      everywhere(RESET_PORT).filter(({ kind }) => kind === 'tcp'),
    ))
      expect([status, reason]).toEqual(['refused', 'connection-refused'])
  })

  for (const family of FAMILIES)
    for (const [type, { port, reason }] of Object.entries(REJECTED[family]))
      probeTest(`IPv${family}: ${type} is reported at once, for TCP and UDP, with its sender`, async (lab) => {
        const { findings, elapsedMs } = await lab.probe({
          probes: KINDS.map((kind) => ({ kind, address: LAB.target[family], port })),
          timeoutMs: TIMEOUT_MS,
        })
        for (const finding of findings) {
          expect(finding).toMatchObject(failed('closed', reason, 'icmp', LAB.router[family]))
          expect(finding.latencyMs).toBeWithin(0, 500)
        }
        expect(elapsedMs).toBeLessThan(3000)
      })

  const ROUTES: [name: string, family: Family, route: string, reason: string][] = [
    ['IPv4: no route', 4, 'throw 203.0.113.0/28', 'network-unreachable'],
    ['IPv4: an unreachable route', 4, 'unreachable 203.0.113.16/28', 'host-unreachable'],
    ['IPv4: a prohibited route', 4, 'prohibit 203.0.113.32/28', 'admin-prohibited'],
    ['IPv6: an unreachable route', 6, 'unreachable 2001:db8:c:1::/64', 'no-route'],
    ['IPv6: a prohibited route', 6, 'prohibit 2001:db8:c:2::/64', 'admin-prohibited'],
    // It goes back and forth between the router and the target until its hop limit is used up.
    ['IPv4: a loop', 4, `203.0.113.48/28 via ${LAB.target[4]}`, 'hop-limit-exceeded'],
    ['IPv6: a loop', 6, `2001:db8:c:3::/64 via ${LAB.target[6]}`, 'hop-limit-exceeded'],
  ]
  for (const [name, family, route, reason] of ROUTES)
    probeTest(`${name} beyond the router`, async (lab) => {
      await run(lab.router.inside(['ip', `-${family}`, 'route', 'add', ...route.split(' ')]))
      await run(lab.target.inside(['sysctl', '-qw', 'net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1']))
      const address = addressIn(route)
      const found = await findings(
        lab,
        KINDS.map((kind) => ({ kind, address, port: 80 })),
        SEVERAL_PACKETS_MS,
      )
      for (const finding of found) expect(finding).toMatchObject({ status: 'closed', reason, failedLayer: 'icmp' })
      expect(found[0]?.icmpSource).toBeOneOf([LAB.router[family], LAB.target[family]])
    })
})

/** Returns an address within the network of a route. */
function addressIn(route: string): string {
  const network = /[\da-f.:]+(?=\/)/.exec(route)?.[0] ?? ''
  return network.endsWith('::') ? `${network}1` : network.replace(/\d+$/, (last) => String(Number(last) + 1))
}

describe('this machine says no', () => {
  const LOCAL: [name: string, family: Family, route: string, reason: string][] = [
    ['an unreachable route', 4, 'unreachable 203.0.113.64/28', 'host-unreachable'],
    ['a prohibited route', 4, 'prohibit 203.0.113.80/28', 'blocked-locally'],
    ['a black hole', 4, 'blackhole 203.0.113.96/28', 'network-unreachable'],
    ['an unreachable route', 6, 'unreachable 2001:db8:d:1::/64', 'host-unreachable'],
    ['a prohibited route', 6, 'prohibit 2001:db8:d:2::/64', 'blocked-locally'],
    ['a black hole', 6, 'blackhole 2001:db8:d:3::/64', 'network-unreachable'],
  ]
  for (const [name, family, route, reason] of LOCAL)
    probeTest(`IPv${family}: ${name}`, async (lab) => {
      await run(lab.prober.inside(['ip', `-${family}`, 'route', 'add', ...route.split(' ')]))
      const probes = KINDS.map((kind) => ({ kind, address: addressIn(route), port: 80 }))
      for (const finding of await findings(lab, probes)) expect(finding).toMatchObject(failed('error', reason, 'local'))
    })

  probeTest('without a route for a family, at once', async (lab) => {
    await using undo = new AsyncDisposableStack()
    for (const family of FAMILIES) {
      const route = ['default', 'via', LAB.router[family]]
      await run(lab.prober.inside(['ip', `-${family}`, 'route', 'del', ...route]))
      undo.defer(async () => void (await run(lab.prober.inside(['ip', `-${family}`, 'route', 'add', ...route]))))
    }
    const { findings, elapsedMs } = await lab.probe({ probes: everywhere(80), timeoutMs: TIMEOUT_MS })
    for (const finding of findings) expect(finding).toMatchObject(failed('error', 'network-unreachable', 'local'))
    expect(elapsedMs).toBeLessThan(3000)
  })

  probeTest('its own firewall: a rejected packet is reported, a dropped one for UDP', async (lab) => {
    await using undo = new AsyncDisposableStack()
    const rules = [
      'table inet own {',
      'chain output { type filter hook output priority 0',
      'meta l4proto { tcp, udp } th dport 2000 reject',
      'meta l4proto { tcp, udp } th dport 2001 reject with icmpx type admin-prohibited',
      'udp dport 2002 drop',
      '}',
      '}',
      '',
    ]
    await run(lab.prober.inside(['nft', '-f', '-']), { input: rules.join('\n') })
    undo.defer(async () => void (await run(lab.prober.inside(['nft', 'delete', 'table', 'inet', 'own']))))
    const udp = everywhere(2002).filter(({ kind }) => kind === 'udp')
    const { findings, elapsedMs } = await lab.probe({
      probes: [...everywhere(2000), ...everywhere(2001), ...udp],
      timeoutMs: TIMEOUT_MS,
    })
    for (const finding of findings) expect(finding).toMatchObject(failed('error', 'blocked-locally', 'local'))
    expect(elapsedMs).toBeLessThan(3000)
  })

  probeTest('a next hop that is down', async (lab) => {
    const neighbours = [4, 6].map((version) => `net.ipv${version}.neigh.outer.retrans_time_ms=50`)
    await run(lab.prober.inside(['sysctl', '-qw', ...neighbours]))
    const probes = ['192.0.2.77', '2001:db8:a::77'].flatMap((address) => KINDS.map((kind) => ({ kind, address, port: 80 })))
    const found = await findings(lab, probes, 3000)
    expect(found.map(({ reason }) => reason)).toEqual([
      'host-unreachable',
      'host-unreachable',
      'address-unreachable',
      'address-unreachable',
    ])
    for (const { status, failedLayer } of found) expect([status, failedLayer]).toEqual(['error', 'local'])
  })

  probeTest(
    'no file descriptors left',
    async (lab) => {
      const probes = Array.from({ length: 100 }, () => ({ kind: 'tcp' as const, address: LAB.target[4], port: DROPPED_PORT }))
      const { findings, descriptors } = await lab.probe({ probes, timeoutMs: TIMEOUT_MS }, ['prlimit', '--nofile=64:64'])
      const reasons = Object.groupBy(findings, ({ reason }) => reason ?? '')
      expect(Object.keys(reasons).toSorted()).toEqual(['no-answer', 'too-many-open-files'])
      expect(reasons['too-many-open-files']?.[0]).toMatchObject({ status: 'error', failedLayer: 'local' })
      expect(descriptors.after).toBe(descriptors.before)
    },
    ['prlimit'],
  )
})

describe('many at once', () => {
  const many = (port: number) => Array.from({ length: MANY / 4 }, () => everywhere(port)).flat()

  probeTest(`${MANY} into silence end in time, and block nothing`, async (lab) => {
    const { findings, elapsedMs, awayMs, descriptors } = await lab.probe({ probes: many(DROPPED_PORT), timeoutMs: 2000 })
    expect(findings.map(({ status }) => status)).toEqual(Array.from({ length: MANY }, () => 'timeout'))
    expect(elapsedMs).toBeWithin(1999, 6000)
    expect(awayMs).toBeLessThan(AWAY_MS)
    expect(descriptors.after).toBe(descriptors.before)
  })

  probeTest(
    `${MANY} that are answered at once, as nobody`,
    async (lab) => {
      for (const [port, status] of [
        [SERVED_PORT, 'open'],
        [REJECTED[4]['port-unreachable']?.port ?? 0, 'closed'],
      ] as const) {
        const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
        const { findings, awayMs, descriptors } = await lab.probe({ probes: many(port), timeoutMs: 3000 }, nobody)
        expect(findings.filter((finding) => finding.status !== status)).toEqual([])
        expect(awayMs).toBeLessThan(AWAY_MS)
        expect(descriptors.after).toBe(descriptors.before)
      }
    },
    ['setpriv'],
  )
})
