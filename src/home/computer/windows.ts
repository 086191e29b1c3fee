import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseAddress } from '../../policy/address.ts'
import { planLine } from './firewall/line.ts'
import { listeningOf, nameOf, type Socket, socketAt } from './heard.ts'
import { networkOf, type Routes, type WayOut } from './network.ts'
import type { Sources } from './sources.ts'
import type { AskedPort, ComputerSeen, FirewallSeen } from './types.ts'
import { blocksBy, WINDOWS_PROFILE, WINDOWS_RULE } from './windows-firewall.ts'
import { windowsScript } from './windows-script.ts'

const SCRIPT_MS = 12_000
const NAME = Type.Optional(Type.Union([Type.String(), Type.Null()]))
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
  sockets: Type.Optional(Type.Array(Type.Object({ address: Type.String(), program: NAME, path: NAME }))),
  profiles: Type.Optional(Type.Array(WINDOWS_PROFILE)),
  rules: Type.Optional(Type.Array(WINDOWS_RULE)),
})
type Said = Static<typeof SAID>

/** The state of an address that can be used, and the origin of one that is temporary. */
const PREFERRED = 4
const RANDOM = 5

/** Looks at a computer with Windows, by one script that answers in JSON. */
export async function lookAtWindows(asked: AskedPort | null, sources: Sources): Promise<ComputerSeen | null> {
  const script = ['-NoProfile', '-NonInteractive', '-Command', windowsScript(asked)]
  const said = readSaid(await sources.run('powershell.exe', script, SCRIPT_MS))
  if (!said) return null
  const network = networkOf(routesOf(said))
  const { name = network.interface } = said.adapters.find(({ index }) => `${index}` === network.interface) ?? {}
  const listening = listeningOf(socketsOf(said))
  return {
    ...network,
    interface: name === null ? null : nameOf(name),
    listening,
    firewall: asked && firewallOf(asked, said),
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
function routesOf({ routes, addresses, adapters, leaving }: Said): Routes {
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

/** Returns the sockets: one on :: takes IPv6 alone unless the program says otherwise, and then it shows up for both. */
function socketsOf({ sockets = [] }: Said): Socket[] {
  return sockets.map(({ address, program }) => socketAt(address, false, program ?? null)).filter((socket) => socket !== null)
}

function firewallOf(asked: AskedPort, { profiles = [], rules, sockets = [] }: Said): FirewallSeen | null {
  const line = planLine('windows-firewall', asked)
  if (profiles.length === 0 || !rules) return { kind: 'windows-firewall', blocks: 'unknown', line }
  if (!profiles.some(({ isOn }) => isOn)) return null
  const path = sockets.find((socket) => socket.path)?.path ?? null
  const [first = 'unknown', ...rest] = profiles.map((profile) => blocksBy(profile, rules, asked.port, path))
  const blocks = rest.every((one) => one === first) ? first : 'unknown'
  return { kind: 'windows-firewall', blocks, line: blocks === 'no' ? null : line }
}
