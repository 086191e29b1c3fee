import { type Locale, sayIn } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { menuIn } from '../catalogue/labels.ts'
import { isOn, portsOf } from '../catalogue/ports.ts'
import type { Brand } from '../catalogue/schema.ts'
import type { Service } from '../judgement/judgement.ts'
import { namedProvider } from '../providers.ts'
import { commandText, pinholeText } from './commands.text.ts'
import { hasNoRouter, type PlanFacts, suppliedBox, takesCommands } from './facts.ts'
import type { Plan } from './fields.ts'
import { ADDRESS_PLACEHOLDER, type Rule, rulesOf } from './rules.ts'

export type Command = Plan['commands'][number]
export type CommandKind = Command['kind']

/** A set of commands: for whom it is, and the lines that add rules and take them back; those for the firewall of the device have no address, and none for IPv6. */
interface CommandSet {
  /** As people know it. */
  readonly name: Readonly<Record<Locale, string>>
  readonly where: 'router' | 'device'
  /** The brands of routers that take these commands alone, or the systems of devices that have them. */
  readonly runsOn: readonly string[]
  lines(rules: readonly Rule[]): string[]
  undo(rules: readonly Rule[]): string[]
  /** The lines that let an IPv6 address through the firewall of the router. */
  pinhole?(rules: readonly Rule[], address: string): string[]
  /** The lines that take pinholes back, where they do not end by themselves. */
  pinholeUndo?(rules: readonly Rule[]): string[]
}

/** The most ports written out as UPnP commands, which take one port each; more become a loop. */
const WRITTEN_OUT_MAX = 16

/** Returns the kinds of commands that fit this router and this device, the router's own first; without a named router, every kind that one may understand. */
export function kindsFor(
  facts: Pick<PlanFacts, 'router' | 'routerWan' | 'service' | 'platform' | 'isp' | 'works'>,
): CommandKind[] {
  const { router, platform } = facts
  const ofRouters = KINDS.filter((kind) => COMMANDS[kind].where === 'router')
  const own = ofRouters.filter((kind) => COMMANDS[kind].runsOn.includes(router.brand.id))
  const isUnknown = own.length === 0 && !router.named && !hasNoRouter(facts)
  const ofDevice = KINDS.filter(
    (kind) => COMMANDS[kind].where === 'device' && (platform === null || COMMANDS[kind].runsOn.includes(platform)),
  )
  return [...(isUnknown ? ofRouters : own), ...(takesCommands(facts) ? ofDevice : [])]
}

/** Returns the rules as commands of these kinds. Those with an address that is missing, or in doubt, are comments until somebody has put in the right one. */
export function commandsFor(rules: readonly Rule[], kinds: readonly CommandKind[], locale: Locale, isInDoubt = false): Command[] {
  if (rules.length === 0) return []
  return kinds.map((kind) => {
    const { where } = COMMANDS[kind]
    const written = COMMANDS[kind].lines(rules)
    const note = commandText.say(locale, kind, {})
    const address = rules[0]?.internalIp ?? ADDRESS_PLACEHOLDER
    if (isOfFirewall(kind) || (address !== ADDRESS_PLACEHOLDER && !isInDoubt)) return { kind, where, note, lines: written }
    const advice = commandText.say(locale, 'put-address', { address })
    return { kind, where, note: `${note} ${advice}`, lines: written.map((line) => `# ${line}`) }
  })
}

/** Returns the line that opens a port in the firewall of the device; null if its system is not known, or has no such line. */
export function firewallLine(
  {
    service,
    platform,
    port,
    protocol,
  }: Pick<PlanFacts, 'platform'> & { service: Service; port: number; protocol: 'tcp' | 'udp' },
  locale: Locale,
): string | null {
  if ((platform !== 'windows' && platform !== 'linux') || !takesCommands({ service, platform })) return null
  const rule = rulesOf(service, null).find((one) => isOn([{ ...one, external: one.externalPort }], port, protocol))
  return rule ? (commandsFor([rule], [platform === 'linux' ? 'ufw' : 'windows-firewall'], locale)[0]?.lines[0] ?? null) : null
}

export function commandName(kind: CommandKind, locale: Locale): string {
  return COMMANDS[kind].name[locale]
}

/** Returns whether commands are for the firewall of the device alone, whose lines have neither address nor port outside. */
export function isOfFirewall(kind: CommandKind): boolean {
  return COMMANDS[kind].pinhole === undefined
}

/** Returns the lines that take back what the lines of a kind did. */
export function undoLines(kind: CommandKind, rules: readonly Rule[]): string[] {
  return COMMANDS[kind].undo(rules)
}

/** Routers with little memory give pinholes no longer than a day, so the lines are run again. */
const LEASE_S = 86_400
const UPNP_PORT_MIN = 1024
const UCI_APPLY = ['uci commit firewall', 'service firewall restart']

