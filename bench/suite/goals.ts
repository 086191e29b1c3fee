/** A goal of doorstep. A ratio is the median of the ratios of each round. */
export interface Goal {
  readonly what: string
  readonly unit: 'times' | 'µs' | 'ms' | 'MB' | '%'
  readonly bound: 'at most' | 'at least'
  readonly value: number
  /** The value to aim for beyond the bound. */
  readonly aim?: number
}

const atMost = (value: number, unit: Goal['unit'], what: string, aim?: number): Goal => ({
  what,
  unit,
  bound: 'at most',
  value,
  ...(aim === undefined ? {} : { aim }),
})
const atLeast = (value: number, unit: Goal['unit'], what: string): Goal => ({ what, unit, bound: 'at least', value })

export const GOALS = {
  'ip-nginx': atMost(1.4, 'times', '`/api/ip`, CPU per request, against nginx `return 200 $remote_addr`', 1.25),
  'ip-bare': atMost(1.15, 'times', '`/api/ip`, CPU per request, against a bare `Bun.serve`'),
  'ip-echoip': atMost(0.9, 'times', '`/api/ip`, CPU per request, against echoip `/ip`'),
  'json-nginx': atMost(1.6, 'times', '`/api/ip/json`, CPU per request, against nginx with geoip2', 1.4),
  'json-echoip': atMost(0.9, 'times', '`/api/ip/json`, CPU per request, against echoip `/json`'),
  'ip-off': atMost(0.5, 'µs', '`/api/ip`: limits, metrics and access log, all off'),
  'json-off': atMost(0.5, 'µs', '`/api/ip/json`: limits, metrics and access log, all off'),
  'ip-on': atMost(3, 'µs', '`/api/ip`: limits, metrics and access log, all on'),
  'json-on': atMost(3, 'µs', '`/api/ip/json`: limits, metrics and access log, all on'),
  post: atMost(1.5, 'times', '`POST` of ip-lookup, CPU per request, against a bare server with the same validation'),
  workers: atLeast(1.85, 'times', 'two workers with a core each, what they can answer, against one process'),
  'lookup-maxmind-4': atLeast(3, 'times', 'IPv4 lookups a second, full record, against `maxmind`'),
  'lookup-maxmind-6': atLeast(3, 'times', 'IPv6 lookups a second, full record, against `maxmind`'),
  'lookup-c-4': atLeast(1, 'times', 'IPv4 lookups a second, full record, against libmaxminddb'),
  'lookup-c-6': atLeast(1, 'times', 'IPv6 lookups a second, full record, against libmaxminddb'),
  'tools-median': atMost(2, 'ms', 'own cost of a tool over the bare operation, median'),
  'tools-p99': atMost(8, 'ms', 'own cost of a tool over the bare operation, 99th percentile'),
  dns: atMost(1.8, 'times', "200 DNS lookups at once, against the runtime's own resolver"),
  start: atMost(40, 'ms', 'exec to first answer, median'),
  'start-bare': atMost(3.5, 'times', 'exec to first answer, against a bare compiled Bun server'),
  'start-late': atMost(25, 'ms', 'exec to first answer that is not of a query, median'),
  resident: atMost(60, 'MB', 'resident after the first answer'),
  own: atMost(70, 'MB', 'memory of its own after a million different addresses'),
  growth: atMost(2, '%', 'growth of that over the second million'),
  data: atMost(72, 'MB', 'embedded data'),
  executable: atMost(190, 'MB', 'executable'),
} as const satisfies Record<string, Goal>

export type GoalId = keyof typeof GOALS

interface Verdict {
  readonly reached: string
  readonly verdict: string
}

/** Returns whether a goal was met, and otherwise by how much it was missed. */
export function judge({ unit, bound, value: goal, aim }: Goal, reached: number | undefined): Verdict {
  if (reached === undefined || Number.isNaN(reached)) return { reached: '', verdict: 'not measured' }
  const isMet = bound === 'at most' ? reached <= goal : reached >= goal
  const share = (Math.abs(reached - goal) / goal) * 100
  const missed = `missed by ${inUnit(Math.abs(reached - goal), unit)} (${share.toFixed(0)} %)`
  const isAimed = isMet && aim !== undefined && reached <= aim
  return { reached: inUnit(reached, unit), verdict: isMet ? (isAimed ? 'met, also the aim' : 'met') : missed }
}

function inUnit(value: number, unit: Goal['unit']): string {
  return `${value.toFixed(unit === 'times' || unit === 'µs' ? 2 : 1)} ${unit}`
}

export const goalText = ({ bound, value, unit, aim }: Goal) =>
  `${bound} ${value} ${unit}${aim === undefined ? '' : ` (aim ${aim})`}`
