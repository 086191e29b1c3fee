import type { Locale } from '../../contract/text.ts'
import { portsOf } from '../catalogue/ports.ts'
import { commandText } from './commands.text.ts'
import { ADDRESS_PLACEHOLDER, type Rule } from './rules.ts'

export const COMMAND_KINDS = ['upnpc', 'openwrt-uci', 'routeros', 'nftables', 'ufw', 'windows-firewall'] as const
type CommandKind = (typeof COMMAND_KINDS)[number]
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
}

/** Brands whose routers take commands of their own. */
const SPOKEN_BY: Readonly<Record<string, CommandKind>> = {
  openwrt: 'openwrt-uci',
  'gl-inet': 'openwrt-uci',
  mikrotik: 'routeros',
}
/** UPnP takes one port at a time. Up to this many are written out; more become a loop. */
const WRITTEN_OUT_MAX = 16

/** The rules as commands of every kind, those of the router's brand first. Empty if there is nothing to forward. */
export function commandsFor(rules: readonly Rule[], brand: string, locale: Locale): Command[] {
  if (rules.length === 0) return []
  const own = SPOKEN_BY[brand]
  const kinds = own ? [own, ...COMMAND_KINDS.filter((kind) => kind !== own)] : COMMAND_KINDS
  return kinds.map((kind) => {
    const { where, hasAddress, lines } = LANGUAGES[kind]
    const written = lines(rules)
    const note = commandText.say(locale, kind, {})
    if (!hasAddress || rules.every(({ internalIp }) => internalIp !== ADDRESS_PLACEHOLDER)) {
      return { kind, where, note, lines: written }
    }
    const advice = commandText.say(locale, 'put-address', {})
    return { kind, where, note: `${note} ${advice}`, lines: written.map((line) => `# ${line}`) }
  })
}

const LANGUAGES: Readonly<Record<CommandKind, Language>> = {
  upnpc: {
    where: 'device',
    hasAddress: true,
    lines: (rules) => rules.flatMap(upnpcLines),
  },
  'openwrt-uci': {
    where: 'router',
    hasAddress: true,
    lines: (rules) => [...rules.flatMap(unshifted).flatMap(uciLines), 'uci commit firewall', 'service firewall restart'],
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
  },
  nftables: {
    where: 'router',
    hasAddress: true,
    lines: (rules) => [
      'nft add table ip doorstep',
      "nft 'add chain ip doorstep prerouting { type nat hook prerouting priority dstnat; policy accept; }'",
      ...rules.flatMap(unshifted).map(nftLine),
    ],
  },
  ufw: {
    where: 'device',
    hasAddress: false,
    lines: (rules) =>
      rules.map(
        ({ name, internalPort, protocol }) => `ufw allow ${internalPort.replace('-', ':')}/${protocol} comment '${name}'`,
      ),
  },
  'windows-firewall': {
    where: 'device',
    hasAddress: false,
    lines: (rules) =>
      rules.map(
        ({ name, internalPort, protocol }) =>
          `netsh advfirewall firewall add rule name="${name}" dir=in action=allow protocol=${protocol.toUpperCase()} localport=${internalPort}`,
      ),
  },
}

/**
 * A rule as routers can apply it. Translating one range to a different one does not keep the order of ports, so a range with different
 * internal ports becomes a rule for each port.
 */
function unshifted(rule: Rule): Rule[] {
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

function uciLines({ name, protocol, externalPort, internalIp, internalPort }: Rule): string[] {
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
    'uci add firewall redirect',
    ...Object.entries(options).map(([option, value]) => `uci set firewall.@redirect[-1].${option}='${value}'`),
  ]
}

/** Without a port after the address, a range keeps its ports. */
function nftLine({ name, protocol, externalPort, internalIp, internalPort }: Rule): string {
  const device = externalPort === internalPort && externalPort.includes('-') ? internalIp : `${internalIp}:${internalPort}`
  const rule = `iifname "wan" ${protocol} dport ${externalPort} dnat to ${device} comment "${name}"`
  return `nft 'add rule ip doorstep prerouting ${rule}'`
}
