import { expect, test } from 'bun:test'
import { Counter, Histogram } from 'prom-client'
import { DURATIONS, REQUESTS, RequestCounts } from '../../../src/metrics/metrics.ts'

test('our counts give the samples that the library would give', async () => {
  const counts = new RequestCounts()
  const [total, durations] = [new Counter(REQUESTS), new Histogram(DURATIONS)]
  // At each bound, below it and beyond it; the last is beyond all of them.
  const times = DURATIONS.buckets.flatMap((bound) => [bound * 1000, bound * 999, bound * 1001]).concat(60_000)
  for (const [index, ms] of times.entries()) {
    const [tool, status] = [index % 3 === 0 ? null : 'ping', index % 5 === 0 ? 429 : 200]
    counts.count(tool, status, ms)
    total.inc({ tool: tool ?? 'none', status: String(status) })
    durations.observe({ tool: tool ?? 'none' }, ms / 1000)
  }
  const rows = (values: readonly { value: number; labels: object; metricName?: string }[]) =>
    values
      .map(({ value, labels, metricName }) => JSON.stringify([metricName, Object.entries(labels).toSorted(), value]))
      .toSorted()
  const isSum = (row: string) => row.includes('_sum"')
  const [ours, theirs] = [rows(counts.durations()), rows((await durations.get()).values)]
  expect(ours.filter((row) => !isSum(row))).toEqual(theirs.filter((row) => !isSum(row)))
  const sumsOf = (list: readonly string[]) => list.filter(isSum).map((row): number => JSON.parse(row)[2])
  for (const [index, sum] of sumsOf(ours).entries()) expect(sum).toBeCloseTo(sumsOf(theirs)[index] ?? Number.NaN, 6)
  expect(sumsOf(ours)).toHaveLength(2)
  expect(rows(counts.requests())).toEqual(rows((await total.get()).values))
})
