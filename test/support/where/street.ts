// Streets out of network namespaces: from one server, over routers of a provider, to homes with real routers (nftables).
import { batch, execute, makeNamespace, type Namespace, type Outcome, run, within } from '../net/namespace.ts'
import { layCables } from '../net/topology/cable.ts'
import { makeMachines } from '../net/topology/machines.ts'
import { distanceOf, linkOf, rangesOf, SHAPES, type Shape, type ShapeName } from './shapes.ts'

export const STREET_PROGRAMS = ['ip', 'nft', 'sysctl', 'cc']

/** The links between the ends of a shortcut; not among those of the row. */
const SHORTCUT_LINK = 15
const EVERYWHERE = ['net.ipv6.conf.all.accept_dad=0', 'net.ipv6.conf.default.accept_dad=0']
/** Echo requests without privileges, as most systems allow them; and by ports, as routers choose between paths. */
const ON_ALL = [...EVERYWHERE, 'net.ipv4.ping_group_range=0 2147483647', 'net.ipv4.fib_multipath_hash_policy=1']
const ON_ROUTERS = ['net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1']

export interface Street {
  readonly at: number
  readonly shape: Shape
  /** The device of the server that leads into it. */
  readonly device: string
  /** The address that is seen when the device asks, and the number of hops to it. */
  readonly seen: Readonly<Record<4 | 6, string>>
  readonly distance: number
  /** The server's address for it; IPv6 without brackets. */
  readonly server: Readonly<Record<4 | 6, string>>
  inside(machine: string, command: readonly string[]): string[]
  exec(machine: string, command: readonly string[]): Promise<Outcome>
  /** Replaces the rules of all machines; a machine that is not named has none. */
  rule(tables: Readonly<Record<string, string>>): Promise<void>
}

export interface Streets extends AsyncDisposable {
  readonly server: Namespace
  readonly all: readonly Street[]
}

