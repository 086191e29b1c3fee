import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseAddress } from '../../policy/address.ts'
import { every, type Holds, holds, isFrom, planLine, some } from './firewall/fate.ts'
import { cleanName, listeningOf, networkOf, type Routes, socketAt, type WayOut } from './network.ts'
import type { AskedPort, ComputerSeen, FirewallSeen, Sources } from './sources.ts'

const TEXT = Type.Optional(Type.Union([Type.String(), Type.Null()]))
type Text = string | null | undefined

const RULE = Type.Object({
  action: Type.Number(),
  profiles: Type.Number(),
  ports: TEXT,
  from: TEXT,
  to: TEXT,
  fromPorts: TEXT,
  app: TEXT,
  service: TEXT,
  package: TEXT,
  kinds: TEXT,
})

/** A kind of network that this computer is connected to at the moment; the bits are those of Windows. */
const PROFILE = Type.Object({
  bit: Type.Number(),
  isOn: Type.Boolean(),
  inbound: Type.Number(),
  blocksAll: Type.Boolean(),
})

/** The answer of the script. */
const SAID = Type.Object({
  routes: Type.Array(Type.Object({ to: Type.String(), via: Type.String(), index: Type.Number(), metric: Type.Number() })),
  addresses: Type.Array(
    Type.Object({
      index: Type.Number(),
      address: Type.String(),
      prefix: Type.Number(),
      state: Type.Number(),
      suffix: Type.Number(),
    }),
  ),
  adapters: Type.Array(Type.Object({ index: Type.Number(), name: Type.String(), isHardware: Type.Boolean() })),
  leaving: Type.Array(Type.Object({ index: Type.Number(), address: Type.String() })),
  sockets: Type.Optional(Type.Array(Type.Object({ address: Type.String(), program: TEXT, path: TEXT }))),
  profiles: Type.Optional(Type.Array(PROFILE)),
  rules: Type.Optional(Type.Array(RULE)),
})
type Said = Static<typeof SAID>

const ALLOW = 1
const ALLOW_BY_DEFAULT = 1

/** Returns whether a profile keeps a stranger out of a port, at which the program with this path listens; null if none does. */
function blocksBy(
  profile: Static<typeof PROFILE>,
  rules: readonly Static<typeof RULE>[],
  port: number,
  path: string | null,
): FirewallSeen['blocks'] {
  if (!profile.isOn) return 'no'
  if (profile.blocksAll) return 'yes'
  const inProfile = rules.filter(({ profiles }) => (profiles & profile.bit) !== 0)
  const anyOf = (isAllowing: boolean) =>
    some(inProfile.filter(({ action }) => (action === ALLOW) === isAllowing).map((rule) => appliesTo(rule, port, path)))
  // A rule that blocks counts more than any that allows.
  const blocked = anyOf(false)
  if (blocked === 'yes') return 'yes'
  const allowed = profile.inbound === ALLOW_BY_DEFAULT ? 'yes' : anyOf(true)
  if (allowed === 'no') return 'yes'
  return allowed === 'yes' && blocked === 'no' ? 'no' : 'unknown'
}

function appliesTo(rule: Static<typeof RULE>, port: number, path: string | null): Holds {
  const app = () => {
    if (isGiven(rule.service) || isGiven(rule.package)) return 'unknown'
    if (!isGiven(rule.app)) return 'yes'
    // Without a program that listens, nobody knows which one will.
    return path === null ? 'unknown' : holds(rule.app.toLowerCase() === path.toLowerCase())
  }
  const isAny = (text: Text): Holds => (isGiven(text) ? 'unknown' : 'yes')
  const kinds = rule.kinds === 'All' ? 'yes' : isAny(rule.kinds)
  // Words stand for ports that Windows gives out.
  const hasPort = (text: string): Holds => {
    const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(text.trim()) ?? []
    return first === '' ? 'unknown' : holds(Number(first) <= port && port <= Number(last))
  }
  // An address has a mask as Windows writes it.
  const isFromAnywhere = (text: string): Holds =>
    /^(LocalSubnet|DNS|DHCP|WINS|DefaultGateway)/i.test(text) ? 'no' : isFrom(text.replace('/255.255.255.255', '').trim())
  const parts = [inList(rule.ports, hasPort), app(), inList(rule.from, isFromAnywhere)]
  return every([...parts, isAny(rule.to), isAny(rule.fromPorts), kinds])
}

function isGiven(text: Text): text is string {
  return text !== undefined && text !== null && text !== '' && text !== '*'
}

/** Returns whether one part of a list holds; no list holds for all. */
function inList(text: Text, judge: (part: string) => Holds): Holds {
  return isGiven(text) ? some(text.split(',').map(judge)) : 'yes'
}

const SCRIPT_MS = 12_000
/** The state of an address that can be used, and the origin of one that is temporary. */
const PREFERRED = 4
const RANDOM = 5

/** Looks at a computer with Windows, by one script that answers in JSON. */
export async function lookAtWindows(asked: AskedPort | null, sources: Sources): Promise<ComputerSeen | null> {
  const script = ['-NoProfile', '-NonInteractive', '-Command', windowsScript(asked)]
  const said = readSaid(await sources.run('powershell.exe', script, SCRIPT_MS))
  if (!said) return null
  const network = networkOf(windowsRoutes(said))
  const { name = network.interface } = said.adapters.find(({ index }) => `${index}` === network.interface) ?? {}
  // One on :: takes IPv6 alone unless the program says otherwise, and then it shows up for both.
  const sockets = (said.sockets ?? []).flatMap(({ address, program }) => socketAt(address, false, program ?? null) ?? [])
  return {
    ...network,
    interface: name === null ? null : cleanName(name),
    listening: listeningOf(sockets),
    firewall: asked && windowsFirewall(asked, said),
    inside: null,
  }
}

