import { askEcho, type EchoSeen } from '../net/echo/home.ts'
import type { GatewaySeen } from '../net/gateway/types.ts'
import { firstHops } from '../net/path/trace.ts'
import { type Address, parseAddress } from '../policy/address.ts'
import { isMachine } from '../policy/gateway.ts'
import { wanOf } from '../router/index.ts'
import type { ComputerSeen } from './computer/index.ts'
import type { HomeWorld } from './define.ts'
import type { OutsideSeen } from './outside-seen.ts'

export const NATS = ['none', 'double-nat', 'carrier-grade', 'one-to-one', 'unknown'] as const

const REASONS = [
  ...(['own-is-public', 'wan-is-public', 'wan-looks-public', 'wan-is-shared', 'wan-is-private', 'wan-differs'] as const),
  ...(['wan-is-down', 'every-port-comes-in', 'no-address-told', 'hop-is-shared', 'hop-is-private', 'hop-is-unclear'] as const),
  ...(['one-translator', 'translated-shared', 'translated-private', 'through-vpn', 'only-ipv6', 'not-told'] as const),
] as const

/** The line between the router of this home and the internet, over IPv4. */
export interface LineSeen {
  /** The address at which the doorstep outside sees this computer; null if nobody looked. */
  readonly publicIp: string | null
  readonly nat: (typeof NATS)[number]
  /** The reason for what is said; the key of a sentence. */
  readonly reason: (typeof REASONS)[number]
  /** The address that the reason is about: that of the router, or that of the second hop. */
  readonly about: string | null
  /** The number of boxes that translate, one behind the other; null where it is not proven. */
  readonly translators: number | null
  /**
   * The public address, where the box that has it is the only one that translates, has all its ports, and says so of packets that end there;
   * otherwise null.
   */
  readonly speaksAs: string | null
}

/** Returns whether a box in front of the router translates once more. */
export function isBehind({ nat, reason }: LineSeen): boolean {
  return nat === 'double-nat' || nat === 'one-to-one' || reason === 'no-address-told'
}

/** Returns the address that the router would show, where it is proven to be the only box that translates. */
export function wanProven({ translators, publicIp }: Pick<LineSeen, 'translators' | 'publicIp'>): string | null {
  return translators === 1 ? publicIp : null
}

/** Returns whether a hop on the way may be one of a provider that shares its addresses, which the router neither confirms nor denies. */
export function isMaybeShared({ reason }: LineSeen): boolean {
  return reason === 'hop-is-shared' || reason === 'hop-is-unclear'
}

export interface LineClues {
  readonly gateway: Pick<GatewaySeen, 'wanIp' | 'saysNoAddress'> | null
  readonly own: string | null
  /** The routers of the first hops; null if they were not looked for. */
  readonly hops: readonly (string | null)[] | null
  /** The sight of the echo port of the doorstep outside; null if it was not asked. */
  readonly echo: EchoSeen | null
  readonly outside: readonly OutsideSeen[]
  readonly isVpn: boolean
}

/** Returns what is known of the line: what the router tells, then what the first hops show, and what the way back proves. */
export function lineSeen(clues: LineClues): LineSeen {
  const told = lineTold(clues)
  if (told.reason === 'own-is-public') return { ...told, translators: 0, speaksAs: null }
  const { echo, isVpn, outside } = clues
  const seen = outside.find(({ version }) => version === 4)
  const isSame = echo !== null && !isVpn && (seen === undefined || seen.ip === echo.address.text)
  const inner = isSame && echo.boxes !== null ? innerSides(echo.boxes, clues) : null
  if (!echo || !inner) return { ...told, translators: null, speaksAs: null }
  const shown = provenBy(inner)
  // The router does not see what the provider does in front of another one.
  const proven = told.nat === 'unknown' || shown.nat === 'carrier-grade' ? shown : null
  return {
    ...told,
    ...proven,
    publicIp: told.publicIp ?? echo.address.text,
    translators: inner.every((_, at) => isTranslator(inner, at, clues)) ? inner.length : null,
    speaksAs: inner.length === 1 && echo.keepsPorts ? echo.address.text : null,
  }
}

/** Returns the inner addresses of the boxes from this computer up to the public address; null where the two ends do not agree on them. */
function innerSides(boxes: number, { gateway, hops, echo }: LineClues): Address[] | null {
  const inner = (hops ?? []).slice(0, boxes).flatMap((hop) => parseAddress(hop ?? '') ?? [])
  const isWhole = boxes > 0 && inner.length === boxes && inner.every((one) => LOCAL.includes(wanOf(one)))
  const isLast = gateway?.saysNoAddress ? false : gateway?.wanIp ? gateway.wanIp === echo?.address.text : null
  return isWhole && (isLast === null || isLast === (boxes === 1)) ? inner : null
}

const LOCAL: readonly unknown[] = ['private', 'shared']

/** Returns whether a box translates, and does not only route: the last has the public address, and what is behind another has no address in front of it. */
function isTranslator(inner: readonly Address[], at: number, { gateway }: LineClues): boolean {
  const [own, next] = [inner[at], inner[at + 1]]
  if (!own || !next) return true
  if (at === 0 && gateway?.wanIp && LOCAL.includes(wanOf(parseAddress(gateway.wanIp)))) return true
  return isHomes(own.text) && wanOf(next) === 'shared'
}

/** Returns what the inner address of the box with the public one says of the line. */
function provenBy(inner: readonly Address[]): LineTold & Pick<LineSeen, 'about'> {
  const last = inner.at(-1)
  if (!last || inner.length === 1) return { nat: 'none', reason: 'one-translator', about: null }
  const about = last.text
  if (wanOf(last) === 'shared') return { nat: 'carrier-grade', reason: 'translated-shared', about }
  return { nat: 'double-nat', reason: 'translated-private', about }
}

