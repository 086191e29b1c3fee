// The metrics that Prometheus reads, and the ports that serve them.
import { describe, expect, test } from 'bun:test'
import { Counter, Histogram } from 'prom-client'
import { Metrics } from '../../../src/metrics/metrics.ts'
import { runMetrics } from '../../../src/metrics/runs.ts'
import { WHERE_VERDICTS } from '../../../src/net/where/index.ts'
import type { Call } from '../../../src/operations/run/call.ts'
import { namedTool, TOOLS } from '../../support/process/named-tool.ts'
import { type Family, parsePrometheus } from '../../support/process/prometheus-text.ts'
import { postTool, sendRaw, startServer } from '../../support/server.ts'

/** The names of the contract, and those of the process. */
const NAMES = {
  doorstep_requests_total: 'counter',
  doorstep_request_duration_seconds: 'histogram',
  doorstep_refusals_total: 'counter',
  doorstep_findings_total: 'counter',
  doorstep_where_total: 'counter',
  doorstep_probes_open: 'gauge',
  doorstep_build_info: 'gauge',
  doorstep_data_age_seconds: 'gauge',
  doorstep_data_build_timestamp_seconds: 'gauge',
  doorstep_event_loop_lag_seconds: 'gauge',
  doorstep_process_resident_memory_bytes: 'gauge',
  doorstep_process_open_fds: 'gauge',
  doorstep_process_max_fds: 'gauge',
  doorstep_process_cpu_seconds_total: 'counter',
}

/** The upper ends of the buckets, in seconds. */
const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

async function scrape(url: string): Promise<ReadonlyMap<string, Family>> {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return parsePrometheus(await answer.text())
}

/** Returns the value of the only sample with these labels; null without one. */
function sampleOf(families: ReadonlyMap<string, Family>, name: string, labels: Record<string, string> = {}): number | null {
  const found = families.get(name)?.samples.filter((sample) => Bun.deepEquals(sample.labels, labels)) ?? []
  expect(found.length).toBeLessThan(2)
  return found[0]?.value ?? null
}

/** Starts a server with the metrics at a port of their own. */
async function startOwn() {
  const server = await startServer({ args: ['--metrics', '127.0.0.1:0'] })
  const url: string = server.output.map((line) => JSON.parse(line).metricsUrl).find((found) => found !== undefined)
  return Object.assign(server, { metricsUrl: url })
}

describe('--metrics', () => {
  test('on serves them on the main port, and off nowhere', async () => {
    await using on = await startServer({ args: ['--metrics'] })
    const families = await scrape(`${on.url}/metrics`)
    expect(Object.fromEntries([...families].map(([name, { type }]) => [name, type]))).toEqual(NAMES)
    await using off = await startServer()
    expect((await fetch(`${off.url}/metrics`)).status).toBe(404)
  })

  test('with an address and a port serves them there alone, and nothing else', async () => {
    await using server = await startOwn()
    const url = server.metricsUrl
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
    await scrape(url)
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
    for (const path of ['/', '/api/ip', '/metrics/x']) expect((await fetch(new URL(path, url))).status).toBe(404)
    expect((await fetch(url, { method: 'POST' })).status).toBe(404)
  })

  test('count requests, refusals, findings and time', async () => {
    await using server = await startOwn()
    const url = server.metricsUrl
    for (let count = 0; count < 3; count++) await fetch(`${server.url}/api/ip`)
    await postTool(server.url, 'ip-lookup', { ip: 'x' })
    await postTool(server.url, 'dns-lookup', { domain: 'example.com' })
    await fetch(`${server.url}/nope`)
    await sendRaw(server.port, 'DELETE /api/ip HTTP/1.1\r\nHost: x\r\n\r\n', 200)
    const families = await scrape(url)
    const requests = (tool: string, status: string) => sampleOf(families, 'doorstep_requests_total', { tool, status })
    expect([requests('ip', '200'), requests('ip', '405'), requests('ip-lookup', '422'), requests('none', '404')]).toEqual([
      3, 1, 1, 1,
    ])
    const refusals = (code: string) => sampleOf(families, 'doorstep_refusals_total', { code })
    expect(['invalid-target', 'not-found', 'method-not-allowed', 'internal'].map(refusals)).toEqual([1, 1, 1, null])
    expect(sampleOf(families, 'doorstep_findings_total', { tool: 'dns-lookup', status: 'error' })).toBe(1)
    const durations = families.get('doorstep_request_duration_seconds')?.samples ?? []
    expect(durations.find(({ name, labels }) => name.endsWith('_count') && labels.tool === 'ip')?.value).toBe(4)
    expect(sampleOf(families, 'doorstep_probes_open')).toBe(0)
    expect(sampleOf(families, 'doorstep_data_age_seconds', { dataset: 'city' })).toBeGreaterThan(0)
    expect(sampleOf(families, 'doorstep_process_max_fds')).toBeGreaterThan(
      sampleOf(families, 'doorstep_process_open_fds') ?? Infinity,
    )
  })

  test('have no label that a caller chooses', async () => {
    await using server = await startOwn()
    const ask = (index: number) => [
      fetch(`${server.url}/path-${index}`),
      postTool(server.url, `tool-${index}`, {}),
      postTool(server.url, 'dns-lookup', { domain: `name-${index}`, recordType: `TYPE${index}` }),
      sendRaw(server.port, `METHOD${index} / HTTP/1.1\r\nHost: x\r\n\r\n`, 100),
    ]
    const seriesAfter = async (from: number) => {
      for (let index = from; index < from + 10; index++) await Promise.all<unknown>(ask(index))
      return [...(await scrape(server.metricsUrl)).values()].flatMap(({ samples }) => samples).length
    }
    expect(await seriesAfter(10)).toBe(await seriesAfter(0))
  })
})

