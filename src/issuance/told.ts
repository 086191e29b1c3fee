import type { Static, TObject } from '@sinclair/typebox'
import type { Block, BlockOf } from '../contract/blocks.ts'
import { type Locale, type Say, sayIn } from '../contract/text.ts'
import { toldText } from './advice.text.ts'
import type { Command } from './changes.ts'
import { type ISSUANCE_FIELDS, type Method, PROBLEM_STOPS, type ShownProblem } from './fields.ts'

type Shown = Static<TObject<typeof ISSUANCE_FIELDS>>
type Told = Pick<Shown, 'domain' | 'unicodeDomain' | 'wildcard' | 'methods' | 'best' | 'caa' | 'addresses'> & {
  readonly commands: readonly Command[]
}
type Words = Say<typeof toldText.en>

const MARKS = { 'would-work': 'good', 'would-fail': 'bad', 'cannot-tell': 'unknown' } as const
/** The authorities of CAA records that stand in a sentence. */
const ISSUERS_MAX = 3

/**
 * Draws what an authority meets on its way: at the name first, then by each method, with what stands in the way at its stop; then the
 * lines to type, of two programs at first, and what each address answered.
 */
export function issuanceTold(answer: Told, nameOf: (method: Method) => string, locale: Locale): readonly Block[] {
  const say = sayIn(toldText, locale)
  const trunk = trunkOf(answer)
  const few = fewOf(answer.commands)
  return [
    { kind: 'checks', lists: [{ checks: trunk.map((stop) => checkOf(stop, foundAt(stop, answer, say), say)) }] },
    {
      kind: 'checks',
      lists: answer.methods.map((finding) => ({
        name: `${nameOf(finding.method)} (${finding.method.toUpperCase()})`,
        ...wayList(finding, answer, trunk, say),
      })),
    },
    ...answer.commands.map((command) => commandBlock(command, !few.includes(command), say)),
    {
      kind: 'table',
      title: say('addresses'),
      more: true,
      columns: [say('address'), say('http-port'), say('tls-port')],
      rows: answer.addresses.map((one) => [one.address, httpCell(one, say), tlsCell(one.tls, say)]),
    },
  ]
}

function wayList(
  finding: MethodFinding,
  { best, addresses }: Told,
  trunk: readonly Stop[],
  say: Words,
): BlockOf<'checks'>['lists'][number] {
  const { method, verdict } = finding
  const shared = trunk.filter((stop) => isBlockedAt(stop, finding))
  return {
    word: say(verdict),
    mark: MARKS[verdict],
    ...(method === best && { best: say('best') }),
    checks: [
      ...shared.map(({ name }) => ({ label: say(name === 'caa' ? 'because-caa' : 'because-name'), mark: 'bad' as const })),
      ...wayOf(finding, trunk).map((stop) => {
        const found = stop.name === 'address' ? addresses.map(({ address }) => address).join(', ') : ''
        return checkOf(stop, found, say)
      }),
    ],
  }
}

function checkOf({ name, mark, problems }: Stop, found: string, say: Words) {
  return { label: say(name), ...(found !== '' && { found }), notes: problems.map(({ text }) => text), mark }
}

/** Returns what was found at a stop that all methods share; nothing where a problem says it. */
function foundAt(stop: Stop, { domain, unicodeDomain = domain, wildcard, caa }: Told, say: Words): string {
  if (stop.name === 'name') return unicodeDomain
  const { found: name, issuers, wildcardIssuers } = caa
  if (stop.problems.length > 0 || (name === null && stop.mark === null)) return ''
  if (name === null) return say('caa-none')
  const named = wildcard && wildcardIssuers.length > 0 ? wildcardIssuers : issuers
  if (named.length > ISSUERS_MAX) return say('caa-many', { name, count: named.length })
  return named.length === 0 ? say('caa-open', { name }) : say('caa-only', { name, issuers: named.join(', ') })
}

/** The programs that order, a file by the name of its program. */
const ORDERING: Partial<Record<Command['program'], string>> = {
  certbot: 'certbot',
  caddy: 'caddy',
  caddyfile: 'caddy',
  'acme.sh': 'acme.sh',
}
const NAMES: Partial<Record<Command['program'], string>> = { caddy: 'Caddy', caddyfile: 'Caddyfile', apache: 'Apache' }

/** Returns the lines of the first two programs that order, and all that are to be changed. */
function fewOf(commands: readonly Command[]): readonly Command[] {
  const programs = [...new Set(commands.flatMap(({ program }) => ORDERING[program] ?? []))].slice(0, 2)
  return commands.filter(({ program }) => ORDERING[program] === undefined || programs.includes(ORDERING[program]))
}

function commandBlock({ program, note, lines }: Command, more: boolean, say: Words): Block {
  const name = program === 'zone-file' ? say(program) : (NAMES[program] ?? program)
  return { kind: 'code', title: name, ...(note !== null && { note }), more, lines }
}

