import type { Locale } from '../../contract/text.ts'
import { portsOf } from '../catalogue/ports.ts'
import type { PlatformId } from '../catalogue/schema.ts'
import { commandText } from './commands.text.ts'
import { hasNoRouter, type PlanFacts, takesCommands } from './facts.ts'
import { ADDRESS_PLACEHOLDER, type Rule } from './rules.ts'

export const COMMAND_KINDS = ['upnpc', 'openwrt-uci', 'routeros', 'nftables', 'ufw', 'windows-firewall'] as const
export type CommandKind = (typeof COMMAND_KINDS)[number]
/** The machine to run the lines on; `device` is the one that runs the service. */
export const COMMAND_PLACES = ['router', 'device'] as const

export interface Command {
  readonly kind: CommandKind
  readonly where: (typeof COMMAND_PLACES)[number]
  readonly note: string
  readonly lines: string[]
}

interface Language {
  readonly where: Command['where']
  /** Whether the lines contain the address of the device; those for its own firewall do not. */
  readonly hasAddress: boolean
  lines(rules: readonly Rule[]): string[]
  undo(rules: readonly Rule[]): string[]
}

const ROUTER_KINDS = ['openwrt-uci', 'routeros', 'nftables'] as const
const DEVICE_KINDS = ['upnpc', 'ufw', 'windows-firewall'] as const
const RUNS_ON: Readonly<Record<(typeof DEVICE_KINDS)[number], readonly PlatformId[]>> = {
  upnpc: ['linux', 'macos'],
  ufw: ['linux'],
  'windows-firewall': ['windows'],
}

/** Brands whose routers take commands of their own. */
const SPOKEN_BY: Readonly<Record<string, CommandKind>> = {
  openwrt: 'openwrt-uci',
  'gl-inet': 'openwrt-uci',
  mikrotik: 'routeros',
}
/** The most ports written out as UPnP commands, which take one port each; more become a loop. */
const WRITTEN_OUT_MAX = 16

/**
 * Returns the kinds of commands that fit this router and this device, the router's own first. If no router is named, that is every kind
 * that a router may understand; otherwise only the router's own language.
 */
export function kindsFor(
  facts: Pick<PlanFacts, 'router' | 'routerWan' | 'service' | 'platform' | 'isp' | 'works'>,
): CommandKind[] {
  const { router, platform } = facts
  const own = SPOKEN_BY[router.brand.id]
  const ofRouter = own ? [own] : router.named || hasNoRouter(facts) ? [] : ROUTER_KINDS
  const ofDevice = takesCommands(facts)
    ? DEVICE_KINDS.filter((kind) => platform === null || RUNS_ON[kind].includes(platform))
    : []
  return [...ofRouter, ...ofDevice]
}

/**
 * Returns the rules as commands of these kinds. Empty if there is nothing to forward. Commands with an address that is missing, or in doubt,
 * are comments until somebody has put in the right one.
 */
export function commandsFor(rules: readonly Rule[], kinds: readonly CommandKind[], locale: Locale, isInDoubt = false): Command[] {
  if (rules.length === 0) return []
  return kinds.map((kind) => {
    const { where, hasAddress, lines } = LANGUAGES[kind]
    const written = lines(rules)
    const note = commandText.say(locale, kind, {})
    const address = rules[0]?.internalIp ?? ADDRESS_PLACEHOLDER
    if (!hasAddress || (address !== ADDRESS_PLACEHOLDER && !isInDoubt)) return { kind, where, note, lines: written }
    const advice = commandText.say(locale, 'put-address', { address })
    return { kind, where, note: `${note} ${advice}`, lines: written.map((line) => `# ${line}`) }
  })
}

/** Returns whether commands are for the firewall of the device alone, whose lines have no port outside. */
export function isOfFirewall(kind: CommandKind): boolean {
  return !LANGUAGES[kind].hasAddress
}

/** Returns the lines that take back what the lines of a kind did. */
export function undoLines(kind: CommandKind, rules: readonly Rule[]): string[] {
  return rules.length === 0 ? [] : LANGUAGES[kind].undo(rules)
}