function readSaid(text: string | null): Said | null {
  try {
    const said: unknown = JSON.parse(text ?? '')
    return Value.Check(SAID, said) ? said : null
  } catch {
    return null
  }
}

/** Interfaces go by their number, as the zones of link-local addresses do on Windows. */
function windowsRoutes({ routes, addresses, adapters, leaving }: Said): Routes {
  const own = addresses
    .filter(({ state }) => state === PREFERRED)
    .toSorted((one, other) => Number(one.suffix === RANDOM) - Number(other.suffix === RANDOM))
    .map(({ index, address, prefix }) => ({ interface: `${index}`, address: address.split('%')[0] ?? '', prefix }))
  const ways = (version: 4 | 6) =>
    routes.flatMap(({ via, index, metric }): WayOut[] => {
      const gateway = parseAddress(via.split('%')[0] ?? '')
      const isThere = gateway?.version === version && gateway.words.some((word) => word !== 0)
      return isThere ? [{ interface: `${index}`, gateway, metric, isDefault: true }] : []
    })
  const leavingBy = (version: 4 | 6) =>
    leaving.find(({ address }) => parseAddress(address.split('%')[0] ?? '')?.version === version)
  const [four, six] = [leavingBy(4), leavingBy(6)]
  return {
    ways: { 4: ways(4), 6: ways(6) },
    source: { 4: four?.address ?? null, 6: six?.address ?? null },
    leaving: { 4: four ? `${four.index}` : null, 6: six ? `${six.index}` : null },
    own,
    // Virtual switches are no hardware either, and lead to a router of the home.
    isTunnel: () => false,
    isHardware: (name) => adapters.some(({ index, isHardware }) => `${index}` === name && isHardware),
  }
}

function windowsFirewall(asked: AskedPort, { profiles = [], rules, sockets = [] }: Said): FirewallSeen | null {
  const line = planLine('windows-firewall', asked)
  if (profiles.length === 0 || !rules) return { kind: 'windows-firewall', blocks: 'unknown', line }
  if (!profiles.some(({ isOn }) => isOn)) return null
  const path = sockets.find((socket) => socket.path)?.path ?? null
  const [first = 'unknown', ...rest] = profiles.map((profile) => blocksBy(profile, rules, asked.port, path))
  const blocks = rest.every((one) => one === first) ? first : 'unknown'
  return { kind: 'windows-firewall', blocks, line: blocks === 'no' ? null : line }
}

/**
 * Returns the script that looks at a computer with Windows. Every value is a number, an address or a name: nothing that the language of the
 * system changes. Rules are read from the object model of the firewall, in which they take a second; its cmdlets take ten.
 */
export function windowsScript(asked: AskedPort | null): string {
  return [
    "$ErrorActionPreference='SilentlyContinue'",
    '[Console]::OutputEncoding=[Text.Encoding]::UTF8',
    '$r=@{}',
    "$r.routes=@(Get-NetRoute|?{$_.DestinationPrefix -in '0.0.0.0/0','::/0'}|%{@{to=$_.DestinationPrefix;via=$_.NextHop;index=[int]$_.ifIndex;metric=[int]$_.RouteMetric+[int]$_.InterfaceMetric}})",
    '$r.addresses=@(Get-NetIPAddress|%{@{index=[int]$_.InterfaceIndex;address=$_.IPAddress;prefix=[int]$_.PrefixLength;state=[int]$_.AddressState;suffix=[int]$_.SuffixOrigin}})',
    '$r.adapters=@(Get-NetAdapter -IncludeHidden|%{@{index=[int]$_.ifIndex;name=$_.Name;isHardware=[bool]$_.HardwareInterface}})',
    "$r.leaving=@('8.8.8.8','2001:4860:4860::8888'|%{$f=@(Find-NetRoute -RemoteIPAddress $_)[0];if($f){@{index=[int]$f.InterfaceIndex;address=$f.IPAddress}}})",
    ...(asked ? askedLines(asked) : []),
    '$r|ConvertTo-Json -Depth 4 -Compress',
  ].join('\n')
}

function askedLines({ port, protocol }: AskedPort): string[] {
  const sockets =
    protocol === 'tcp' ? `Get-NetTCPConnection -State Listen -LocalPort ${port}` : `Get-NetUDPEndpoint -LocalPort ${port}`
  const number = protocol === 'tcp' ? 6 : 17
  return [
    `$r.sockets=@(${sockets}|%{$p=Get-Process -Id $_.OwningProcess;@{address=$_.LocalAddress;program=$p.ProcessName;path=$p.Path}})`,
    '$w=New-Object -ComObject HNetCfg.FwPolicy2',
    '$r.profiles=@(1,2,4|?{$w.CurrentProfileTypes -band $_}|%{@{bit=$_;isOn=[bool]$w.FirewallEnabled($_);inbound=[int]$w.DefaultInboundAction($_);blocksAll=[bool]$w.BlockAllInboundTraffic($_)}})',
    `$r.rules=@($w.Rules|?{$_.Enabled -and $_.Direction -eq 1 -and $_.Protocol -in ${number},256}|%{@{action=[int]$_.Action;ports=$_.LocalPorts;from=$_.RemoteAddresses;to=$_.LocalAddresses;fromPorts=$_.RemotePorts;app=$_.ApplicationName;service=$_.serviceName;package=$_.LocalAppPackageId;kinds=$_.InterfaceTypes;profiles=[int]$_.Profiles}})`,
  ]
}
