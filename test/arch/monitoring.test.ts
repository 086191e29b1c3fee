// House rule: what deploy/ asks Prometheus for is there.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problemText } from '../../src/contract/problem.text.ts'
import { PROBE_MODULES } from '../../src/faces/http/probe.ts'
import { Metrics } from '../../src/metrics/metrics.ts'
import { PROBE_METRICS } from '../../src/metrics/probe.ts'
import { manifest } from '../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../src/operations/registry/tools.ts'
import { parsePrometheus } from '../support/process/prometheus-text.ts'
import { ROOT } from '../support/server.ts'

const FILES = ['deploy/prometheus/alerts.yml', 'deploy/grafana/doorstep.json']
const PROBE_FILES = ['deploy/prometheus/probe-alerts.yml', 'deploy/grafana/doorstep-probe.json']
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
/** The codes of the limits. */
const LIMITS = ['rate-limited', 'overloaded']

const families = async () => parsePrometheus(await new Metrics({ datasets: () => [], limitStoreUp: () => true }).print())

async function series(): Promise<string[]> {
  return [...(await families())].flatMap(([name, { type }]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
}

test.each(FILES)('%s names no metric that is not there', async (file) => {
  const known = await series()
  const named = [...new Set(textOf(file).match(/\bdoorstep_[a-z_]+/g))]
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test.each(PROBE_FILES)('%s names only metrics that a probe has', (file) => {
  const named = [...new Set(textOf(file).match(/\b(?:probe|doorstep)_[a-z_]+/g))]
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !PROBE_METRICS.includes(name))).toEqual([])
})

test('rules and documentation select modules that there are', () => {
  const [, config = ''] = /```yaml\n(# prometheus\.yml\n[^`]+)```/.exec(textOf('docs/operations.md')) ?? []
  // A seam: the part of the configuration that names modules.
  const { scrape_configs } = Bun.YAML.parse(config) as { scrape_configs: { static_configs: { labels: object }[] }[] }
  const set = scrape_configs.flatMap(({ static_configs }) => static_configs.flatMap(({ labels }) => Object.values(labels)))
  const rules = textOf('deploy/prometheus/probe-alerts.yml')
  const selected = [...rules.matchAll(/module=~?"([a-z|]+)"/g)].flatMap(([, words = '']) => words.split('|'))
  expect([set.length > 0, selected.length > 0]).toEqual([true, true])
  expect([...set, ...selected].filter((module) => !PROBE_MODULES.includes(module))).toEqual([])
})

test('the dashboard shows every metric', async () => {
  const dashboard = textOf('deploy/grafana/doorstep.json')
  expect([...(await families()).keys()].filter((name) => !dashboard.includes(name))).toEqual([])
})

test('rules select codes and tools that there are', () => {
  const text = textOf('deploy/prometheus/alerts.yml')
  const codes = [...text.matchAll(/code="([^"]+)"/g)].map(([, code = '']) => code)
  const tools = [...text.matchAll(/tool=~"([^"]+)"/g)].flatMap(([, words = '']) => words.split('|'))
  const names = toolsOf(manifest).map(({ name }) => name)
  expect(codes.filter((code) => ![...Object.keys(problemText.en), ...LIMITS].includes(code))).toEqual([])
  expect(tools.filter((tool) => !names.includes(tool))).toEqual([])
})
