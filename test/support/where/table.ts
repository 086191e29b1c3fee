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

const HEAD = `| situation | | without a look | \`where\` | first next step | packets | seconds | right |
| --- | --- | --- | --- | --- | --- | --- | --- |
`

/** Returns a table in Markdown, a row for each situation. */
export function tableOf(all: readonly Runs[]): string {
  return HEAD + all.map(rowOf).join('')
}

function rowOf({ situation, plain, seen }: Runs): string {
  const { name, family, protocol } = situation
  const right = seen.filter((one) => faultsOf(situation, one, one.address, one.after).length === 0).length
  const cells = [
    name,
    `${protocol.toUpperCase()}${family === 6 ? ', IPv6' : ''}`,
    `\`${plain?.status}\`, \`${plain?.actions[0]}\``,
    mostOften(seen.map(shown)),
    `\`${mostOften(seen.map(({ actions }) => actions[0] ?? ''))}\``,
    span(seen.map(packetsOf), (value) => String(value)),
    span(
      seen.map(({ elapsedMs }) => elapsedMs / 1000),
      (value) => value.toFixed(1),
    ),
    `${right} of ${seen.length}`,
  ]
  return `| ${cells.join(' | ')} |\n`
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
