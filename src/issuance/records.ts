import { type Answer, hasAnswer } from '../net/dns/answer.ts'
import type { CheckedAnswer, Dns } from '../net/dns/index.ts'
import type { ServerAnswer } from '../net/dns/servers.ts'
import { parseAddress } from '../policy/address.ts'
import { classify } from '../policy/classify.ts'
import type { QueryName } from '../policy/target.ts'
import type { CaaFacts, CaaRecord, ChallengeRecord, Looked, ZoneFacts, ZoneServer } from './facts.ts'

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

/** More than any real name has labels; those of a hostile request must not use up the budget. */
const NAMES_MAX = 16
const RECORDS_MAX = 64
const VALUE_MAX_CHARS = 512

const NOTHING = { found: null, failed: null, records: [], isPartial: false }

/**
 * Returns the CAA records that count for a name: those of the first name on the way up that has any (RFC 8659, section 3). The resolver
 * follows the CNAME records of each. A failure before they are found makes an authority refuse, since it may hide some.
 */
export async function lookAtCaa(name: QueryName, dns: Asking): Promise<CaaFacts> {
  const lineage = name.lineage()
  const names = lineage.slice(0, NAMES_MAX)
  const looks = await Promise.all(names.map(async (at) => ({ at, ...(await dns.lookupChecked(at, 'CAA', LOOKUP_MS)) })))
  const first = looks.find(({ answer }) => !isEmpty(answer))
  return first ? factsOf(first) : { ...NOTHING, isPartial: lineage.length > NAMES_MAX }
}

function isEmpty({ status }: Answer): boolean {
  return status === 'nodata' || status === 'nxdomain'
}

function factsOf({ at, answer, dnssec }: CheckedAnswer & { readonly at: QueryName }): CaaFacts {
  if (!hasAnswer(answer) || answer.truncated) {
    const status = hasAnswer(answer) ? 'error' : answer.status
    return { ...NOTHING, failed: { name: at.ascii, status, reason: answer.reason ?? 'truncated-answer', dnssec } }
  }
  const records = answer.records.filter(({ type }) => type === 'CAA')
  return {
    ...NOTHING,
    // Beside a CNAME record there can be no other: they are at its end.
    found: answer.cnameChain.at(-1)?.replace(/\.$/, '') ?? at.ascii,
    records: records.slice(0, RECORDS_MAX).map(({ rdata }) => recordOf(rdata)),
    isPartial: answer.unread > 0 || records.length > RECORDS_MAX,
  }
}

const KNOWN_FORM = /^(\d+) ([a-z\d]+) "/i

/** Returns a record from its form in a zone file, in which no byte is lost: one that a value cannot contain stays one after it is cleaned. */
function recordOf({ value: text }: { readonly value: string }): CaaRecord {
  const [start, flags = '0', tag] = KNOWN_FORM.exec(text) ?? []
  // A tag with other characters is nobody's: only that it may be critical counts.
  if (start === undefined || tag === undefined) return { flags: Number.parseInt(text, 10) || 0, tag: '?', value: '' }
  const value = text
    .slice(start.length, -1)
    .replaceAll('\\009', ' ')
    .replace(/\\(\d{3}|.)/g, (_, escaped: string) => (escaped.length === 3 ? '\ufffd' : escaped))
  // A value that was cut would be another one: the sign at its end makes it malformed.
  const isLong = value.length > VALUE_MAX_CHARS
  return { flags: Number(flags), tag, value: isLong ? `${value.slice(0, VALUE_MAX_CHARS)}…` : value }
}

/** The zone that a registry of a country keeps for one kind of holders, below which it delegates: nobody's own domain. */
const OF_A_REGISTRY =
  /^(?:ac|ad|co|com|ed|edu|go|gob|gouv|gov|gr|id|lg|ltd|me|mil|ne|net|nhs|nom|or|org|pe|plc|re|sch|web)\.[a-z]{2}$/

/** As many as the root has twice over. */
const SERVERS_MAX = 26

/** A zone, or the absence of one. */
interface Zone {
  readonly apex: string | null
  readonly hosts: readonly string[]
}
const NOBODYS: Zone = { apex: null, hosts: [] }

/**
 * Returns the zone that contains a name. Null if the resolver fails for it, so that it remains unknown; the failures of the first few names
 * may be left out, since a CNAME record there can lead to one.
 */
export async function findZone(name: QueryName, dns: Asking, leftOut = 0): Promise<Zone | null> {
  const { apex, hosts, below } = await dns.zoneOf(name)
  if (below.slice(leftOut).some((answer) => !hasAnswer(answer))) return null
  // Only a domain that does not exist is nobody's: some resolvers answer about addresses alone, as if there were no zones.
  const isFree = below.slice(apex === null ? -2 : -1).some(({ status }) => status === 'nxdomain')
  if (apex === null || !apex.includes('.')) return isFree ? NOBODYS : null
  return isFree && OF_A_REGISTRY.test(apex) ? NOBODYS : { apex, hosts }
}

/** Returns the servers of a zone; each is asked for the challenge, or none if there is no name to ask about. */
export async function askServers(
  { apex, hosts }: Zone,
  challenge: QueryName | null,
  dns: Asking,
): Promise<Omit<ZoneFacts, 'isLent'>> {
  const names = [...new Set(hosts.map((host) => host.toLowerCase()))].slice(0, SERVERS_MAX)
  const asked = challenge ? await dns.askEach(names, challenge, 'TXT') : []
  // Only a few are asked; whether the others are in order remains open.
  const others = names.slice(asked.length).map((name): ZoneServer => ({ name, address: null, state: 'not-asked', reason: null }))
  return { apex, servers: [...asked.map(serverOf), ...others] }
}

/** Returns what an authority meets at a server: an address that is not public is as good as none. */
function serverOf({ host, addresses, address, state, reason }: ServerAnswer): ZoneServer {
  const found = addresses.map(parseAddress).filter((parsed) => parsed !== null)
  const isHidden = state === 'not-asked' && found.length > 0 && found.every((parsed) => classify(parsed).scope !== 'public')
  return { name: host, address, state: isHidden ? 'no-address' : state, reason }
}

/** The part of name resolution that the questions of this folder need. */
export type Asking = Pick<Dns, 'lookupChecked' | 'found' | 'zoneOf' | 'askEach'>

/** The time limit for one question: web servers wait for the addresses, and an authority does not wait for long either. */
export const LOOKUP_MS = 4000

export function lookedUp({ answer, dnssec }: CheckedAnswer): Looked {
  const { status, reason, values } = answer
  return { status, reason, values, dnssec }
}
