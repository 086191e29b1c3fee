#!/usr/bin/env bun
/**
 * Measures the processor time that limits, metrics and the access log take of the two queries: all off and all on, compared with a doorstep
 * without them, which is the same source with the limits left out. All three run from their sources and take turns. Linux; needs wrk and
 * util-linux.
 */
import { join } from 'node:path'
import { clientAddresses } from './load/addresses.ts'
import { databases } from './peers/databases.ts'
import { alone } from './suite/alone.ts'
import type { GoalId } from './suite/goals.ts'
import { type Bench, type Section, table } from './suite/section.ts'
import { ROOT, type Server, startDoorstep } from './suite/servers.ts'
import { differences, shown, spreadOf } from './suite/spread.ts'
import { load } from './suite/wrk.ts'

const SECONDS = 1
const WARM_UP_SECONDS = 2
const ROUNDS = { quick: 2, full: 6 }
const CLIENT_STEP = 37_003

const MAIN = join(ROOT, 'src', 'main.ts')
const WITHOUT = join(import.meta.dirname, 'peers', 'unobserved.ts')
const OFF = ['--rate-limit', 'off', '--metrics', 'off', '--access-log', 'off']
const COUNTED = ['--rate-limit', '60/min', '--metrics', 'on', '--access-log', 'off']
const ON = ['--rate-limit', '60/min', '--metrics', 'on', '--access-log', 'full']
const ROUTES = { ip: '/api/ip', json: '/api/ip/json' } as const

interface Variant {
  readonly name: string
  /** Those of off and on are goals. */
  readonly goal: 'without' | 'off' | 'counted' | 'on'
  readonly route: keyof typeof ROUTES
  readonly server: Server
  /** Microseconds a request. */
  readonly costs: number[]
}

export async function observed(bench: Bench): Promise<Section> {
  const clients = clientAddresses(await databases())
  const variants = await start(bench)
  await run(bench, variants, clients)
  const rows = variants.map((one) => [
    one.name,
    `\`${ROUTES[one.route]}\``,
    shown(spreadOf(one.costs), 2),
    one.goal === 'without' ? '' : shown(differences(one.costs, without(variants, one).costs), 2),
  ])
  const reached = variants.flatMap((one): [GoalId, number][] =>
    one.goal === 'without' || one.goal === 'counted'
      ? []
      : [[`${one.route}-${one.goal}`, differences(one.costs, without(variants, one).costs).median]],
  )
  const head = ['limits, metrics, access log', 'query', 'CPU for a request, µs', 'more than without, µs']
  const text = `Processor time, from the sources, with clients in \`X-Forwarded-For\`. "Without" is the same source with the limits left out of what surrounds a run; metrics and log
make no watchers there. The difference is taken round by round.

${table(head, rows)}`
  return { title: 'Limits, metrics and access log', text, reached: Object.fromEntries(reached) }
}

const without = (variants: readonly Variant[], { route }: Variant): Variant => {
  const found = variants.find((one) => one.route === route && one.goal === 'without')
  if (!found) throw new Error(`nothing to compare ${route} with`)
  return found
}

async function start(bench: Bench): Promise<Variant[]> {
  const proxies = ['--trusted-proxies', '127.0.0.1']
  const kinds = [
    { name: 'without', goal: 'without', args: OFF, command: [process.execPath, '--preload', WITHOUT, MAIN] },
    { name: 'all off', goal: 'off', args: OFF, command: [process.execPath, MAIN] },
    { name: 'limits and metrics on', goal: 'counted', args: COUNTED, command: [process.execPath, MAIN] },
    { name: 'all on', goal: 'on', args: ON, command: [process.execPath, MAIN] },
  ] as const
  const variants: Variant[] = []
  for (const { name, goal, args, command } of kinds) {
    const server = await startDoorstep(bench, `doorstep-${goal}`, [...proxies, ...args], '', [...command])
    for (const route of ['ip', 'json'] as const) variants.push({ name, goal, route, server, costs: [] })
  }
  return variants.toSorted((one, other) => one.route.localeCompare(other.route))
}

/** Runs the variants in turn. The first round warms up and does not count. */
async function run({ children, cores, isQuick }: Bench, variants: readonly Variant[], clients: string): Promise<void> {
  const rounds = isQuick ? ROUNDS.quick : ROUNDS.full
  for (let round = 0; round <= rounds; round++) {
    for (const { server, route, costs } of variants) {
      const script = ['addresses.lua', clients, String(round * CLIENT_STEP)] as const
      const seconds = round === 0 ? WARM_UP_SECONDS : SECONDS
      const { cpuPerRequest } = await load(children, server.pid, cores.client, {
        url: server.url + ROUTES[route],
        seconds,
        script,
      })
      if (round > 0) costs.push(cpuPerRequest)
    }
  }
}

if (import.meta.main) await alone(observed)
