// A small internet of documentation addresses (RFC 5737): a doorstep, a website with its name server, and a home, around one router.
import { join } from 'node:path'
import { PROGRAM } from '../executable.ts'
import { batch, execute, type Namespace, portsOpen, run, within } from '../net/namespace.ts'
import { makeMachines } from '../net/topology/machines.ts'
import { startServer, UNLIMITED_TARGETS } from '../server.ts'
import { AUTHORITY, Pki } from '../tls/pki.ts'

export const OPENAPI_LAB_NEEDS = { programs: ['ip', 'sysctl', 'curl', 'openssl', 'cat'], root: true }

const SERVER = '192.0.2.10'
/** The address that the server sees on a request that the router passes on. */
const ROUTER = '192.0.2.1'
const RESOLVERS = ['192.0.2.53', '192.0.2.54', '192.0.2.55']
const [WEB, NAMES, HOME] = ['198.51.100.80', '198.51.100.53', '203.0.113.7']
const NETS = { server: ['192.0.2', 10], web: ['198.51.100', 80], home: ['203.0.113', 7] } as const
export const SERVED_PORT = 25_565

/** The records of the name servers, by zone: name, type, data. */
const RECORDS: Readonly<Record<string, readonly (readonly [name: string, type: string, data: unknown])[]>> = {
  'example.com': [
    ['example.com', 'NS', 'ns.example.com'],
    ['ns.example.com', 'A', NAMES],
    ['example.com', 'A', WEB],
    ['example.com', 'MX', { preference: 10, exchange: 'mail.example.com' }],
    ['mail.example.com', 'A', WEB],
    ['www.example.com', 'A', WEB],
    ['home.example.com', 'A', HOME],
    ['example.com', 'TXT', 'v=spf1 mx -all'],
  ],
  '100.51.198.in-addr.arpa': [
    ['100.51.198.in-addr.arpa', 'NS', 'ns.example.com'],
    ['80.100.51.198.in-addr.arpa', 'PTR', 'www.example.com'],
  ],
  '113.0.203.in-addr.arpa': [
    ['113.0.203.in-addr.arpa', 'NS', 'ns.example.com'],
    ['7.113.0.203.in-addr.arpa', 'PTR', 'home.example.com'],
  ],
}

/** A request as curl would send it: from the home, or as the router, which the server trusts to name a client. */
export interface LabRequest {
  readonly method?: string
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly client?: string
}

export interface OpenapiLab extends AsyncDisposable {
  /** The address of the server for the home. */
  readonly url: string
  /** Returns the command that runs a command at home. */
  atHome(command: readonly string[]): string[]
  ask(asked: LabRequest): Promise<Response>
  /** Starts a further server, which takes requests in the same way. */
  start(...args: string[]): Promise<{ readonly url: string; ask(asked: LabRequest): Promise<Response> } & AsyncDisposable>
}

