// Homes out of namespaces as their residents know them: a computer, a router that speaks protocols (miniupnpd), other devices, a VPN, and a
// doorstep on the internet that looks from outside.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { slowness } from '../cost.ts'
import { PROGRAM } from '../executable.ts'
import { batch, execute, type Outcome, run, within } from '../net/namespace.ts'
import { makeMachines } from '../net/topology/machines.ts'
import { measuredLine } from '../process/measured.ts'
import { plainEnvironment, type Server, startServer, UNLIMITED_TARGETS } from '../server.ts'
import { linkOf, type ShapeName } from '../where/shapes.ts'
import { buildStreets, STREET_PROGRAMS, type Street } from '../where/street.ts'
import { GATEWAY_PROGRAMS, type GatewaySetup, startGateway } from './gateway.ts'
import { type RouterSetup, routerTable } from './router.ts'
import { SPOKEN_TABLE, type Spoken, spokenThrough } from './spoken.ts'

export const HOMES_NEED = { programs: [...new Set([...STREET_PROGRAMS, ...GATEWAY_PROGRAMS])], root: true }

/** No addresses of a public range lead anywhere from a namespace; gateways do not serve at addresses that are reserved. */
const OUTSIDE = '11.18'
const ROUTER_LINK_LOCAL = 'fe80::1'
const SERVER_NAME = 'doorstep.home.test'
const LISTEN_MS = 15_000
const [NEIGHBOUR, TUNNEL] = ['neighbour', 'tunnel'] as const

interface Listens {
  /** The machine; the computer by default. "neighbour" is the one that `neighbour` adds. */
  readonly at?: string
  readonly host?: string
  readonly port: number
}

export interface HomeSetup {
  /** The routers by machine: "home" is the one with the public address, "inner" the one nearest to the computer where there are two. */
  readonly routers?: Readonly<Record<string, RouterSetup>>
  /** The gateway of the computer: the router nearest to it. Without one it speaks no protocol. */
  readonly gateway?: GatewaySetup
  /** Further tables by machine, such as a firewall of "dev". */
  readonly tables?: Readonly<Record<string, string>>
  readonly listens?: readonly Listens[]
  /** Another device on the network of this router ("home" or "inner"), with the last decimal 66. */
  readonly neighbour?: string
  /** Whether the computer sends everything through a VPN, with a rule and a table of its own as wg-quick makes them. */
  readonly vpn?: boolean
  /** Whether a tunnel without a program at its end has taken the place of the default route. */
  readonly tunnel?: boolean
}

export interface Line extends Outcome {
  /** The object that was printed; null for anything else. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asks whether a field is there; the types must not say so beforehand
  readonly json: any
  readonly elapsedMs: number
  /** Null unless it was asked for. */
  readonly memoryMiB: number | null
}

export interface Home {
  readonly street: Street
  /** The computer's and its router's addresses on their network, and the public one that a server sees. */
  readonly own: string
  readonly own6: string
  readonly router: string
  readonly seen: string
  /** The address of the router nearest to the computer towards the internet. */
  readonly wan: string
  /** The address that a server sees through the computer's VPN. */
  readonly vpn: string
  /** The URL of the doorstep outside; that of its name, which has addresses of both versions of IP, with "both". */
  url(family?: 4 | 6 | 'both'): string
  /** Sets the home up until what it returns is disposed of; a home is set up once at a time. */
  setUp(setup: HomeSetup): Promise<AsyncDisposable>
  /** The command that runs a command line of doorstep on the computer, for those who start and end it themselves. */
  command(args: readonly string[]): string[]
  /** The command that runs a command on the device beside the computer. */
  atNeighbour(command: readonly string[]): string[]
  /** Runs a command line of doorstep on the computer; with `--json` in it the answer is read. */
  line(args: readonly string[], options?: { isMeasured?: boolean }): Promise<Line>
  /** The rules of a machine, as nft lists them. */
  rulesOf(machine: string): Promise<string>
  /** Returns whom the computer has spoken to since the home was set up. */
  spoken(): Promise<Spoken[]>
}

export interface Homes extends AsyncDisposable {
  readonly server: Server | null
  readonly all: readonly Home[]
}

