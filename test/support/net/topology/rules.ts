// The settings of the kernel and the firewall (nftables) of a machine.
import { endsOf, targetsOf } from './plan.ts'
import { FAMILIES, type Family, PROBER, type Topology } from './shape.ts'

/** The names of the answers in nft. */
const REJECTIONS: Record<Family, Record<string, string>> = {
  4: { 'admin-prohibited': 'admin-prohibited', 'host-unreachable': 'host-unreachable', 'net-unreachable': 'net-unreachable' },
  6: { 'admin-prohibited': 'admin-prohibited', 'host-unreachable': 'addr-unreachable', 'net-unreachable': 'no-route' },
}
const HEADER = { 4: 'ip', 6: 'ip6' } as const
const ICMP = { 4: 'icmp', 6: 'icmpv6' } as const
/** A kernel also talks to groups, of its own accord: that does not count. */
const GROUPS = { 4: '224.0.0.0/4', 6: 'ff00::/8' } as const

/** Returns settings for sysctl; they come before the devices, which inherit some of them. */
export function settingsOf({ machines }: Topology, machine: string): string[] {
  return [
    // A host limits how often it reports that something is unreachable or has died (RFC 1812, 4.3.2.8); these report it every time.
    'net.ipv4.icmp_ratemask=0',
    'net.ipv6.icmp.ratelimit=0',
    'net.ipv4.icmp_msgs_per_sec=1000000',
    'net.ipv4.icmp_msgs_burst=100000',
    'net.ipv6.conf.all.accept_dad=0',
    'net.ipv6.conf.default.accept_dad=0',
    // The answer to a packet may leave by another device than it came in by.
    'net.ipv4.conf.all.rp_filter=0',
    'net.ipv4.conf.default.rp_filter=0',
    // As with IPv6, and with most routers, an answer comes from the address where the packet came in.
    'net.ipv4.icmp_errors_use_inbound_ifaddr=1',
    'net.ipv4.conf.all.send_redirects=0',
    'net.ipv4.conf.default.send_redirects=0',
    // The ports also decide which of several equal ways is taken.
    'net.ipv4.fib_multipath_hash_policy=1',
    'net.ipv6.fib_multipath_hash_policy=1',
    ...(machine === PROBER ? [] : ['net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1']),
    ...(machines?.[machine]?.ignoresPing ? ['net.ipv4.icmp_echo_ignore_all=1', 'net.ipv6.icmp.echo_ignore_all=1'] : []),
  ]
}

/** Returns a table for nft, or null if it needs none. */
export function tableOf(topology: Topology, machine: string): string | null {
  const { silent, drops = [] } = topology.machines?.[machine] ?? {}
  const chains = {
    prerouting: [...filterRules(topology, machine, 'door'), ...lossRules(topology, machine)],
    forward: filterRules(topology, machine, 'forward'),
    input: drops.map((protocol) => `meta l4proto ${protocol} drop`),
    output: silent ? FAMILIES.map((family) => `${ICMP[family]} type time-exceeded drop`) : [],
  }
  const written = Object.entries(chains).filter(([, rules]) => rules.length > 0)
  if (written.length === 0) return null
  const chain = ([hook, rules]: [string, string[]]) =>
    `chain ${hook} {\ntype filter hook ${hook} priority 0\n${rules.join('\n')}\n}`
  return `table inet doorstep {\n${written.map(chain).join('\n')}\n}\n`
}

function filterRules(topology: Topology, machine: string, at: 'forward' | 'door'): string[] {
  const filter = topology.machines?.[machine]?.filter
  if (filter?.at !== at) return []
  return FAMILIES.flatMap((family) => {
    const rejection = REJECTIONS[family][filter.answer]
    const verdict = rejection === undefined ? 'drop' : `reject with ${ICMP[family]} type ${rejection}`
    return targetsOf(topology, family).map((address) => `${HEADER[family]} daddr ${address} ${verdict}`)
  })
}

/** Returns the rules for packets that are lost on a link: they are dropped on arrival. */
function lossRules(topology: Topology, machine: string): string[] {
  return endsOf(topology).flatMap(({ link, machine: owner, peer, first }) => {
    if (owner !== machine || first || link.dropsEvery === undefined) return []
    const counted = `numgen inc mod ${link.dropsEvery} == ${link.dropsEvery - 1} drop`
    return FAMILIES.map((family) => `iifname "${peer}" ${HEADER[family]} daddr != ${GROUPS[family]} ${counted}`)
  })
}
