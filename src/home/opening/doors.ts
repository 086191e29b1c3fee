import { readSpan } from '../../contract/span.ts'
import type { Locale } from '../../contract/text.ts'
import {
  type AskedPort,
  type Failed,
  type GatewayRule,
  type GatewaySeen,
  lookAtGateway,
  type Opened,
  type Opener,
  type Wanted,
  type Way,
} from '../../net/gateway/index.ts'
import { pause } from '../../platform/deadline.ts'
import { codeOf } from '../../platform/misfit.ts'
import type { Gateway } from '../../policy/gateway.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { dangerOn } from '../../router/index.ts'
import { type ComputerSeen, lookAtComputer } from '../computer/index.ts'
import type { HomeWorld } from '../define.ts'
import type { Checked, Refused } from '../fields.ts'
import { type Proved, prove } from '../prove.ts'

/** The means by which ports are opened and closed; stand-ins take their place in tests. */
export const MEANS = { lookAtComputer, lookAtGateway, prove, clock: { now: () => Date.now(), pause } }
export type Means = Readonly<typeof MEANS>

export type Protocol = AskedPort['protocol']

/** The gateway of this computer over one version of IP. The address it has towards the internet, and its rules, are those of IPv4 alone. */
export interface Door extends Pick<GatewaySeen, 'openers' | 'rules' | 'wanIp'> {
  readonly family: 'ipv4' | 'ipv6'
  readonly gateway: Gateway
}

/** Returns the gateways of this computer that can be asked for a rule, with the rules that they have for a port. */
export async function findDoors(
  { v4, v6 }: ComputerSeen['gateways'],
  asked: readonly AskedPort[],
  means: Means,
  signal: AbortSignal,
): Promise<readonly Door[]> {
  const door = async (family: Door['family'], gateway: Gateway | null, ports: readonly AskedPort[]): Promise<Door[]> => {
    const seen = gateway && (await means.lookAtGateway(gateway, ports, signal))
    return seen && seen.openers.length > 0 ? [{ family, gateway, ...seen }] : []
  }
  return (await Promise.all([door('ipv4', v4, asked), door('ipv6', v6, [])])).flat()
}

/** A rule that is needed for longer belongs in the router's settings. */
const FOR_MAX_S = 86_400

/** Reads a time such as "90s", "45m" or "2h"; null if it is not one, or more than a day. */
export function secondsIn(text: string): number | null {
  const seconds = (readSpan(text) ?? 0) / 1000
  return seconds > 0 && seconds <= FOR_MAX_S ? seconds : null
}

export function protocolsOf(protocol: Protocol | 'both'): readonly Protocol[] {
  return protocol === 'both' ? ['tcp', 'udp'] : [protocol]
}

/** Returns the first port that should stay shut, as a plan would say, with the service that often uses it; null if there is none. */
export function shutPort(known: Catalogue, ports: readonly number[], protocols: readonly Protocol[]) {
  return protocols.flatMap((protocol) => ports.map((port) => dangerOn(port, protocol, known.portUses))).find((one) => one) ?? null
}

/** The longest lease: what a killed command leaves behind ends by itself within an hour. */
export const LEASE_MAX_S = 3600
/** A gateway may grant more than was asked; beyond this it has not understood that a rule is to end. */
const GRANTED_MAX_S = 86_400

/** A rule that leads to this computer. */
export interface Held {
  readonly door: Door
  readonly way: Way
  /** Null for a rule that was there before, of another program: it is neither renewed nor taken back. */
  readonly opener: Opener | null
  readonly wanted: Wanted
  externalIp: string | null
  /** The end of its lease, in milliseconds since 1970; null for a rule that stays. */
  endsAt: number | null
  isLeft: boolean
}

