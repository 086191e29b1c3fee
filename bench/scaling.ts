#!/usr/bin/env bun
/**
 * What two workers can answer, in proportion to one process. Where the client needs one of the cores, that cannot be seen in requests a second, so it
 * follows from processor time: both answer as many as one process if the busier of them spends half as much on its part. Linux; needs wrk and util-linux.
 */
import { alone } from './suite/alone.ts'
import { type Bench, type Section, table } from './suite/section.ts'
import { startDoorstep } from './suite/servers.ts'
import { ratios, shown, spreadOf } from './suite/spread.ts'
import { load } from './suite/wrk.ts'

const WORKERS = 2
/** Below what one client may have. The kernel deals them out at random, so with few of them the parts differ. */
const CONNECTIONS = 400
const SECONDS = { quick: 1, full: 2 }
const WARM_UP_SECONDS = 2
const ROUNDS = { quick: 2, full: 5 }

interface Round {
  readonly cpuPerRequest: number
  /** Of the busiest process, for a request of all. */
  readonly busiest: number
}

export async function scaling(bench: Bench): Promise<Section> {
  const one = await startDoorstep(bench, 'doorstep-one', [], '/api/ip')
  const all = await startDoorstep(bench, 'doorstep-workers', ['--workers', String(WORKERS)], '/api/ip')
  const rounds = { one: [] as Round[], all: [] as Round[] }
  const [seconds, count] = bench.isQuick ? [SECONDS.quick, ROUNDS.quick] : [SECONDS.full, ROUNDS.full]
  for (let round = 0; round <= count; round++) {
    for (const [{ pid, url }, into] of [
      [one, rounds.one],
      [all, rounds.all],
    ] as const) {
      const asked = { url, seconds: round === 0 ? WARM_UP_SECONDS : seconds, connections: CONNECTIONS }
      const { cpuPerRequest, requests, byProcess } = await load(bench.children, pid, bench.cores.client, asked)
      if (round > 0) into.push({ cpuPerRequest, busiest: Math.max(...byProcess) / requests })
    }
  }
  const of = (part: readonly Round[], field: keyof Round) => part.map((each) => each[field])
  const capacity = ratios(of(rounds.one, 'busiest'), of(rounds.all, 'busiest'))
  const rows = Object.entries({ 'one process': rounds.one, [`--workers ${WORKERS}`]: rounds.all }).map(([name, part]) => [
    name,
    ...(['cpuPerRequest', 'busiest'] as const).map((field) => shown(spreadOf(of(part, field)), 2)),
  ])
  const text = `\`/api/ip\`, ${CONNECTIONS} connections. With a core for each, what limits requests a second is the busiest process; so the workers can answer
${shown(capacity, 2)} times what one process can. This is worked out from processor time, since the client takes one of the cores.

${table(['', 'CPU for a request, µs', 'of it in the busiest process, µs'], rows)}`
  return { title: 'Several processes', text, reached: { workers: capacity.median } }
}

if (import.meta.main) await alone(scaling)