/** The kinds of commands, those of routers first. */
const COMMANDS: Readonly<Record<CommandKind, CommandSet>> = {
  'openwrt-uci': {
    name: { en: 'OpenWrt (uci)', ko: 'OpenWrt(uci)' },
    where: 'router',
    runsOn: ['openwrt', 'gl-inet'],
    lines: (rules) => [...rules.flatMap(unshifted).flatMap(uciRedirect), ...UCI_APPLY],
    undo: (rules) => [...rules.flatMap(unshifted).map((rule) => `uci delete ${uciSection(rule, 'forward')}`), ...UCI_APPLY],
    pinhole: (rules, address) => [...rules.flatMap((rule) => uciPinhole(rule, address)), ...UCI_APPLY],
    pinholeUndo: (rules) => [...rules.map((rule) => `uci delete ${uciSection(rule, 'pinhole')}`), ...UCI_APPLY],
  },
  routeros: {
    name: { en: 'RouterOS', ko: 'RouterOS' },
    where: 'router',
    runsOn: ['mikrotik'],
    lines: (rules) =>
      rules
        .flatMap(unshifted)
        .map(
          ({ name, protocol, externalPort, internalIp, internalPort }) =>
            `/ip firewall nat add chain=dstnat in-interface-list=WAN protocol=${protocol} dst-port=${externalPort} ` +
            `action=dst-nat to-addresses=${internalIp} to-ports=${internalPort} comment="${name}"`,
        ),
    undo: (rules) => rules.map(({ name }) => `/ip firewall nat remove [find comment="${name}"]`),
    pinhole: (rules, address) =>
      rules.map(
        ({ name, protocol, internalPort }) =>
          `/ipv6 firewall filter add chain=forward in-interface-list=WAN protocol=${protocol} dst-address=${address}/128 ` +
          `dst-port=${internalPort} action=accept comment="${name}" place-before=0`,
      ),
    pinholeUndo: (rules) => rules.map(({ name }) => `/ipv6 firewall filter remove [find comment="${name}"]`),
  },
  nftables: {
    name: { en: 'nftables', ko: 'nftables' },
    where: 'router',
    runsOn: [],
    lines: (rules) => [
      'nft add table ip doorstep',
      "nft 'add chain ip doorstep prerouting { type nat hook prerouting priority dstnat; policy accept; }'",
      ...rules.flatMap(unshifted).map(nftLine),
    ],
    undo: () => ['nft delete table ip doorstep'],
    pinhole: (rules, address) =>
      rules.map(
        ({ name, protocol, internalPort }) =>
          `nft 'insert rule inet filter forward ip6 daddr ${address} ${protocol} dport ${internalPort} accept comment "${name}"'`,
      ),
  },
  upnpc: {
    name: { en: 'UPnP (upnpc)', ko: 'UPnP(upnpc)' },
    where: 'device',
    runsOn: ['linux', 'macos'],
    lines: (rules) => rules.flatMap(upnpcLines),
    undo: (rules) =>
      rules.flatMap(({ externalPort, protocol }) =>
        eachPort(externalPort, WRITTEN_OUT_MAX, (port) => `upnpc -d ${port} ${protocol.toUpperCase()}`),
      ),
    // UPnP opens one port at a time, from any address and port, and none below 1024 for a program that has not signed in (WANIPv6FirewallControl).
    pinhole: (rules, address) =>
      rules
        .filter(({ internalPort }) => portsOf(internalPort).first >= UPNP_PORT_MIN)
        .flatMap(({ internalPort, protocol }) =>
          eachPort(internalPort, 1, (port) => `upnpc -6 -A "" 0 ${address} ${port} ${protocol.toUpperCase()} ${LEASE_S}`),
        ),
  },
  ufw: {
    name: { en: 'ufw', ko: 'ufw' },
    where: 'device',
    runsOn: ['linux'],
    lines: (rules) => rules.map((rule) => `ufw allow ${ufwPorts(rule)} comment '${rule.name}'`),
    undo: (rules) => rules.map((rule) => `ufw delete allow ${ufwPorts(rule)}`),
  },
  'windows-firewall': {
    name: { en: 'Windows firewall (netsh)', ko: 'Windows 방화벽(netsh)' },
    where: 'device',
    runsOn: ['windows'],
    lines: (rules) =>
      rules.map(
        ({ name, internalPort, protocol }) =>
          `netsh advfirewall firewall add rule name="${name}" dir=in action=allow protocol=${protocol.toUpperCase()} localport=${internalPort}`,
      ),
    undo: (rules) => rules.map(({ name }) => `netsh advfirewall firewall delete rule name="${name}"`),
  },
}
// A seam: the keys of the table above.
const KINDS = Object.keys(COMMANDS) as readonly CommandKind[]

const ufwPorts = ({ internalPort, protocol }: Rule) => `${internalPort.replace('-', ':')}/${protocol}`

/** Replaces an unknown IPv6 address of the device; nothing accepts it as an address. */
const IPV6_PLACEHOLDER = 'DEVICE_IPV6'

