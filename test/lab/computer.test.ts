// A computer with real routes, listeners and firewalls: what is seen of it, against what packets really do.

import { describe, expect } from 'bun:test'
import { join } from 'node:path'
import { lookAtFirewall } from '../../src/home/computer/firewall/linux.ts'
import { machineSources } from '../../src/home/computer/sources.ts'
import type { Job } from '../support/home/computer-job.ts'
import { labTest } from '../support/lab.ts'
import { batch, execute, makeNamespace, type Namespace, portsOpen, run } from '../support/net/namespace.ts'
import { openHosts } from '../support/net/network.ts'
import { ROOT } from '../support/server.ts'
import { shared } from '../support/shared.ts'

const NEEDS = { programs: ['ip', 'nft', 'ss', 'iptables', 'iptables-save', 'iptables-restore', 'ip6tables-save'], root: true }
const JOB = join(ROOT, 'test', 'support', 'home', 'computer-job.ts')
const PORT = 8080
const SILENT_MS = 200
const ANSWER_MS = 30_000

const home = shared(makeNamespace)

function computerTest(title: string, check: (namespace: Namespace) => Promise<void>): void {
  labTest(title, NEEDS, async () => {
    await check(await home())
  })
}

async function look({ inside }: Namespace, job: Partial<Job>) {
  const whole: Job = { port: PORT, protocol: 'tcp', listenAt: [], ...job }
  return JSON.parse(await run(inside([process.execPath, JOB, JSON.stringify(whole)])))
}

describe('the routes and listeners', () => {
  computerTest(
    'of a computer at home, and with a VPN that takes its packets by a rule and a table of its own',
    async (namespace) => {
      const { address4, address6, peer4, peer6 } = namespace
      await batch(namespace.name, [`route add default via ${peer4} dev host`, `route add default via ${peer6} dev host`])
      const gateways = [
        [peer4, address4],
        [peer6, address6],
      ]
      const place = { address: address4, address6, interface: 'host', gateways }
      const named = { program: expect.stringMatching(/^bun/) }
      expect(await look(namespace, { listenAt: ['127.0.0.1'] })).toMatchObject({
        ...place,
        vpn: false,
        listening: { ...named, addresses: ['127.0.0.1'], onlyLoopback: true, family: 'ipv4' },
        firewall: null,
      })
      await batch(namespace.name, [
        'link add wg0 type veth peer name away',
        'addr add 10.66.0.2/32 dev wg0',
        'link set wg0 up',
        'link set away up',
        'route add default dev wg0 table 51820',
        'rule add not fwmark 0xca6c table 51820',
        'rule add table main suppress_prefixlength 0',
      ])
      expect(await look(namespace, { protocol: 'udp', listenAt: ['::'] })).toMatchObject({
        ...place,
        vpn: true,
        listening: { ...named, addresses: ['::'], onlyLoopback: false, family: 'both' },
      })
      await batch(namespace.name, [
        'rule del table main suppress_prefixlength 0',
        'rule del not fwmark 0xca6c table 51820',
        'link del wg0',
      ])
      expect(await look(namespace, {})).toMatchObject({ ...place, vpn: false, listening: null })
    },
  )
})

const BASE = 'chain in { type filter hook input priority 0; policy drop; ct state established accept; '
const table = (rules: string, base = BASE) =>
  `table inet lab {\nset ports { type inet_service; flags interval; elements = { 8000-8090 }; }\n${base}${rules}\n}\n}\n`