export async function startOpenapiLab(): Promise<OpenapiLab> {
  await using undo = new AsyncDisposableStack()
  const { names } = undo.use(await makeMachines(['server', 'router', 'web', 'home']))
  const nameOf = (machine: string) => names.get(machine) ?? ''
  for (const [machine, [net, host]] of Object.entries(NETS)) await connect(nameOf('router'), nameOf(machine), machine, net, host)
  await run(within(nameOf('router'), ['sysctl', '-qw', 'net.ipv4.ip_forward=1']))
  // A host only says so often that something is unreachable (RFC 1812, 4.3.2.8); these are to say it every time.
  for (const name of names.values()) await run(within(name, ['sysctl', '-qw', 'net.ipv4.icmp_ratemask=0']))
  await batch(
    nameOf('server'),
    RESOLVERS.map((address) => `addr add ${address}/32 dev lo`),
  )
  await batch(nameOf('web'), [`addr add ${NAMES}/32 dev lo`])
  await startNames(nameOf('web'), nameOf('server'))
  const pki = undo.use(new Pki())
  const authority = await pki.issue('Example Root', { extensions: AUTHORITY })
  const leaf = await pki.issue('example.com', { by: authority, san: ['DNS:example.com', 'DNS:www.example.com'] })
  await serve(nameOf('web'), [80, 443], leaf)
  await serve(nameOf('home'), [SERVED_PORT], null)
  const start: OpenapiLab['start'] = async (...args) => {
    const resolvers = RESOLVERS.map((address, index) => `${['first', 'second', 'third'][index]}=${address}`).join(',')
    const allowed = Object.values(NETS)
      .map(([net]) => `${net}.0/24`)
      .join(',')
    const flags = [
      '--resolvers',
      resolvers,
      '--allow-targets',
      allowed,
      '--trusted-proxies',
      ROUTER,
      '--extra-ca',
      authority.certificate,
    ]
    const command = within(nameOf('server'), PROGRAM)
    const server = await startServer({ command, env: UNLIMITED_TARGETS, host: SERVER, args: [...flags, ...args] })
    const ask = ({ client, ...asked }: LabRequest) =>
      curl(nameOf(client === undefined ? 'home' : 'router'), server.port, asked, client)
    return { url: server.url, ask, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
  }
  const { url, ask } = undo.use(await start('--metrics', 'on'))
  const owned = undo.move()
  return {
    url,
    atHome: (command) => within(nameOf('home'), command),
    ask,
    start,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function connect(router: string, machine: string, link: string, net: string, host: number): Promise<void> {
  await run(['ip', 'link', 'add', link, 'netns', router, 'type', 'veth', 'peer', 'name', 'wan', 'netns', machine])
  await batch(router, ['link set lo up', `addr add ${net}.1/24 dev ${link}`, `link set ${link} up`])
  await batch(machine, [
    'link set lo up',
    `addr add ${net}.${host}/24 dev wan`,
    'link set wan up',
    `route add default via ${net}.1`,
  ])
}

/** Starts the name server of the zones, and the resolvers that know them. */
async function startNames(web: string, server: string): Promise<void> {
  const zones = Object.entries(RECORDS).map(([zone, rows]) => [zone, rows.map(([name, type, data]) => ({ name, type, data }))])
  const job = [process.execPath, join(import.meta.dirname, 'names-job.ts')]
  const given = JSON.stringify(Object.fromEntries(zones))
  await started(web, [...job, 'zone', given, NAMES], [53])
  await started(server, [...job, 'resolver', given, ...RESOLVERS], [53])
}

async function serve(
  machine: string,
  ports: readonly number[],
  leaf: { key: string; certificate: string } | null,
): Promise<void> {
  const tls = leaf ? `{ key: Bun.file('${leaf.key}'), cert: Bun.file('${leaf.certificate}') }` : 'undefined'
  const script = `for (const port of ${JSON.stringify(ports)}) Bun.serve({ port, tls: port === 443 ? ${tls} : undefined, fetch: () => new Response('hello') })`
  await started(machine, [process.execPath, '-e', script], ports)
}

/** Starts a command in a machine, and waits until it listens; it ends with the machine. */
export async function started(machine: string, command: readonly string[], ports: readonly number[]): Promise<Bun.Subprocess> {
  const child = Bun.spawn(within(machine, command), { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
  await portsOpen({ exec: (inner: readonly string[]) => execute(within(machine, inner)) } as Namespace, ports)
  return child
}

async function curl(
  machine: string,
  port: number,
  { method, path, body, headers = {} }: LabRequest,
  client?: string,
): Promise<Response> {
  const sent = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(client === undefined ? {} : { 'x-forwarded-for': client }),
    ...headers,
  }
  const lines = Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const how = [...(method === undefined ? [] : ['-X', method]), ...(body === undefined ? [] : ['--data-binary', '@-'])]
  const command = within(machine, [
    ...'curl -sS -i -N -H Expect:'.split(' '),
    ...lines,
    ...how,
    `http://${SERVER}:${port}${path}`,
  ])
  return responseOf(await run(command, body === undefined ? {} : { input: body }))
}

/** Reads the output of curl -i. */
function responseOf(printed: string): Response {
  const end = printed.indexOf('\r\n\r\n')
  const [first = '', ...lines] = printed.slice(0, end).split('\r\n')
  const status = Number(first.split(' ')[1])
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return new Response(status === 304 || status === 204 ? null : printed.slice(end + 4), { status, headers })
}
