// A small internet with homes on it: a machine with doorstep and name servers, and behind routers that translate (nftables) a device each.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programPath } from './lab.ts'
import { execute, makeNamespace, type Namespace, portsOpen, run } from './namespace.ts'
import { type bodyOf, FROM_SOURCE, type Server, startServer } from './server.ts'
import { makeMachines } from './topology/machines.ts'

export const HOME_LAB_NEEDS = { programs: ['ip', 'nft', 'sysctl', 'curl', 'nsd', 'unbound', 'cat'], root: true }

/** What a port of the device is about: a rule in every router, in the innermost alone, or in none; and whether anything listens. */
export const PORT = { forwarded: 8080, nobodyThere: 8081, noRule: 8082, innerRuleOnly: 8083, deviceDrops: 8084 } as const
const FORWARDED: readonly number[] = [PORT.forwarded, PORT.nobodyThere, PORT.deviceDrops]
const LISTENING: readonly number[] = [PORT.forwarded, PORT.noRule, PORT.innerRuleOnly, PORT.deviceDrops]

const NAME_SERVER = '198.18.53.1'
const RESOLVER_PORT = 5300

/** The homes; each has its routers from the internet inwards, with the network behind each of them. */
export const HOMES = {
  single: [{ name: 'router', inside: '192.168.0' }],
  double: [
    { name: 'outer', inside: '10.0.0' },
    { name: 'inner', inside: '192.168.0' },
  ],
  carrier: [
    { name: 'carrier', inside: '100.64.0' },
    { name: 'router', inside: '192.168.0' },
  ],
} as const
export type Home = keyof typeof HOMES
const ALL = Object.keys(HOMES) as Home[]

/** The public addresses of a home: of its first router over IPv4, of its device over IPv6. */
export function publicAddress(home: Home, family: 4 | 6): string {
  const index = ALL.indexOf(home) + 1
  return family === 4 ? `198.18.${index}.2` : `2001:db8:${index}0::10`
}

/** What the innermost router shows as its internet address. */
export function wanAddress(home: Home): string {
  const [, outer] = HOMES[home].toReversed()
  return outer ? `${outer.inside}.2` : publicAddress(home, 4)
}

export interface HomeLab extends AsyncDisposable {
  /** Asks from the device of a home, as whoever lives there would. */
  ask(home: Home, family: 4 | 6, request: object, headers?: Record<string, string>): Promise<Awaited<ReturnType<typeof bodyOf>>>
  /** The same for a terminal. */
  askText(home: Home, family: 4 | 6, request: object, headers?: Record<string, string>): Promise<string>
}

export async function startHomeLab(): Promise<HomeLab> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-homes-'))
  undo.defer(() => rmSync(folder, { recursive: true, force: true }))
  const internet = undo.use(await makeNamespace())
  const machines = undo.use(
    await makeMachines(ALL.flatMap((home) => [...HOMES[home].map(({ name }) => `${home}-${name}`), `${home}-device`])),
  )
  const nameOf = (machine: string) => machines.names.get(machine) ?? ''
  for (const home of ALL) await buildHome(home, internet, nameOf)
  await startNames(internet, folder)
  const resolver = `127.0.0.1:${RESOLVER_PORT}`
  const args = ['--allow-targets', '198.18.0.0/15,2001:db8::/32', '--resolvers', `a=${resolver},b=${resolver},c=${resolver}`]
  const server: Server = undo.use(await startServer({ command: internet.inside(FROM_SOURCE), host: internet.address4, args }))
  const askText: HomeLab['askText'] = async (home, family, request, headers = {}) => {
    const index = ALL.indexOf(home) + 1
    const at = family === 4 ? `198.18.${index}.1` : `[2001:db8:${index}::1]`
    const lines = Object.entries({ 'content-type': 'application/json', ...headers }).flatMap(([key, value]) => [
      '-H',
      `${key}: ${value}`,
    ])
    const url = `http://${at}:${server.port}/api/tools/reachability`
    return run(within(nameOf(`${home}-device`), ['curl', '-sS', ...lines, '-d', JSON.stringify(request), url]))
  }
  const owned = undo.move()
  return {
    askText,
    ask: async (...asked) => JSON.parse(await askText(...asked)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const within = (name: string, command: readonly string[]) => ['ip', 'netns', 'exec', name, ...command]

/** The routers of a home in a row, and its device behind them; the device alone has a public address over IPv6. */
async function buildHome(home: Home, internet: Namespace, nameOf: (machine: string) => string): Promise<void> {
  const index = ALL.indexOf(home) + 1
  const routers = HOMES[home]
  const chain = [internet.name, ...routers.map(({ name }) => nameOf(`${home}-${name}`)), nameOf(`${home}-device`)]
  const nets = [`198.18.${index}`, ...routers.map(({ inside }) => inside)]
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
      ...[`addr add ${net}.${host4}/24 dev ${up}`, `addr add ${net6}::${host6}/64 dev ${up} nodad`, `link set ${up} up`],
      ...[`route add default via ${net}.1`, `route add ::/0 via ${net6}::1`],
    ])
    // Everything towards the device goes on inwards.
    if (!isLast) await batch(near, [`route add 2001:db8:${index}0::/64 via ${net6}::2`])
  }
  for (const [at, { name, inside }] of routers.entries()) {
    const isInner = at === routers.length - 1
    const next = isInner ? `${inside}.10` : `${inside}.2`
    const ports = isInner ? [...FORWARDED, PORT.innerRuleOnly] : home === 'carrier' ? [] : FORWARDED
    const machine = nameOf(`${home}-${name}`)
    await run(within(machine, ['sysctl', '-qw', 'net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1']))
    await run(within(machine, ['nft', '-f', '-']), { input: routerRules(next, ports) })
  }
  const device = nameOf(`${home}-device`)
  const drop = `table inet own {\nchain input {\ntype filter hook input priority 0\ntcp dport ${PORT.deviceDrops} drop\n}\n}\n`
  await run(within(device, ['nft', '-f', '-']), { input: drop })
  const listen = `for (const port of ${JSON.stringify(LISTENING)}) Bun.serve({ hostname: '::', port, fetch: () => new Response('home') })`
  Bun.spawn(within(device, [process.execPath, '-e', listen]), { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
  await portsOpen({ exec: (command: readonly string[]) => execute(within(device, command)) } as Namespace, LISTENING)
}

async function batch(name: string, lines: readonly string[]): Promise<void> {
  await run(['ip', '-n', name, '-batch', '-'], { input: lines.join('\n') })
}

/** As home routers do it: translate what goes out, let in what belongs to it and what a rule forwards, say nothing to the rest. */
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
}
}
`
}

/** For each home a name that points at it, over both families, and one that points where it was before. */
async function startNames(internet: Namespace, folder: string): Promise<void> {
  await internet.addAddress(NAME_SERVER)
  const records = ALL.flatMap((home) => [
    `${home} A ${publicAddress(home, 4)}`,
    `${home} AAAA ${publicAddress(home, 6)}`,
    `stale-${home} A 198.18.99.99`,
    `stale-${home} AAAA 2001:db8:99::99`,
  ])
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
}