/** Rules, by what loads them, and whether they keep port 8080 out. */
const FIREWALLS: Readonly<Record<string, readonly [program: 'nft' | 'iptables-restore', rules: string, blocks: string]>> = {
  'nothing let in': ['nft', table(''), 'yes'],
  'the port': ['nft', table(`tcp dport ${PORT} accept`), 'no'],
  'another port': ['nft', table('tcp dport { 22, 8081-8090 } accept'), 'yes'],
  'a set of ports': ['nft', table('tcp dport @ports ct state new accept'), 'no'],
  'known connections': ['nft', table('ct state vmap { established : accept, related : accept, invalid : drop }'), 'yes'],
  'all but this': ['nft', table(`tcp dport != ${PORT} accept`), 'yes'],
  'the interface': ['nft', table('iifname { "host", "eth0" } meta l4proto tcp accept'), 'no'],
  'another interface': ['nft', table('iifname "eth0" accept'), 'yes'],
  'a rejection': ['nft', table(`tcp dport ${PORT} reject with tcp reset`, BASE.replace('drop', 'accept')), 'yes'],
  'a rejection elsewhere': ['nft', table('tcp dport 22 reject', BASE.replace('drop', 'accept')), 'no'],
  'a map of ports': ['nft', table(`tcp dport vmap { 22 : drop, ${PORT} : accept }`), 'no'],
  'two chains': ['nft', table('accept') + table('', BASE.replace('in {', 'late {').replace('0;', '10;')), 'yes'],
  'the way back': ['nft', table('fib saddr . iif oif missing drop; fib daddr type local accept'), 'no'],
  'what opens a connection': [
    'nft',
    table(
      'tcp flags & (fin|syn|rst|ack) != syn ct state new drop; tcp flags & (fin|syn) == (fin|syn) drop; tcp flags syn accept',
    ),
    'no',
  ],
  'zones, as firewalld writes them': [
    'nft',
    `table inet lab {
chain allow { tcp dport 22 accept; }
chain zone { jump allow; meta l4proto { icmp, ipv6-icmp } accept; reject with icmpx admin-prohibited; }
chain zones { iifname "host" goto zone; goto zone; }
chain in { type filter hook input priority 10; ct state { established, related } accept; ct status dnat accept; iifname "lo" accept
ct state invalid drop; jump zones; reject with icmpx admin-prohibited; }
}`,
    'yes',
  ],
  'a port that is led elsewhere': [
    'nft',
    `table ip lab { chain pre { type nat hook prerouting priority -100; tcp dport ${PORT} redirect to :9\n}\n}`,
    'unknown',
  ],
  'iptables, the port': [
    'iptables-restore',
    `-A INPUT -m conntrack --ctstate ESTABLISHED -j ACCEPT\n-A INPUT -p tcp -m multiport --dports 80,${PORT} -j ACCEPT\n`,
    'no',
  ],
  'iptables, another port': [
    'iptables-restore',
    '-A INPUT -p tcp -m conntrack --ctstate NEW -m tcp --dport 22 -j ACCEPT\n',
    'yes',
  ],
}

/** Returns whether the program answers; a busy machine may take long to, and only silence is waited for no longer. */
async function connects({ address4 }: Namespace, isExpected: boolean): Promise<boolean> {
  const close = openHosts([address4])
  try {
    return (
      await fetch(`http://${address4}:${PORT}`, {
        signal: AbortSignal.timeout(isExpected ? ANSWER_MS : SILENT_MS),
        keepalive: false,
      })
    ).ok
  } catch {
    return false
  } finally {
    close()
  }
}

/** Returns what is read of the firewall inside: the commands run there, everything else is as given. */
function firewallOf({ inside, address4 }: Namespace) {
  const sources = {
    ...machineSources(),
    isRoot: true,
    read: () => null,
    run: async (command: string, args: readonly string[]) => {
      const { stdout, exitCode } = await execute(inside([command, ...args]))
      return exitCode === 0 ? stdout : null
    },
  }
  const network = { address: address4, address6: null, interface: 'host', vpn: false, gateways: { v4: null, v6: null } }
  return lookAtFirewall({ port: PORT, protocol: 'tcp' }, network, sources)
}

computerTest('a firewall keeps out what it is said to keep out, and its line lets the port in', async (namespace) => {
  namespace.spawn([process.execPath, '-e', `Bun.serve({ port: ${PORT}, fetch: () => new Response('') })`])
  await portsOpen(namespace, [PORT])
  for (const [name, [program, rules, blocks]] of Object.entries(FIREWALLS)) {
    const input = program === 'nft' ? rules : `*filter\n:INPUT DROP [0:0]\n${rules}COMMIT\n`
    await run(namespace.inside([program, ...(program === 'nft' ? ['-f', '-'] : [])]), { input })
    const seen = await firewallOf(namespace)
    expect([name, seen?.blocks ?? 'no']).toEqual([name, blocks])
    if (blocks !== 'unknown') expect([name, await connects(namespace, blocks === 'no')]).toEqual([name, blocks === 'no'])
    if (seen?.line) {
      await run(namespace.inside(['sh', '-c', seen.line]))
      expect([name, (await firewallOf(namespace))?.blocks, await connects(namespace, true)]).toEqual([name, 'no', true])
    } else expect([name, blocks]).not.toEqual([name, 'yes'])
    await run(namespace.inside(['nft', 'flush', 'ruleset']))
  }
})
