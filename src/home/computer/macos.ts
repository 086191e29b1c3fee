import { parseAddress } from '../../policy/address.ts'
import { cleanName, listeningOf, networkOf, type Routes, type Socket, socketAt, type WayOut } from './network.ts'
import type { AskedPort, ComputerSeen, FirewallSeen, ListeningSeen, OwnAddress, Sources } from './sources.ts'

const LINES_MAX = 4096
/** Any public address: what matters is the route to it, and nothing is sent. */
const ELSEWHERE = { 4: ['8.8.8.8'], 6: ['-inet6', '2001:4860:4860::8888'] } as const
const FAMILIES = { 4: 'inet', 6: 'inet6' } as const
/** The interfaces of VPNs: of apps, of the system, of older kinds. */
const TUNNEL = /^(utun|ipsec|ppp|tun|tap|gif|stf)\d*$/
const SOCKET_FILTER = '/usr/libexec/ApplicationFirewall/socketfilterfw'
/** The words of ifconfig for addresses that are not to be used any more, or not yet. */
const UNUSABLE = /\b(deprecated|tentative|duplicated|detached)\b/

/** Looks at a computer with macOS, by commands whose output no language changes. */
export async function lookAtMacos(asked: AskedPort | null, sources: Sources): Promise<ComputerSeen> {
  const [routes, listening, firewall] = await Promise.all([
    macosRoutes(sources),
    asked && macosListeners(asked, sources),
    asked && macosFirewall(sources),
  ])
  const heard = listening === 'unseen' ? { listening: null, isBlind: true as const } : { listening }
  return { ...networkOf(routes), ...heard, firewall, inside: null }
}

async function macosRoutes(sources: Sources): Promise<Routes> {
  const [tables, gets, settings] = await Promise.all([
    Promise.all(([4, 6] as const).map((version) => sources.run('netstat', ['-rn', '-f', FAMILIES[version]]))),
    Promise.all(([4, 6] as const).map((version) => sources.run('route', ['-n', 'get', ...ELSEWHERE[version]]))),
    sources.run('ifconfig', ['-a']),
  ])
  const [leaving4 = null, leaving6 = null] = gets.map((text) => /^\s*interface: (\S+)$/m.exec(text ?? '')?.[1] ?? null)
  const own = ownAddressesIn(settings ?? '')
  const usable = (name: string | null, version: 4 | 6) => own.filter((one) => one.interface === name && isUsable(one, version))
  return {
    ways: { 4: waysOut(tables[0] ?? '', 4), 6: waysOut(tables[1] ?? '', 6) },
    leaving: { 4: leaving4, 6: leaving6 },
    // Packets have the temporary address, where there is one.
    source: { 4: usable(leaving4, 4)[0]?.address ?? null, 6: usable(leaving6, 6).at(-1)?.address ?? null },
    own,
    isTunnel: (name) => TUNNEL.test(name),
    isHardware: (name) => /^(en|bridge|bond|vlan)\d+$/.test(name),
  }
}

function isUsable({ address }: OwnAddress, version: 4 | 6): boolean {
  return parseAddress(address)?.version === version && !address.startsWith('fe8')
}

/** Returns the addresses that ifconfig prints, the temporary ones last. */
function ownAddressesIn(settings: string): OwnAddress[] {
  let name = ''
  const found = settings.split('\n', LINES_MAX).flatMap((line) => {
    name = /^(\w+): flags=/.exec(line)?.[1] ?? name
    const [, text = '', rest = ''] = /^\s+inet6? (\S+)(.*)$/.exec(line) ?? []
    const address = parseAddress(text.split('%')[0] ?? '')
    if (!address || UNUSABLE.test(rest)) return []
    return [
      {
        interface: name,
        address: address.text,
        prefix: prefixIn(rest, address.version),
        isTemporary: /\btemporary\b/.test(rest),
      },
    ]
  })
  return found.toSorted((one, other) => Number(one.isTemporary) - Number(other.isTemporary))
}

/** Returns the bits of a network: of IPv4 they are a mask in hex. */
function prefixIn(text: string, version: 4 | 6): number {
  if (version === 6) return Number(/prefixlen (\d+)/.exec(text)?.[1] ?? 128)
  const mask = Number.parseInt(/netmask 0x([0-9a-f]{8})/.exec(text)?.[1] ?? 'ffffffff', 16)
  return Math.clz32(~mask)
}

/** Returns the default routes of netstat, and the routes to single addresses: their order is that in which they count. */
function waysOut(table: string, version: 4 | 6): WayOut[] {
  return table.split('\n', LINES_MAX).flatMap((line, metric) => {
    const [destination = '', via = '', flags = '', name = ''] = line.split(/\s+/)
    const gateway = parseAddress(via.split('%')[0] ?? '')
    const isDefault = destination === 'default'
    const isHost = flags.includes('H')
    if (gateway?.version !== version || !flags.includes('G') || !(isDefault || isHost)) return []
    return [{ interface: name, gateway, metric, isDefault }]
  })
}

/** Returns the program that listens: netstat shows the sockets of everybody, lsof names the programs of this user. */
async function macosListeners({ port, protocol }: AskedPort, sources: Sources): Promise<ListeningSeen | 'unseen' | null> {
  const [table, files] = await Promise.all([
    sources.run('netstat', ['-anl', '-p', protocol]),
    sources.run('lsof', [
      '-nP',
      protocol === 'tcp' ? `-iTCP:${port}` : `-iUDP:${port}`,
      ...(protocol === 'tcp' ? ['-sTCP:LISTEN'] : []),
      '-Fcn',
    ]),
  ])
  if (table === null) return 'unseen'
  const programs = programsIn(files ?? '', port)
  const sockets = table.split('\n').flatMap((line): Socket[] => {
    const [kind = '', , , local = '', remote, state] = line.trim().split(/\s+/)
    const isWaiting = protocol === 'tcp' ? state === 'LISTEN' : remote === '*.*'
    if (!kind.startsWith(protocol) || !isWaiting || !local.endsWith(`.${port}`)) return []
    const host = local.slice(0, -`.${port}`.length)
    const socket = socketAt(host === '*' && !kind.endsWith('4') ? '::' : host, kind.endsWith('46'), programs.get(host) ?? null)
    return socket ? [socket] : []
  })
  return listeningOf(sockets)
}

/** Returns the programs by the host they listen at, from the fields of lsof: "c" is a program, "n" the place of each of its files. */
function programsIn(files: string, port: number): ReadonlyMap<string, string> {
  const programs = new Map<string, string>()
  let program: string | null = null
  for (const line of files.split('\n', LINES_MAX)) {
    if (line.startsWith('c')) program = cleanName(line.slice(1))
    const [, host] = /^n(.*):(\d+)$/.exec(line) ?? []
    if (program !== null && host !== undefined && line.endsWith(`:${port}`))
      programs.set(host.replace(/^\[(.*)\]$/, '$1'), program)
  }
  return programs
}

/** Looks at the firewall of the system, which goes by programs: only "block all" decides about every port. */
async function macosFirewall(sources: Sources): Promise<FirewallSeen | null> {
  const state = /\(State = (\d)\)/.exec((await sources.run(SOCKET_FILTER, ['--getglobalstate'])) ?? '')?.[1]
  if (state === '0') return null
  const line = state === '2' ? `${sources.isRoot ? '' : 'sudo '}${SOCKET_FILTER} --setblockall off` : null
  return { kind: 'macos-firewall', blocks: state === '2' ? 'yes' : 'unknown', line }
}
