// Prometheus beside blackbox_exporter: the same of twenty targets, and alerts of the rules in deploy/ that only a target causes.
import { expect } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { readPage } from '../support/process/pages.ts'
import {
  type Monitored,
  makeMonitored,
  OWN_PORT,
  PROMETHEUS_NEEDS,
  type Scraped,
  scrapeJob,
  WEB,
} from '../support/process/prometheus.ts'
import { ROOT } from '../support/server.ts'

const RULES = join(ROOT, 'deploy', 'prometheus', 'probe-alerts.yml')
const CLOSED = 9
const EXPIRY = 'probe_ssl_earliest_cert_expiry'
const ALWAYS = ['probe_success', 'probe_ip_protocol']
/** Pages whose certificate browsers refuse: blackbox_exporter stops there, and doorstep also tells the status. */
const UNTRUSTED = /^http (?:expired|other-name|self-signed)$/

type Ask = readonly [module: string, target: string]
const PAGES = ['/', '/there', '/404', '/500'].map((path) => `http://web.test${path}`)
const SECURED = Object.entries(WEB).filter(([name]) => name !== 'plain')
const probe = (name: string, doorstep: Ask, blackbox = doorstep): [string, [Ask, Ask]] => [name, [doorstep, blackbox]]
/** The targets, each with the probe of doorstep and that of blackbox_exporter. */
const PROBES: Readonly<Record<string, readonly [doorstep: Ask, blackbox: Ask]>> = Object.fromEntries([
  ...PAGES.map((url) => probe(url, ['http', url])),
  probe('http closed', ['http', `http://web.test:${CLOSED}/`]),
  ...SECURED.map(([name, port]) => probe(`http ${name}`, ['http', `https://web.test:${port}/`])),
  ...SECURED.map(([name, port]) => probe(`tls ${name}`, ['tls', `web.test:${port}`])),
  probe('tls closed', ['tls', `web.test:${CLOSED}`]),
  ...['web.test', 'six.test'].map((name) => probe(`icmp ${name}`, ['icmp', name])),
  ...['web.test', 'nobody.test'].map((name) => probe(`dns ${name}`, ['dns', name], [`dns-${name}`, '198.18.77.51'])),
  probe('port open', ['port', `${OWN_PORT}`], ['tcp', `198.18.77.7:${OWN_PORT}`]),
  probe('port closed', ['port', `${CLOSED}`], ['tcp', `198.18.77.7:${CLOSED}`]),
  probe('service', ['service', `web.test:${OWN_PORT}`], ['tcp', `web.test:${OWN_PORT}`]),
])

labTest('doorstep and blackbox_exporter say the same of twenty targets', PROMETHEUS_NEEDS, async () => {
  await using home = await makeMonitored()
  await using _doorstep = await home.startDoorstep()
  await using _port = await home.openPort()
  const asked = (index: 0 | 1) =>
    Object.fromEntries(Object.entries(PROBES).map(([name, asks]) => [name, { module: asks[index][0], target: asks[index][1] }]))
  await home.startPrometheus({ scrape_configs: [scrapeJob('doorstep', '5s', asked(0)), scrapeJob('blackbox', '5s', asked(1))] })
  await home.finds(`count(probe_success) == ${2 * Object.keys(PROBES).length}`)
  const [ours, theirs] = [await scraped(home, 'doorstep'), await scraped(home, 'blackbox')]
  const shared = Object.keys(PROBES).map((name) => {
    const [own = {}, other = {}] = [ours[name], theirs[name]]
    const keys = UNTRUSTED.test(name) ? ALWAYS : Object.keys(other).filter((key) => key in own)
    expect([name, ALWAYS.filter((key) => !keys.includes(key))]).toEqual([name, []])
    return [
      name,
      Object.fromEntries(keys.map((key) => [key, own[key]])),
      Object.fromEntries(keys.map((key) => [key, other[key]])),
    ]
  })
  expect(shared.map(([name, own]) => [name, own])).toEqual(shared.map(([name, , other]) => [name, other]))
  for (const name of ['tls good', 'tls chained']) expect(theirs[name]).toHaveProperty(EXPIRY)
  expect(theirs['tls chained']?.[EXPIRY]).toBeLessThan(theirs['tls good']?.[EXPIRY] ?? 0)
  // Told of a certificate that browsers refuse as well, so that an alert on its end still holds when it has ended.
  expect(ours['tls expired']).toHaveProperty(EXPIRY)
})

/** Returns what was scraped last, by probe, without what is measured anew each time. */
async function scraped({ query }: Monitored, of: string): Promise<Record<string, Scraped>> {
  const all: Record<string, Record<string, number>> = {}
  for (const { metric, value } of await query(`{of="${of}", __name__=~"probe_.*", __name__!~".*_seconds"}`)) {
    const { __name__ = '', probe = '', version = '' } = metric
    const own = all[probe] ?? {}
    own[`${__name__}${version && ` ${version}`}`] = value
    all[probe] = own
  }
  return all
}

const PORT_CLOSED = 'DoorstepPortClosed'
const OWN = {
  [`port ${OWN_PORT}`]: { module: 'port', target: `${OWN_PORT}` },
  'tls good': { module: 'tls', target: 'web.test:443' },
}

labTest(
  'an alert fires once for a port that closes, and never because doorstep stopped or limited',
  PROMETHEUS_NEEDS,
  async () => {
    await using home = await makeMonitored()
    const rules = readFileSync(RULES, 'utf8').replaceAll(/\bfor: \d+[mh]/g, 'for: 2s')
    const global = { evaluation_interval: '1s' }
    await home.startPrometheus({ global, scrape_configs: [scrapeJob('doorstep', '2s', OWN)] }, rules)
    const failing = (port = '') => home.finds(`max_over_time(up{instance="${port || OWN_PORT}"}[9s]) == 0`)
    const raised = () => home.query('last_over_time(ALERTS[1h])')
    await using undo = new AsyncDisposableStack()
    const port = undo.use(await home.openPort())
    await failing()
    {
      await using _ = await home.startDoorstep('--rate-limit', '3/min')
      await home.finds('probe_success == 1')
      await failing()
      await home.finds('up == 0')
    }
    {
      await using _ = await home.startDoorstep()
      await home.finds(`count(min_over_time(probe_success[9s]) == 1) == ${Object.keys(OWN).length}`)
    }
    await failing()
    expect(await raised()).toEqual([])
    await port[Symbol.asyncDispose]()
    {
      await using _ = await home.startDoorstep()
      await home.finds('ALERTS{alertstate="firing"}')
      await home.finds('count_over_time(ALERTS{alertstate="firing"}[9s]) >= 5')
    }
    const before = await home.alerts()
    expect(before).toMatchObject([
      { state: 'firing', labels: { alertname: PORT_CLOSED, instance: `${OWN_PORT}`, module: 'port' } },
    ])
    expect(before[0]?.annotations.description).toMatch(/^The situation is "[a-z-]+"; /)
    await failing()
    expect(await home.alerts()).toMatchObject(before)
  },
)

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

labTest('promtool reads the rules, and finds the alerts of a course of scrapes', PROMETHEUS_NEEDS, async () => {
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
