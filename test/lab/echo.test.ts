// The echo port in front of homes out of namespaces whose setup is known: the number of routers that translate is the right one, or not told.
// With DOORSTEP_ECHO_RUNS all homes are looked at so often, and with DOORSTEP_ECHO_TABLE the results are written there as a table.

import { afterAll, expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { ECHO_HOMES, type EchoHome, PORT } from '../support/home/echo-homes.ts'
import { buildHomes, HOMES_NEED, type Home, type Line } from '../support/home/homes.ts'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { shared } from '../support/shared.ts'
import type { ShapeName } from '../support/where/shapes.ts'

const ECHO_PORT = 3479
const RUNS = Number(process.env.DOORSTEP_ECHO_RUNS ?? 0)
const TABLE = process.env.DOORSTEP_ECHO_TABLE
const CASES = ECHO_HOMES.filter(({ isRare }) => RUNS > 0 || !isRare)
/** Homes of one shape follow each other, so that those of the most common one need several. */
const SHAPES: readonly ShapeName[] = ['single', 'single', ...new Set(CASES.map(({ shape }) => shape))]

let looks: Promise<Map<EchoHome, Promise<Looked[]>>> | undefined
const written: string[] = []

interface Looked extends Line {
  /** The packets of the computer to the echo port. */
  readonly packets: number
}

const builtHomes = shared(() => buildHomes(SHAPES, { server: ['--echo-port', String(ECHO_PORT)] }))

/** Looks at all homes side by side, as far as there are streets for them. */
async function lookAtAll() {
  const { all } = await builtHomes()
  const queues = all.map((home, at) => ({ home, shape: SHAPES[at], last: Promise.resolve<unknown>(null) }))
  return new Map(
    CASES.map((one, at) => {
      const fitting = queues.filter(({ shape }) => shape === one.shape)
      const queue = fitting[at % fitting.length]
      if (!queue) throw new Error(`no home of the shape ${one.shape}`)
      const looked = queue.last.then(() => lookAt(queue.home, one))
      queue.last = looked.catch(() => null)
      return [one, looked]
    }),
  )
}

async function lookAt(home: Home, { setup = {}, commands = [] }: EchoHome): Promise<Looked[]> {
  const tables = Object.entries(setup.tables ?? {}).map(([machine, text]) => [machine, text.replaceAll('SEEN', home.seen)])
  const looked: Looked[] = []
  for (let times = 0; times < Math.max(RUNS, 1); times++) {
    await using _ = await home.setUp({ listens: [{ port: PORT }], ...setup, tables: Object.fromEntries(tables) })
    for (const [machine, command] of commands) await run(home.street.inside(machine, ['sh', '-ec', command]))
    const line = await home.line(['home', '--port', String(PORT), '--json', '--server', home.url(4)])
    const asked = (await home.spoken()).filter(({ protocol, port }) => protocol === 'udp' && port === ECHO_PORT)
    looked.push({ ...line, packets: asked.reduce((sum, { packets }) => sum + packets, 0) })
  }
  return looked
}

afterAll(() => {
  if (TABLE) writeFileSync(TABLE, written.join(''))
})

for (const one of CASES) {
  const { name, translators, told, causes, nats } = one
  labTest(`${name}: ${translators}, ${told.map((number) => number ?? 'not told').join(' or ')}`, HOMES_NEED, async () => {
    looks ??= lookAtAll()
    const looked = (await (await looks).get(one)) ?? []
    written.push(rowOf(one, looked))
    for (const { json, stderr } of looked) {
      expect(stderr).toBe('')
      expect(told).toContain(json?.line?.translators)
      expect([null, translators]).toContain(json.line.translators)
      expect(causes).toContain(json.cause)
      expect(nats).toContain(json.line.nat)
      // Known addresses are not to be compared again.
      const isCompared = json.nextActions.some(({ code }: { code: string }) => code === 'compare-router-address')
      if (json.line.translators !== null) expect(isCompared).toBe(false)
    }
  })
}

/** Returns a row for people: what was told, how often, with the most packets and seconds. */
function rowOf({ name, translators }: EchoHome, looked: readonly Looked[]): string {
  const counted = (all: readonly string[]) =>
    [...new Set(all)]
      .map((one) => (looked.length > 1 ? `${one} (${all.filter((other) => other === one).length})` : one))
      .join(', ')
  const most = (all: readonly number[]) => Math.max(...all)
  const cells = [
    ...[name, String(translators), counted(looked.map(({ json }) => String(json?.line?.translators ?? 'not told')))],
    counted(looked.map(({ json }) => `\`${json?.cause}\``)),
    String(most(looked.map(({ packets }) => packets))),
    most(looked.map(({ json }) => Number(json?.elapsedMs) / 1000)).toFixed(1),
  ]
  return `| ${cells.join(' | ')} |\n`
}

const LISTENING: readonly (readonly [shape: ShapeName, situation: string])[] = [
  ['single', 'no-rule-seen'],
  ['carrier', 'carrier-grade'],
  ['double', 'two-routers'],
]
for (const [shape, situation] of LISTENING)
  labTest(`listen behind ${shape}: ${situation}`, HOMES_NEED, async () => {
    looks ??= lookAtAll()
    await Promise.allSettled((await looks).values())
    const home = (await builtHomes()).all[SHAPES.indexOf(shape)]
    if (!home) throw new Error(`no home of the shape ${shape}`)
    await using _ = await home.setUp({})
    const { json, stderr } = await home.line(['listen', String(PORT), '--json', '--server', home.url(4)])
    const codes: string[] = json?.nextActions?.map(({ code }: { code: string }) => code) ?? []
    expect([json?.situation, codes.includes('compare-router-address'), stderr]).toEqual([situation, false, ''])
  })
