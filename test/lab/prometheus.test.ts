// Prometheus beside blackbox_exporter: the same of twenty targets, and alerts of the rules in deploy/ that only a target causes.
import { expect } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { PROGRAM } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { batch, run, within } from '../support/net/namespace.ts'
import { makeMachines } from '../support/net/topology/machines.ts'
import { started } from '../support/openapi/lab.ts'
import { readPage } from '../support/process/pages.ts'
import { ROOT, startServer, UNLIMITED_TARGETS } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'
import { AUTHORITY, type Issued, Pki } from '../support/tls/pki.ts'
import { until } from '../support/until.ts'

// A real Prometheus and a real blackbox_exporter at a home, and a doorstep on the other side of a link, which sees that home from outside.

const PROMETHEUS_NEEDS = {
  programs: ['prometheus', 'promtool', 'prometheus-blackbox-exporter', 'ip', 'sysctl', 'curl', 'openssl', 'cat'],
  root: true,
}

const [SERVER, HOME, HOME_6] = ['198.18.77.1', '198.18.77.7', '2001:db8:77::7']
const RESOLVERS = ['198.18.77.51', '198.18.77.52', '198.18.77.53']
const [SERVER_PORT, BLACKBOX_PORT, PROMETHEUS_PORT] = [8080, 9115, 9090]
const OWN_PORT = 25_565
/** The home's web server: one port for each certificate. */
const WEB = { plain: 80, good: 443, chained: 8440, expired: 8441, 'other-name': 8442, 'self-signed': 8443 }
/** Names that lead to the home, one over each family. */
const ADDRESSES: Readonly<Record<string, readonly [type: string, data: string]>> = {
  'web.test': ['A', HOME],
  'six.test': ['AAAA', HOME_6],
}

/** The value of each metric of a scrape, by its name and the labels that are its own. */
type Scraped = Readonly<Record<string, number>>

type Monitored = Awaited<ReturnType<typeof makeMonitored>>

/** Returns a job of Prometheus that asks one of the two: `probes` by name, each with the parameters of its request. */
function scrapeJob(of: 'doorstep' | 'blackbox', interval: string, probes: Readonly<Record<string, object>>): object {
  const address = of === 'doorstep' ? `${SERVER}:${SERVER_PORT}` : `${HOME}:${BLACKBOX_PORT}`
  return {
    job_name: `${of}-${interval}`,
    metrics_path: '/probe',
    scrape_interval: interval,
    scrape_timeout: interval,
    static_configs: Object.entries(probes).map(([probe, params]) => ({
      targets: [address],
      labels: { of, probe, ...Object.fromEntries(Object.entries(params).map(([key, value]) => [`__param_${key}`, value])) },
    })),
    relabel_configs: [
      { source_labels: ['__param_target'], target_label: 'instance' },
      { source_labels: ['__param_module'], target_label: 'module' },
    ],
  }
}

