// A small internet with homes on it: a machine with doorstep and name servers, and behind routers that translate (nftables) a device each.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM } from '../executable.ts'
import { programPath } from '../lab.ts'
import { batch, execute, makeNamespace, type Namespace, portsOpen, run, within } from '../net/namespace.ts'
import { makeMachines } from '../net/topology/machines.ts'
import { type bodyOf, type Server, startServer } from '../server.ts'

// The names of the homes of home-lab.ts: a name server for their zone, and a resolver next to the server.
const NAME_SERVER = '198.18.53.1'
const RESOLVER_PORT = 5300

/** Serves these records of home.test, and returns the address of the resolver for them. */
async function startNames(internet: Namespace, folder: string, records: readonly string[]): Promise<string> {
  await internet.addAddress(NAME_SERVER)
  const zone = [
    '$ORIGIN home.test.',
    '$TTL 60',
    '@ SOA ns hostmaster 1 3600 600 604800 60',
    '@ NS ns',
    `ns A ${NAME_SERVER}`,
    ...records,
    '',
  ]
  const [zoneFile, nsd, unbound] = ['zone', 'nsd', 'unbound'].map((name) => join(folder, name))
  writeFileSync(zoneFile ?? '', zone.join('\n'))
  writeFileSync(
    nsd ?? '',
    `server:\n  server-count: 1\n  ip-address: ${NAME_SERVER}\n  username: ""\n  zonesdir: "${folder}"\n  database: ""\n  pidfile: "${folder}/nsd.pid"\n  xfrdir: "${folder}"\n  xfrdfile: "${folder}/xfrd.state"\n  zonelistfile: "${folder}/zone.list"\n  rrl-ratelimit: 0\nzone:\n  name: "home.test"\n  zonefile: "zone"\n`,
  )
  writeFileSync(
    unbound ?? '',
    `server:\n  interface: 127.0.0.1@${RESOLVER_PORT}\n  username: ""\n  chroot: ""\n  directory: "${folder}"\n  pidfile: ""\n  use-syslog: no\n  num-threads: 1\n  module-config: "iterator"\n  local-zone: "test." nodefault\nstub-zone:\n  name: "home.test."\n  stub-addr: ${NAME_SERVER}\n`,
  )
  internet.spawn([programPath('nsd') ?? '', '-d', '-c', nsd ?? ''])
  await portsOpen(internet, [53])
  internet.spawn([programPath('unbound') ?? '', '-d', '-c', unbound ?? ''])
  await portsOpen(internet, [RESOLVER_PORT])
  return `127.0.0.1:${RESOLVER_PORT}`
}

export const HOME_LAB_NEEDS = { programs: ['ip', 'nft', 'sysctl', 'curl', 'nsd', 'unbound', 'cat'], root: true }

/** The ports of the device: with a rule in every router, in the innermost alone, or in none; and with or without a program that listens. */
export const PORT = {
  forwarded: 8080,
  nobodyThere: 8081,
  noRule: 8082,
  innerRuleOnly: 8083,
  deviceDrops: 8084,
  routerRefuses: 8085,
} as const
const FORWARDED: readonly number[] = [PORT.forwarded, PORT.nobodyThere, PORT.deviceDrops]
const LISTENING: readonly number[] = [PORT.forwarded, PORT.noRule, PORT.innerRuleOnly, PORT.deviceDrops]

/** The homes; each has its routers from the internet inwards, with the network behind each of them. */
const HOMES = {
  single: [{ name: 'router', inside: '192.168.0' }],
  double: [
    { name: 'outer', inside: '10.0.0' },
    { name: 'inner', inside: '192.168.0' },
  ],
  carrier: [
    { name: 'carrier', inside: '100.64.0' },
    { name: 'router', inside: '192.168.0' },
  ],
  /** Behind three routers of its provider, which do not translate. */
  far: [
    { name: 'edge', inside: '198.18.41' },
    { name: 'core', inside: '198.18.42' },
    { name: 'street', inside: '198.18.43' },
    { name: 'router', inside: '192.168.0' },
  ],
} as const
export type Home = keyof typeof HOMES
const ALL = Object.keys(HOMES) as Home[]
/** The homes whose causes are distinguished. */
const USUAL: readonly Home[] = ['single', 'double', 'carrier']

const isPublic = (net: string) => net.startsWith('198.18.')