/** Returns the lines that open the ports of an IPv6 address; commented out if the address is missing. */
export function pinholeCommands(rules: readonly Rule[], kinds: readonly CommandKind[], address: string | null) {
  return kinds.flatMap((kind) => {
    const lines = COMMANDS[kind].pinhole?.(rules, address ?? IPV6_PLACEHOLDER) ?? []
    if (lines.length === 0) return []
    return [{ kind, where: COMMANDS[kind].where, lines: address === null ? lines.map((line) => `# ${line}`) : lines }]
  })
}

/** Returns the lines that take pinholes back. */
export function pinholeUndo(kind: CommandKind, rules: readonly Rule[]): string[] {
  return COMMANDS[kind].pinholeUndo?.(rules) ?? []
}

/** Returns a rule as routers can apply it: a range that is translated to another would not keep its order, so that each port has a rule. */
export function unshifted(rule: Rule): Rule[] {
  const [outer, inner] = [portsOf(rule.externalPort), portsOf(rule.internalPort)]
  if (outer.first === outer.last || outer.first === inner.first) return [rule]
  return Array.from({ length: outer.last - outer.first + 1 }, (_, index) => ({
    ...rule,
    externalPort: String(outer.first + index),
    internalPort: String(inner.first + index),
  }))
}

function eachPort(range: string, writtenOutMax: number, line: (port: number | '$port') => string): string[] {
  const { first, last } = portsOf(range)
  const count = last - first + 1
  if (count <= writtenOutMax) return Array.from({ length: count }, (_, index) => line(first + index))
  return [`for port in $(seq ${first} ${last}); do ${line('$port')}; done`]
}

function upnpcLines({ name, internalIp, externalPort, internalPort, protocol }: Rule): string[] {
  const shift = portsOf(internalPort).first - portsOf(externalPort).first
  const inside = (port: number | '$port') =>
    typeof port === 'number' ? port + shift : shift === 0 ? port : `$((port + ${shift}))`
  const line = (port: number | '$port') => `upnpc -e ${name} -a ${internalIp} ${inside(port)} ${port} ${protocol.toUpperCase()}`
  return eachPort(externalPort, WRITTEN_OUT_MAX, line)
}

/** Returns the name of a section: run twice, its lines make one rule, and one line takes it back. */
function uciSection({ name, externalPort }: Pick<Rule, 'name' | 'externalPort'>, use: 'forward' | 'pinhole'): string {
  const port = `${portsOf(externalPort).first}`
  const words = name.split('-')
  return `firewall.${[use, ...words, ...(words.includes(port) ? [] : [port])].join('_')}`
}

function uciLines(section: string, type: 'redirect' | 'rule', options: Readonly<Record<string, string>>): string[] {
  const set = Object.entries(options).map(([option, value]) => `uci set ${section}.${option}='${value}'`)
  return [`uci set ${section}=${type}`, ...set]
}

function uciRedirect(rule: Rule): string[] {
  return uciLines(uciSection(rule, 'forward'), 'redirect', {
    name: rule.name,
    target: 'DNAT',
    family: 'ipv4',
    src: 'wan',
    src_dport: rule.externalPort,
    dest: 'lan',
    dest_ip: rule.internalIp,
    dest_port: rule.internalPort,
    proto: rule.protocol,
  })
}

function uciPinhole(rule: Rule, address: string): string[] {
  return uciLines(uciSection(rule, 'pinhole'), 'rule', {
    name: rule.name,
    target: 'ACCEPT',
    family: 'ipv6',
    src: 'wan',
    dest: 'lan',
    dest_ip: address,
    dest_port: rule.internalPort,
    proto: rule.protocol,
  })
}

/** Returns a rule of nftables. Without a port after the address, a range keeps its ports. */
function nftLine({ name, protocol, externalPort, internalIp, internalPort }: Rule): string {
  const device = externalPort === internalPort && externalPort.includes('-') ? internalIp : `${internalIp}:${internalPort}`
  const rule = `iifname "wan" ${protocol} dport ${externalPort} dnat to ${device} comment "${name}"`
  return `nft 'add rule ip doorstep prerouting ${rule}'`
}

/** Returns how to reach the same service over IPv6: the firewall of the router lets a port of the device through. */
export function pinholeOf(facts: PlanFacts) {
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
function isClosed(facts: PlanFacts): boolean {
  const own = facts.router.brand
  const box = suppliedBox(facts)
  const letsNothingIn = ({ mobile, forwards, pinhole }: Brand) => (mobile === true || forwards === false) && !pinhole
  if (box === null && namedProvider(facts.isp)?.mobile === true) return true
  // The firewall of the caller's own router is no help behind one that lets nothing in.
  return letsNothingIn(own) || (box !== null && box.id !== own.id && letsNothingIn(box))
}

function askingDevice(seen: Address | null): string | null {
  return seen?.version === 6 && isPublicAddress(seen.text) ? seen.text : null
}
