// Homes out of namespaces whose setup is known, looked at on their computer: the box that is named is the one, and nobody else is spoken to.
// With DOORSTEP_HOME_TABLE they are looked at one after the other, and what was said, sent and taken is written there as a table.

import { afterAll } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { HOME_CASES, type HomeCase } from '../support/home/cases.ts'
import { buildHomes, HOMES_NEED } from '../support/home/homes.ts'
import { judge, type Looked, lookAt } from '../support/home/look.ts'
import { tableOf } from '../support/home/table.ts'
import { labTest } from '../support/lab.ts'
import { shared } from '../support/shared.ts'
import type { ShapeName } from '../support/where/shapes.ts'

const TABLE = process.env.DOORSTEP_HOME_TABLE
const NEEDS = { ...HOMES_NEED, programs: [...HOMES_NEED.programs, 'curl'] }
const SHAPES: readonly ShapeName[] = [
  ...Array.from({ length: TABLE ? 1 : 2 }, () => 'single' as const),
  'double',
  'carrier',
  'tens',
]

const built = shared(() => buildHomes(SHAPES))
let looks: Promise<Map<HomeCase, Promise<Looked>>> | undefined
const written: { one: HomeCase; looked: Looked }[] = []

/** Looks at all cases side by side, as far as there are homes for them. */
async function lookAtAll(): Promise<Map<HomeCase, Promise<Looked>>> {
  const { all } = await built()
  const queues = all.map((home, at) => ({ home, shape: SHAPES[at], last: Promise.resolve<unknown>(null) }))
  return new Map(
    HOME_CASES.map((one, at) => {
      const fitting = queues.filter(({ shape }) => shape === one.shape)
      const queue = fitting[at % fitting.length]
      if (!queue) throw new Error(`no home of the shape ${one.shape}`)
      const looked = queue.last.then(() => lookAt(queue.home, one, { isWhole: TABLE !== undefined }))
      const ended = looked.catch(() => null)
      for (const each of TABLE ? queues : [queue]) each.last = ended
      return [one, looked]
    }),
  )
}

afterAll(() => {
  if (TABLE) writeFileSync(TABLE, tableOf(written))
})

for (const one of HOME_CASES)
  labTest(`${one.name}: the box that is named is the one`, NEEDS, async () => {
    looks ??= lookAtAll()
    const looked = await (await looks).get(one)
    if (!looked) throw new Error('not looked at')
    written.push({ one, looked })
    judge(looked, one)
  })
