// A server that works for strangers, and the cost of that.
import { join } from 'node:path'
import { openLoopback } from '../net/network.ts'
import { FROM_SOURCE, postTool, type Server, startServer, UNLIMITED_TARGETS } from '../server.ts'
import { ZONE } from './dns-names.ts'
import { Capture, type Packet } from './packets.ts'
import { portOf } from './tcp-peer.ts'
import { type Cost, SOCKET_VARIABLE } from './watch-cost.ts'
import { ALLOWED, CLIENT_ADDRESS, makeWorld, type ResolverKind, SERVER_ADDRESS, say, WORLD_NEEDS } from './world.ts'

export const HOSTILE_NEEDS = WORLD_NEEDS

const WATCH = join(import.meta.dirname, 'watch.ts')
/** For packets that are still to leave, and to be written down. */
const SETTLE_MS = 30
/** Questions, handshakes, echo requests and the rest. */
const KINDS = 4
const IDLE_TRIES = 5
const IDLE_POLL_MS = 150
const IDLE_TOLERANCE_MB = 10

/** Names and ports that play no shape: the cost of reading and compiling at first is not a stranger's doing. */
const POLITE: readonly Request[] = [
  { tool: 'dns-lookup', body: { domain: ZONE } },
  { tool: 'dns-propagation', body: { domain: ZONE } },
  { tool: 'ddns-match', body: { hostname: ZONE }, asClient: true },
  { tool: 'reverse-dns', body: { ip: CLIENT_ADDRESS } },
  { tool: 'ping', body: { host: ZONE, count: 1 } },
  ...['udp', 'icmp', 'tcp'].map((method) => ({ tool: 'traceroute', body: { host: ZONE, method } })),
  { tool: 'port-check', body: { port: 9 }, asClient: true },
  { tool: 'port-check', body: { port: 9, protocol: 'udp' }, asClient: true },
  { tool: 'reachability', body: { port: 9, hostname: ZONE, scheme: 'http' }, asClient: true },
  ...(['http', 'https'] as const).flatMap((scheme) => [
    { tool: 'http-headers', body: { url: `${scheme}://${ZONE}:${portOf(scheme, 'cookies', 16)}/` } },
    { tool: 'public-service-check', body: { target: ZONE, port: portOf(scheme, 'cookies', 16), scheme } },
  ]),
  { tool: 'ssl-check', body: { host: ZONE, port: portOf('https', 'cookies', 16) } },
]

/** One request to a tool; `asClient`: from the strangers' own address. */
export type Request = { readonly tool: string; readonly body: object; readonly asClient?: boolean }

export interface Measured {
  readonly cost: Cost
  /** The packets that were sent to others than the client. */
  readonly packets: readonly Packet[]
  readonly answers: readonly Answered[]
  /** The number of times that a stranger did what its shape says. */
  readonly plays: number
}

export type Answered = { readonly status: number; readonly text: string; readonly elapsedMs: number }

export interface HostileLab extends AsyncDisposable {
  readonly server: Server
  /** Sends requests, all at once, and returns their cost together. */
  measure(...requests: readonly Request[]): Promise<Measured>
  /** Begins and ends a measurement of something other than a request. */
  begin(): Promise<void>
  cost(): Promise<Cost>
}

export type Start = { readonly resolver?: ResolverKind }

/** Starts the lab; dispose of it. */
export async function startHostileLab({ resolver = 'passing' }: Start = {}): Promise<HostileLab> {
  await using undo = new AsyncDisposableStack()
  undo.defer(openLoopback())
  const world = undo.use(await makeWorld(resolver))
  const { door, resolvers } = world
  const watch = join(world.folder, 'watch')
  const server = undo.use(
    await startServer({
      // All its cases ask the same few strangers.
      command: door.inside([process.execPath, '--preload', WATCH, ...FROM_SOURCE.slice(1)]),
      host: door.address4,
      env: { [SOCKET_VARIABLE]: watch, ...UNLIMITED_TARGETS },
      args: ['--allow-targets', ALLOWED, '--resolvers', resolvers.map((address, index) => `${'abc'[index]}=${address}`).join()],
    }),
  )
  const capture = undo.use(new Capture(world.sent))
  const ask = async ({ tool, body, asClient = false }: Request): Promise<Answered> => {
    const started = performance.now()
    const url = `http://${SERVER_ADDRESS}:${server.port}/api/tools/${tool}`
    const answer = asClient
      ? await world.tellStrangers('/ask', { method: 'POST', body: JSON.stringify({ url, body }) })
      : await postTool(server.url, tool, body)
    const text = await answer.text()
    return { status: answer.status, text, elapsedMs: performance.now() - started }
  }
  const begin = beginner(watch)
  const plays = async () => Number(await (await world.tellStrangers('/plays')).text())
  const cost = async () => readCost(await (await say(watch, '/end')).text())
  for (let times = 0; times < 2; times++) await Promise.all(POLITE.map(ask))
  await Bun.sleep(SETTLE_MS)
  const seen = new Set(capture.next().map(({ kind }) => kind))
  if (seen.size < KINDS) throw new Error(`of what was sent only ${[...seen].join()} was written down`)
  const owned = undo.move()
  return {
    server,
    begin,
    cost,
    async measure(...requests) {
      await begin()
      await plays()
      capture.next()
      const answers = await Promise.all(requests.map(ask))
      const spent = await cost()
      await Bun.sleep(SETTLE_MS)
      return { cost: spent, answers, packets: capture.next(), plays: await plays() }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/**
 * Returns a function that begins a measurement when the memory of those before has been given back: memory that is kept would hide what the
 * next one takes. Only code that has been compiled since is never given back.
 */
function beginner(watch: string): () => Promise<void> {
  let leastMb = Number.POSITIVE_INFINITY
  return async () => {
    for (let tries = 1; tries <= IDLE_TRIES; tries++) {
      const beforeMb = Number(await (await say(watch, '/begin')).text())
      leastMb = Math.min(leastMb, beforeMb)
      if (beforeMb < leastMb + IDLE_TOLERANCE_MB) return
      if (tries === IDLE_TRIES) leastMb = beforeMb
      else await Bun.sleep(IDLE_POLL_MS)
    }
  }
}

function readCost(text: string): Cost {
  return JSON.parse(text)
}
