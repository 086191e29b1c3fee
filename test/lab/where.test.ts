// Homes out of namespaces with real routers, asked for from the device as their owners would: where the packets ended is what was set up.
// With DOORSTEP_WHERE_RUNS each is asked for so often, and with DOORSTEP_WHERE_TABLE the results are written there as tables.

import { afterAll, expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { labTest } from '../support/lab.ts'
import { shared } from '../support/shared.ts'
import { SITUATIONS } from '../support/where/homes.ts'
import { SITUATIONS6 } from '../support/where/homes6.ts'
import { faultsOf, packetsOf } from '../support/where/judge.ts'
import { type Seen, startWhereLab, WHERE_LAB_NEEDS } from '../support/where/lab.ts'
import type { ShapeName } from '../support/where/shapes.ts'
import type { Situation } from '../support/where/situation.ts'
import { type Runs, tableOf } from '../support/where/table.ts'

const RUNS = Number(process.env.DOORSTEP_WHERE_RUNS ?? 1)
const LEAST_BY_CHANCE = 3
const TABLE = process.env.DOORSTEP_WHERE_TABLE
/** Most situations are those of a home with one router, so there are several of it: enough that all are done in two minutes. */
const SINGLES = 8
const STREETS: readonly ShapeName[] = [
  ...Array.from({ length: SINGLES }, () => 'single' as const),
  ...(['double', 'carrier', 'containers', 'far', 'ecmp', 'slow', 'bare'] as const),
]
const ALL = [...SITUATIONS, ...SITUATIONS6]

const timesOf = ({ isByChance = false }: Situation) => (isByChance ? Math.max(RUNS, LEAST_BY_CHANCE) : RUNS)

let asked: ReturnType<typeof askAll> | undefined
const written: Runs[] = []

const startedLab = shared(() => startWhereLab(STREETS))

/** A request that is not to look, or has nothing to look for. */
interface Plain {
  readonly title: string
  readonly situation: Situation
  readonly request: object
  readonly check: (seen: Seen, situation: Situation) => void
}

const onlyThePort = ({ sent, address, port }: Seen, { protocol }: Situation) =>
  expect(sent.map(({ packets: _, ...rest }) => rest)).toEqual([{ address, protocol, port }])

function plainly(title: string, names: readonly string[], request: object, check: Plain['check']): Plain[] {
  const single = ALL.filter(({ name, shape }) => names.includes(name) && shape === 'single')
  return single.map((situation) => ({ title, situation, request, check }))
}

const PLAINS: readonly Plain[] = [
  ...plainly('nothing but the check itself is sent', ['no rule', 'pinhole closed'], { explain: false }, (seen, situation) => {
    expect(seen).toMatchObject({ status: 'timeout', where: null, exceeded: 0 })
    onlyThePort(seen, situation)
    // The kernel repeats the first packet of a connection three times; a datagram is sent three times.
    expect(packetsOf(seen)).toBe(situation.protocol === 'tcp' ? 4 : 3)
  }),
  ...plainly(
    'an open port takes one packet',
    ['rule, a program listens', 'pinhole open, a program listens'],
    {},
    (seen, situation) => {
      expect(seen).toMatchObject({ status: 'open', where: null, exceeded: 0 })
      onlyThePort(seen, situation)
      expect(packetsOf(seen)).toBe(1)
    },
  ),
]

/** Asks about everything at once, as far as there are streets for it. */
async function askAll() {
  const { ask } = await startedLab()
  const runs = async (one: Situation): Promise<Runs> => {
    const seen = Promise.all(Array.from({ length: timesOf(one) }, () => ask(one)))
    const plain = TABLE ? await ask(one, { explain: false }) : null
    return { situation: one, plain, seen: await seen }
  }
  return {
    runs: new Map(ALL.map((one) => [one, runs(one)])),
    plains: new Map(PLAINS.map((one) => [one, ask(one.situation, one.request)])),
  }
}
const askedAll = () => (asked ??= askAll())

afterAll(() => {
  if (TABLE) writeFileSync(TABLE, `${tableOf(4, written)}\n${tableOf(6, written)}`)
})

for (const situation of ALL) {
  const { family, protocol, name } = situation
  labTest(`over IPv${family} and ${protocol.toUpperCase()}: ${name}`, WHERE_LAB_NEEDS, async () => {
    const runs = await (await askedAll()).runs.get(situation)
    if (runs) written.push(runs)
    const { seen = [] } = runs ?? {}
    const faults = seen.map((one) => faultsOf(situation, one, one.address, one.after)).filter((found) => found.length > 0)
    expect(seen).toHaveLength(timesOf(situation))
    if (situation.isByChance && faults.length * 2 < seen.length) return
    expect(faults).toEqual([])
  })
}

for (const plain of PLAINS) {
  const { title, situation, check } = plain
  const { family, protocol, name } = situation
  labTest(`${title} for "${name}" over IPv${family} and ${protocol.toUpperCase()}`, WHERE_LAB_NEEDS, async () => {
    const seen = await (await askedAll()).plains.get(plain)
    if (!seen) throw new Error('not asked')
    check(seen, situation)
  })
}
