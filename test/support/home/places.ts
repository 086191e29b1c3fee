// A home in front of three doorsteps, each on a machine and at an address of its own, and what is told of whom they speak to.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAM } from '../executable.ts'
import { batch, execute, run, within } from '../net/namespace.ts'
import { makeMachines } from '../net/topology/machines.ts'
import { programPath } from '../programs.ts'
import { type Server, startServer, UNLIMITED_TARGETS } from '../server.ts'
import { linkOf } from '../where/shapes.ts'
import { buildHomes, endingWith, HOMES_NEED, type Home } from './homes.ts'

export const PLACES_NEED = { programs: [...new Set([...HOMES_NEED.programs, 'dnsmasq', 'dig', 'curl'])], root: true }

export const ECHO_PORT = 3479
const [EARLIER_PORT, MISSING_PORT] = [8101, 8102]
const NET = '11.18.13'
const LISTENS_MS = 15_000

/** Those whom a machine sends anything to by itself. */
const TOLD_TABLE = `table inet told {
set four { type ipv4_addr; flags dynamic; }
set six { type ipv6_addr; flags dynamic; }
chain output {
type filter hook output priority filter
oifname "lo" accept
ct direction reply accept
icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert, nd-router-solicit, mld2-listener-report } accept
meta nfproto ipv4 update @four { ip daddr } accept
meta nfproto ipv6 update @six { ip6 daddr } accept
}
}
`

/** The state of Oslo: it answers, refuses connections, lets them hang, or lacks the path. */
export type Oslo = 'up' | 'down' | 'slow' | 'missing'

export interface Places extends AsyncDisposable {
  readonly home: Home
  /** The doorstep that is named by its address, that of the others, and their addresses. */
  readonly here: Server
  readonly addresses: Readonly<Record<'here' | 'frankfurt' | 'oslo', string>>
  /** A second doorstep at the same address, which names places by names that the home's name server knows. */
  readonly named: Server
  setOslo(state: Oslo): Promise<void>
  /** Returns everybody whom the doorsteps have spoken to since they started. */
  told(): Promise<string[]>
}

const load = (name: string, table: string) => run(within(name, ['nft', '-f', '-']), { input: table })

