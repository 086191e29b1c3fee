// ping and traceroute beside Debian's, on every network that test/fixtures/topologies describes: the same hops, in the same order, with the
// same verdicts; the same losses; round trips of the same length.
import { describe, expect } from 'bun:test'
import { labTest } from '../support/lab.ts'
import { type Found, type PathLab, startPathLab } from '../support/net/path-lab.ts'
import { forgetMtus, PATH_TOOLS, runPing, runTraceroute, type Trace } from '../support/net/path-tools.ts'
import { type Family, hopsOf, TOPOLOGY_NEEDS, topologyNames } from '../support/net/topology.ts'

const NEEDS = { ...TOPOLOGY_NEEDS, programs: [...TOPOLOGY_NEEDS.programs, ...PATH_TOOLS, 'dnsmasq'] }
const METHODS = ['udp', 'icmp', 'tcp'] as const
type Method = (typeof METHODS)[number]
const ANY_GROUP = '0 2147483647'
const MAX_HOPS = 20
/** The wait for answers: three requests for a neighbour, a second each, and some more; elsewhere only a busy machine is slow. */
const waitSeconds = (topology: string) => (topology === 'down' ? 4 : 3)
/** The marks of traceroute for the reasons that are words here. */
const MARKS: Record<string, readonly string[]> = {
  '!X': ['admin-prohibited'],
  '!H': ['host-unreachable', 'address-unreachable'],
  '!N': ['network-unreachable', 'no-route'],
}

const pathTest = (name: string, topology: string, check: (lab: PathLab) => Promise<void>) =>
  labTest(name, NEEDS, async () => {
    await using lab = await startPathLab({ topology, args: ['--show-local-hops'], pingGroups: ANY_GROUP })
    await check(lab)
  })
const familiesOf = ({ built }: PathLab) => ([4, 6] as const).filter((family) => built.target[family] !== null)

/** The number of hops to look at: beyond the end if the path ends in silence, as far as both tools go. */
const hopsAsked = ({ built }: PathLab, family: Family) => Math.min(hopsOf(built.topology, family).length + 2, MAX_HOPS)
const ours = (lab: PathLab, family: Family, method: Method): Promise<Found> =>
  lab.ask('traceroute', { host: lab.built.target[family], maxHops: hopsAsked(lab, family), method })

type Shown = { addresses: string[]; status: string; reason: string | null }

/** Expects both tools to report the same about every hop. */
function expectSame(found: Found, theirs: Trace, label: string) {
  const target = found.address
  const shown = found.hops.map(({ addresses, status, reason }: Shown) => ({ addresses: addresses.toSorted(), status, reason }))
  const wanted = theirs.hops.map(({ addresses, annotations: [mark] }) => {
    const reason = mark === undefined ? null : expect.stringMatching(new RegExp(`^(${(MARKS[mark] ?? []).join('|')})$`))
    const status = () => {
      if (addresses.length === 0) return 'timeout'
      if (addresses.includes(target)) return 'reached'
      return mark === undefined ? 'hop' : 'unreachable'
    }
    return { addresses: addresses.toSorted(), status: status(), reason }
  })
  expect([{ label, hops: shown }, [label, found.reached]]).toEqual([{ label, hops: wanted }, [label, theirs.reached]])
}

/** The topologies in which packets take either of two ways, or a few are lost: two runs need not see the same. */
const BY_CHANCE = ['ecmp', 'loss']