const LANGUAGES: Readonly<Record<CommandKind, Language>> = {
  upnpc: {
    where: 'device',
    hasAddress: true,
    lines: (rules) => rules.flatMap(upnpcLines),
    undo: (rules) => rules.flatMap(upnpcUndo),
  },
  'openwrt-uci': {
    where: 'router',
    hasAddress: true,
    lines: (rules) => [...rules.flatMap(unshifted).flatMap(uciLines), ...UCI_APPLY],
    undo: (rules) => [...rules.flatMap(unshifted).map((rule) => `uci delete ${uciSection(rule)}`), ...UCI_APPLY],
  },
  routeros: {
    where: 'router',
    hasAddress: true,
    lines: (rules) =>
      rules
        .flatMap(unshifted)
        .map(
          ({ name, protocol, externalPort, internalIp, internalPort }) =>
            `/ip firewall nat add chain=dstnat in-interface-list=WAN protocol=${protocol} dst-port=${externalPort} ` +
            `action=dst-nat to-addresses=${internalIp} to-ports=${internalPort} comment="${name}"`,
        ),
    undo: (rules) => rules.map(({ name }) => `/ip firewall nat remove [find comment="${name}"]`),
  },
  nftables: {
    where: 'router',
    hasAddress: true,
    lines: (rules) => [
      'nft add table ip doorstep',
      "nft 'add chain ip doorstep prerouting { type nat hook prerouting priority dstnat; policy accept; }'",
      ...rules.flatMap(unshifted).map(nftLine),
    ],
    undo: () => ['nft delete table ip doorstep'],
  },
  ufw: {
    where: 'device',
    hasAddress: false,
    lines: (rules) =>
      rules.map(
        ({ name, internalPort, protocol }) => `ufw allow ${internalPort.replace('-', ':')}/${protocol} comment '${name}'`,
      ),
    undo: (rules) => rules.map(({ internalPort, protocol }) => `ufw delete allow ${internalPort.replace('-', ':')}/${protocol}`),
  },
  'windows-firewall': {
    where: 'device',
    hasAddress: false,
    lines: (rules) =>
      rules.map(
        ({ name, internalPort, protocol }) =>
          `netsh advfirewall firewall add rule name="${name}" dir=in action=allow protocol=${protocol.toUpperCase()} localport=${internalPort}`,
      ),
    undo: (rules) => rules.map(({ name }) => `netsh advfirewall firewall delete rule name="${name}"`),
  },
}

/**
 * Returns a rule as routers can apply it. Translating one range to a different one does not keep the order of ports, so a range with different
 * internal ports becomes a rule for each port.
 */
export function unshifted(rule: Rule): Rule[] {
  const [outer, inner] = [portsOf(rule.externalPort), portsOf(rule.internalPort)]
  if (outer.first === outer.last || outer.first === inner.first) return [rule]
  return Array.from({ length: outer.last - outer.first + 1 }, (_, index) => ({
    ...rule,
    externalPort: String(outer.first + index),
    internalPort: String(inner.first + index),
  }))
}

function upnpcLines({ name, internalIp, externalPort, internalPort, protocol }: Rule): string[] {
  const { first, last } = portsOf(externalPort)
  const shift = portsOf(internalPort).first - first
  const line = (internal: string | number, external: string | number) =>
    `upnpc -e ${name} -a ${internalIp} ${internal} ${external} ${protocol.toUpperCase()}`
  const count = last - first + 1
  if (count <= WRITTEN_OUT_MAX) return Array.from({ length: count }, (_, index) => line(first + shift + index, first + index))
  const inside = shift === 0 ? '$port' : `$((port + ${shift}))`
  return [`for port in $(seq ${first} ${last}); do ${line(inside, '$port')}; done`]
}

function upnpcUndo({ externalPort, protocol }: Rule): string[] {
  const { first, last } = portsOf(externalPort)
  const line = (port: string | number) => `upnpc -d ${port} ${protocol.toUpperCase()}`
  const count = last - first + 1
  if (count <= WRITTEN_OUT_MAX) return Array.from({ length: count }, (_, index) => line(first + index))
  return [`for port in $(seq ${first} ${last}); do ${line('$port')}; done`]
}

export const UCI_APPLY = ['uci commit firewall', 'service firewall restart']

/** Returns the lines of a named section: run twice, they make one rule, and one line takes it back. */
export function uciSection({ name, externalPort }: Pick<Rule, 'name' | 'externalPort'>, use = 'forward'): string {
  const port = `${portsOf(externalPort).first}`
  const words = name.split('-')
  return `firewall.${[use, ...words, ...(words.includes(port) ? [] : [port])].join('_')}`
}

function uciLines(rule: Rule): string[] {
  const { name, protocol, externalPort, internalIp, internalPort } = rule
  const section = uciSection(rule)
  const options = {
    name,
    target: 'DNAT',
    family: 'ipv4',
    src: 'wan',
    src_dport: externalPort,
    dest: 'lan',
    dest_ip: internalIp,
    dest_port: internalPort,
    proto: protocol,
  }
  return [
    `uci set ${section}=redirect`,
    ...Object.entries(options).map(([option, value]) => `uci set ${section}.${option}='${value}'`),
  ]
}

/** Returns a rule of nftables. Without a port after the address, a range keeps its ports. */
function nftLine({ name, protocol, externalPort, internalIp, internalPort }: Rule): string {
  const device = externalPort === internalPort && externalPort.includes('-') ? internalIp : `${internalIp}:${internalPort}`
  const rule = `iifname "wan" ${protocol} dport ${externalPort} dnat to ${device} comment "${name}"`
  return `nft 'add rule ip doorstep prerouting ${rule}'`
}
