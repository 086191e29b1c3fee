// A real Prometheus and a real blackbox_exporter at a home, and a doorstep on the other side of a link, which sees that home from outside.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM } from '../executable.ts'
import { run } from '../net/namespace.ts'
import { makeMachines } from '../net/topology/machines.ts'
import { started, within } from '../openapi/lab.ts'
import { ROOT, startServer, UNLIMITED_TARGETS } from '../server.ts'
import { AUTHORITY, type Issued, Pki } from '../tls/pki.ts'
import { until } from '../until.ts'

export const PROMETHEUS_NEEDS = {
  programs: ['prometheus', 'promtool', 'prometheus-blackbox-exporter', 'ip', 'sysctl', 'curl', 'openssl', 'cat'],
  root: true,
}

const [SERVER, HOME, HOME_6] = ['198.18.77.1', '198.18.77.7', '2001:db8:77::7']
const RESOLVERS = ['198.18.77.51', '198.18.77.52', '198.18.77.53']
const [SERVER_PORT, BLACKBOX_PORT, PROMETHEUS_PORT] = [8080, 9115, 9090]
export const OWN_PORT = 25_565
/** The home's web server: one port for each certificate. */
export const WEB = { plain: 80, good: 443, chained: 8440, expired: 8441, 'other-name': 8442, 'self-signed': 8443 }
/** Names that lead to the home, one over each family. */
const ADDRESSES: Readonly<Record<string, readonly [type: string, data: string]>> = {
  'web.test': ['A', HOME],
  'six.test': ['AAAA', HOME_6],
}

/** The value of each metric of a scrape, by its name and the labels that are its own. */
export type Scraped = Readonly<Record<string, number>>

export interface Monitored extends AsyncDisposable {
  /** Starts the doorstep, at the address that Prometheus asks. */
  startDoorstep(...args: string[]): Promise<AsyncDisposable>
  /** Opens the port of the home. */
  openPort(): Promise<AsyncDisposable>
  /** Starts a Prometheus with its configuration, and the rules in it; it ends with the home. */
  startPrometheus(config: object, rules?: string): Promise<void>
  /** Returns the alerts that Prometheus has. */
  alerts(): Promise<
    { readonly state: string; readonly activeAt: string; readonly annotations: Readonly<Record<string, string>> }[]
  >
  /** Returns what a query finds: the labels, and the value. */
  query(query: string): Promise<{ readonly metric: Readonly<Record<string, string>>; readonly value: number }[]>
  /** Waits until a query finds something. */
  finds(query: string): Promise<void>
}

/** Returns a job of Prometheus that asks one of the two: `probes` by name, each with the parameters of its request. */
export function scrapeJob(of: 'doorstep' | 'blackbox', interval: string, probes: Readonly<Record<string, object>>): object {
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

export async function makeMonitored(): Promise<Monitored> {
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
  const query: Monitored['query'] = async (text) => {
    const { result } = await ask('query', '--data-urlencode', `query=${text}`)
    return result.map(({ metric, value }: { metric: Record<string, string>; value: [number, string] }) => ({
      metric,
      value: Number(value[1]),
    }))
  }
  const owned = undo.move()
  return {
    startDoorstep: (...args) => startDoorstep(server, root.certificate, args),
    openPort: async () => {
      const script = `Bun.listen({ hostname: '0.0.0.0', port: ${OWN_PORT}, socket: { data() {} } })`
      const child = await started(home, [process.execPath, '-e', script], [OWN_PORT])
      return {
        async [Symbol.asyncDispose]() {
          child.kill('SIGKILL')
          await child.exited
        },
      }
    },
    async startPrometheus(config, rules) {
      const files = rules === undefined ? {} : { rule_files: ['rules.yml'] }
      if (rules !== undefined) writeFileSync(join(folder, 'rules.yml'), rules)
      writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify({ ...config, ...files }))
      const at = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`, '--log.level=error']
      await started(home, ['prometheus', ...at, `--web.listen-address=${HOME}:${PROMETHEUS_PORT}`], [PROMETHEUS_PORT])
    },
    alerts: async () => (await ask('alerts')).alerts,
    query,
    finds: (text) =>
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
  const batch = async (name: string, addresses: readonly string[]) => {
    const lines = addresses.map((address) => `addr add ${address} dev wan${address.includes(':') ? ' nodad' : ''}`)
    await run(['ip', '-n', name, '-batch', '-'], { input: ['link set lo up', ...lines, 'link set wan up'].join('\n') })
  }
  await batch(server, [`${SERVER}/24`, ...RESOLVERS.map((address) => `${address}/24`), '2001:db8:77::1/64'])
  await batch(home, [`${HOME}/24`, `${HOME_6}/64`])
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
