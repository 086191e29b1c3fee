// Asks for ports of homes as their owners would, over HTTP from the device, and keeps what went over the wire meanwhile.

import { PROGRAM } from '../executable.ts'
import { GATEWAY_PROGRAMS, startGateway } from '../home/gateway.ts'
import { MAPPED } from '../home/router.ts'
import { programPath } from '../lab.ts'
import { execute, run } from '../net/namespace.ts'
import { bodyOf, postTool, type Server, startServer, UNLIMITED_TARGETS } from '../server.ts'
import type { Answered } from './judge.ts'
import { FORWARDED, forwarded } from './rules.ts'
import { addressAfter, linkOf, type ShapeName } from './shapes.ts'
import type { Situation } from './situation.ts'
import { buildStreets, STREET_PROGRAMS, type Street } from './street.ts'
import { countPackets, sentBy, since } from './wire.ts'

const CONTROL_PORT = 49_999
/** The table in which a gateway keeps its mappings. */
const TABLE = `table inet ${MAPPED.table} {
chain ${MAPPED.forward} {
type filter hook forward priority 0
}
chain ${MAPPED.nat} {
type nat hook prerouting priority -100
}
chain ${MAPPED.postrouting} {
type nat hook postrouting priority 100
}
}
`

/** Has the device of a street map a port to itself by UPnP; it lasts until it is disposed of. */
async function mapPort({ inside, shape }: Street, protocol: 'tcp' | 'udp', port: number): Promise<AsyncDisposable> {
  const [network = ''] = shape.inside
  await run(inside('home', ['nft', '-f', '-']), { input: TABLE })
  // The address is not the router's own: at one that is reserved it would not map.
  const setup = { upnp: true, extIp: '9.9.9.9', more: [`http_port=${CONTROL_PORT}`] }
  const gateway = await startGateway({ inside: (command) => inside('home', command), network }, setup)
  const control = `http://${network}.1:${CONTROL_PORT}/rootDesc.xml`
  await run(inside('dev', ['upnpc', '-u', control, '-a', `${network}.10`, String(port), String(port), protocol]))
  return gateway
}

export const WHERE_LAB_NEEDS = { programs: [...STREET_PROGRAMS, ...GATEWAY_PROGRAMS, 'upnpc', 'curl'], root: true }

/** A home's messages are rationed: six at once, and then one a second. */
const REST_MS = 2500
const LISTEN_MS = 10_000
/** Pairs of ports, far below those of the control ports. */
const TURNS = 1500

export interface Seen extends Answered {
  /** The address that was looked at. */
  readonly address: string
  /** The address of the hop after which packets should stop. */
  readonly after: string | null
}

export interface WhereLab extends AsyncDisposable {
  /** Sets a situation up on a street that is free, and asks. */
  ask(situation: Situation, request?: object): Promise<Seen>
}

