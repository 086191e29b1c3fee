import { clueOf, type NameMatch, named, type OtherFamily } from '../diagnostics/dns/index.ts'
import { ddnsStep } from '../router/index.ts'
import type { Case, NameSeen } from './case.ts'
import { meaningOf, type NameState, type Step } from './name-states.ts'

/** A name and the comparison of its records, with what else tells of them. */
interface Compared extends Pick<NameSeen, 'ascii' | 'hostname' | 'type'> {
  /** The address that the name should lead to. */
  readonly ip: string
  readonly match: NameMatch
  readonly other: OtherFamily | null
  /** Whether a reverse proxy passes on what the service speaks. */
  readonly isPassedOn: boolean
  /** Whether questions were left unasked, so that a record that caches lack proves nothing. */
  readonly isPartial: boolean
  /** Returns the reverse proxy that an address belongs to; null for any other. */
  networkOf(value: string): string | null
}

/** Returns a name as advice takes it. */
export function nameSeen(compared: Compared): NameSeen {
  const { ascii, hostname, type } = compared
  const [state, values] = stateOf(compared)
  return { state, ascii, hostname, type, values: named(values) }
}

function stateOf(compared: Compared): [NameState, readonly string[]] {
  const { match, networkOf, isPassedOn } = compared
  const values = match.basis?.values ?? []
  switch (match.verdict) {
    case 'match':
      return matching(compared, values)
    case 'propagating':
      return [isFailing(match) ? 'unanswered' : match.compared.convergesBy ? 'propagating' : 'split', values]
    case 'mismatch':
      return [clueOf(values) ?? (isFailing(match) ? 'unanswered' : 'elsewhere'), values]
    case 'proxied':
      return [isPassedOn ? 'proxied' : 'behind-proxy', [...new Set(values.map((value) => networkOf(value) ?? ''))]]
    case 'other-family':
      return ['other-family', values]
    case 'unresolved':
      return unresolved(compared)
  }
}

/** Returns whether the zone's own servers refuse or fail, so that only caches still have a value, which nobody can change. */
function isFailing({ direct, compared: { authoritative } }: NameMatch): boolean {
  return direct === null && FAILURES.includes(authoritative?.answer.reason ?? null)
}

const FAILURES: readonly (string | null)[] = ['server-failure', 'refused-by-server', 'not-authoritative']

/** Returns the state of a name that leads here; visitors with the other version of IP may still go elsewhere. */
function matching({ ip, other }: Compared, values: readonly string[]): [NameState, readonly string[]] {
  const others = values.filter((value) => value !== ip)
  if (others.length > 0) return ['others', others]
  if (!other) return ['here', values]
  return [other.isStale ? 'other-stale' : 'other-unchecked', other.values]
}

function unresolved({ match: { direct, basis, compared }, isPartial }: Compared): [NameState, readonly string[]] {
  const inside = [direct, basis, compared.authoritative?.answer].flatMap((answer) => answer?.leadsTo ?? [])
  if (inside.length > 0) return ['inside', inside.slice(0, 1)]
  if (!basis || (isPartial && !direct)) return ['unanswered', []]
  return [basis.status === 'nxdomain' ? 'missing' : 'no-record', []]
}

/** Returns what to do about a name: at its dynamic DNS service, whose record nobody can edit, otherwise where its records are. */
export function nameSteps({ name, facts, ip, requests }: Case): readonly Step[] {
  if (!name) return []
  const { state, ascii, hostname } = name
  const { lost: because, steps } = meaningOf(state)
  const lost = because && { hostname: ascii, name: hostname, ip: ip ?? '', because }
  const service = lost ? ddnsStep(lost, facts.known, facts.locale) : null
  return service ? [{ ...service, ...requests.again }, ...steps.slice(1)] : steps
}