/** Builds them; the machine of the first one passes on what the others send. */
export async function buildPlaces(): Promise<Places> {
  await using undo = new AsyncDisposableStack()
  const homes = undo.use(await buildHomes(['single'], { isAlone: true }))
  const [home] = homes.all
  if (!home) throw new Error('no home')
  const { street } = home
  const addresses = { here: street.server[4], frankfurt: `${NET}.2`, oslo: `${NET}.6` }
  const { names } = undo.use(await makeMachines(['frankfurt', 'oslo']))
  const [frankfurt = '', oslo = ''] = [names.get('frankfurt'), names.get('oslo')]
  const core = street.inside('', [])[3] ?? ''
  await run(within(core, ['sysctl', '-qw', 'net.ipv4.ip_forward=1']))
  await joinTo(core, frankfurt, 'place0', 1)
  await joinTo(core, oslo, 'place1', 5)
  for (const to of [addresses.frankfurt, addresses.oslo]) {
    await run(street.inside('r1', ['ip', 'route', 'add', `${to}/32`, 'via', addresses.here]))
    await run(street.inside('r2', ['ip', 'route', 'add', `${to}/32`, 'via', linkOf(street.at, street.shape, 1).near4]))
  }
  const machines = [core, frankfurt, oslo]
  await Promise.all(machines.map((name) => load(name, TOLD_TABLE)))
  const start = async (name: string, host: string, args: readonly string[]) =>
    undo.use(await startServer({ command: within(name, PROGRAM), env: UNLIMITED_TARGETS, host, args }))
  const [there, away] = await Promise.all([
    start(frankfurt, addresses.frankfurt, []),
    start(oslo, addresses.oslo, ['--trusted-proxies', '127.0.0.1/32']),
  ])
  undo.use(await startEarlier(oslo, away.port))
  const list = (all: Readonly<Record<string, string>>) =>
    Object.entries(all)
      .map(([name, url]) => `${name}=${url}`)
      .join(',')
  const known = {
    Frankfurt: `http://${addresses.frankfurt}:${there.port}`,
    Oslo: `http://${addresses.oslo}:${away.port}`,
    Earlier: `http://${addresses.oslo}:${EARLIER_PORT}`,
  }
  const byName = {
    Frankfurt: `http://frankfurt.home.test:${there.port}`,
    Inside: 'http://inside.home.test:8080',
    Both: `http://both.home.test:${there.port}`,
    Nowhere: 'http://nowhere.home.test:8080',
  }
  const [here, named] = await Promise.all([
    start(core, addresses.here, ['--places', list(known), '--echo-port', String(ECHO_PORT)]),
    start(core, addresses.here, ['--places', list(byName)]),
  ])
  undo.use(await startNames(home, addresses.frankfurt))
  const owned = undo.move()
  return {
    home,
    here,
    named,
    addresses,
    setOslo: async (state) => void (await load(oslo, osloTable(state, away.port))),
    told: async () => (await Promise.all(machines.map(toldBy))).flat(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Joins a machine to the first one: a link of four addresses, of which the machine has the second one. */
async function joinTo(core: string, name: string, device: string, first: number): Promise<void> {
  await run(['ip', 'link', 'add', device, 'netns', core, 'type', 'veth', 'peer', 'name', 'wan', 'netns', name])
  await batch(core, [`addr add ${NET}.${first}/30 dev ${device}`, `link set ${device} up`])
  const own = ['link set lo up', `addr add ${NET}.${first + 1}/30 dev wan`, 'link set wan up']
  await batch(name, [...own, `route add default via ${NET}.${first}`])
}

/** Starts the place of an earlier version, and the one that lacks the path. */
function startEarlier(name: string, upstream: number): Promise<AsyncDisposable> {
  const job = [process.execPath, join(import.meta.dirname, 'earlier-job.ts')]
  return started(within(name, [...job, `http://127.0.0.1:${upstream}`, String(EARLIER_PORT), String(MISSING_PORT)]))
}

/** Starts a program that says when it is ready. */
async function started(command: readonly string[]): Promise<AsyncDisposable> {
  const child = Bun.spawn([...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  await Promise.race([child.stdout.getReader().read(), Bun.sleep(LISTENS_MS)])
  return endingWith(child)
}

/** Gives the home a name server on its own loopback, some of whose names lead into the home. */
async function startNames({ street, router }: Home, far: string): Promise<AsyncDisposable> {
  const device = street.inside('dev', [])[3] ?? ''
  const folder = `/etc/netns/${device}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/resolv.conf`, 'nameserver 127.0.0.1\n')
  const records = [
    ...`frankfurt.home.test,${far} inside.home.test,${router} both.home.test,${far} both.home.test,${router}`.split(' '),
  ]
  const options = ['--keep-in-foreground', '--conf-file=/dev/null', '--no-resolv', '--no-hosts', '--local=/test/', '--user=root']
  const listening = ['--listen-address=127.0.0.1', '--bind-interfaces', '--pid-file=', '--log-facility=-']
  const names = records.map((record) => `--host-record=${record}`)
  const child = Bun.spawn(within(device, [programPath('dnsmasq') ?? 'dnsmasq', ...options, ...listening, ...names]), {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const dig = ['dig', '@127.0.0.1', 'inside.home.test', '+short', '+tries=1', '+time=1']
  const deadline = performance.now() + LISTENS_MS
  while ((await execute(within(device, dig))).stdout.trim() !== router) {
    if (performance.now() > deadline) throw new Error('the name server does not answer')
    await Bun.sleep(20)
  }
  return endingWith(child)
}

function osloTable(state: Oslo, port: number): string {
  const input = { up: '', down: 'reject with tcp reset', slow: 'drop', missing: '' }[state]
  const away = state === 'missing' ? `tcp dport ${port} redirect to :${MISSING_PORT}` : ''
  return `table inet oslo
delete table inet oslo
table inet oslo {
chain prerouting {
type nat hook prerouting priority dstnat
${away}
}
chain input {
type filter hook input priority 0
iifname "lo" accept
${input === '' ? '' : `tcp dport ${port} ${input}`}
}
}
`
}

type Listed = { nftables: { set?: { elem?: (string | { elem: { val: string } })[] } }[] }

async function toldBy(name: string): Promise<string[]> {
  const { nftables }: Listed = JSON.parse(await run(within(name, ['nft', '-j', 'list', 'table', 'inet', 'told'])))
  return nftables.flatMap(({ set }) => (set?.elem ?? []).map((one) => (typeof one === 'string' ? one : one.elem.val)))
}