/** Returns the networks of a home from the internet inwards, each as its first three decimals. */
const netsOf = (home: Home): string[] => [`198.18.${ALL.indexOf(home) + 1}`, ...HOMES[home].map(({ inside }) => inside)]

/** Returns the public addresses of a home: of its first router that translates over IPv4, of its device over IPv6. */
export function publicAddress(home: Home, family: 4 | 6): string {
  return family === 4 ? `${netsOf(home).findLast(isPublic)}.2` : `2001:db8:${ALL.indexOf(home) + 1}0::10`
}

/** Returns the address of the server for a home; IPv6 in brackets. */
export function serverAddress(home: Home, family: 4 | 6): string {
  const index = ALL.indexOf(home) + 1
  return family === 4 ? `198.18.${index}.1` : `[2001:db8:${index}::1]`
}

/** Returns the internet address that the innermost router shows. */
export function wanAddress(home: Home): string {
  const [, outer] = HOMES[home].toReversed()
  return outer ? `${outer.inside}.2` : publicAddress(home, 4)
}

export interface HomeLab extends AsyncDisposable {
  /** Returns the command that runs a command on the device of a home. */
  insideDevice(home: Home, command: readonly string[]): string[]
  /** Returns the command that runs a command on the innermost router of a home. */
  insideRouter(home: Home, command: readonly string[]): string[]
  /** Adds the rule to the innermost router of a home, as its owner would after reading what to enter. */
  forward(home: Home, port: number): Promise<void>
  /** Sends a request from the device of a home, as its owner would. */
  ask(home: Home, family: 4 | 6, request: object, headers?: Record<string, string>): Promise<Awaited<ReturnType<typeof bodyOf>>>
  /** Sends the same for a terminal. */
  askText(home: Home, family: 4 | 6, request: object, headers?: Record<string, string>): Promise<string>
}

interface Start {
  readonly homes?: readonly Home[]
  readonly command?: readonly string[]
  readonly args?: readonly string[]
}

