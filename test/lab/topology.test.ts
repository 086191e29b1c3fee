// The networks in test/fixtures/topologies are as described, as far as ping, traceroute and mtr can tell.
import { describe, expect } from 'bun:test'
import { join } from 'node:path'
import { labTest } from '../support/lab.ts'
import { execute, isRunning } from '../support/net/namespace.ts'
import {
  forgetMtus,
  PATH_TOOLS,
  type PingRun,
  pathOf,
  runMtr,
  runPing,
  runTraceroute,
  type Trace,
} from '../support/net/path-tools.ts'
import {
  type BuiltTopology,
  buildTopology,
  type Family,
  hopsOf,
  TOPOLOGY_NEEDS,
  topologyNamed,
  topologyNames,
} from '../support/net/topology.ts'
import { ROOT } from '../support/server.ts'

const NEEDS = { ...TOPOLOGY_NEEDS, programs: [...TOPOLOGY_NEEDS.programs, ...PATH_TOOLS] }
const METHODS = ['udp', 'icmp', 'tcp'] as const
/** The time for three requests for a neighbour, a second each, and some more. */
const NEIGHBOUR_FAILS_SECONDS = 4
const PINGS = 4
/** A limit against waiting for ever: a cable ends when its owner does. */
const END_TIMEOUT_MS = 10_000
/** The words of ping for the marks of traceroute, in either family. */
const WORDS: Record<string, RegExp> = {
  '!X': /^(Packet filtered|Destination unreachable: Administratively prohibited)$/,
  '!H': /^Destination (Host Unreachable|unreachable: Address unreachable)$/,
  '!N': /^Destination (Net Unreachable|unreachable: No route)$/,
}

const pathTest = (name: string, topology: string, check: (built: BuiltTopology) => Promise<void>) =>
  labTest(name, NEEDS, async () => {
    await using built = await buildTopology(topologyNamed(topology))
    await check(built)
  })
const inEachFamily = async ({ target }: BuiltTopology, check: (family: Family, target: string) => Promise<void>) => {
  await Promise.all(([4, 6] as const).map((family) => target[family] && check(family, target[family])))
}
const addressesOf = ({ hops }: Trace) => hops.map(({ addresses }) => addresses)
/** All probes by sequence number, from 1 on, that have no reply. */
const lostOf = ({ sent, replies }: PingRun) =>
  Array.from({ length: sent }, (_, index) => index + 1).filter((seq) => !replies.some((reply) => reply.seq === seq))

/**
 * Expects every tool to see the hops of the file, in their order, with the mark at the last; silence follows, unless the target is there.
 */
async function expectPath(built: BuiltTopology, family: Family, methods: readonly (typeof METHODS)[number][] = METHODS) {
  const want = hopsOf(built.topology, family)
  const mark = built.topology.mark?.[family]
  const reached = built.target[family] === want.at(-1)?.[0]
  const options = { family, maxHops: want.length + 2, ...(mark === '!H' && { waitSeconds: NEIGHBOUR_FAILS_SECONDS }) }
  for (const trace of await Promise.all(methods.map((method) => runTraceroute(built, { ...options, method })))) {
    expect(addressesOf(trace).slice(0, want.length)).toEqual(want)
    const beyond = trace.hops.slice(want.length)
    expect(beyond.flatMap(({ addresses }) => addresses)).toEqual([])
    if (reached || mark !== undefined) expect(beyond).toEqual([])
    for (const { hop, addresses, rttMs, annotations } of trace.hops) {
      expect([hop, rttMs.filter((ms) => ms !== null).length]).toEqual([hop, addresses.length > 0 ? 3 : 0])
      expect([annotations, rttMs.length]).toEqual([hop === want.length && mark !== undefined ? [mark] : [], 3])
    }
    expect(trace.reached).toBe(reached)
  }
}

