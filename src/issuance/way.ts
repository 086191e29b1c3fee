import type { Static, TObject } from '@sinclair/typebox'
import type { ISSUANCE_FIELDS, Method, ProblemCode, ShownProblem } from './fields.ts'

type Shown = Static<TObject<typeof ISSUANCE_FIELDS>>
type MethodFinding = Shown['methods'][number]

/** The places on the way of an authority. The first two are the same for every method. */
type Place = 'name' | 'caa' | 'address' | 'http-port' | 'tls-port' | 'http-answer' | 'tls-answer' | 'servers' | 'record'

/** The places of each method, in the order in which an authority comes by. */
export const WAYS: Readonly<Record<Method, readonly [Place, ...Place[]]>> = {
  'http-01': ['address', 'http-port', 'http-answer'],
  'tls-alpn-01': ['address', 'tls-port', 'tls-answer'],
  'dns-01': ['servers', 'record'],
}

/** The problems that all methods may share. */
const OF_THE_NAME = ['name-not-public', 'no-records', 'dns-failed', 'dnssec-bogus'] as const satisfies readonly ProblemCode[]
/** The problems of a port, and those of what answers there. Any other stands at the first place of its method. */
const AT_THE_PORT = [
  'address-silent',
  'address-refused',
  'family-broken',
  'wrong-protocol',
] as const satisfies readonly ProblemCode[]
const AT_THE_END = [
  ...['redirect-port', 'redirect-scheme', 'redirect-loop', 'redirect-status', 'redirect-to-address', 'redirect-not-public'],
  ...['redirect-elsewhere', 'redirect-invalid', 'challenge-page-caught', 'challenge-status', 'addresses-differ'],
  ...['alpn-not-offered', 'challenge-delegated', 'challenge-leftover', 'zone-not-yours'],
] as const satisfies readonly ProblemCode[]

/** Null where no authority gets to. */
type StopMark = 'good' | 'bad' | 'warning' | null

/** A place with what stands in the way there. */
export interface Stop {
  readonly place: Place
  readonly mark: StopMark
  readonly problems: readonly ShownProblem[]
}

/** Returns what stands in the way of every method: at the name itself, and in its CAA records. */
export function trunkOf({ methods, caa: { found } }: Pick<Shown, 'methods' | 'caa'>): readonly Stop[] {
  const [first, ...rest] = methods
  const shared = (first?.problems ?? []).filter(
    (problem) => isOfName(problem) && rest.every(({ problems }) => problems.some((one) => isSame(one, problem))),
  )
  const caa = methods.flatMap(({ problems }) => problems.filter(isOfCaa))
  const distinct = caa.filter((problem, index) => caa.findIndex((one) => isSame(one, problem)) === index)
  // Where something is wrong with the name, records that are not shown were perhaps not read.
  const isUnread = found === null && shared.length > 0
  return [
    { place: 'name', mark: markOf(shared) ?? 'good', problems: shared },
    { place: 'caa', mark: markOf(distinct) ?? (isUnread ? null : 'good'), problems: distinct },
  ]
}

/**
 * Returns the places of one method. A place without problems is good if the authority gets beyond it: where nothing is in the way after it,
 * only the verdict tells.
 */
export function wayOf({ method, verdict, problems }: MethodFinding, [name]: readonly Stop[]): readonly Stop[] {
  const isNeverTried = problems.some(({ code }) => code === 'wildcard-needs-dns')
  if (isNeverTried) return [{ place: 'name', mark: 'bad', problems: problems.filter((problem) => !isOfCaa(problem)) }]
  const own = problems.filter((problem) => !isOfCaa(problem) && !name?.problems.some((one) => isSame(one, problem)))
  const isBeyond = verdict === 'would-work' || (own.length === 0 && name?.mark !== 'bad' && problems.some(isOfCaa))
  const furthest = Math.max(...own.map((problem) => placeOf(problem, method)))
  return WAYS[method].map((place, index) => {
    const found = own.filter((problem) => placeOf(problem, method) === index)
    const isPassed = isBeyond || index < furthest
    return { place, problems: found, mark: markOf(found) ?? (isPassed ? 'good' : null) }
  })
}

/** Returns whether a place that all methods share ends the way of this one. */
export function isBlockedAt({ problems }: Stop, finding: MethodFinding): boolean {
  const errors = finding.problems.filter(({ severity }) => severity === 'error')
  return errors.some((error) => problems.some((one) => isSame(one, error)))
}

function placeOf({ code }: ShownProblem, method: Method): number {
  const last = WAYS[method].length - 1
  if (isIn(AT_THE_END, code) || (code === 'proxied' && method === 'tls-alpn-01')) return last
  return isIn(AT_THE_PORT, code) ? 1 : 0
}

function markOf(problems: readonly ShownProblem[]): 'bad' | 'warning' | null {
  if (problems.length === 0) return null
  return problems.some(({ severity }) => severity === 'error') ? 'bad' : 'warning'
}

function isOfCaa({ code }: ShownProblem): boolean {
  return code.startsWith('caa-')
}

function isOfName({ code }: ShownProblem): boolean {
  return isIn(OF_THE_NAME, code)
}

function isIn(codes: readonly ProblemCode[], code: ProblemCode): boolean {
  return codes.includes(code)
}

function isSame(one: ShownProblem, other: ShownProblem): boolean {
  return one.code === other.code && one.address === other.address && one.text === other.text && one.severity === other.severity
}
