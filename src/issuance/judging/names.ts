import type { DnsFacts, Facts, Looked } from '../facts.ts'
import { ofName, type Problem, type Severity } from './problem.ts'

/** A lookup that an authority makes as well, and its outcome. */
type Lookup = Pick<Looked, 'status' | 'dnssec'> & { readonly type: string; readonly name: string; readonly reason: string | null }

/** Returns why nothing can be ordered for the name, whatever else was seen; null if it is a name of the internet. */
export function impossible({ subject, dns }: Facts): Problem | null {
  if (subject.query === null) return ofName('name-not-public', 'error', { name: subject.ascii })
  const oddity = oddityOf(subject.ascii)
  if (oddity) return ofName('name-not-public', 'error', { name: subject.ascii, ...oddity })
  const isUnregistered = dns.zone !== null && dns.zone.apex === null
  return isUnregistered ? ofName('no-records', 'error', { name: subject.ascii, kind: 'unregistered' }) : null
}

/** The parts of a name that the largest authority takes at most. */
const PARTS_MAX = 10
/** A label in a form that is reserved, and not that of other scripts (RFC 5890, section 2.3.1; Baseline Requirements, 7.1.4.2). */
const RESERVED_LABEL = /(?:^|\.)(?!xn)[^.]{2}--/

/** Returns what about a name itself makes authorities refuse it; null for most. */
function oddityOf(name: string): { kind: string; count: number } | null {
  const count = name.split('.').length
  if (RESERVED_LABEL.test(name)) return { kind: 'hyphens', count }
  return count > PARTS_MAX ? { kind: 'parts', count } : null
}

/** Returns what stands in the way of finding an address: both families are looked up, and either will do. */
export function problemsOfLookups({ subject, dns }: Facts): Problem[] {
  const families = [
    { ...(dns.ipv4 ?? NOT_ASKED), type: 'A', name: subject.ascii },
    { ...(dns.ipv6 ?? NOT_ASKED), type: 'AAAA', name: subject.ascii },
  ]
  const failures = families.flatMap((lookup) => problemOf(lookup, dns) ?? [])
  const hasAddresses = families.some(({ values }) => values.length > 0)
  // The largest authority uses the addresses of the other family then.
  if (hasAddresses)
    return failures.map((failure) => ({ ...failure, severity: 'warning', slots: { ...failure.slots, kind: 'one-family' } }))
  return failures.length > 0 ? failures : [ofName('no-records', 'error', { name: subject.ascii })]
}

/** Returns why the CAA records of a name cannot be read; null if they can. */
export function problemOfCaaLookup({ subject, dns }: Facts): Problem | null {
  if (dns.caa === null) return problemOf({ ...NOT_ASKED, type: 'CAA', name: subject.ascii }, dns)
  return dns.caa.failed && problemOf({ ...dns.caa.failed, type: 'CAA' }, dns)
}

const NOT_ASKED = { status: 'not-asked', reason: null, values: [], dnssec: 'unknown' } as const

/** Returns why a lookup says nothing; null if it has an answer, even if only that there is nothing. */
export function problemOf({ type, name, status, reason, dnssec }: Lookup, dns: DnsFacts): Problem | null {
  if (dnssec === 'bogus') return ofName('dnssec-bogus', 'error', { type, name, status })
  if (ANSWERED.has(status)) return null
  return ofName('dns-failed', weightOf(status, reason, dns), { type, name, status })
}

const ANSWERED: ReadonlySet<string> = new Set(['noerror', 'nodata', 'nxdomain'])

/** Returns how much a failed lookup says: a failure that a resolver reports is one for an authority too, silence only where name servers were seen to be silent as well. */
function weightOf(status: string, reason: string | null, { zone }: DnsFacts): Severity {
  if (status === 'servfail' || status === 'refused') return 'error'
  if (reason === 'leads-to-local-name' || reason === 'cname-loop') return 'error'
  const isZoneDead =
    zone !== null && zone.servers.length > 0 && zone.servers.every(({ state }) => state !== 'answers' && state !== 'not-asked')
  return status === 'timeout' && isZoneDead ? 'error' : 'unclear'
}
