import { type FollowUp, followUp, type NextAction, nextIn } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import { adviceText } from './advice.text.ts'
import { AUTHORITIES, authorityAmong, LARGEST } from './authorities.ts'
import { changesFor } from './changes.ts'
import { caddyLine } from './command-lines.ts'
import { type Command, commandsFor, type OrderCommand } from './commands.ts'
import type { DnsProvider } from './dns-provider.ts'
import type { Facts } from './facts.ts'
import { METHODS, type Method } from './fields.ts'
import { fixesOf, type OfProvider } from './fixes.ts'
import type { Judgement, MethodJudgement, Problem } from './judge.ts'
import { type Order, webServerOf } from './order.ts'

/** A judgement, and everything else that advice needs. */
export interface Advising {
  readonly facts: Facts
  readonly judgement: Judgement
  /** The service that serves the zone; null if it is not known. */
  readonly provider: DnsProvider | null
  /** The provider of the requester's line and its habit with ports; null where the name does not lead there. */
  readonly line: OfProvider | null
  readonly locale: Locale
}

/** Returns what to do, the first thing first, and the lines to type or to change. */
export function adviseIssuance(advising: Advising): { commands: Command[]; nextActions: NextAction[] } {
  const { facts, judgement, locale, line } = advising
  const aim = aimOf(judgement)
  if (!aim) return { commands: [], nextActions: [] }
  const about = { facts, method: aim.method, line, locale, again: againOf(facts, judgement) }
  const fixes = aim.problems.flatMap((problem) => fixesOf(problem, about))
  // No line writes a record where only the service that lent the name may, and none fits a name of which nothing was found.
  const isHopeless =
    aim.verdict === 'would-fail' ||
    aim.problems.some(({ code, severity }) => code === 'zone-not-yours' || (code === 'dns-failed' && severity === 'unclear'))
  const orders = isHopeless ? [] : commandsFor(orderOf(advising, aim))
  const name = facts.subject.ascii
  const changes = changesFor(
    aim.problems.filter(({ severity }) => severity !== 'warning'),
    { name, method: aim.method, webServer: webServerOf(facts), locale },
  )
  const usual = judgement.methods.find(({ method }) => method === 'http-01' && method !== aim.method)
  // The usual method may have to be had: after the lines comes what it lacks.
  const others = aim.verdict === 'would-work' && !facts.subject.wildcard ? (usual?.problems ?? []) : []
  const later = others
    .flatMap((problem) => fixesOf(problem, { ...about, method: 'http-01' }))
    .filter(({ text }) => fixes.every((fix) => fix.text !== text))
    .map((action) => ({ ...action, text: adviceText.say(locale, 'for-http-01', { step: action.text }) }))
  const way = insteadOf(advising)
  return {
    commands: [...orders, ...changes],
    nextActions: distinct([...way, ...fixes, ...lineActions(orders, locale), ...later]),
  }
}

/** The weights of what cannot be mended, and of what has to be: more than any number of problems. */
const HOPELESS = 200
const FAILING = 100

/** Returns the method to go on with: the one to use, otherwise the one that lacks least. */
function aimOf({ methods, best }: Judgement): MethodJudgement | null {
  const weightOf = ({ verdict, problems }: MethodJudgement) =>
    (problems.some(({ code }) => code === 'wildcard-needs-dns') ? HOPELESS : 0) +
    (verdict === 'would-fail' ? FAILING : 0) +
    problems.filter(({ severity }) => severity !== 'warning').length
  const ranked = methods.toSorted(
    (one, other) => weightOf(one) - weightOf(other) || METHODS.indexOf(one.method) - METHODS.indexOf(other.method),
  )
  return methods.find(({ method }) => method === best) ?? ranked[0] ?? null
}

/** Returns the advice to take the method that works in place of the usual one that may not; none if that one works too, or is out of the question. */
function insteadOf({ facts, judgement: { methods, best }, locale }: Advising): NextAction[] {
  const usual = methods.find(({ method }) => method === 'http-01')
  const isOther = usual !== undefined && usual.verdict !== 'would-work' && !facts.subject.wildcard
  if (!isOther || best === null || best === 'http-01') return []
  return [nextIn(adviceText, locale)(`use-${best}`, {})]
}

function orderOf({ facts, judgement, provider, locale }: Advising, { method, verdict, problems }: MethodJudgement): Order {
  const { ascii, wildcard } = facts.subject
  const other = method === 'http-01' ? 'tls-alpn-01' : 'http-01'
  const isOtherHopeless = judgement.methods.some((one) => one.method === other && one.verdict === 'would-fail')
  return {
    domain: wildcard ? `*.${ascii}` : ascii,
    method,
    webServer: webServerOf(facts),
    authority: authorityOf(problems),
    // Where the challenge is delegated, it is written in another zone.
    provider: facts.dns.challenge?.alias ? null : provider,
    without: method !== 'dns-01' && isOtherHopeless ? other : null,
    isRehearsal: verdict === 'cannot-tell',
    locale,
  }
}

/** Returns the authority to order from: the largest, unless CAA records leave it to another. */
function authorityOf(problems: readonly Problem[]): Order['authority'] {
  const other = problems.map(({ slots }) => slots.authority).find((domain) => typeof domain === 'string' && domain !== '')
  const chosen = authorityAmong([String(other ?? LARGEST)]) ?? AUTHORITIES[0]
  if (!chosen) throw new Error('there is no authority')
  return chosen
}

const CODES = {
  certbot: 'use-certbot',
  caddy: 'use-caddy',
  caddyfile: 'use-caddy',
  'acme.sh': 'use-acme-sh',
} as const satisfies Partial<Record<Command['program'], string>>

/** Returns one action for each program: its lines as one of a shell, and its file after it. */
function lineActions(orders: readonly OrderCommand[], locale: Locale): NextAction[] {
  const codes = [...new Set(orders.map(({ program }) => CODES[program]))]
  return codes.map((code) => {
    const own = orders.filter(({ program }) => CODES[program] === code)
    const texts = own.flatMap(({ program, lines }) => (program === 'caddyfile' ? caddyLine(lines) : lines))
    return nextIn(adviceText, locale)(code, { line: texts.join(' && ') })
  })
}

/** Returns the request to repeat, with the methods that were asked for. */
function againOf({ subject }: Facts, { methods }: Judgement): FollowUp {
  const domain = subject.wildcard ? `*.${subject.ascii}` : subject.ascii
  return followUp('certificate-check', { domain, methods: methods.map(({ method }): Method => method) })
}

/** Returns actions without those that say the same again. */
function distinct(actions: readonly NextAction[]): NextAction[] {
  return actions.filter(({ text }, index) => actions.findIndex((one) => one.text === text) === index)
}
