// The port probe against a router and a host that are made for it: firewalls, routes and silence are reported as they are.

import { describe, expect } from 'bun:test'
import { join } from 'node:path'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { type Job, type JobOutcome, type JobProbe, SERVED_PORT } from '../support/net/probe-job.ts'
import { type BuiltTopology, buildTopology, TOPOLOGY_NEEDS, topologyNamed } from '../support/net/topology.ts'
import { ROOT } from '../support/server.ts'
import { shared } from '../support/shared.ts'
import { until } from '../support/until.ts'

const SCRIPT = join(ROOT, 'test', 'support', 'net', 'probe-job.ts')
const SERVE_TIMEOUT_MS = 10_000
/** TCP and UDP, both families. */
const SOCKETS = 4
const NEEDS = [...TOPOLOGY_NEEDS.programs, 'ss']

/** The first router on the way, which has a firewall, and the target behind two more; both families on each link. */
const LAB = {
  router: { 4: '198.18.1.2', 6: '2001:db8:1::2' },
  /** Its next router. */
  next: { 4: '198.18.2.2', 6: '2001:db8:2::2' },
  target: { 4: '198.18.4.2', 6: '2001:db8:4::2' },
} as const
type Family = 4 | 6

/** The ports of the target whose packets the router drops, or rejects with a message of nft. */
const DROPPED_PORT = 1000
const RESET_PORT = 1001
const FIRST_REJECTED = 1010
/** The kinds of rejection, each at a port of its own from the first on, with the reason that is reported. */
const REJECTED: Readonly<Record<Family, readonly (readonly [type: string, reason: string])[]>> = {
  4: [
    ['net-unreachable', 'network-unreachable'],
    ['host-unreachable', 'host-unreachable'],
    ['prot-unreachable', 'protocol-unreachable'],
    ['port-unreachable', 'port-unreachable'],
    ['net-prohibited', 'net-prohibited'],
    ['host-prohibited', 'host-prohibited'],
    ['admin-prohibited', 'admin-prohibited'],
  ],
  6: [
    ['no-route', 'no-route'],
    ['admin-prohibited', 'admin-prohibited'],
    ['addr-unreachable', 'address-unreachable'],
    ['port-unreachable', 'port-unreachable'],
    ['policy-fail', 'failed-policy'],
    ['reject-route', 'reject-route'],
  ],
}
const PORT_UNREACHABLE = FIRST_REJECTED + 3

interface ProbeLab extends Pick<BuiltTopology, 'prober' | 'node'> {
  /** Runs a job on the prober; the command in front may take rights or limits away. */
  probe(job: Job, front?: readonly string[]): Promise<JobOutcome>
}

const theLab = shared(async (owned): Promise<ProbeLab> => {
  const { prober, node } = owned.use(await buildTopology(topologyNamed('line')))
  await run(node('r1').inside(['nft', '-f', '-']), { input: firewall() })
  const { inside } = node('end')
  const child = Bun.spawn(inside([process.execPath, SCRIPT, 'serve', ...Object.values(LAB.target)]))
  owned.defer(() => child.kill('SIGKILL'))
  await until(async () => (await run(inside(['ss', '-Hlntu']))).split(`:${SERVED_PORT} `).length - 1 === SOCKETS)
  const probe = async (job: Job, front: readonly string[] = []) =>
    JSON.parse(await run(prober.inside([...front, process.execPath, SCRIPT, JSON.stringify(job)])))
  await probe({ probes: everywhere(SERVED_PORT), timeoutMs: SERVE_TIMEOUT_MS })
  return { prober, node, probe }
})

/** Returns the rules of the router for packets to the target. */
function firewall(): string {
  const rejections = FAMILIES.flatMap((family) =>
    REJECTED[family].map(([type], index) => {
      const icmp = family === 4 ? 'icmp' : 'icmpv6'
      return `meta l4proto { tcp, udp } meta nfproto ipv${family} th dport ${FIRST_REJECTED + index} reject with ${icmp} type ${type}`
    }),
  )
  return [
    'table inet lab {',
    'chain forward { type filter hook forward priority 0',
    `meta l4proto { tcp, udp } th dport ${DROPPED_PORT} drop`,
    `tcp dport ${RESET_PORT} reject with tcp reset`,
    ...rejections,
    '}',
    '}',
    '',
  ].join('\n')
}

const probeTest = (name: string, check: (lab: ProbeLab) => Promise<void>, programs: string[] = []) =>
  labTest(name, { programs: [...NEEDS, ...programs], root: true }, async () => check(await theLab()))

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
    for (const [index, [type, reason]] of REJECTED[family].entries())
      probeTest(`IPv${family}: ${type} is reported at once, for TCP and UDP, with its sender`, async (lab) => {
        const { findings, elapsedMs } = await lab.probe({
          probes: KINDS.map((kind) => ({ kind, address: LAB.target[family], port: FIRST_REJECTED + index })),
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
    // It goes back and forth between the target and the router before it until its hop limit is used up.
    ['IPv4: a loop', 4, `203.0.113.48/28 via ${LAB.next[4]}`, 'hop-limit-exceeded'],
    ['IPv6: a loop', 6, `2001:db8:c:3::/64 via ${LAB.next[6]}`, 'hop-limit-exceeded'],
  ]
  for (const [name, family, route, reason] of ROUTES)
    probeTest(`${name} beyond the router`, async (lab) => {
      await run(lab.node('r1').inside(['ip', `-${family}`, 'route', 'add', ...route.split(' ')]))
      const address = addressIn(route)
      const found = await findings(
        lab,
        KINDS.map((kind) => ({ kind, address, port: 80 })),
        SEVERAL_PACKETS_MS,
      )
      for (const finding of found) expect(finding).toMatchObject({ status: 'closed', reason, failedLayer: 'icmp' })
      if (reason === 'hop-limit-exceeded') expect(found[0]?.icmpSource).not.toBeNull()
      else expect(found[0]?.icmpSource).toBe(LAB.router[family])
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
    const neighbours = [4, 6].map((version) => `net.ipv${version}.neigh.r1.retrans_time_ms=50`)
    await run(lab.prober.inside(['sysctl', '-qw', ...neighbours]))
    const probes = ['198.18.1.77', '2001:db8:1::77'].flatMap((address) => KINDS.map((kind) => ({ kind, address, port: 80 })))
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
        [PORT_UNREACHABLE, 'closed'],
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
