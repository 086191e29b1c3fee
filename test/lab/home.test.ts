// Homes out of namespaces whose setup is known, looked at on their computer: the box that is named is the one, and nobody else is spoken to.
// With DOORSTEP_HOME_TABLE they are looked at one after the other, and what was said, sent and taken is written there as a table.
import { afterAll } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { HOME_CASES, type HomeCase } from '../support/home/cases.ts'
import { buildHomes, HOMES_NEED } from '../support/home/homes.ts'
import { judge, type Looked, lookAt, saidBy } from '../support/home/look.ts'
import { labTest } from '../support/lab.ts'
import { shared } from '../support/shared.ts'
import type { ShapeName } from '../support/where/shapes.ts'

// The looks at homes as a table for people.

const HEAD = `| home | from outside alone | from inside alone | joined | packets to the router | packets to the server | seconds | MiB |
| --- | --- | --- | --- | --- | --- | --- | --- |
`

function tableOf(all: readonly { readonly one: HomeCase; readonly looked: Looked }[]): string {
  return HEAD + all.map(({ one, looked }) => rowOf(one, looked)).join('')
}

function rowOf({ name }: HomeCase, { outside, inside, joined, spoken, home }: Looked): string {
  const { server } = home.street
  const to = (isMeant: (address: string) => boolean) =>
    spoken.filter(({ address }) => isMeant(address)).reduce((sum, { packets }) => sum + packets, 0)
  const isServer = (address: string) => address === server[4] || address === server[6]
  const proof = joined.json?.proof ? `, ${joined.json.proof}` : ''
  const lines = inside ? [inside, joined] : [joined]
  const seconds = lines.map(({ json }) => (Number(json?.elapsedMs) / 1000).toFixed(1)).join(', ')
  const shown = (line: Looked['inside']) => (line ? `${saidBy(line)}: \`${line.json?.cause}\`` : '')
  const cells = [
    name,
    outside ? outsideSaid(outside) : '',
    shown(inside),
    `${shown(joined)}${proof}`,
    String(to((address) => !isServer(address))),
    String(to(isServer)),
    seconds,
    String(Math.round(joined.memoryMiB ?? 0)),
  ]
  return `| ${cells.join(' | ')} |\n`
}

/** Returns the verdict of reachability, with the finding that it rests on. */
function outsideSaid({ verdict, blockedAt, steps = [] }: Looked['outside']): string {
  const found = steps.findLast(({ status }: { status: string }) => status === 'problem' || status === 'unknown')
  return `${blockedAt ? `${verdict}, ${blockedAt}` : verdict}${found && verdict !== 'reachable' ? `: \`${found.code}\`` : ''}`
}

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