/** Builds streets of these shapes, side by side; dispose of them. */
export async function buildStreets(names: readonly ShapeName[], more: Pick<Shape, 'outside'> = {}): Promise<Streets> {
  await using undo = new AsyncDisposableStack()
  const server = undo.use(await makeNamespace())
  const shapes: readonly Shape[] = names.map((name) => ({ ...SHAPES[name], ...more }))
  const wanted = shapes.flatMap(({ machines }, street) => machines.map((machine) => `s${street}-${machine}`))
  const made = undo.use(await makeMachines(wanted))
  await run(server.inside(['sysctl', '-qw', ...ON_ALL]))
  const all = await Promise.all(
    shapes.map(async (shape, at) => {
      const nameOf = (machine: string) => {
        const name = machine === '' ? server.name : made.names.get(`s${at}-${machine}`)
        if (name === undefined) throw new Error(`no machine ${machine}`)
        return name
      }
      undo.use(await lay(at, shape, nameOf))
      return streetAt(at, shape, nameOf)
    }),
  )
  const owned = undo.move()
  return { server, all, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Returns the namespace of a machine; that of the server for an empty name. */
type Names = (machine: string) => string

/** Joins the machines of a street in a row; returns its cables. */
async function lay(at: number, shape: Shape, nameOf: Names): Promise<AsyncDisposable> {
  await using cables = new AsyncDisposableStack()
  const { machines } = shape
  const last = machines.at(-1)
  for (const machine of machines) {
    await run(within(nameOf(machine), ['sysctl', '-qw', ...ON_ALL, ...(machine === last ? [] : ON_ROUTERS)]))
    await batch(nameOf(machine), ['link set lo up'])
  }
  for (const [link, machine] of machines.entries()) {
    const ends = linkOf(at, shape, link)
    const near = nameOf(link === 0 ? '' : (machines[link - 1] ?? ''))
    const far = nameOf(machine)
    const down = link === 0 ? deviceOf(at) : 'lan'
    if (link === 0 && shape.delayMs) cables.use(await layCable(near, down, far, shape.delayMs))
    else await run(['ip', 'link', 'add', down, 'netns', near, 'type', 'veth', 'peer', 'name', 'wan', 'netns', far])
    await batch(near, up(down, ends.near4, ends.near6))
    await batch(far, up('wan', ends.far4, ends.far6))
  }
  for (const [link, machine] of machines.entries()) await batch(nameOf(machine), routes(at, shape, link))
  const { range4, range6 } = rangesOf(at, shape)
  const first = linkOf(at, shape, 0)
  await batch(nameOf(''), [`route add ${range4} via ${first.far4}`, `route add ${range6} via ${first.far6}`])
  if (shape.shortcut) await shorten(at, shape, shape.shortcut, nameOf)
  return cables.move()
}

const deviceOf = (street: number) => `street${street}`

/** Lays a cable that delays from a machine to the next one, under the names that the other links have. */
async function layCable(near: string, down: string, far: string, delayMs: number): Promise<AsyncDisposable> {
  const other = `${down}-far`
  const laid = await layCables([{ namespace: near, devices: [down, other], delayMs }])
  await batch(near, [`link set ${other} netns ${far}`])
  await batch(far, [`link set ${other} name wan`])
  return laid
}

function streetAt(at: number, shape: Shape, nameOf: Names): Street {
  const { machines, asker } = shape
  const distance = distanceOf(shape)
  const first = linkOf(at, shape, 0)
  const inside: Street['inside'] = (machine, command) => within(nameOf(machine), command)
  /** Machines that may have rules. */
  const ruled = new Set<string>()
  return {
    at,
    shape,
    device: deviceOf(at),
    distance,
    seen: { 4: linkOf(at, shape, distance - 1).far4, 6: linkOf(at, shape, machines.indexOf(asker)).far6 },
    server: { 4: first.near4, 6: first.near6 },
    inside,
    exec: (machine, command) => execute(inside(machine, command)),
    async rule(tables) {
      const changed = machines.filter((machine) => ruled.has(machine) || tables[machine] !== undefined)
      for (const machine of changed) ruled.add(machine)
      const rules = (machine: string) => `flush ruleset\n${tables[machine] ?? ''}`
      await Promise.all(changed.map((machine) => run(inside(machine, ['nft', '-f', '-']), { input: rules(machine) })))
      for (const machine of changed) if (tables[machine] === undefined) ruled.delete(machine)
    },
  }
}

const up = (device: string, four: string, six: string) => [
  `addr add ${four}/24 dev ${device}`,
  `addr add ${six}/64 dev ${device} nodad`,
  `link set ${device} up`,
]

/** Returns the routes of a machine. The provider's routers know public addresses alone; homes send everything to their provider. */
function routes(street: number, shape: Shape, link: number): string[] {
  const { range4, range6 } = rangesOf(street, shape)
  const { near4, near6 } = linkOf(street, shape, link)
  const isProviders = link < distanceOf(shape) - 1
  const isLast = link === shape.machines.length - 1
  const next = isLast ? null : linkOf(street, shape, link + 1)
  const server = linkOf(street, shape, 0)
  const back = [`route add ${server.near4}/32 via ${near4}`, `route add ${server.near6}/128 via ${near6}`]
  const outwards = isProviders ? (link === 0 ? [] : back) : [`route add default via ${near4}`, ...back]
  const inwards = next
    ? [...(isProviders ? [`route add ${range4} via ${next.far4}`] : []), `route add ${range6} via ${next.far6}`]
    : []
  return [...outwards, ...inwards]
}

/** Lays a link past the routers between two machines; packets inwards take either way, by their ports. */
async function shorten(street: number, shape: Shape, { from, to }: { from: string; to: string }, nameOf: Names): Promise<void> {
  const { range4, range6 } = rangesOf(street, shape)
  const row = linkOf(street, shape, shape.machines.indexOf(from) + 1)
  const short = linkOf(street, { ...shape, inside: [] }, SHORTCUT_LINK)
  await run(['ip', 'link', 'add', 'short', 'netns', nameOf(from), 'type', 'veth', 'peer', 'name', 'short', 'netns', nameOf(to)])
  const fork = (range: string, ways: readonly string[]) =>
    `route replace ${range} ${ways.map((via) => `nexthop via ${via}`).join(' ')}`
  await batch(nameOf(to), up('short', short.far4, short.far6))
  await batch(nameOf(from), [
    ...up('short', short.near4, short.near6),
    fork(range4, [row.far4, short.far4]),
    fork(range6, [row.far6, short.far6]),
  ])
}
