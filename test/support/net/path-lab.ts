import { PROGRAM } from '../executable.ts'
import { labTest } from '../lab.ts'
import { bodyOf, postTool, ROOT, type Server, startServer, UNLIMITED_TARGETS } from '../server.ts'
import { shared } from '../shared.ts'
import { dnsmasq } from './dnsmasq.ts'
import type { Outcome } from './namespace.ts'
import { type BuiltTopology, buildTopology, TOPOLOGY_NEEDS, topologyNamed } from './topology.ts'

const RESOLVER_PORT = 5300
const RESOLVER = `127.0.0.1:${RESOLVER_PORT}`
const ALLOWED = '198.18.0.0/15,203.0.113.0/24,2001:db8::/32'

export type Found = Awaited<ReturnType<typeof bodyOf>>

export interface PathLab {
  readonly built: BuiltTopology
  readonly server: Server
  /** Posts to a tool, which has to answer 200. */
  ask(tool: string, request: object, headers?: Record<string, string>): Promise<Found>
  /** The number of echo requests that this machine has sent so far, as its kernel counts. */
  echoesSent(): Promise<number>
}

interface Start {
  readonly topology: string
  readonly args?: readonly string[]
  /** Names and their addresses; each address also gets the name as its own. */
  readonly names?: Readonly<Record<string, readonly string[]>>
  /** The groups that may have a socket of kind "ping"; none by default, as the kernel begins. */
  readonly pingGroups?: string
  /** The command in front of the server's. */
  readonly front?: readonly string[]
  readonly command?: readonly string[]
  /** Whether the limit for targets holds; by default it does not. */
  readonly isLimited?: boolean
  readonly cwd?: string
}

/** Returns a topology with a server where its probes start, one for all tests of a file; the returned function makes tests that need it. */
export function pathLabOfFile(start: Start) {
  const started = shared(() => startPathLab(start))
  const needs = { ...TOPOLOGY_NEEDS, programs: [...TOPOLOGY_NEEDS.programs, 'dnsmasq', 'setpriv'] }
  return (name: string, check: (lab: PathLab) => Promise<void>) =>
    labTest(name, needs, async () => {
      await check(await started())
    })
}

/** Starts the lab; dispose of it. */
export async function startPathLab({
  topology,
  args = [],
  names = {},
  pingGroups,
  front = [],
  command,
  isLimited = false,
  cwd = ROOT,
}: Start): Promise<PathLab & AsyncDisposable> {
  await using undo = new AsyncDisposableStack()
  const built = undo.use(await buildTopology(topologyNamed(topology)))
  const { prober } = built
  if (pingGroups !== undefined) await prober.exec(['sysctl', '-qw', `net.ipv4.ping_group_range=${pingGroups}`])
  prober.spawn(dnsmasq(RESOLVER_PORT, names, ''))
  const server = undo.use(
    await startServer({
      command: prober.inside([...front, ...(command ?? PROGRAM)]),
      env: isLimited ? {} : UNLIMITED_TARGETS,
      host: prober.address4,
      cwd,
      args: ['--allow-targets', ALLOWED, '--resolvers', `a=${RESOLVER},b=${RESOLVER},c=${RESOLVER}`, ...args],
    }),
  )
  const owned = undo.move()
  return {
    built,
    server,
    async ask(tool, request, headers = {}) {
      const answer = await postTool(server.url, tool, request, headers)
      if (answer.status !== 200) throw new Error(`${tool} answered ${answer.status}: ${await answer.text()}`)
      return headers.accept === undefined ? bodyOf(answer) : answer.text()
    },
    echoesSent: async () => echoesIn(await prober.exec(['cat', '/proc/net/snmp'])),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function echoesIn({ stdout }: Outcome): number {
  const [names = [], values = []] = stdout
    .split('\n')
    .filter((line) => line.startsWith('Icmp:'))
    .map((line) => line.split(' '))
  return Number(values[names.indexOf('OutEchos')])
}
