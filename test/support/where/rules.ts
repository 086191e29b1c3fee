/** The rules of the machines of a street, as tables of nftables. */

/**
 * The ports that a home forwards where it has a rule; on the first a program listens. No service is known for them and those that follow, so
 * that nothing is asked at another port.
 */
export const LISTENING = 62_080
export const NOBODY = 62_081
export const FORWARDED = forwarded(0)

/** Returns the ports that a home forwards, so many further on. */
export function forwarded(shift: number): string {
  return `{ ${LISTENING + shift}, ${NOBODY + shift} }`
}

/** The home router: what it forwards, and what becomes of the rest. Without anything it is silent to all that comes from outside. */
export interface Router {
  /** The address that the rule leads to; null without a rule. */
  readonly to?: string | null
  /** The packets that the rule is for. */
  readonly rule?: 'both' | 'tcp' | 'udp' | 'every port' | 'everything' | 'itself'
  /** Its answer to what nobody wants. */
  readonly rest?: 'silence' | 'refusal'
  /** Its own filter behind the rule. */
  readonly filter?: 'none' | 'drop' | 'reject'
  /** Lines of its output and prerouting chains. */
  readonly output?: string
  readonly mangle?: string
  /** Its filter for IPv6. */
  readonly pinhole?: 'open' | 'drop' | 'prohibit' | 'reject'
}

const MATCH = {
  both: `meta l4proto { tcp, udp } th dport ${FORWARDED}`,
  tcp: `tcp dport ${FORWARDED}`,
  udp: `udp dport ${FORWARDED}`,
  'every port': 'meta l4proto { tcp, udp }',
  everything: 'meta l4proto { tcp, udp, icmp }',
  itself: `meta l4proto { tcp, udp } th dport ${FORWARDED}`,
}
const REFUSAL = `meta l4proto tcp reject with tcp reset
meta l4proto udp reject`
const FILTER = { none: 'ct status dnat accept', drop: '', reject: REFUSAL }
const PINHOLE = {
  open: `meta l4proto { tcp, udp } th dport ${FORWARDED} accept`,
  drop: '',
  prohibit: 'reject with icmpv6 type admin-prohibited',
  reject: REFUSAL,
}

export function router(given: Router): string {
  const { to = null, rule = 'both', rest = 'silence', filter = 'none', output = '', mangle = '', pinhole = 'drop' } = given
  const action = rule === 'itself' ? 'redirect to :8443' : to === null ? null : `dnat ip to ${to}`
  return `table inet home {
chain mangle {
type filter hook prerouting priority mangle
${mangle}
}
chain prerouting {
type nat hook prerouting priority dstnat
${action === null ? '' : `iifname "wan" meta nfproto ipv4 ${MATCH[rule]} ${action}`}
}
chain postrouting {
type nat hook postrouting priority srcnat
oifname "wan" meta nfproto ipv4 masquerade
}
chain input {
type filter hook input priority 0; policy drop
ct state established,related accept
iifname { "lan", "lo" } accept
icmp type echo-request accept
meta l4proto icmpv6 accept
${rest === 'refusal' ? REFUSAL : ''}
}
chain forward {
type filter hook forward priority 0; policy drop
ct state established,related accept
iifname "lan" accept
meta l4proto icmpv6 accept
meta nfproto ipv4 jump forward4
meta nfproto ipv6 jump forward6
}
chain forward4 {
${FILTER[filter]}
}
chain forward6 {
${PINHOLE[pinhole]}
}
chain output {
type filter hook output priority 0
${output}
${COUNTER}
}
}
`
}

/** Counts the time-exceeded messages that the router itself sends. */
const COUNTER = 'icmp type time-exceeded counter comment "exceeded"'

/** Returns a router's filter against what it passes on to the ports of the home. */
export function filter(action: string): string {
  return `table inet provider {
chain forward {
type filter hook forward priority 0
iifname "wan" meta l4proto { tcp, udp } th dport ${FORWARDED} ${action}
}
}
`
}

/** Returns a device's own firewall: silent at the ports. */
export const DEVICE_DROPS = `table inet own {
chain input {
type filter hook input priority 0
iifname "wan" meta l4proto { tcp, udp } th dport ${FORWARDED} drop
}
}
`

/** Returns the rules of a device that passes its ports on to a container, as container software does. */
export function containers(to: string): string {
  return `table inet containers {
chain prerouting {
type nat hook prerouting priority dstnat
iifname "wan" meta nfproto ipv4 meta l4proto { tcp, udp } th dport ${FORWARDED} dnat ip to ${to}
}
chain postrouting {
type nat hook postrouting priority srcnat
oifname "wan" meta nfproto ipv4 masquerade
}
}
`
}

/** Returns rules by which a router loses packets at random, in percent. */
export function loss(percent: number): string {
  return `table inet loss {
chain forward {
type filter hook forward priority 0
meta l4proto { tcp, udp, icmp, icmpv6 } numgen random mod 100 < ${percent} drop
}
}
`
}

/** Returns rules for what a router itself sends. */
export function output(lines: string): string {
  return `table inet own {
chain output {
type filter hook output priority 0
${lines}
}
}
`
}

/** Returns rules for what comes to a router, before it is routed. */
export function mangle(lines: string): string {
  return `table inet lies {
chain prerouting {
type filter hook prerouting priority mangle
${lines}
}
}
`
}
