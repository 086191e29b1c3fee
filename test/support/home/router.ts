/** The tables of the routers of a home (nftables); miniupnpd puts its rules into the chains of this one. */

/** A rule of a router, as its owner has entered it. */
export interface StaticRule {
  readonly protocol: 'tcp' | 'udp'
  readonly port: number
  readonly to: string
  /** By default the same port. */
  readonly toPort?: number
}

export interface RouterSetup {
  readonly rules?: readonly StaticRule[]
  /** Ports that are open over IPv6. */
  readonly pinholes?: readonly number[]
}

/** The table, and the chains into which rules are made at the request of the home's devices. */
export const MAPPED = { table: 'home', forward: 'mapped_forward', nat: 'mapped', postrouting: 'mapped_postrouting' } as const

export function routerTable({ rules = [], pinholes = [] }: RouterSetup): string {
  const forwards = rules.map(
    ({ protocol, port, to, toPort = port }) =>
      `iifname "wan" meta nfproto ipv4 ${protocol} dport ${port} dnat ip to ${to}:${toPort}`,
  )
  const open = pinholes.map((port) => `meta nfproto ipv6 meta l4proto { tcp, udp } th dport ${port} accept`)
  return `table inet ${MAPPED.table} {
chain ${MAPPED.nat} {
}
chain ${MAPPED.forward} {
}
chain ${MAPPED.postrouting} {
}
chain prerouting {
type nat hook prerouting priority dstnat
${forwards.join('\n')}
jump ${MAPPED.nat}
}
chain postrouting {
type nat hook postrouting priority srcnat
oifname "wan" meta nfproto ipv4 masquerade
jump ${MAPPED.postrouting}
}
chain input {
type filter hook input priority 0; policy drop
ct state established,related accept
iifname != "wan" accept
icmp type echo-request accept
meta l4proto icmpv6 accept
}
chain forward {
type filter hook forward priority 0; policy drop
ct state established,related accept
iifname != "wan" accept
meta l4proto icmpv6 accept
ct status dnat accept
${open.join('\n')}
jump ${MAPPED.forward}
}
}
`
}

/** Returns the filter of a provider's router: the lines say what it does not pass on. */
export function providerTable(lines: string): string {
  return `table inet provider {
chain forward {
type filter hook forward priority 0
${lines}
}
}
`
}

/** Returns the firewall of a computer: it lets in replies, its own loopback and what the lines say, and drops the rest if that is its policy. */
export function firewallTable(lines: string, policy: 'accept' | 'drop' = 'accept'): string {
  return `table inet filter {
chain input {
type filter hook input priority filter; policy ${policy};
ct state established,related accept
iifname "lo" accept
meta l4proto { icmp, icmpv6 } accept
${lines}
}
}
`
}
