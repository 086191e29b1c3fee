import { type Answer, type CheckedAnswer, hasAnswer } from '../../net/dns/index.ts'
import type { QueryName } from '../../policy/target.ts'
import type { CaaFacts, CaaRecord } from '../facts.ts'
import { type Asking, LOOKUP_MS } from './looked.ts'

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