describe('the path', () => {
  const plain = topologyNames().filter((name) => !['ecmp', 'loop', 'loss', 'no-route'].includes(name))
  for (const name of plain)
    pathTest(name, name, (built) =>
      inEachFamily(built, async (family, target) => {
        const [, mtr, ping] = await Promise.all([
          expectPath(built, family),
          runMtr(built, { family, maxHops: hopsOf(built.topology, family).length + 2 }),
          runPing(built, { family, count: PINGS, waitSeconds: NEIGHBOUR_FAILS_SECONDS }),
        ])
        const want = hopsOf(built.topology, family)
        expect(pathOf(addressesOf(mtr))).toEqual(pathOf(want))
        const last = want.at(-1)?.[0]
        const mark = built.topology.mark?.[family]
        expect(mtr.reached).toBe(last === target)
        expect(ping.sent).toBe(PINGS)
        if (name === 'mtu') return
        expect(ping.replies.map(({ from }) => from)).toEqual(last === target ? Array(PINGS).fill(target) : [])
        expect(ping.errors).toHaveLength(mark === undefined ? 0 : PINGS)
        for (const { from, text } of ping.errors) {
          expect(from).toBe(last ?? '')
          expect(text).toMatch(WORDS[mark ?? ''] ?? /never/)
        }
      }),
    )

  pathTest('ecmp: both ways carry packets with ports, one alone those without', 'ecmp', (built) =>
    inEachFamily(built, async (family) => {
      const want = hopsOf(built.topology, family)
      const runs = await Promise.all(METHODS.map((method) => runTraceroute(built, { family, method, maxHops: 6, queries: 10 })))
      for (const trace of runs) {
        expect(trace).toMatchObject({ reached: true, hops: { length: want.length } })
        for (const [index, addresses] of addressesOf(trace).entries())
          expect(want[index]).toEqual(expect.arrayContaining(addresses))
      }
      const [udp, icmp] = runs.map(addressesOf)
      expect(udp?.map((addresses) => [...addresses].sort())).toEqual(want.map((addresses) => [...addresses].sort()))
      expect(icmp?.[1]).toHaveLength(1)
    }),
  )

  pathTest('loop: two routers by turns, and at last the ping dies between them', 'loop', (built) =>
    inEachFamily(built, async (family) => {
      const want = hopsOf(built.topology, family)
      const options = { family, maxHops: want.length }
      const traces = await Promise.all([
        ...METHODS.map((method) => runTraceroute(built, { ...options, method })),
        runMtr(built, options),
      ])
      for (const trace of traces) expect([addressesOf(trace), trace.reached]).toEqual([want, false])
      const { received, errors } = await runPing(built, { family, count: PINGS })
      expect([received, errors.length]).toEqual([0, PINGS])
      for (const { from, text } of errors) expect([from, text]).toEqual([want[3]?.[0] ?? '', expect.stringMatching(/^Time /)])
    }),
  )

  pathTest('no-route: the kernel itself says so; in IPv4 it soon tires of it', 'no-route', async (built) => {
    await expectPath(built, 4, ['udp'])
    await expectPath(built, 6)
    expect((await runPing(built, { family: 6, count: PINGS })).errors).toHaveLength(PINGS)
    expect((await runPing(built, { family: 4, count: PINGS })).errors.length).toBeLessThan(PINGS)
  })
})