describe('the same hops as traceroute', () => {
  for (const name of topologyNames().filter((topology) => !BY_CHANCE.includes(topology)))
    pathTest(name, name, async (lab) => {
      const options = (family: Family) => ({ family, maxHops: hopsAsked(lab, family), waitSeconds: waitSeconds(name) })
      // The kernel limits how often it reports that it has no route: one after the other there.
      const isShy = name === 'no-route'
      const methods: readonly Method[] = isShy ? ['udp'] : METHODS
      await Promise.all(
        familiesOf(lab).map(async (family) => {
          const found = await Promise.all(methods.map((method) => ours(lab, family, method)))
          if (isShy) await Bun.sleep(6000)
          const theirs = await Promise.all(methods.map((method) => runTraceroute(lab.built, { ...options(family), method })))
          for (const [index, method] of methods.entries()) {
            const [mine, other] = [found[index], theirs[index]]
            if (other) expectSame(mine, other, `${name} IPv${family} ${method}`)
          }
        }),
      )
    })

  pathTest('ecmp: only routers of the path; one way for packets without ports', 'ecmp', async (lab) => {
    for (const family of familiesOf(lab)) {
      const want = hopsOf(lab.built.topology, family)
      const seen = new Map<number, Set<string>>()
      for (const method of METHODS) {
        for (let run = 0; run < 4; run++) {
          const found = await ours(lab, family, method)
          expect([found.reached, found.hops.length]).toEqual([true, want.length])
          for (const [index, { addresses }] of (found.hops as Shown[]).entries()) {
            expect(want[index]).toEqual(expect.arrayContaining(addresses))
            if (method === 'icmp') expect(addresses).toHaveLength(1)
            else seen.set(index, new Set([...(seen.get(index) ?? []), ...addresses]))
          }
        }
      }
      expect([...seen.values()].map((addresses) => addresses.size)).toEqual(want.map((addresses) => addresses.length))
    }
  })
})