export async function startHomeLab({ homes = USUAL, command = PROGRAM, args = [] }: Start = {}): Promise<HomeLab> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-homes-'))
  undo.defer(() => rmSync(folder, { recursive: true, force: true }))
  const internet = undo.use(await makeNamespace())
  const machines = undo.use(
    await makeMachines(homes.flatMap((home) => [...HOMES[home].map(({ name }) => `${home}-${name}`), `${home}-device`])),
  )
  const nameOf = (machine: string) => machines.names.get(machine) ?? ''
  for (const home of homes) await buildHome(home, internet, nameOf)
  const resolver = await startNames(internet, folder, ALL.flatMap(recordsOf))
  const own = ['--allow-targets', '198.18.0.0/15,2001:db8::/32', '--resolvers', `a=${resolver},b=${resolver},c=${resolver}`]
  const server: Server = undo.use(
    await startServer({ command: internet.inside(command), host: internet.address4, args: [...own, ...args] }),
  )
  const insideDevice: HomeLab['insideDevice'] = (home, inner) => within(nameOf(`${home}-device`), inner)
  const insideRouter: HomeLab['insideRouter'] = (home, inner) => within(nameOf(`${home}-${HOMES[home].at(-1)?.name}`), inner)
  const askText: HomeLab['askText'] = async (home, family, request, headers = {}) => {
    const lines = Object.entries({ 'content-type': 'application/json', ...headers }).flatMap(([key, value]) => [
      '-H',
      `${key}: ${value}`,
    ])
    const url = `http://${serverAddress(home, family)}:${server.port}/api/tools/reachability`
    return run(insideDevice(home, ['curl', '-sS', ...lines, '-d', JSON.stringify(request), url]))
  }
  const owned = undo.move()
  return {
    insideDevice,
    insideRouter,
    async forward(home, port) {
      const rule = `add rule inet home prerouting iifname "wan" tcp dport ${port} dnat ip to ${HOMES[home].at(-1)?.inside}.10`
      await run(insideRouter(home, ['nft', rule]))
    },
    askText,
    ask: async (...asked) => JSON.parse(await askText(...asked)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Builds the routers of a home in a row, and its device behind them; the device alone has a public address over IPv6. */
async function buildHome(home: Home, internet: Namespace, nameOf: (machine: string) => string): Promise<void> {
  const index = ALL.indexOf(home) + 1
  const routers = HOMES[home]
  const chain = [internet.name, ...routers.map(({ name }) => nameOf(`${home}-${name}`)), nameOf(`${home}-device`)]
  const nets = netsOf(home)
  // A link-local address that is found to be unique after a second would change the network below a browser that loads a page.
  const noDetection = ['sysctl', '-qw', 'net.ipv6.conf.default.accept_dad=0', 'net.ipv6.conf.all.accept_dad=0']
  for (const machine of chain) await run(within(machine, noDetection))
  for (const [at, net] of nets.entries()) {
    const [near = '', far = ''] = chain.slice(at, at + 2)
    const [down, up] = [at === 0 ? `street${index}` : 'lan', 'wan']
    await run(['ip', 'link', 'add', down, 'netns', near, 'type', 'veth', 'peer', 'name', up, 'netns', far])
    const isLast = at === nets.length - 1
    const net6 = isLast ? `2001:db8:${index}0` : at === 0 ? `2001:db8:${index}` : `2001:db8:${index}${at}ff`
    const [host4, host6] = isLast ? ['10', '10'] : ['2', '2']
    await batch(near, [`addr add ${net}.1/24 dev ${down}`, `addr add ${net6}::1/64 dev ${down} nodad`, `link set ${down} up`])
    await batch(far, [
      'link set lo up',
      `addr add ${net}.${host4}/24 dev ${up}`,
      `addr add ${net6}::${host6}/64 dev ${up} nodad`,
      `link set ${up} up`,
      `route add default via ${net}.1`,
      `route add ::/0 via ${net6}::1`,
    ])
    // Packets to the device go on inwards.
    const further = nets.slice(at + 1).filter(isPublic)
    const inwards = [
      `route add 2001:db8:${index}0::/64 via ${net6}::2`,
      ...further.map((one) => `route add ${one}.0/24 via ${net}.2`),
    ]
    if (!isLast) await batch(near, inwards)
  }
  for (const [at, { name, inside }] of routers.entries()) {
    const isInner = at === routers.length - 1
    const next = isInner ? `${inside}.10` : `${inside}.2`
    const ports = isInner ? [...FORWARDED, PORT.innerRuleOnly] : home === 'carrier' ? [] : FORWARDED
    const machine = nameOf(`${home}-${name}`)
    await run(within(machine, ['sysctl', '-qw', 'net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1']))
    if (!isPublic(inside)) await run(within(machine, ['nft', '-f', '-']), { input: routerRules(next, ports) })
  }
  const device = nameOf(`${home}-device`)
  const drop = `table inet own {\nchain input {\ntype filter hook input priority 0\ntcp dport ${PORT.deviceDrops} drop\n}\n}\n`
  await run(within(device, ['nft', '-f', '-']), { input: drop })
  const listen = `for (const port of ${JSON.stringify(LISTENING)}) Bun.serve({ hostname: '::', port, fetch: () => new Response('home') })`
  Bun.spawn(within(device, [process.execPath, '-e', listen]), { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
  await portsOpen({ exec: (command: readonly string[]) => execute(within(device, command)) } as Namespace, LISTENING)
}

/**
 * Returns the rules of a home router: it translates what goes out, lets in replies and what a rule forwards, and is silent to the rest
 * except one port.
 */
function routerRules(next: string, ports: readonly number[]): string {
  const all = ports.length === 0 ? [] : [`iifname "wan" tcp dport { ${ports.join(', ')} } dnat ip to ${next}`]
  const pinholes = `iifname "wan" meta nfproto ipv6 tcp dport { ${FORWARDED.join(', ')} } accept`
  return `table inet home {
chain prerouting {
type nat hook prerouting priority -100
${all.join('\n')}
}
chain postrouting {
type nat hook postrouting priority 100
oifname "wan" meta nfproto ipv4 masquerade
}
chain forward {
type filter hook forward priority 0; policy drop
ct state established,related accept
ct status dnat accept
iifname "lan" accept
${pinholes}
}
chain input {
type filter hook input priority 0; policy drop
ct state established,related accept
iifname { "lan", "lo" } accept
meta l4proto { icmp, icmpv6 } accept
tcp dport ${PORT.routerRefuses} reject with tcp reset
}
}
`
}

/** Returns a name that points at the home, over both families, and one that points at its former address. */
function recordsOf(home: Home): string[] {
  return [
    `${home} A ${publicAddress(home, 4)}`,
    `${home} AAAA ${publicAddress(home, 6)}`,
    `stale-${home} A 198.18.99.99`,
    `stale-${home} AAAA 2001:db8:99::99`,
  ]
}