test('the store of the limits is a metric only where there is one', async () => {
  const datasets = () => []
  let isUp = true
  const metrics = new Metrics({ datasets, limitStoreUp: () => isUp })
  const value = async () => sampleOf(parsePrometheus(await metrics.print()), 'doorstep_limit_store_up')
  expect(await value()).toBe(1)
  isUp = false
  expect(await value()).toBe(0)
  expect(await new Metrics({ datasets, limitStoreUp: null }).print()).not.toContain('limit_store')
})

test('our counts give the samples that the library would give', async () => {
  const metrics = new Metrics({ datasets: () => [], limitStoreUp: null })
  const [name, help] = ['doorstep_request_duration_seconds', 'Time']
  const total = new Counter({ name: 'doorstep_requests_total', help, labelNames: ['tool', 'status'], registers: [] })
  const durations = new Histogram({ name, help, labelNames: ['tool'], buckets: BOUNDS_S, registers: [] })
  // At each bound, below it and beyond it; the last is beyond all of them.
  const times = BOUNDS_S.flatMap((bound) => [bound * 1000, bound * 999, bound * 1001]).concat(60_000)
  for (const [index, ms] of times.entries()) {
    const [tool, status] = [index % 3 === 0 ? null : 'ping', index % 5 === 0 ? 429 : 200]
    metrics.answered(tool, status, null, ms)
    total.inc({ tool: tool ?? 'none', status: String(status) })
    durations.observe({ tool: tool ?? 'none' }, ms / 1000)
  }
  const rows = (values: readonly { value: number; labels: object; metricName?: string }[]) =>
    values
      .map(({ value, labels, metricName }) => JSON.stringify([metricName, Object.entries(labels).toSorted(), value]))
      .toSorted()
  const valuesOf = (wanted: string) => metrics.samples().find((metric) => metric.name === wanted)?.values ?? []
  const isSum = (row: string) => row.includes('_sum"')
  const [ours, theirs] = [rows(valuesOf(name)), rows((await durations.get()).values)]
  expect(ours.filter((row) => !isSum(row))).toEqual(theirs.filter((row) => !isSum(row)))
  const sumsOf = (list: readonly string[]) => list.filter(isSum).map((row): number => JSON.parse(row)[2])
  for (const [index, sum] of sumsOf(ours).entries()) expect(sum).toBeCloseTo(sumsOf(theirs)[index] ?? Number.NaN, 6)
  expect(sumsOf(ours)).toHaveLength(2)
  expect(rows(valuesOf('doorstep_requests_total'))).toEqual(rows((await total.get()).values))
})

/** Returns what is counted where a tool answers with a result. */
async function endsOf(name: string, result: object): Promise<string[]> {
  const ends: string[] = []
  const metrics = { found: () => {}, ended: (tool: string, verdict: string) => void ends.push(`${tool} ${verdict}`) }
  const around = runMetrics(TOOLS, { ...metrics, probesOpen: 0 })
  // A seam: the wrapper passes the call on unread.
  await around(namedTool(name), {} as Call, async () => ({ result, answer: result }))
  return ends
}

test('every verdict on where packets ended is counted, by tool', async () => {
  for (const name of ['port-check', 'public-service-check', 'traceroute'])
    for (const verdict of WHERE_VERDICTS) expect(await endsOf(name, { where: { verdict } })).toEqual([`${name} ${verdict}`])
})

test('no other word becomes a label, and what was not looked at is not counted', async () => {
  for (const where of [null, undefined, {}, { verdict: 'forged' }, { verdict: 7 }, 'cannot-tell'])
    expect(await endsOf('port-check', { where })).toEqual([])
  expect(await endsOf('ping', { where: { verdict: 'cannot-tell' } })).toEqual([])
})
