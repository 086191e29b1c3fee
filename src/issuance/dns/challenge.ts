import { type Answer, hasAnswer } from '../../net/dns/index.ts'
import type { QueryName } from '../../policy/target.ts'
import type { ChallengeRecord } from '../facts.ts'
import { type Asking, LOOKUP_MS, lookedUp } from './looked.ts'
import { findZone } from './zone.ts'

/** The text that a client puts there: a SHA-256 in base64url (RFC 8555, section 8.4). */
const CHALLENGE = /^"[\w-]{43}"$/
/** A name that nobody has, at the same place. */
const SIBLING = '_doorstep-challenge.'
/** The time limit for a CNAME record, which the servers of the zone have themselves. */
const TARGET_MS = 2000
const FIRST_LABEL = /^[^.]*\./

/**
 * Returns the record of a challenge. Only values that can be of a challenge are kept, and a CNAME record only where it is of this name: the
 * record of a wildcard gives way to the one that a client adds.
 */
export async function lookAtChallenge(name: QueryName, dns: Asking): Promise<ChallengeRecord> {
  const [looked, target] = await Promise.all([dns.lookupChecked(name, 'TXT', LOOKUP_MS), ownTargetOf(name, dns)])
  const { answer } = looked
  const record = { ...lookedUp(looked), name: name.ascii, values: answer.values.filter((value) => CHALLENGE.test(value)) }
  if (target === null) return { ...record, alias: null, aliasAnswers: null }
  const alias = answer.cnameChain.at(-1) ?? target
  return { ...record, alias, aliasAnswers: await answersFor(alias, answer, dns) }
}

/** Returns the target of a CNAME record of exactly this name; null without one. */
async function ownTargetOf(name: QueryName, dns: Asking): Promise<string | null> {
  const target = await targetOf(name, dns)
  const sibling = target === null ? null : dns.found(name.ascii.replace(FIRST_LABEL, SIBLING))
  return sibling && (await targetOf(sibling, dns)) === target ? null : target
}

async function targetOf(name: QueryName, dns: Asking): Promise<string | null> {
  const { answer } = await dns.lookupChecked(name, 'CNAME', TARGET_MS)
  return answer.values[0] ?? null
}

/** Returns whether the zone at the end of the CNAME records answers, and is somebody's; null if that remains unknown. */
async function answersFor(alias: string, answer: Answer, dns: Asking): Promise<boolean | null> {
  const target = dns.found(alias)
  // A name of a local network leads nowhere outside.
  if (!target || answer.reason === 'cname-loop') return false
  if (!hasAnswer(answer)) return answer.status === 'servfail' ? false : null
  const zone = await findZone(target, dns)
  return zone && zone.apex !== null
}