/** Has a gateway make a rule by the first way that works. A rule that is there already is left as it is, whoever made it. */
export async function makeRule(
  door: Door,
  wanted: Wanted,
  { now, signal }: { now: () => number; signal: AbortSignal },
): Promise<{ readonly held: Held | null; readonly refused: readonly Refused[] }> {
  const { protocol, externalPort } = wanted
  const standing = door.rules?.find((rule) => rule.protocol === protocol && rule.externalPort === externalPort) ?? null
  const about = { protocol, family: door.family }
  const heldBefore = ({ leaseS }: GatewayRule): Held => {
    const endsAt = leaseS ? now() + leaseS * 1000 : null
    return { door, way: 'upnp', opener: null, wanted, externalIp: door.wanIp, endsAt, isLeft: true }
  }
  if (standing && !leadsHere(standing, door, wanted))
    return { held: null, refused: [{ ...about, way: 'upnp', reason: 'taken', code: null, by: standing.internalIp }] }
  if (standing && !isOfOurs(standing)) return { held: heldBefore(standing), refused: [] }
  const refused: Refused[] = []
  for (const opener of door.openers) {
    if (signal.aborted) break
    const said = await openOnce(opener, wanted)
    if (!('failed' in said)) {
      const [externalIp, endsAt] = [said.externalIp ?? door.wanIp, now() + said.lifetimeS * 1000]
      return { held: { door, way: opener.way, opener, wanted, externalIp, endsAt, isLeft: true }, refused }
    }
    // A rule that leads here and is not ours is that of another program on this computer.
    const rule = said.rule ?? (said.failed === 'taken' ? standing : null)
    if (rule && leadsHere(rule, door, wanted)) return { held: heldBefore(rule), refused }
    refused.push({ ...about, way: opener.way, reason: said.failed, code: said.code, by: rule?.internalIp ?? null })
    // Another way might take the port away from whoever has it.
    if (said.failed === 'taken') break
  }
  return { held: null, refused }
}

/** Asks by one way. A rule on another port, or without an end, is not what was asked for, and is taken back. */
export async function openOnce(opener: Opener, wanted: Wanted): Promise<Opened | Failed> {
  const said = await opener.open(wanted)
  if ('failed' in said) return said
  const isThere = said.externalPort === wanted.externalPort
  const ends = said.lifetimeS > 0 && said.lifetimeS <= GRANTED_MAX_S
  if (isThere && ends) return said
  await opener.close({ ...wanted, externalPort: said.externalPort })
  return { failed: isThere ? 'permanent' : 'taken', code: null }
}

/** Returns whether a rule leads to this port of this computer, by its address towards the gateway. */
export function leadsHere(rule: GatewayRule, { gateway }: Door, { internalPort }: Pick<Wanted, 'internalPort'>): boolean {
  return rule.internalIp === gateway.own.text && rule.internalPort === internalPort
}

/** Returns whether this command may have made a rule: a killed one leaves its own behind. PCP and NAT-PMP know no descriptions. */
function isOfOurs({ description, leaseS }: GatewayRule): boolean {
  return leaseS !== null && leaseS > 0 && leaseS <= LEASE_MAX_S && /^(doorstep|pcp|nat-pmp)\b/i.test(description)
}

/** Has the doorstep outside try a rule: by a proof where nothing listens on the port, otherwise by what answers. */
export async function checkFromOutside(
  outside: NonNullable<HomeWorld['outside']>,
  { wanted, door: { family } }: Held,
  { isListening, locale, signal }: { isListening: boolean; locale: Locale; signal: AbortSignal },
  { prove }: Pick<Means, 'prove'>,
): Promise<Checked> {
  const { protocol, internalPort: listenPort, externalPort: port } = wanted
  const asked = { tool: 'port-check', locale, signal } as const
  const version = family === 'ipv4' ? 4 : 6
  const toProve = { ...asked, body: {}, listenPort, port, protocol }
  const [proved = null] = isListening ? [] : await prove(outside, toProve, [version]).catch(noneIfHeld)
  const said = proved?.said ?? (await outside.ask({ ...asked, family: version, body: { port, protocol } }))
  const { proof = null, arrived = false } = proved ?? {}
  const about = { protocol, family, proof, arrived: arrived && proof !== 'proven' }
  if ('failure' in said) return { ...about, reached: 'cannot-tell', failure: said.failure, outside: null }
  const reached = proved ? reachedByProof(proof) : reachedByPort(said.answer, protocol)
  return { ...about, reached, failure: null, outside: said.answer }
}

/** Returns no proof where the port cannot be listened on: below 1024 it needs rights on some systems, and a program may have started meanwhile. */
function noneIfHeld(error: unknown): [] {
  if (['EACCES', 'EADDRINUSE'].includes(codeOf(error))) return []
  throw error
}

function reachedByProof(proof: Proved['proof']): Checked['reached'] {
  if (proof === null) return 'cannot-tell'
  return proof === 'proven' ? 'yes' : 'no'
}

/** Returns what port-check found. Over UDP silence says nothing, since many programs answer only their own clients. */
function reachedByPort({ status }: Readonly<Record<string, unknown>>, protocol: Protocol): Checked['reached'] {
  if (status === 'open') return 'yes'
  const isNo = status === 'closed' || status === 'refused' || (status === 'timeout' && protocol === 'tcp')
  return isNo ? 'no' : 'cannot-tell'
}