function lineTold({ gateway, own, hops, outside, isVpn }: LineClues): Omit<LineSeen, 'translators' | 'speaksAs'> {
  const seen = outside.find(({ version }) => version === 4) ?? null
  const base = { publicIp: seen?.ip ?? outside[0]?.ip ?? null, about: null } as const
  const isOwn = seen !== null && own === seen.ip
  if (isOwn) return { ...base, nat: 'none', reason: 'own-is-public', about: own }
  // An address that belongs to the far end of a tunnel says nothing about the line.
  const wan = gateway?.wanIp ? parseAddress(gateway.wanIp) : null
  const told = wan ? ofWan(wan, seen, isVpn) : null
  if (told) return { ...base, ...told, about: wan?.text ?? null }
  const hop = isVpn ? null : secondHop(hops, gateway?.saysNoAddress === true)
  if (hop) return { ...base, ...hop }
  if (gateway?.saysNoAddress) return { ...base, nat: 'unknown', reason: 'no-address-told' }
  if (isVpn) return { ...base, nat: 'unknown', reason: 'through-vpn' }
  const isIPv6 = outside.length > 0 && seen === null
  return { ...base, nat: 'unknown', reason: isIPv6 ? 'only-ipv6' : 'not-told' }
}

type LineTold = Pick<LineSeen, 'nat' | 'reason'>

/** Returns what the address of the router says; null if it is not one of IPv4. */
function ofWan(wan: Address, seen: OutsideSeen | null, isVpn: boolean): LineTold | null {
  const kind = wanOf(wan)
  if (wan.version === 6) return null
  if (seen?.ip === wan.text) return { nat: 'none', reason: 'wan-is-public' }
  if (kind === 'shared') return { nat: 'carrier-grade', reason: 'wan-is-shared' }
  if (kind === 'down') return { nat: 'unknown', reason: 'wan-is-down' }
  if (kind === 'public')
    return seen && !isVpn ? { nat: 'unknown', reason: 'wan-differs' } : { nat: 'none', reason: 'wan-looks-public' }
  if (kind !== 'private') return { nat: 'unknown', reason: 'not-told' }
  // The box in front sends on whatever comes in, so that no rule is missing there.
  if (seen?.where?.allPorts === true && !isVpn) return { nat: 'one-to-one', reason: 'every-port-comes-in' }
  return { nat: 'double-nat', reason: 'wan-is-private' }
}

/** Returns whether only equipment at home gives out such an address: carriers that use private ones take those with more room. */
export function isHomes(address: string): boolean {
  return address.startsWith('192.168.')
}

/**
 * Returns what the second router on the way says; null if it has an address of the internet, or did not answer. Some carriers number plain
 * routers like this, so that it proves something only together with a router that has no address for others.
 */
function secondHop(hops: LineClues['hops'], saysNoAddress: boolean): (LineTold & Pick<LineSeen, 'about'>) | null {
  const second = parseAddress(hops?.[1] ?? '')
  const kind = wanOf(second)
  const about = second?.text ?? null
  if (kind === 'shared') return { nat: saysNoAddress ? 'carrier-grade' : 'unknown', reason: 'hop-is-shared', about }
  if (!second || kind !== 'private') return null
  return {
    nat: saysNoAddress ? 'double-nat' : 'unknown',
    reason: isHomes(second.text) ? 'hop-is-private' : 'hop-is-unclear',
    about,
  }
}

type Outside = HomeWorld['outside']

/** Returns the routers of the first hops towards the server, and what its echo port will say: it asks a silent router several times. */
export async function towardsServer(outside: Outside, computer: ComputerSeen, signal: AbortSignal) {
  const server = await serverOver4(outside, computer)
  const echoed = echoFrom(outside, server, signal)
  return { hops: await hopsTo(server, computer, signal), echoed }
}

/** Returns what the way back alone proves of the line; null without an echo port, where nothing is sent. */
export async function lineFrom(outside: Outside, computer: ComputerSeen, signal: AbortSignal): Promise<LineSeen | null> {
  const server = await serverOver4(outside, computer)
  const echo = await echoFrom(outside, server, signal)
  if (!echo) return null
  const hops = await hopsTo(server, computer, signal)
  return lineSeen({ gateway: null, own: computer.address, hops, echo, outside: [], isVpn: computer.vpn })
}

/** Returns the address of the server of `--server` over IPv4, which is what is translated; null where nobody can look. */
async function serverOver4(outside: Outside, { address, vpn }: ComputerSeen): Promise<Address | null> {
  const server = vpn || address === null ? null : await outside?.address?.(4).catch(() => null)
  const towards = server ? parseAddress(server) : null
  // A name may lead anywhere: to this computer, or to a group.
  return towards && isMachine(towards) ? towards : null
}

/** Returns the first hops: the nearest is the gateway, which speaks to one computer only so often. */
async function hopsTo(
  server: Address | null,
  { gateways: { v4 } }: ComputerSeen,
  signal: AbortSignal,
): Promise<LineClues['hops']> {
  const [first, ...more] = server ? await firstHops(server, signal) : []
  return first === undefined ? null : [first ?? v4?.host ?? null, ...more]
}

/** Returns what the echo port of the server shows of the way back to this computer. */
async function echoFrom(outside: Outside, server: Address | null, signal: AbortSignal): Promise<EchoSeen | null> {
  const port = server && (await outside?.echoPort?.())
  return server && port ? askEcho({ address: server, port }, signal) : null
}