async function makeMonitored() {
  await using undo = new AsyncDisposableStack()
  const { names } = undo.use(await makeMachines(['server', 'home']))
  const [server = '', home = ''] = names.values()
  const pki = undo.use(new Pki())
  const folder = undo.adopt(mkdtempSync(join(tmpdir(), 'doorstep-prometheus-')), (path) => rmSync(path, { recursive: true }))
  await connect(server, home)
  const resolv = join('/etc/netns', home)
  mkdirSync(resolv, { recursive: true })
  undo.defer(() => rmSync(resolv, { recursive: true }))
  writeFileSync(join(resolv, 'resolv.conf'), `nameserver ${RESOLVERS[0]}\n`)
  const records = Object.entries(ADDRESSES).map(([name, [type, data]]) => ({ name, type, data }))
  const job = [process.execPath, join(ROOT, 'test', 'support', 'openapi', 'names-job.ts'), 'resolver']
  await started(server, [...job, JSON.stringify({ test: records }), ...RESOLVERS], [53])
  const root = await serveWeb(home, pki)
  await started(home, blackbox(folder, root), [BLACKBOX_PORT])
  const ask = async (path: string, ...more: readonly string[]) =>
    JSON.parse(await run(within(home, ['curl', '-sG', `http://${HOME}:${PROMETHEUS_PORT}/api/v1/${path}`, ...more]))).data
  /** Returns what a query finds: the labels, and the value. */
  const query = async (text: string): Promise<readonly { metric: Record<string, string>; value: number }[]> => {
    const { result } = await ask('query', '--data-urlencode', `query=${text}`)
    return result.map(({ metric, value }: { metric: Record<string, string>; value: [number, string] }) => ({
      metric,
      value: Number(value[1]),
    }))
  }
  const owned = undo.move()
  return {
    query,
    /** Starts the doorstep, at the address that Prometheus asks. */
    startDoorstep: (...args: string[]) => startDoorstep(server, root.certificate, args),
    /** Opens the port of the home. */
    async openPort() {
      const script = `Bun.listen({ hostname: '0.0.0.0', port: ${OWN_PORT}, socket: { data() {} } })`
      const child = await started(home, [process.execPath, '-e', script], [OWN_PORT])
      return {
        async [Symbol.asyncDispose]() {
          child.kill('SIGKILL')
          await child.exited
        },
      }
    },
    /** Starts a Prometheus with its configuration, and the rules in it; it ends with the home. */
    async startPrometheus(config: object, rules?: string) {
      const files = rules === undefined ? {} : { rule_files: ['rules.yml'] }
      if (rules !== undefined) writeFileSync(join(folder, 'rules.yml'), rules)
      writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify({ ...config, ...files }))
      const at = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`, '--log.level=error']
      await started(home, ['prometheus', ...at, `--web.listen-address=${HOME}:${PROMETHEUS_PORT}`], [PROMETHEUS_PORT])
      // It listens before it answers.
      const ready = ['curl', '-s', `http://${HOME}:${PROMETHEUS_PORT}/-/ready`]
      await until(async () => (await run(within(home, ready))).includes('is Ready'))
    },
    alerts: async () => (await ask('alerts')).alerts,
    /** Waits until a query finds something. */
    finds: (text: string) =>
      until(async () => {
        if ((await query(text)).length > 0) return true
        await Bun.sleep(300)
        return false
      }, text),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function startDoorstep(server: string, certificate: string, args: readonly string[]): Promise<AsyncDisposable> {
  const resolvers = RESOLVERS.map((address, index) => `${['first', 'second', 'third'][index]}=${address}`).join(',')
  const given = ['--port', `${SERVER_PORT}`, '--resolvers', resolvers, '--allow-targets', '198.18.77.0/24,2001:db8:77::/64']
  return startServer({
    command: within(server, PROGRAM),
    env: UNLIMITED_TARGETS,
    host: SERVER,
    args: [...given, '--extra-ca', certificate, ...args],
  })
}

async function connect(server: string, home: string): Promise<void> {
  await run(['ip', 'link', 'add', 'wan', 'netns', server, 'type', 'veth', 'peer', 'name', 'wan', 'netns', home])
  const raise = (name: string, addresses: readonly string[]) => {
    const lines = addresses.map((address) => `addr add ${address} dev wan${address.includes(':') ? ' nodad' : ''}`)
    return batch(name, ['link set lo up', ...lines, 'link set wan up'])
  }
  await raise(server, [`${SERVER}/24`, ...RESOLVERS.map((address) => `${address}/24`), '2001:db8:77::1/64'])
  await raise(home, [`${HOME}/24`, `${HOME_6}/64`])
  await run(within(home, ['sysctl', '-qw', 'net.ipv4.ping_group_range=0 2147483647']))
}

/** Serves pages without TLS and under each certificate; returns the authority. */
async function serveWeb(home: string, pki: Pki): Promise<Issued> {
  const root = await pki.issue('root', { extensions: AUTHORITY, to: 400 })
  const middle = await pki.issue('middle', { by: root, extensions: AUTHORITY, to: 21 })
  const san = ['DNS:web.test']
  const chained = await pki.issue('chained', { by: middle, san })
  const served = [
    { port: WEB.good, ...(await pki.issue('good', { by: root, san })) },
    { port: WEB.chained, ...chained, certificate: await pki.bundle(chained, middle) },
    { port: WEB.expired, ...(await pki.issue('expired', { by: root, san, from: -20, to: -10 })) },
    { port: WEB['other-name'], ...(await pki.issue('other-name', { by: root, san: ['DNS:other.test'] })) },
    { port: WEB['self-signed'], ...(await pki.issue('self-signed', { san })) },
  ]
  const script = `const fetch = ({ url }) => {
  const { pathname } = new URL(url)
  if (pathname === '/there') return Response.redirect('/')
  return new Response('hello', { status: Number(pathname.slice(1)) || 200 })
}
Bun.serve({ hostname: '::', port: ${WEB.plain}, fetch })
for (const { port, key, certificate } of ${JSON.stringify(served)})
  Bun.serve({ hostname: '::', port, tls: { key: Bun.file(key), cert: Bun.file(certificate) }, fetch })`
  await started(home, [process.execPath, '-e', script], Object.values(WEB))
  return root
}

/** Writes the modules of blackbox_exporter that ask what those of doorstep do, and returns the command. */
function blackbox(folder: string, { certificate }: Issued): string[] {
  const family = { preferred_ip_protocol: 'ip4' }
  const tls_config = { ca_file: certificate }
  // For doorstep, a page answers unless the server says that something is wrong with it.
  const valid_status_codes = [200, 404]
  const modules = {
    http: { prober: 'http', timeout: '4s', http: { ...family, valid_status_codes, tls_config } },
    tls: { prober: 'tcp', timeout: '4s', tcp: { ...family, tls: true, tls_config } },
    tcp: { prober: 'tcp', timeout: '4s', tcp: family },
    icmp: { prober: 'icmp', timeout: '4s', icmp: family },
    'dns-web.test': { prober: 'dns', timeout: '4s', dns: { ...family, query_name: 'web.test', query_type: 'A' } },
    'dns-nobody.test': { prober: 'dns', timeout: '4s', dns: { ...family, query_name: 'nobody.test', query_type: 'A' } },
  }
  writeFileSync(join(folder, 'blackbox.yml'), JSON.stringify({ modules }))
  const at = `--web.listen-address=${HOME}:${BLACKBOX_PORT}`
  return ['prometheus-blackbox-exporter', `--config.file=${folder}/blackbox.yml`, at, '--log.level=error']
}

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

const ruleFolder = sharedFolder('rules')

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
  const folder = ruleFolder
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
})