const quantile = (times: readonly number[], part: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? 0
const median = (times: readonly number[]) => quantile(times, 1 / 2)
const spreadOf = (times: readonly number[]) => quantile(times, 9 / 10) - quantile(times, 1 / 10)
const COUNT = 10

describe('the same as ping', () => {
  for (const name of ['line', 'delay', 'long'])
    pathTest(`${name}: the median round trip, within a tenth of a millisecond or ten per cent`, name, async (lab) => {
      for (const family of familiesOf(lab)) {
        const runs = await Promise.all(
          [1, 2, 3].flatMap(() => [
            lab.ask('ping', { host: lab.built.target[family], count: COUNT }).then(({ replies }) => ({ replies })),
            runPing(lab.built, { family, count: COUNT }),
          ]),
        )
        const timesOf = (run: number) => runs.filter((_, index) => index % 2 === run).flatMap(({ replies }) => replies)
        const [mine, theirs] = [0, 1].map((run) => median(timesOf(run).map(({ rttMs }: { rttMs: number }) => rttMs)))
        expect([timesOf(0).length, timesOf(1).length]).toEqual([3 * COUNT, 3 * COUNT])
        // A busy machine is late for some of both: as far as theirs differ among themselves.
        const spread = spreadOf(timesOf(1).map(({ rttMs }: { rttMs: number }) => rttMs))
        const difference = Math.abs((mine ?? 0) - (theirs ?? 0))
        expect(`IPv${family}: ${mine} and ${theirs}, ${difference <= Math.max(0.1, (theirs ?? 0) / 10, spread)}`).toEndWith(
          'true',
        )
      }
    })

  pathTest('loss: every fourth, of theirs and of ours', 'loss', async (lab) => {
    for (const family of familiesOf(lab)) {
      const found = await lab.ask('ping', { host: lab.built.target[family], count: 8 })
      const theirs = await runPing(lab.built, { family, count: 8 })
      expect(found.packets).toMatchObject({ sent: theirs.sent, received: theirs.received })
    }
  })

  pathTest('mtu: the first is too big, and the router says so; those that follow are cut to size', 'mtu', async (lab) => {
    const { built, ask } = lab
    await forgetMtus(built)
    const found = await ask('ping', { host: built.target[4], count: 4 })
    await forgetMtus(built)
    const theirs = await runPing(built, { family: 4, count: 4 })
    expect(found.replies[0]).toMatchObject({
      seq: 1,
      status: 'unreachable',
      reason: 'fragmentation-needed',
      from: theirs.errors[0]?.from,
    })
    expect(theirs.errors.map(({ seq }) => seq)).toEqual([1])
    expect(found.packets).toMatchObject({ sent: 4, received: theirs.received })
  })

  for (const name of ['filtered-admin', 'filtered-host', 'filtered-net', 'filtered-drop', 'down', 'silent-target', 'v6-only'])
    pathTest(`${name}: the message about each packet, and its sender`, name, async (lab) => {
      await Promise.all(
        familiesOf(lab).map(async (family) => {
          const [found, theirs] = await Promise.all([
            lab.ask('ping', { host: lab.built.target[family], count: 3 }),
            runPing(lab.built, { family, count: 3, waitSeconds: waitSeconds(name) }),
          ])
          expect(found.packets).toMatchObject({ sent: theirs.sent, received: theirs.received })
          const unreachable = found.replies.filter(({ status }: { status: string }) => status === 'unreachable')
          expect(unreachable.map(({ seq, from }: { seq: number; from: string }) => ({ seq, from }))).toEqual(
            theirs.errors.map(({ seq, from }) => ({ seq, from })),
          )
          const replied = found.replies.filter(({ status }: { status: string }) => status === 'reply')
          expect(replied.map(({ ttl }: { ttl: number }) => ttl)).toEqual(theirs.replies.map(({ ttl }) => ttl))
        }),
      )
    })
})

describe('many at once', () => {
  pathTest('twelve hops, three of them silent, take no longer than four seconds', 'long', async (lab) => {
    for (const method of METHODS) {
      const took: number[] = []
      // A busy machine is late now and then; a trace that waits for too long does so each time.
      while (took.length < 3 && !took.some((elapsedMs) => elapsedMs < 4000)) {
        const { reached, hops, elapsedMs } = await ours(lab, 4, method)
        expect(reached).toBe(true)
        expect(hops.filter(({ status }: Shown) => status === 'timeout')).toHaveLength(3)
        took.push(elapsedMs)
      }
      expect(Math.min(...took)).toBeLessThan(4000)
    }
  })

  pathTest('200 pings and 50 traceroutes: nothing lost, nothing mixed up, nothing left open', 'fan', async (lab) => {
    const { built, ask } = lab
    // The number of sockets of probes. Connections of clients are not counted: they stay open for the next request.
    const open = async () => {
      const { stdout } = await built.prober.exec([
        'sh',
        '-c',
        'cd /proc/net && cat icmp icmp6 raw raw6 udp udp6 && grep -h " 02 " tcp tcp6',
      ])
      return stdout.trim().split('\n').length
    }
    for (const groups of [ANY_GROUP, '1 0']) {
      await built.prober.exec(['sysctl', '-qw', `net.ipv4.ping_group_range=${groups}`])
      await ask('ping', { host: built.target[4], count: 1 })
      const before = await open()
      const every = ([4, 6] as const).flatMap((family) => built.targets[family].slice(0, 99))
      // Several ask for the same host.
      const pinged = [...every, every[0] ?? '', every[0] ?? '']
      const traced = built.targets[4].slice(-50)
      const [pings, traces] = await Promise.all([
        Promise.all(pinged.map((host) => ask('ping', { host, count: 3 }))),
        Promise.all(traced.map((host, index) => ask('traceroute', { host, method: METHODS[index % 3] }))),
      ])
      for (const [index, { address, packets, replies }] of pings.entries()) {
        expect([address, packets]).toEqual([pinged[index] ?? '', { sent: 3, received: 3, lossPercent: 0 }])
        expect(replies.map(({ seq, from }: { seq: number; from: string }) => [seq, from])).toEqual(
          [1, 2, 3].map((seq) => [seq, pinged[index]]),
        )
      }
      const routers = hopsOf(built.topology, 4).slice(0, 3)
      for (const [index, { hops, reached }] of traces.entries()) {
        const host = traced[index] ?? ''
        expect([reached, hops.map(({ addresses }: Shown) => addresses)]).toEqual([true, [...routers, [host]]])
      }
      // A busy machine may hear an answer after its time: few of them, and none of a host.
      const times = traces.flatMap(({ hops }) => hops.flatMap(({ rttMs }: { rttMs: number[] }) => rttMs))
      expect(times.filter((ms) => ms === null).length).toBeLessThan(times.length / 10)
      for (let waited = 0; waited < 40 && (await open()) > before; waited++) await Bun.sleep(50)
      expect(await open()).toBeLessThanOrEqual(before)
    }
  })
})
