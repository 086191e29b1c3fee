import { type Answer, hasAnswer } from '../../net/dns/index.ts'
import type { QueryName } from '../../policy/target.ts'
import type { ChallengeRecord } from '../facts.ts'
import { type Asking, LOOKUP_MS, lookedUp } from './looked.ts'
import { findZone } from './zone.ts'

/** The text that a client puts there: a SHA-256 in base64url (RFC 8555, section 8.4). */
const CHALLENGE = /^"[\w-]{43}"$/
/** A name that nobody has, at the same place. */
const SIBLING = '_doorstep-challenge.'
const FIRST_LABEL = /^[^.]*\./

/**
 * Returns the record of a challenge. Only values that can be of a challenge are kept, and a CNAME record only where it is of this name: the
 * record of a wildcard gives way to the one that a client adds.
 */
export async function lookAtChallenge(name: QueryName, dns: Asking): Promise<ChallengeRecord> {
  const looked = await dns.lookupChecked(name, 'TXT', LOOKUP_MS)
  const { answer } = looked
  const record = { ...lookedUp(looked), name: name.ascii, values: answer.values.filter((value) => CHALLENGE.test(value)) }
  const alias = answer.cnameChain.at(-1) ?? null
  if (alias === null || (await isOfWildcard(name, alias, dns))) return { ...record, alias: null, aliasAnswers: null }
  return { ...record, alias, aliasAnswers: await answersFor(alias, answer, dns) }
}

async function isOfWildcard(name: QueryName, alias: string, dns: Asking): Promise<boolean> {
  const sibling = dns.found(name.ascii.replace(FIRST_LABEL, SIBLING))
  if (!sibling) return false
  const { cnameChain } = await dns.lookup(sibling, 'TXT')
  return cnameChain.at(-1) === alias
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
