// The results of many runs as a table for people: the answer without and with a look, what it cost, and how often it was right.
import { faultsOf, packetsOf } from './judge.ts'
import type { Seen } from './lab.ts'
import type { Situation } from './situation.ts'

export interface Runs {
  readonly situation: Situation
  /** The answer without a look; null if that was not asked for. */
  readonly plain: Seen | null
  readonly seen: readonly Seen[]
}

const HEAD = `| situation | without a look | \`where\` | first next step | packets | seconds | right |
| --- | --- | --- | --- | --- | --- | --- |
`

/** Returns a table in Markdown of one family, a row for each situation; both protocols share it. */
export function tableOf(family: 4 | 6, all: readonly Runs[]): string {
  const rows = new Map<string, Runs[]>()
  for (const runs of all) {
    const { name } = runs.situation
    if (runs.situation.family === family) rows.set(name, [...(rows.get(name) ?? []), runs])
  }
  return HEAD + [...rows].map(([name, both]) => rowOf(name, both)).join('')
}

function rowOf(name: string, both: readonly Runs[]): string {
  const isRight = (situation: Situation) => (one: Seen) => faultsOf(situation, one, one.address, one.after).length === 0
  const right = both.flatMap(({ situation, seen }) => seen.filter(isRight(situation)))
  const seen = both.flatMap((runs) => runs.seen)
  const [first] = both
  const cells = [
    both.length === 1 ? `${name} (${first?.situation.protocol.toUpperCase()})` : name,
    each(both, ({ plain }) => `\`${plain?.status}\`, \`${plain?.actions[0]}\``),
    each(both, (runs) => mostOften(runs.seen.map(shown))),
    each(both, (runs) => `\`${mostOften(runs.seen.map(({ actions }) => actions[0] ?? ''))}\``),
    span(seen.map(packetsOf), (value) => String(value)),
    span(
      seen.map(({ elapsedMs }) => elapsedMs / 1000),
      (value) => value.toFixed(1),
    ),
    `${right.length} of ${seen.length}`,
  ]
  return `| ${cells.join(' | ')} |\n`
}

/** Returns the values of both protocols, once if they are the same. */
function each(both: readonly Runs[], value: (runs: Runs) => string): string {
  const values = both.map((runs) => ({ protocol: runs.situation.protocol.toUpperCase(), text: value(runs) }))
  if (new Set(values.map(({ text }) => text)).size === 1) return values[0]?.text ?? ''
  return values.map(({ protocol, text }) => `${protocol}: ${text}`).join('; ')
}

function shown({ where, status }: Seen): string {
  if (!where) return status === 'open' ? 'none: open' : 'none'
  const { verdict, forwardingRule, allPorts, forwarders, stoppedAfter } = where
  const marks = [
    ...(forwardingRule === 'proven' ? ['rule proven'] : []),
    ...(allPorts ? ['every port'] : []),
    ...((forwarders ?? 0) > 1 ? [`${forwarders} forwarders`] : []),
    ...(stoppedAfter ? [`after hop ${stoppedAfter.hop}`] : []),
  ]
  return [`\`${verdict}\``, ...marks].join(', ')
}

function mostOften(values: readonly string[]): string {
  const counts = [...new Set(values)].map((value) => ({ value, count: values.filter((one) => one === value).length }))
  const [first, ...others] = counts.toSorted((one, other) => other.count - one.count)
  if (others.length === 0) return first?.value ?? ''
  return `${first?.value} (${first?.count}; ${others.map(({ value, count }) => `${value} ${count}`).join('; ')})`
}

function span(values: readonly number[], format: (value: number) => string): string {
  const [least, most] = [format(Math.min(...values)), format(Math.max(...values))]
  return least === most ? least : `${least} to ${most}`
}