/** Builds homes of these shapes, side by side ("single", "double", "carrier"), and a doorstep for all of them unless it is not wanted. */
export async function buildHomes(
  shapes: readonly ShapeName[],
  { isAlone = false, server: own = [] }: { isAlone?: boolean; server?: readonly string[] } = {},
): Promise<Homes> {
  await using undo = new AsyncDisposableStack()
  const streets = undo.use(await buildStreets(shapes, { outside: OUTSIDE }))
  const extras = undo.use(await makeMachines(streets.all.flatMap(({ at }) => [`${NEIGHBOUR}${at}`, `${TUNNEL}${at}`])))
  const nameOf = (kind: string, at: number) => extras.names.get(`${kind}${at}`) ?? ''
  const more = await Promise.all(
    streets.all.map(async (street) => {
      await completeHome(street)
      await layTunnel(street, streets.server.name, nameOf(TUNNEL, street.at))
      undo.use(nameServer(street))
      return { neighbour: nameOf(NEIGHBOUR, street.at), tunnel: nameOf(TUNNEL, street.at) }
    }),
  )
  const allowed = ['--allow-targets', `${OUTSIDE}.0.0/16,2001:db8::/32`, ...own]
  const command = streets.server.inside(PROGRAM)
  const server = isAlone
    ? null
    : undo.use(await startServer({ command, env: UNLIMITED_TARGETS, host: streets.server.address4, args: allowed }))
  const all = streets.all.map((street, at) => homeOf(street, more[at] ?? { neighbour: '', tunnel: '' }, server?.port ?? 0))
  const owned = undo.move()
  return { server, all, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

type Extras = { readonly neighbour: string; readonly tunnel: string }

/** Gives the computer what routers announce: a default route over IPv6, by the link-local address of its router. */
async function completeHome({ inside, shape: { machines } }: Street): Promise<void> {
  await run(inside(machines.at(-2) ?? '', ['ip', 'addr', 'add', `${ROUTER_LINK_LOCAL}/64`, 'dev', 'lan', 'nodad']))
  await run(inside('dev', ['ip', 'route', 'add', '::/0', 'via', ROUTER_LINK_LOCAL, 'dev', 'wan']))
}

/** Gives the doorstep outside a name on the computer. */
function nameServer({ inside, server }: Street): Disposable {
  const folder = `/etc/netns/${inside('dev', [])[3]}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/hosts`, `127.0.0.1 localhost\n${server[4]} ${SERVER_NAME}\n${server[6]} ${SERVER_NAME}\n`)
  return { [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

/** Lays a tunnel's two ends: from the computer to a machine with a public address of its own. The computer does not use it yet. */
async function layTunnel({ at, inside }: Street, server: string, tunnel: string): Promise<void> {
  const device = inside('dev', [])[3] ?? ''
  const [near, far] = [`${OUTSIDE}.${at * 16 + 14}.1`, `${OUTSIDE}.${at * 16 + 14}.2`]
  await run(['ip', 'link', 'add', `vpn${at}`, 'netns', server, 'type', 'veth', 'peer', 'name', 'wan', 'netns', tunnel])
  await run(['ip', 'link', 'add', 'wg0', 'netns', device, 'type', 'veth', 'peer', 'name', 'lan', 'netns', tunnel])
  await batch(server, [`addr add ${near}/24 dev vpn${at}`, `link set vpn${at} up`])
  await batch(device, ['addr add 10.66.0.2/24 dev wg0', 'link set wg0 up'])
  const own = [`addr add ${far}/24 dev wan`, 'addr add 10.66.0.1/24 dev lan', 'link set lan up', 'link set wan up']
  await batch(tunnel, ['link set lo up', ...own, `route add default via ${near}`])
  await run(within(tunnel, ['sysctl', '-qw', 'net.ipv4.ip_forward=1']))
  await run(within(tunnel, ['nft', '-f', '-']), { input: routerTable({}) })
}

function homeOf(street: Street, extras: Extras, port: number): Home {
  const { at, shape, inside } = street
  const last = linkOf(at, shape, shape.machines.indexOf('dev'))
  const nearest = shape.machines.at(-2) ?? ''
  const command: Home['command'] = (args) => inside('dev', [...PROGRAM, ...args])
  const atExtra: Home['street']['inside'] = (machine, line) =>
    machine === NEIGHBOUR ? within(extras.neighbour, line) : inside(machine, line)
  return {
    street,
    own: last.far4,
    own6: last.far6,
    router: last.near4,
    seen: street.seen[4],
    vpn: `${OUTSIDE}.${at * 16 + 14}.2`,
    wan: linkOf(at, shape, shape.machines.indexOf(nearest)).far4,
    url: (family = 4) => `http://${{ 4: street.server[4], 6: `[${street.server[6]}]`, both: SERVER_NAME }[family]}:${port}`,
    async setUp({ routers = {}, gateway, tables = {}, listens = [], neighbour, vpn = false, tunnel = false }) {
      await using undo = new AsyncDisposableStack()
      const own = shape.machines.filter((machine) => machine === 'home' || machine === 'inner')
      const all = Object.fromEntries(own.map((machine) => [machine, routerTable(routers[machine] ?? {})]))
      const counted = { ...all, [nearest]: `${all[nearest] ?? ''}${SPOKEN_TABLE}` }
      const joined = [...Object.keys(tables), ...Object.keys(counted)].map((machine) => [
        machine,
        `${counted[machine] ?? ''}${tables[machine] ?? ''}`,
      ])
      await street.rule(Object.fromEntries(joined))
      if (neighbour) undo.use(await attach(street, neighbour, extras.neighbour))
      if (vpn) undo.use(await useTunnel(street, last.near4))
      if (tunnel) undo.use(await holdByTunnel(street, last.near4))
      await run(within(extras.tunnel, ['nft', '-f', '-']), { input: SPOKEN_TABLE })
      const network = last.near4.replace(/\.\d+$/, '')
      if (gateway) undo.use(await startGateway({ inside: (line) => inside(nearest, line), network }, gateway))
      for (const one of listens) undo.use(await listen(atExtra, one))
      return undo.move()
    },
    command,
    atNeighbour: (command) => within(extras.neighbour, command),
    line: (args, { isMeasured = false } = {}) => ranLine(inside('dev', PROGRAM), args, isMeasured),
    rulesOf: (machine) => run(inside(machine, ['nft', 'list', 'ruleset'])),
    async spoken() {
      const ways = [inside(nearest, []), within(extras.tunnel, [])]
      return (await Promise.all(ways.map((way) => spokenThrough((line) => [...way, ...line])))).flat()
    },
  }
}

async function ranLine(command: readonly string[], args: readonly string[], isMeasured: boolean): Promise<Line> {
  const started = performance.now()
  const done = isMeasured ? await measured(command, args) : { ...(await plain([...command, ...args])), memoryMiB: null }
  return { ...done, json: jsonOf(done.stdout), elapsedMs: performance.now() - started }
}

async function measured(command: readonly string[], args: readonly string[]) {
  const { code, out, err, memoryMiB } = await measuredLine(args, { command, limitMs: 60_000 })
  return { exitCode: code ?? -1, stdout: out, stderr: err, memoryMiB }
}

async function plain(command: string[]): Promise<Outcome> {
  // A router of the lab shares its processor with all that is tested meanwhile.
  const testing = { DOORSTEP_TESTING: `answers,patience=${2 * slowness()}` }
  const env = {
    ...plainEnvironment(),
    ...testing,
    LANG: 'C.UTF-8',
    DOORSTEP_RESOLVERS: 'a=127.0.0.1:1,b=127.0.0.1:1,c=127.0.0.1:1',
  }
  const child = Bun.spawn(command, { env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { stdout, stderr, exitCode }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Puts another device on the network of a router. */
async function attach({ at, shape, inside }: Street, router: string, neighbour: string): Promise<AsyncDisposable> {
  const { near4 } = linkOf(at, shape, shape.machines.indexOf(router) + 1)
  const own = near4.replace(/\.\d+$/, '.66')
  const name = inside(router, [])[3] ?? ''
  await run(['ip', 'link', 'add', 'lan2', 'netns', name, 'type', 'veth', 'peer', 'name', 'wan', 'netns', neighbour])
  await batch(neighbour, ['link set lo up', `addr add ${own}/24 dev wan`, 'link set wan up', `route add default via ${near4}`])
  await batch(name, ['link set lan2 up', `route add ${own}/32 dev lan2 src ${near4}`])
  return { [Symbol.asyncDispose]: () => batch(name, ['link del lan2']) }
}

/** Has the computer send everything through its tunnel, but what leads to its own network. */
async function useTunnel({ inside, server }: Street, router: string): Promise<AsyncDisposable> {
  const name = inside('dev', [])[3] ?? ''
  const lines = ['rule add not fwmark 51820 table 51820', 'rule add table main suppress_prefixlength 0']
  // The route to the server alone is the lab's own.
  await batch(name, [`route del ${server[4]}/32`, 'route add default via 10.66.0.1 dev wg0 table 51820', ...lines])
  const undone = lines.map((line) => line.replace('add', 'del'))
  return {
    [Symbol.asyncDispose]: () => batch(name, [...undone, 'route flush table 51820', `route add ${server[4]}/32 via ${router}`]),
  }
}

/** Puts a tunnel in the place of the default route; the one to the server alone stays, which is the lab's own. */
async function holdByTunnel({ inside }: Street, router: string): Promise<AsyncDisposable> {
  const name = inside('dev', [])[3] ?? ''
  const lines = [
    'tuntap add tun0 mode tun',
    'addr add 10.8.0.2/24 dev tun0',
    'link set tun0 up',
    'route replace default dev tun0',
  ]
  await batch(name, lines)
  return { [Symbol.asyncDispose]: () => batch(name, ['link del tun0', `route add default via ${router} dev wan`]) }
}

/** Starts a program that answers at a port over TCP. */
async function listen(inside: Home['street']['inside'], { at = 'dev', host = '::', port }: Listens): Promise<AsyncDisposable> {
  const line = `Bun.serve({ hostname: '${host}', port: ${port}, fetch: () => new Response('home') }); console.log('listens')`
  const child = Bun.spawn(inside(at, [process.execPath, '-e', line]), { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })
  await Promise.race([child.stdout.getReader().read(), Bun.sleep(LISTEN_MS)])
  return endingWith(child)
}

/** Returns what ends a program when it is disposed of. */
export const endingWith = (child: Bun.Subprocess): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    child.kill('SIGKILL')
    await child.exited
  },
})

/** Runs a command on the computer of a home. */
export const onComputer = ({ street }: Home, command: readonly string[]): Promise<Outcome> =>
  execute(street.inside('dev', command))
