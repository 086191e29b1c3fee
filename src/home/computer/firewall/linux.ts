import { parseAddress } from '../../../policy/address.ts'
import type { Network } from '../network.ts'
import type { AskedPort, FirewallSeen, Sources } from '../sources.ts'
import { fateOf, type Packet, planLine, type Ruleset } from './fate.ts'
import { readIptables } from './iptables.ts'
import { readNftables } from './nftables.ts'

interface Manager {
  readonly kind: 'ufw' | 'firewalld'
  readonly blocks: FirewallSeen['blocks']
  readonly lines: readonly string[]
}

/** The files of the kernel's older tables, by version of IP, and the commands that print tables. */
const LEGACY = { 4: '/proc/net/ip_tables_names', 6: '/proc/net/ip6_tables_names' } as const
const SAVES = { 4: 'iptables-save', 6: 'ip6tables-save' } as const
const LEGACY_SAVES = { 4: 'iptables-legacy-save', 6: 'ip6tables-legacy-save' } as const
/** The remark of `iptables-save` about rules that it cannot print. */
const HIDDEN = / is incompatible, /
const REASON_LINES_MAX = 2

/** Looks at the firewall of Linux for one port; null if there is none that is switched on. */
export async function lookAtFirewall(asked: AskedPort, network: Network, sources: Sources): Promise<FirewallSeen | null> {
  const [manager, fates] = await Promise.all([managerOf(asked, network, sources), fatesOf(asked, network, sources)])
  if (fates === null) {
    if (manager) return seenAs(manager.kind, manager.blocks, manager.lines, sources)
    return hasNoFilter(sources) ? null : { kind: 'unknown', blocks: 'unknown', line: null }
  }
  if (!manager && !fates.some(({ isOn }) => isOn)) return null
  const [first] = fates.map(({ blocks }) => blocks)
  const blocks = fates.every((fate) => fate.blocks === first) ? (first ?? 'unknown') : 'unknown'
  const kind = manager?.kind ?? fates.find(({ isOn }) => isOn)?.kind ?? 'unknown'
  return seenAs(kind, blocks, manager?.lines ?? (blocks === 'yes' ? fates.flatMap(({ lines }) => lines) : []), sources)
}

function seenAs(
  kind: string,
  blocks: FirewallSeen['blocks'],
  lines: readonly (string | null)[],
  { isRoot }: Sources,
): FirewallSeen {
  const written = [...new Set(lines)].filter((line) => line !== null)
  const isWhole = blocks !== 'no' && written.length > 0 && written.length <= REASON_LINES_MAX && !lines.includes(null)
  const line = written.map((one) => (isRoot ? one : `sudo ${one}`)).join(' && ')
  return { kind, blocks, line: isWhole ? line : null }
}

