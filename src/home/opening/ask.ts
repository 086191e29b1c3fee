import type { Failed, GatewayRule, Opened, Opener, Wanted, Way } from '../../net/gateway/index.ts'
import type { Door, Family, Protocol } from './doors.ts'

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