function httpCell({ http, file }: Shown['addresses'][number], say: Words) {
  if (http === null) return ''
  const { outcome, status, server, redirects } = http
  const parts = [
    say(outcome),
    status === null ? null : `HTTP ${status}`,
    file === null || file === 'not-reached' ? null : say(file),
    server,
  ]
  const notes = redirects.map((one) => `${one.status} ${one.location}`)
  return { text: parts.filter((part) => part !== null).join(' · '), notes }
}

function tlsCell(tls: Shown['addresses'][number]['tls'], say: Words): string {
  if (tls === null) return ''
  return tls.alert === null ? say(tls.outcome) : `${say(tls.outcome)} · ${say('alert-number', { number: tls.alert })}`
}

type MethodFinding = Shown['methods'][number]

/** The stops on the way of an authority. The first two are the same for every method. */
type StopName = 'name' | 'caa' | 'address' | 'http-port' | 'tls-port' | 'http-answer' | 'tls-answer' | 'servers' | 'record'

/** The stops of each method, in the order in which an authority comes by. */
const WAYS: Readonly<Record<Method, readonly [StopName, ...StopName[]]>> = {
  'http-01': ['address', 'http-port', 'http-answer'],
  'tls-alpn-01': ['address', 'tls-port', 'tls-answer'],
  'dns-01': ['servers', 'record'],
}

/** Null where no authority gets to. */
type StopMark = 'good' | 'bad' | 'warning' | null

/** A stop with what stands in the way there. */
interface Stop {
  readonly name: StopName
  readonly mark: StopMark
  readonly problems: readonly ShownProblem[]
}

/** Returns what stands in the way of every method: at the name itself, and in its CAA records. */
function trunkOf({ methods, caa: { found } }: Pick<Shown, 'methods' | 'caa'>): readonly Stop[] {
  const [first, ...rest] = methods
  const shared = (first?.problems ?? []).filter(
    (problem) =>
      PROBLEM_STOPS[problem.code] === 'name' && rest.every(({ problems }) => problems.some((one) => isSame(one, problem))),
  )
  const caa = methods.flatMap(({ problems }) => problems.filter(isOfCaa))
  const distinct = caa.filter((problem, index) => caa.findIndex((one) => isSame(one, problem)) === index)
  // Where something is wrong with the name, records that are not shown were perhaps not read.
  const isUnread = found === null && shared.length > 0
  return [
    { name: 'name', mark: markOf(shared) ?? 'good', problems: shared },
    { name: 'caa', mark: markOf(distinct) ?? (isUnread ? null : 'good'), problems: distinct },
  ]
}

/**
 * Returns the stops of one method. A stop without problems is good if the authority gets beyond it: where nothing is in the way after it,
 * only the verdict tells.
 */
function wayOf({ method, verdict, problems }: MethodFinding, [atName]: readonly Stop[]): readonly Stop[] {
  const isNeverTried = problems.some(({ code }) => code === 'wildcard-needs-dns')
  if (isNeverTried) return [{ name: 'name', mark: 'bad', problems: problems.filter((problem) => !isOfCaa(problem)) }]
  const own = problems.filter((problem) => !isOfCaa(problem) && !atName?.problems.some((one) => isSame(one, problem)))
  const isBeyond = verdict === 'would-work' || (own.length === 0 && atName?.mark !== 'bad' && problems.some(isOfCaa))
  const furthest = Math.max(...own.map((problem) => stopOf(problem, method)))
  return WAYS[method].map((name, index) => {
    const found = own.filter((problem) => stopOf(problem, method) === index)
    const isPassed = isBeyond || index < furthest
    return { name, problems: found, mark: markOf(found) ?? (isPassed ? 'good' : null) }
  })
}

/** Returns whether a stop that all methods share ends the way of this one. */
function isBlockedAt({ problems }: Stop, finding: MethodFinding): boolean {
  const errors = finding.problems.filter(({ severity }) => severity === 'error')
  return errors.some((error) => problems.some((one) => isSame(one, error)))
}

function stopOf({ code }: ShownProblem, method: Method): number {
  const met = PROBLEM_STOPS[code]
  if (met === 'end' || (code === 'proxied' && method === 'tls-alpn-01')) return WAYS[method].length - 1
  return met === 'port' ? 1 : 0
}

function markOf(problems: readonly ShownProblem[]): 'bad' | 'warning' | null {
  if (problems.length === 0) return null
  return problems.some(({ severity }) => severity === 'error') ? 'bad' : 'warning'
}

function isOfCaa({ code }: ShownProblem): boolean {
  return PROBLEM_STOPS[code] === 'caa'
}

function isSame(one: ShownProblem, other: ShownProblem): boolean {
  return one.code === other.code && one.address === other.address && one.text === other.text && one.severity === other.severity
}