async function managerOf(asked: AskedPort, network: Network, sources: Sources): Promise<Manager | null> {
  if (/^\s*ENABLED=["']?yes\b/im.test(sources.read('/etc/ufw/ufw.conf') ?? '')) {
    const line = planLine('ufw', asked)
    return { kind: 'ufw', blocks: 'unknown', lines: line === null ? [] : [line] }
  }
  return askFirewalld(asked, network.interface, sources)
}

/** Returns the fate of the packet over each version of IP that this computer has; null if the rules cannot be read. */
async function fatesOf(asked: AskedPort, network: Network, sources: Sources) {
  const { address, address6, interface: name, vpn } = network
  const versions = ([4, 6] as const).filter((version) =>
    version === 4 ? address !== null || address6 === null : address6 !== null,
  )
  const nft = await sources.run('nft', ['-j', 'list', 'ruleset'])
  const all = await Promise.all(
    versions.map((version) => {
      const own = parseAddress((version === 4 ? address : address6) ?? '')
      return rulesetsOf({ ...asked, version, own, interface: name, vpn }, nft, sources)
    }),
  )
  const read = all.filter((rulesets) => rulesets !== null)
  return read.length === all.length ? read.map(fateOf) : null
}

async function rulesetsOf(packet: Packet, nft: string | null, sources: Sources): Promise<Ruleset[] | null> {
  const native = nft === null ? null : readNftables(nft, packet)
  const saves = [
    ...(native === null || native.needsIptables ? [SAVES[packet.version]] : []),
    ...((sources.read(LEGACY[packet.version]) ?? '').trim() === '' ? [] : [LEGACY_SAVES[packet.version]]),
  ]
  const saved = await Promise.all(saves.map((command) => sources.run(command, [])))
  const isHidden = saved.some((text) => text === null || (native === null && HIDDEN.test(text)))
  if (isHidden) return null
  return [...(native ? [native.ruleset] : []), ...saved.flatMap((text) => (text === null ? [] : [readIptables(text, packet)]))]
}

/** Returns whether the kernel has neither kind of packet filter, loaded or built in: every user may read that. */
function hasNoFilter(sources: Sources): boolean {
  const loaded = sources.read('/proc/modules')
  const builtIn = sources.read(`/lib/modules/${sources.read('/proc/sys/kernel/osrelease')?.trim()}/modules.builtin`)
  const isFilter = /(^|\/)(nf_tables|ip6?_tables|ip6?table_\w+)\b/m
  return loaded !== null && builtIn !== null && !isFilter.test(loaded) && !isFilter.test(builtIn)
}

const NAME = /^[\w-]{1,64}$/
const FOLDERS = ['/etc/firewalld/services', '/usr/lib/firewalld/services']
/** Settings of a zone that decide about more than ports. */
const OTHERS = ['protocols', 'source-ports', 'forward-ports', 'rich rules']

/** Asks firewalld, which tells some users without a password; null if it does not run. */
async function askFirewalld(asked: AskedPort, name: string | null, sources: Sources): Promise<Manager | null> {
  if ((await sources.run('firewall-cmd', ['--state']))?.trim() !== 'running') return null
  const found = name === null ? null : await sources.run('firewall-cmd', [`--get-zone-of-interface=${name}`])
  const zone = (found ?? (await sources.run('firewall-cmd', ['--get-default-zone'])))?.trim() ?? ''
  if (!NAME.test(zone)) return { kind: 'firewalld', blocks: 'unknown', lines: [] }
  const opens = `--zone=${zone} --add-port=${asked.port}/${asked.protocol}`
  const lines = [`firewall-cmd ${opens}`, `firewall-cmd --permanent ${opens}`]
  const settings = await sources.run('firewall-cmd', [`--zone=${zone}`, '--list-all'])
  const blocks = settings === null ? 'unknown' : blocksIn(settings, asked, sources)
  return { kind: 'firewalld', blocks, lines }
}

function blocksIn(text: string, asked: AskedPort, sources: Sources): FirewallSeen['blocks'] {
  const settings = new Map<string, string>()
  let last = ''
  for (const line of text.split('\n').slice(1)) {
    const [, key, value = ''] = /^ {2}([a-z][a-z -]*):(.*)/.exec(line) ?? []
    if (key !== undefined) last = key
    settings.set(last, `${settings.get(last) ?? ''} ${key === undefined ? line : value}`.trim())
  }
  const wordsOf = (key: string) => (settings.get(key) ?? '').split(/\s+/).filter(Boolean)
  if (!settings.has('target') || OTHERS.some((key) => wordsOf(key).length > 0)) return 'unknown'
  if (settings.get('target') === 'ACCEPT' || wordsOf('ports').some((one) => hasPort(one, asked))) return 'no'
  const served = wordsOf('services').map((service) => portsOf(service, sources))
  if (served.some((ports) => ports?.some((one) => hasPort(one, asked)))) return 'no'
  return served.includes(null) ? 'unknown' : 'yes'
}

function hasPort(text: string, { port, protocol }: AskedPort): boolean {
  const [, first = '', last = first, found] = /^(\d+)(?:-(\d+))?\/(\w+)$/.exec(text) ?? []
  return found === protocol && Number(first) <= port && port <= Number(last)
}

/** Returns the ports of a service, as its file names them; null if they cannot be told. */
function portsOf(service: string, sources: Sources): string[] | null {
  if (!NAME.test(service)) return null
  const text = FOLDERS.map((folder) => sources.read(`${folder}/${service}.xml`)).find((found) => found !== null) ?? null
  if (text === null || text.includes('<include')) return null
  return [...text.matchAll(/<port\s([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const port = /\bport="([\d-]+)"/.exec(attributes)?.[1]
    const protocol = /\bprotocol="(\w+)"/.exec(attributes)?.[1]
    return port && protocol ? [`${port}/${protocol}`] : []
  })
}