describe('on the way', () => {
  pathTest('delay: that of the cables and little more, and in order', 'delay', (built) =>
    inEachFamily(built, async (family) => {
      const hops = hopsOf(built.topology, family)
      const runs = await Promise.all(
        hops.map(([target = '']) => runPing(built, { family, target, count: 15, intervalSeconds: 0.1 })),
      )
      for (const [index, leastMs] of [0, 40, 40, 50].entries()) {
        const times = runs[index]?.rtts ?? []
        expect(times).toHaveLength(15)
        expect(Math.min(...times)).toBeGreaterThanOrEqual(leastMs)
        // One of fifteen is quick, on a slow machine too.
        expect(Math.min(...times)).toBeLessThan(leastMs + 35)
      }
      const many = await runPing(built, { family, count: 100, intervalSeconds: 0.002 })
      // For the last ones it waits two round trips, which a busy machine may take longer to answer.
      expect(many.replies.length).toBeGreaterThan(80)
      expect(many.replies.map(({ seq }) => seq)).toEqual(many.replies.map((_, index) => index + 1))
    }),
  )

  pathTest('loss: every fourth packet, counted by family', 'loss', (built) =>
    inEachFamily(built, async (family) => {
      expect(lostOf(await runPing(built, { family, count: 20, intervalSeconds: 0.05 }))).toEqual([4, 8, 12, 16, 20])
      const before = await runPing(built, {
        family,
        count: 8,
        intervalSeconds: 0.05,
        target: hopsOf(built.topology, family)[0]?.[0] ?? '',
      })
      expect(lostOf(before)).toEqual([])
    }),
  )

  const TOO_BIG = [
    ['mtu', 4, 56, 'Frag needed and DF set (mtu = 68)'],
    ['mtu6', 6, 1300, 'Packet too big: mtu=1280'],
  ] as const
  for (const [name, family, bytes, text] of TOO_BIG)
    pathTest(`${name}: the router before the narrow link says it once, until it is forgotten`, name, async (built) => {
      const from = hopsOf(built.topology, family)[1]?.[0] ?? ''
      const ping = () => runPing(built, { family, count: 3, bytes })
      expect([(await ping()).errors, (await ping()).errors]).toEqual([[{ seq: expect.any(Number), from, text }], []])
      await forgetMtus(built)
      expect((await ping()).errors).toEqual([{ seq: 1, from, text }])
    })

  pathTest('fan: every address answers', 'fan', (built) =>
    inEachFamily(built, async (family) => {
      const targets = built.targets[family]
      expect(new Set(targets).size).toBe(240)
      const loop = 'for address; do ping -c 1 -W 2 -q "$address" > /dev/null || echo "$address"; done'
      expect(await built.prober.exec(['sh', '-c', loop, 'sh', ...targets])).toEqual({ stdout: '', stderr: '', exitCode: 0 })
    }),
  )

  pathTest('only the prober reaches this machine', 'line', async (built) => {
    const ping = ['ping', '-c', '1', '-W', '1', built.prober.peer4]
    expect((await built.prober.exec(ping)).exitCode).toBe(0)
    expect((await built.node('r1').exec(ping)).exitCode).not.toBe(0)
  })
})

labTest(
  'the lab: a run that has ended leaves nothing, and the next removes the remains of one that was killed',
  NEEDS,
  async () => {
    const script = `
      const { buildTopology, topologyNamed } = await import('${join(ROOT, 'test', 'support', 'net', 'topology.ts')}')
      const { prober, node } = await buildTopology(topologyNamed('delay'))
      console.log(prober.name, node('r1').name)
      await new Promise(() => setTimeout(() => {}, 1e9))`
    const child = Bun.spawn([process.execPath, '-e', script], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
    const { value } = await child.stdout.getReader().read()
    const left = new TextDecoder().decode(value).trim().split(' ')
    // A cable is the only process in the namespace of a router.
    const cable = Number((await execute(['ip', 'netns', 'pids', left[1] ?? ''])).stdout)
    child.kill('SIGKILL')
    await child.exited
    const names = async () => (await execute(['ip', 'netns', 'list'])).stdout.split('\n').map((line) => line.split(' ')[0] ?? '')
    expect(await names()).toEqual(expect.arrayContaining(left))
    expect(cable).toBeGreaterThan(0)
    for (let waited = 0; isRunning(cable); waited += 20) {
      expect(waited).toBeLessThan(END_TIMEOUT_MS)
      await Bun.sleep(20)
    }
    const built = await buildTopology(topologyNamed('delay'))
    const ours = [built.prober.name, built.node('r1').name]
    expect(await names()).toEqual(expect.arrayContaining(ours))
    await built[Symbol.asyncDispose]()
    expect((await names()).filter((name) => [...left, ...ours].includes(name))).toEqual([])
  },
)
