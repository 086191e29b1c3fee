// The languages of commands that Debian has no program for, read strictly after their vendors' documentation.
import { isIPv6 } from 'node:net'
import { run } from '../net/namespace.ts'

/** A rule in a line: ports are "25565" or "27015-27030". */
type Forward = { name: string; protocol: string; external: string; internal: string; address: string }

const NAME = /^[a-z0-9-]{1,15}$/
const IPV4 = /^(\d{1,3}\.){3}\d{1,3}$/
const PROTOCOL = /^(tcp|udp)$/

function refuse(line: string, why: string): never {
  throw new Error(`${why}: ${line}`)
}

function isPorts(text: string): boolean {
  const [first, last = first, ...rest] = text.split('-').map((port) => (/^[1-9]\d{0,4}$/.test(port) ? Number(port) : 0))
  return rest.length === 0 && first !== undefined && last !== undefined && first > 0 && first <= last && last <= 65_535
}

function checked(line: string, forward: Forward): Forward {
  if (!NAME.test(forward.name)) refuse(line, 'no name')
  if (!PROTOCOL.test(forward.protocol)) refuse(line, 'no protocol')
  if (!isPorts(forward.external) || !isPorts(forward.internal)) refuse(line, 'no ports')
  if (!IPV4.test(forward.address)) refuse(line, 'no address')
  return forward
}

/** Returns the words that a shell makes of lines: the arguments of every program it would start, none of which exists here. */
export async function shellWords(lines: readonly string[]): Promise<string[][]> {
  const stubs = ['upnpc', 'uci', 'service', 'nft', 'ufw', 'netsh'].map(
    (program) => `${program}() { printf '%s\\0' ${program} "$@"; printf '\\n'; }`,
  )
  const printed = await run(['sh', '-euf'], { input: [...stubs, ...lines, ''].join('\n') })
  return printed
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\0').slice(0, -1))
}

/** Reads uci: named sections of options in UCI's own order, then the commit, then the restart. */
export function readUci(words: readonly string[][], type: 'redirect' | 'rule' = 'redirect'): Forward[] {
  const sections = new Map<string, Record<string, string>>()
  const [commit, restart] = words.slice(-2).map((line) => line.join(' '))
  if (commit !== 'uci commit firewall' || restart !== 'service firewall restart') refuse(String(restart), 'nothing is saved')
  for (const line of words.slice(0, -2)) {
    const shown = line.join(' ')
    const [, name, option, value] = /^uci set firewall\.(\w+)(?:\.(\w+))?=(.+)$/.exec(shown) ?? []
    if (line.length !== 3 || name === undefined || value === undefined) refuse(shown, 'no uci line')
    const section = sections.get(name)
    if (option === undefined && value === type && !section) sections.set(name, {})
    else if (option === undefined || !section) refuse(shown, 'no section')
    else if (option in section) refuse(shown, 'twice')
    else section[option] = value
  }
  return [...sections.values()].map((section) => (type === 'redirect' ? readRedirect(section) : readRule(section)))
}

function readRedirect(section: Record<string, string>): Forward {
  const { name = '', target, family, src, src_dport = '', dest, dest_ip = '', dest_port = '', proto = '', ...rest } = section
  const shown = JSON.stringify(section)
  if (target !== 'DNAT' || family !== 'ipv4' || src !== 'wan' || dest !== 'lan') refuse(shown, 'no redirect from wan to lan')
  if (Object.keys(rest).length > 0) refuse(shown, 'unknown option')
  return checked(shown, { name, protocol: proto, external: src_dport, internal: dest_port, address: dest_ip })
}

/** Returns a rule that lets IPv6 through to one device. */
function readRule(section: Record<string, string>): Forward {
  const { name = '', target, family, src, dest, dest_ip = '', dest_port = '', proto = '', ...rest } = section
  const shown = JSON.stringify(section)
  if (target !== 'ACCEPT' || family !== 'ipv6' || src !== 'wan' || dest !== 'lan') refuse(shown, 'no rule from wan to lan')
  if (Object.keys(rest).length > 0 || !isIPv6(dest_ip)) refuse(shown, 'unknown option or no address')
  return {
    ...checked(shown, { name, protocol: proto, external: dest_port, internal: dest_port, address: '0.0.0.0' }),
    address: dest_ip,
  }
}

/** Reads RouterOS: a menu, a verb, then properties, each once; only quoted text may contain a space. */
export function readRouteros(lines: readonly string[]): Forward[] {
  return lines.map((line) => {
    const [, text] = /^\/ip firewall nat add ((?:[a-z-]+=(?:[A-Za-z0-9.,-]+|"[^"$\\]*")(?: |$))+)$/.exec(line) ?? []
    if (text === undefined || text.endsWith(' ')) refuse(line, 'no RouterOS line')
    const pairs = [...text.matchAll(/([a-z-]+)=(?:"([^"]*)"|(\S+))/g)].map(([, key = '', quoted, bare]) => [key, quoted ?? bare])
    const properties: Record<string, string> = Object.fromEntries(pairs)
    if (Object.keys(properties).length !== pairs.length) refuse(line, 'twice')
    const { chain, action, comment = '', protocol = '', ...rest } = properties
    const {
      'in-interface-list': list,
      'dst-port': external = '',
      'to-addresses': address = '',
      'to-ports': internal = '',
      ...more
    } = rest
    if (chain !== 'dstnat' || action !== 'dst-nat' || list !== 'WAN') refuse(line, 'no forward from outside')
    if (Object.keys(more).length > 0) refuse(line, 'unknown property')
    return checked(line, { name: comment, protocol, external, internal, address })
  })
}
