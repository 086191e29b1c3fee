// The packets of a trace to strangers, seen on the wire, and the files that many traces at once leave to this machine.
import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { labTest } from '../support/lab.ts'
import { meanwhile } from '../support/meanwhile.ts'
import { type PathLab, startPathLab } from '../support/net/path-lab.ts'
import { TOPOLOGY_NEEDS } from '../support/net/topology.ts'

const NEEDS = { ...TOPOLOGY_NEEDS, programs: [...TOPOLOGY_NEEDS.programs, 'dnsmasq', 'tcpdump', 'prlimit'] }
const METHODS = ['udp', 'icmp', 'tcp'] as const
const FAMILIES = [4, 6] as const
const MAX_HOPS = 20
const PROBES_MAX = 60
/** The least time between the first and the last of three probes: two a second, less the delays of a busy machine. */
const THREE_TAKE_MS = 900
const CAPTURE_READY_MS = 500
const TRACES_AT_ONCE = 100
const FILES_MAX = 4096

/** Fewer than all the traces would like to have. */
const FILES_SHORT = 512

const paceTest = (
  name: string,
  check: (lab: PathLab) => Promise<void>,
  start: { isLimited?: boolean; front?: readonly string[] },
) =>
  labTest(name, NEEDS, async () => {
    await using lab = await startPathLab({ topology: 'silent-target', pingGroups: '0 2147483647', ...start })
    await check(lab)
  })

interface Packet {
  readonly atMs: number
  readonly hops: number
  /** The source with its port for a connection, which has one of its own; the time for anything else. */
  readonly probe: string
}

/** Returns the packets that leave the prober towards an address while something runs. */
async function captured({ built }: PathLab, target: string, run: () => Promise<unknown>): Promise<Packet[]> {
  const command = ['tcpdump', '-i', 'r1', '-n', '-tt', '-v', '-l', `dst host ${target} and (tcp or udp or icmp or icmp6)`]
  const child = Bun.spawn(built.prober.inside(command), { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })
  const text = child.stdout.text()
  await Bun.sleep(CAPTURE_READY_MS)
  await run()
  await Bun.sleep(CAPTURE_READY_MS)
  child.kill()
  const packets = /^(\d+\.\d+) IP6? \(.*?(?:ttl|hlim) (\d+),.*\)\s+(\S+) > \S+ (Flags)?/gm
  return [...(await text).matchAll(packets)].map(([, at = '', hops, source = '', flags]) => ({
    atMs: Number(at) * 1000,
    hops: Number(hops),
    probe: flags ? source : at,
  }))
}

/** Returns the packets without those that the system sent again, because on a busy machine a connection was given up late. */
function probesIn(packets: readonly Packet[]): Packet[] {
  const firsts = new Map(packets.toReversed().map((packet) => [packet.probe, packet]))
  const probes = packets.filter((packet) => firsts.get(packet.probe) === packet)
  expect(packets.length - probes.length).toBeLessThan(probes.length / 4)
  return probes
}

paceTest(
  'a silent target gets sixty packets at most, two a second for each hop, whatever the method',
  async (lab) => {
    for (const family of FAMILIES)
      for (const method of METHODS) {
        const host = lab.built.target[family] ?? ''
        const packets = probesIn(await captured(lab, host, () => lab.ask('traceroute', { host, maxHops: MAX_HOPS, method })))
        const label = `IPv${family} ${method}`
        expect(`${label}: ${packets.length}, ${packets.length <= PROBES_MAX}`).toEndWith('true')
        for (let hops = 1; hops <= MAX_HOPS; hops++) {
          const times = packets.filter((packet) => packet.hops === hops).map(({ atMs }) => atMs)
          const [first = 0, , third = 0] = times
          const isPaced = times.length === 3 && third - first >= THREE_TAKE_MS
          expect(`${label}, hop ${hops}: ${times.map((atMs) => atMs - first)}, ${isPaced}`).toEndWith('true')
        }
      }
  },
  { isLimited: true },
)

/** Runs a trace many times at once, while a server is asked for something simple; returns the most files that were open as well. */
async function tracedAtOnce({ server }: PathLab, trace: () => Promise<void>) {
  let filesOpen = 0
  const { lateMs } = await meanwhile(
    server,
    () => Promise.all(Array.from({ length: TRACES_AT_ONCE }, trace)),
    () => {
      filesOpen = Math.max(filesOpen, readdirSync(`/proc/${server.pid}/fd`).length)
    },
  )
  return { lateMs, filesOpen }
}

paceTest(
  `${TRACES_AT_ONCE} traces over TCP leave files to open and time for others`,
  async (lab) => {
    const request = { host: lab.built.target[4], maxHops: MAX_HOPS, method: 'tcp' }
    await lab.ask('traceroute', { ...request, maxHops: 1 })
    const reasons = new Set<string>()
    const trace = async () => void reasons.add((await lab.ask('traceroute', request)).reason)
    const { lateMs, filesOpen } = await tracedAtOnce(lab, trace)
    expect([...reasons]).toEqual(['no-answer'])
    expect(filesOpen).toBeLessThan((FILES_MAX * 3) / 4)
    expect(lateMs).toBe(0)
  },
  { front: ['prlimit', `--nofile=${FILES_MAX}`] },
)

paceTest(
  'where files are short a trace says so, and those who ask are still let in',
  async (lab) => {
    const request = { host: lab.built.target[4], maxHops: MAX_HOPS, method: 'tcp' }
    const findings: { reason: string; failedLayer: string }[] = []
    const trace = async () => void findings.push(await lab.ask('traceroute', request))
    const { lateMs, filesOpen } = await tracedAtOnce(lab, trace)
    const short = findings.filter(({ reason }) => reason === 'too-many-open-files')
    expect(short.length).toBeGreaterThan(0)
    expect([...new Set(short.map(({ failedLayer }) => failedLayer))]).toEqual(['local'])
    expect(filesOpen).toBeLessThan(FILES_SHORT)
    expect(lateMs).toBe(0)
    expect(await lab.ask('traceroute', { ...request, maxHops: 1 })).toMatchObject({ hops: [{ status: 'hop' }] })
  },
  { front: ['prlimit', `--nofile=${FILES_SHORT}`] },
)
