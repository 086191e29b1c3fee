import { readSpan } from '../../contract/span.ts'
import type { Locale } from '../../contract/text.ts'
import {
  type AskedPort,
  type Failed,
  type GatewayRule,
  lookAtGateway,
  type Opened,
  type Opener,
  openersOf,
  type Wanted,
  type Way,
} from '../../net/gateway/index.ts'
import type { Proof } from '../../net/proof/index.ts'
import { pause } from '../../platform/deadline.ts'
import { codeOf } from '../../platform/misfit.ts'
import type { Gateway } from '../../policy/gateway.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { dangerOn } from '../../router/index.ts'
import { type ComputerSeen, lookAtComputer } from '../computer/index.ts'
import type { HomeWorld, SaidOutside } from '../define.ts'
import { prove } from '../prove.ts'

/** The time, and waiting for it. */
export interface Clock {
  now(): number
  /** Ends early when the signal fires. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** The means by which ports are opened and closed; stand-ins take their place in tests. */
export interface Means {
  readonly lookAtComputer: typeof lookAtComputer
  readonly lookAtGateway: typeof lookAtGateway
  readonly openersOf: typeof openersOf
  readonly prove: typeof prove
  readonly clock: Clock
}

export const MEANS: Means = { lookAtComputer, lookAtGateway, openersOf, prove, clock: { now: () => Date.now(), pause } }

export type Protocol = AskedPort['protocol']
type Family = 'ipv4' | 'ipv6'

/** The gateway of this computer over one version of IP, and the ways to ask it. */
export interface Door {
  readonly family: Family
  readonly gateway: Gateway
  readonly openers: readonly Opener[]
  /** The rules for the asked ports; null if it does not tell. Over IPv6 there are none to look at. */
  readonly rules: readonly GatewayRule[] | null
  /** The address it has towards the internet; null over IPv6, and where it does not tell. */
  readonly wanIp: string | null
}

/** Returns the gateways of this computer that can be asked for a rule, with the rules that they have for a port. */
export async function findDoors(
  { v4, v6 }: ComputerSeen['gateways'],
  asked: readonly AskedPort[],
  means: Means,
  signal: AbortSignal,
): Promise<readonly Door[]> {
  const both = await Promise.all([v4 && door('ipv4', v4, asked, means, signal), v6 && door('ipv6', v6, [], means, signal)])
  return both.flatMap((one) => (one && one.openers.length > 0 ? [one] : []))
}

async function door(
  family: Family,
  gateway: Gateway,
  asked: readonly AskedPort[],
  means: Means,
  signal: AbortSignal,
): Promise<Door> {
  const [openers, ...seen] = await Promise.all([
    means.openersOf(gateway, signal),
    ...asked.map((port) => means.lookAtGateway(gateway, port, signal)),
  ])
  const told = seen.flatMap(({ rules }, index) =>
    rules === null ? [] : [rules.filter(({ protocol }) => protocol === asked[index]?.protocol)],
  )
  const wanIp = seen.find((one) => one.wanIp !== null)?.wanIp ?? null
  return { family, gateway, openers, rules: told.length === 0 ? null : told.flat(), wanIp }
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
export function shutPort(
  known: Catalogue,
  ports: readonly number[],
  protocols: readonly Protocol[],
): ReturnType<typeof dangerOn> {
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

/** A refusal of one way. */
export interface Refused {
  readonly protocol: Protocol
  readonly way: Way
  readonly family: Family
  readonly reason: Failed['failed']
  readonly code: number | null
  /** The device that has the port, where the gateway tells. */
  readonly by: string | null
}

/** Has a gateway make a rule by the first way that works. A rule that is there already is left as it is, whoever made it. */
export async function ask(
  door: Door,
  wanted: Wanted,
  { now, signal }: { now: () => number; signal: AbortSignal },
): Promise<{ readonly held: Held | null; readonly refused: readonly Refused[] }> {
  const standing = standingRule(door, wanted)
  const about = { protocol: wanted.protocol, family: door.family }
  if (standing && !leadsHere(standing, door, wanted))
    return { held: null, refused: [{ ...about, way: 'upnp', reason: 'taken', code: null, by: standing.internalIp }] }
  if (standing && !isOfOurs(standing)) return { held: heldBefore(door, wanted, standing, now()), refused: [] }
  const refused: Refused[] = []
  for (const opener of door.openers) {
    if (signal.aborted) break
    const said = await openOnce(opener, wanted)
    if (!('failed' in said)) return { held: heldNow(door, opener, wanted, said, now()), refused }
    // A rule that leads here and is not ours is that of another program on this computer.
    const rule = said.rule ?? (said.failed === 'taken' ? standing : null)
    if (rule && leadsHere(rule, door, wanted)) return { held: heldBefore(door, wanted, rule, now()), refused }
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
  return isThere ? { failed: 'permanent', code: null } : { failed: 'taken', code: null }
}

function standingRule({ rules }: Door, { protocol, externalPort }: Wanted): GatewayRule | null {
  return rules?.find((rule) => rule.protocol === protocol && rule.externalPort === externalPort) ?? null
}

export function leadsHere(rule: GatewayRule, { gateway }: Door, { internalPort }: Pick<Wanted, 'internalPort'>): boolean {
  return rule.internalIp === gateway.own.text && rule.internalPort === internalPort
}

/** Returns whether this command may have made a rule: a killed one leaves its own behind. PCP and NAT-PMP know no descriptions. */
function isOfOurs({ description, leaseS }: GatewayRule): boolean {
  return leaseS !== null && leaseS > 0 && leaseS <= LEASE_MAX_S && /^(doorstep|pcp|nat-pmp)\b/i.test(description)
}

function heldNow(door: Door, opener: Opener, wanted: Wanted, { externalIp, lifetimeS }: Opened, now: number): Held {
  const { way } = opener
  return { door, way, opener, wanted, externalIp: externalIp ?? door.wanIp, endsAt: now + lifetimeS * 1000, isLeft: true }
}

function heldBefore(door: Door, wanted: Wanted, { leaseS }: GatewayRule, now: number): Held {
  const endsAt = leaseS ? now + leaseS * 1000 : null
  return { door, way: 'upnp', opener: null, wanted, externalIp: door.wanIp, endsAt, isLeft: true }
}

/** The view from outside on one rule. */
export interface Checked {
  readonly protocol: Protocol
  readonly family: Family
  readonly reached: 'yes' | 'no' | 'cannot-tell'
  /** Null where a program listens, which cannot prove anything. */
  readonly proof: Proof | null
  /** Whether a packet arrived here although the server heard no answer. */
  readonly arrived: boolean
  /** The reason why there is no view from outside, in a sentence. */
  readonly failure: string | null
  readonly outside: Readonly<Record<string, unknown>> | null
}

interface Checking {
  /** Whether a program listens on the port, which is then left alone. */
  readonly isListening: boolean
  readonly locale: Locale
  readonly signal: AbortSignal
}

/** Has the doorstep outside try a rule: by a proof where nothing listens, otherwise by what answers. */
export async function checkFromOutside(
  outside: NonNullable<HomeWorld['outside']>,
  held: Held,
  { isListening, locale, signal }: Checking,
  { prove }: Pick<Means, 'prove'>,
): Promise<Checked> {
  const { protocol, internalPort, externalPort } = held.wanted
  const about = { protocol, family: held.door.family }
  const body = { port: externalPort, protocol }
  const over = { locale, signal, family: held.door.family === 'ipv4' ? 4 : 6 } as const
  const asked = { tool: 'port-check', ...over } as const
  const plain = async () => checkedBy(about, await outside.ask({ ...asked, body }), (answer) => reachedBy(answer, protocol))
  if (isListening) return plain()
  try {
    const { said, proof, arrived } = await prove(outside, {
      ...asked,
      body: {},
      listenPort: internalPort,
      port: externalPort,
      protocol,
    })
    const reached = proof === null ? 'cannot-tell' : proof === 'proven' ? 'yes' : 'no'
    return { ...checkedBy(about, said, () => reached), proof, arrived: arrived && proof !== 'proven' }
  } catch (error) {
    // Ports below 1024 need rights on some systems, and a program may have started to listen meanwhile.
    if (!['EACCES', 'EADDRINUSE'].includes(codeOf(error))) throw error
    return plain()
  }
}

function checkedBy(
  about: Pick<Checked, 'protocol' | 'family'>,
  said: SaidOutside,
  reachedIn: (answer: Readonly<Record<string, unknown>>) => Checked['reached'],
): Checked {
  const nothing = { ...about, proof: null, arrived: false }
  if ('failure' in said) return { ...nothing, reached: 'cannot-tell', failure: said.failure, outside: null }
  return { ...nothing, reached: reachedIn(said.answer), failure: null, outside: said.answer }
}

/** Returns what port-check found. Over UDP silence says nothing, since many programs answer only their own clients. */
function reachedBy({ status }: Readonly<Record<string, unknown>>, protocol: Protocol): Checked['reached'] {
  if (status === 'open') return 'yes'
  const isNo = status === 'closed' || status === 'refused' || (status === 'timeout' && protocol === 'tcp')
  return isNo ? 'no' : 'cannot-tell'
}
