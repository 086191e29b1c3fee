import { sayIn } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { menuIn } from '../catalogue/labels.ts'
import { portsOf } from '../catalogue/ports.ts'
import { pinholeText } from './commands.text.ts'
import { type CommandKind, kindsFor, UCI_APPLY, uciSection } from './commands.ts'
import type { PlanFacts } from './facts.ts'
import type { Rule } from './rules.ts'

/** Replaces an unknown IPv6 address of the device; nothing accepts it as an address. */
const IPV6_PLACEHOLDER = 'DEVICE_IPV6'
/** Routers with little memory give pinholes no longer than a day, so the lines are run again. */
const LEASE_S = 86_400
const UPNP_PORT_MIN = 1024

/** A kind of command that opens a port of one device in an IPv6 firewall. */
type PinholeKind = Exclude<CommandKind, 'ufw' | 'windows-firewall'>

interface PinholeCommand {
  readonly kind: PinholeKind
  readonly where: 'router' | 'device'
  readonly lines: string[]
}

interface Pinhole {
  readonly menuPath: string[] | null
  readonly text: string
  readonly commands: PinholeCommand[]
}

/**
 * Returns how to reach the same service over IPv6, which is not translated: the firewall of the router lets a port of the device through.
 */
export function pinholeOf(facts: PlanFacts): Pinhole | null {
  const { wanted, router, seen, locale } = facts
  if (wanted.length === 0 || isClosed(facts)) return null
  const asking = askingDevice(seen)
  const say = sayIn(pinholeText, locale)
  const pinhole = router.brand.pinhole ?? null
  const address = asking ? say('address-of-request', { ip: asking }) : say('address-missing')
  return {
    menuPath: pinhole && menuIn(pinhole, locale),
    text: [say('what'), say(pinhole ? 'menu-known' : 'menu-unknown'), say('lasting-address'), address].join(' '),
    commands: pinholeCommands(wanted, kindsFor(facts), asking),
  }
}

/** Returns whether a box on the line blocks what comes in over IPv6, without a setting that is known: one that cannot forward, or a mobile one. */
function isClosed({ router: { brand }, isp, known }: PlanFacts): boolean {
  const named = isp && !isp.guessed ? isp.isp : null
  const box = known.brands.find(({ id }) => id === named?.equipment)
  const isInFront = box !== undefined && box.id !== brand.id && (box.mobile === true || box.forwards === false) && !box.pinhole
  // The firewall of the caller's own router is no help behind one that lets nothing in.
  return (
    isInFront ||
    (named?.mobile === true && box === undefined) ||
    (!brand.pinhole && (brand.forwards === false || brand.mobile === true))
  )
}

/** Returns the address of the device, if the request comes from it. */
function askingDevice(seen: Address | null): string | null {
  return seen?.version === 6 && isPublicAddress(seen.text) ? seen.text : null
}

/** Returns the lines that open the ports of an IPv6 address; commented out if the address is missing. */
export function pinholeCommands(rules: readonly Rule[], kinds: readonly CommandKind[], address: string | null): PinholeCommand[] {
  return kinds.flatMap((kind) => {
    if (kind === 'ufw' || kind === 'windows-firewall') return []
    const lines = LINES[kind](rules, address ?? IPV6_PLACEHOLDER)
    if (lines.length === 0) return []
    return [
      {
        kind,
        where: kind === 'upnpc' ? ('device' as const) : ('router' as const),
        lines: address === null ? lines.map((line) => `# ${line}`) : lines,
      },
    ]
  })
}

/** Returns the lines that take pinholes back, where they do not end by themselves. */
export function pinholeUndo(kind: CommandKind, rules: readonly Rule[]): string[] {
  if (kind === 'openwrt-uci') return [...rules.map((rule) => `uci delete ${uciSection(rule, 'pinhole')}`), ...UCI_APPLY]
  if (kind === 'routeros') return rules.map(({ name }) => `/ipv6 firewall filter remove [find comment="${name}"]`)
  return []
}

const LINES: Readonly<Record<PinholeKind, (rules: readonly Rule[], address: string) => string[]>> = {
  upnpc: (rules, address) => rules.flatMap((rule) => upnpcLines(rule, address)),
  'openwrt-uci': (rules, address) => [...rules.flatMap((rule) => uciLines(rule, address)), ...UCI_APPLY],
  routeros: (rules, address) =>
    rules.map(
      ({ name, protocol, internalPort }) =>
        `/ipv6 firewall filter add chain=forward in-interface-list=WAN protocol=${protocol} dst-address=${address}/128 ` +
        `dst-port=${internalPort} action=accept comment="${name}" place-before=0`,
    ),
  nftables: (rules, address) =>
    rules.map(
      ({ name, protocol, internalPort }) =>
        `nft 'insert rule inet filter forward ip6 daddr ${address} ${protocol} dport ${internalPort} accept comment "${name}"'`,
    ),
}

/**
 * Returns the lines for UPnP, which opens one port at a time, from any address and port, and none below 1024 for a program that has not
 * signed in (WANIPv6FirewallControl).
 */
function upnpcLines({ internalPort, protocol }: Rule, address: string): string[] {
  const { first, last } = portsOf(internalPort)
  if (first < UPNP_PORT_MIN) return []
  const line = (port: string | number) => `upnpc -6 -A "" 0 ${address} ${port} ${protocol.toUpperCase()} ${LEASE_S}`
  return first === last ? [line(first)] : [`for port in $(seq ${first} ${last}); do ${line('$port')}; done`]
}

function uciLines(rule: Rule, address: string): string[] {
  const section = uciSection(rule, 'pinhole')
  const options = {
    name: rule.name,
    target: 'ACCEPT',
    family: 'ipv6',
    src: 'wan',
    dest: 'lan',
    dest_ip: address,
    dest_port: rule.internalPort,
    proto: rule.protocol,
  }
  return [
    `uci set ${section}=rule`,
    ...Object.entries(options).map(([option, value]) => `uci set ${section}.${option}='${value}'`),
  ]
}
