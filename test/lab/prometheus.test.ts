// The rules in deploy/, as Prometheus reads them.
import { expect } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { readPage } from '../support/process/pages.ts'
import { ROOT } from '../support/server.ts'

const RULES = join(ROOT, 'deploy', 'prometheus', 'probe-alerts.yml')
const PORT_CLOSED = 'DoorstepPortClosed'

/** Series of a probe by the minute, and the alerts of a time: none where the scrapes fail, whatever was scraped before. */
const COURSES: readonly (readonly [module: string, values: string, minute: number, alerts: readonly string[]])[] = [
  ['port', '1x3 0x20', 7, []],
  ['port', '1x3 0x20', 10, [PORT_CLOSED]],
  ['reachability', '0x20', 6, [PORT_CLOSED]],
  ['port', '1x3 stale _x30', 30, []],
  ['port', '1x3 0x2 stale _x30', 30, []],
  ['port', '0x10 stale _x30', 15, [PORT_CLOSED]],
  ['http', '0x60', 60, []],
  ['ddns', '0x20', 14, []],
  ['ddns', '0x20', 16, ['DoorstepNameElsewhere']],
]

labTest('promtool reads the rules, and finds the alerts of a course of scrapes', { programs: ['promtool'] }, async () => {
  expect(await run(['promtool', 'check', 'rules', RULES])).toContain('SUCCESS: 3 rules found')
  expect(await run(['promtool', 'check', 'rules', join(dirname(RULES), 'alerts.yml')])).toContain('SUCCESS')
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-rules-'))
  const [, config = ''] = /```yaml\n(# prometheus\.yml\n[^`]+)```/.exec(readPage('docs/operations.md')) ?? []
  writeFileSync(join(folder, 'prometheus.yml'), config.replace(basename(RULES), RULES))
  expect(await run(['promtool', 'check', 'config', join(folder, 'prometheus.yml')])).toContain('1 rule files found')
  const minutes = COURSES.map(([module, values, minute, alerts]) => ({
    interval: '1m',
    input_series: [{ series: `probe_success{module="${module}",instance="x"}`, values }],
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${minute}m`,
        exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
      },
    ],
  }))
  const certificates = [13, 15].map((days) => ({
    interval: '1m',
    input_series: [{ series: 'probe_ssl_earliest_cert_expiry{instance="x"}', values: `${days * 86_400}x90` }],
    promql_expr_test: [
      {
        expr: 'count(ALERTS{alertname="DoorstepCertificateEnds"})',
        eval_time: '80m',
        exp_samples: days < 14 ? [{ labels: '{}', value: 1 }] : [],
      },
    ],
  }))
  writeFileSync(
    join(folder, 'test.yml'),
    JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [...minutes, ...certificates] }),
  )
  expect(await run(['promtool', 'test', 'rules', join(folder, 'test.yml')])).toContain('SUCCESS')
  rmSync(folder, { recursive: true })
})