export async function startWhereLab(shapes: readonly ShapeName[]): Promise<WhereLab> {
  await using undo = new AsyncDisposableStack()
  const streets = undo.use(await buildStreets(shapes))
  await countPackets(streets.server)
  const allowed = ['--allow-targets', '198.18.0.0/15,2001:db8::/32', '--trusted-proxies', '198.19.0.0/16']
  const server = undo.use(
    await startServer({
      command: streets.server.inside(PROGRAM),
      env: UNLIMITED_TARGETS,
      host: streets.server.address4,
      args: allowed,
    }),
  )
  const free = new Map<string, Street[]>()
  const waiting = new Map<string, ((street: Street) => void)[]>()
  const give = (name: string, street: Street) => {
    const next = waiting.get(name)?.shift()
    if (next) next(street)
    else free.set(name, [...(free.get(name) ?? []), street])
  }
  for (const [at, street] of streets.all.entries()) give(shapes[at] ?? '', street)
  const take = async (name: string) => {
    const street = free.get(name)?.shift()
    if (street) return street
    const { promise, resolve } = Promise.withResolvers<Street>()
    waiting.set(name, [...(waiting.get(name) ?? []), resolve])
    return promise
  }
  const owned = undo.move()
  return {
    async ask(situation, request = {}) {
      const street = await take(situation.shape)
      try {
        const counted = () => sentBy(streets.server, street.device)
        return await asked(street, situation, request, { server, counted })
      } finally {
        setTimeout(give, REST_MS, situation.shape, street)
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

type Means = { server: Server; counted: () => ReturnType<typeof sentBy> }

async function asked(street: Street, situation: Situation, request: object, { server, counted }: Means): Promise<Seen> {
  const { family, protocol, listensAt, maps, expected } = situation
  const shift = nextShift()
  const port = situation.port + shift
  await street.rule(shifted(situation.tables, shift))
  await using undo = new AsyncDisposableStack()
  if (listensAt) undo.use(await listen(street, listensAt, port))
  if (maps) undo.use(await mapPort(street, protocol, port))
  const address = situation.address === 'absent' ? absentAt(street) : street.seen[family]
  const before = await counted()
  const body = { port, protocol, ...request }
  const ask = situation.address === 'absent' ? askFor(server, address, body) : askFrom(street, family, server, body)
  const { status, where, nextActions, elapsedMs } = await ask
  const sent = since(before, await counted())
  const actions = nextActions.map(({ code }: { code: string }) => code)
  const after = expected.stoppedAfter ? addressAfter(street.at, street.shape, expected.stoppedAfter, family) : null
  return { port, status, where, actions, elapsedMs, sent, exceeded: await exceededAt(street), address, after }
}

let turns = 0

/** Returns a number for which no ports were asked yet: a router remembers whom it forwarded to, also when it has other rules since. */
function nextShift(): number {
  return (turns++ % TURNS) * 2
}

function shifted(tables: Situation['tables'], shift: number): Record<string, string> {
  const move = (text: string) => text.replaceAll(FORWARDED, forwarded(shift))
  return Object.fromEntries(Object.entries(tables).map(([machine, text]) => [machine, move(text)]))
}

const ASKING_S = 20
const TRIES = 3

/** Asks from the device, as its owner would. */
async function askFrom(street: Street, family: 4 | 6, server: Server, body: object) {
  const host = family === 4 ? street.server[4] : `[${street.server[6]}]`
  const url = `http://${host}:${server.port}/api/tools/port-check`
  const sent = ['-H', 'content-type: application/json', '-d', JSON.stringify(body)]
  const command = ['curl', '-sS', '--max-time', String(ASKING_S), ...sent, url]
  // On a way that loses packets, the request itself may get lost, or a part of its answer.
  for (let tries = 1; ; tries++) {
    try {
      return await bodyOf(new Response(await run(street.inside(street.shape.asker, command))))
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
}

/** Asks in the name of an address at which nobody is. */
async function askFor(server: Server, address: string, body: object) {
  return bodyOf(await postTool(server.url, 'port-check', body, { 'x-forwarded-for': address }))
}

/** Returns an address in the network of the device at which nobody is. */
function absentAt({ at, shape }: Street): string {
  return linkOf(at, shape, shape.machines.indexOf(shape.asker)).far6.replace(/:[^:]*$/, ':66')
}

/** Starts a program on a machine that answers at the port, over both protocols. */
async function listen(street: Street, machine: string, port: number): Promise<AsyncDisposable> {
  const line = `Bun.serve({ hostname: '::', port: ${port}, fetch: () => new Response('home') })
await Bun.udpSocket({ hostname: '::', port: ${port}, socket: { data: (socket, data, port, from) => void socket.send(data, port, from) } })
console.log('listens')`
  const child = Bun.spawn(street.inside(machine, [process.execPath, '-e', line]), {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  await Promise.race([child.stdout.getReader().read(), Bun.sleep(LISTEN_MS)])
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

/** Returns how often the public address has said that a hop limit ended there. */
async function exceededAt({ inside, shape }: Street): Promise<number> {
  if (shape.inside.length === 0) return 0
  const { stdout } = await execute(inside('home', [programPath('nft') ?? '', 'list', 'chain', 'inet', 'home', 'output']))
  return Number(/time-exceeded counter packets (\d+)/.exec(stdout)?.[1] ?? 0)
}
