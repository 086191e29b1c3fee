import type { Advice, Situation } from '../advice/index.ts'
import { type FollowUp, followUp, type NextAction, nextIn } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import type { DdnsService } from '../router/index.ts'
import { issuanceText } from './advice.text.ts'
import { AUTHORITIES, authorityAmong } from './caa.ts'
import { type Command, changesFor, commandsFor, type OrderCommand } from './changes.ts'
import { caddyLine, newFile, type Order, webServerOf } from './command-lines.ts'
import type { DnsProvider } from './dns-provider.ts'
import { type Facts, nameOf } from './facts.ts'
import { METHODS, type Method } from './fields.ts'
import { type Aim, adviceAt, fixesOf } from './fixes.ts'
import type { Judgement, MethodJudgement } from './judge.ts'
import type { Problem } from './judging/sight.ts'
import type { OwnLine } from './own-line.ts'

/** A judgement, and everything else that advice needs. */
export interface Advising {
  readonly facts: Facts
  readonly judgement: Judgement
  /** The service that serves the zone; null if it is not known. */
  readonly provider: DnsProvider | null
  /** The dynamic DNS service that the name is of; null for a name in a zone of one's own. */
  readonly service: DdnsService | null
  readonly line: OwnLine
  readonly locale: Locale
}

/** Services whose devices get certificates for their names by themselves, as the note on the service says. */
const WITH_PANEL: readonly string[] = ['synology']

/** Returns the things to do, the first one first, with the lines to type or to change. */
export function adviseIssuance(advising: Advising) {
  const { facts, judgement, service, line, locale } = advising
  const aimed = aimOf(judgement)
  if (!aimed) return { situation: null, commands: [], nextActions: [] }
  const proving = { file: newFile(), methods: judgement.methods.map(({ method }) => method) }
  const aim = { facts, method: aimed.method, line, locale, again: againOf(facts, proving.methods), proving }
  const elsewhere = judgement.methods.some(isDead) ? line.adviseOnName(aim.again) : null
  const situation = situationOf(aim, judgement, aimed, elsewhere)
  if (service?.note && WITH_PANEL.includes(service.id)) {
    return { situation, commands: [], nextActions: [{ code: 'use-own-panel', text: service.note[locale] }] }
  }
  const orders = isHopeless(aimed) ? [] : commandsFor(orderOf(advising, aimed))
  const changes = changesFor(
    aimed.problems.filter(({ severity }) => severity !== 'warning'),
    { name: facts.subject.ascii, method: aimed.method, webServer: webServerOf(facts), locale },
  )
  // An address that the name should not lead to is not to be opened.
  const isUsual = ({ code }: NextAction) => elsewhere === null || (code !== 'open-port' && code !== 'check-address')
  const fixes = aimed.problems.flatMap((problem) => fixesOf(problem, aim)).filter(isUsual)
  const first = [...(elsewhere?.steps ?? []), ...insteadOf(advising, aim), ...fixes]
  const later = laterFixes(judgement, aimed, aim)
    .filter((action) => isUsual(action) && first.every(({ text }) => text !== action.text))
    .map((action) => ({ ...action, text: issuanceText.say(locale, 'for-http-01', { step: action.text }) }))
  return {
    situation,
    commands: [...orders, ...changes],
    nextActions: distinct([...first, ...lineActions(orders, locale), ...later]),
  }
}

function isDead({ problems }: MethodJudgement): boolean {
  return problems.some(
    ({ code, slots }) => (code === 'address-silent' || code === 'address-refused') && slots.kind !== 'redirected',
  )
}

/** Returns whether no line helps: none writes a record where only the service that lent the name may, and none fits a name of which nothing was found. */
function isHopeless({ verdict, problems }: MethodJudgement): boolean {
  const isUnwritable = ({ code, severity }: Problem) =>
    code === 'zone-not-yours' || (code === 'dns-failed' && severity === 'unclear')
  return verdict === 'would-fail' || problems.some(isUnwritable)
}

/** Returns what the usual method lacks, for whoever has to have that one: after the lines of the method that works. */
function laterFixes({ methods }: Judgement, { method, verdict }: MethodJudgement, aim: Aim): NextAction[] {
  if (verdict !== 'would-work' || aim.facts.subject.wildcard || method === 'http-01') return []
  const usual = methods.find((one) => one.method === 'http-01')
  return (usual?.problems ?? []).flatMap((problem) => fixesOf(problem, { ...aim, method: 'http-01' }))
}

/** The weights of what cannot be mended, and of what has to be: more than any number of problems. */
const HOPELESS = 200
const FAILING = 100

/** Returns the method to go on with: the one to use, otherwise the one that lacks least. */
function aimOf({ methods, best }: Judgement): MethodJudgement | null {
  const weightOf = ({ verdict, problems }: MethodJudgement) =>
    (problems.some(({ code }) => code === 'wildcard-needs-dns' || code === 'zone-not-yours') ? HOPELESS : 0) +
    (verdict === 'would-fail' ? FAILING : 0) +
    problems.filter(({ severity }) => severity !== 'warning').length
  const ranked = methods.toSorted(
    (one, other) => weightOf(one) - weightOf(other) || METHODS.indexOf(one.method) - METHODS.indexOf(other.method),
  )
  return methods.find(({ method }) => method === best) ?? ranked[0] ?? null
}

/** Returns the advice to take the method that works in place of the usual one that may not; none if that one works too, or is out of the question. */
function insteadOf({ facts, judgement: { methods, best }, provider, locale }: Advising, about: Aim): NextAction[] {
  const usual = methods.find(({ method }) => method === 'http-01')
  const isOther = usual !== undefined && usual.verdict !== 'would-work' && !facts.subject.wildcard
  if (!isOther || best === null || best === 'http-01') return []
  const next = nextIn(issuanceText, locale)
  if (best !== 'dns-01' || hasProgram(providerOf(facts, provider))) return [next(`use-${best}`, {})]
  // A port that waits for a program alone is less work than a record by hand for each renewal.
  const waiting = usual.problems.filter(({ slots }) => slots.kind === 'rule')
  return [...waiting.flatMap((problem) => fixesOf(problem, { ...about, method: 'http-01' })), next('use-dns-01.manual', {})]
}

/** Returns the service that serves the zone of the challenge, as far as it is known: where the challenge is delegated, it is written in another zone. */
function providerOf({ dns }: Facts, provider: DnsProvider | null): DnsProvider | null {
  return dns.challenge?.alias ? null : provider
}

function hasProgram(provider: DnsProvider | null): boolean {
  return provider !== null && (provider.certbot ?? provider.caddy ?? provider.acmeSh) !== null
}

function orderOf({ facts, judgement, provider, locale }: Advising, { method, verdict, problems }: MethodJudgement): Order {
  const other = method === 'http-01' ? 'tls-alpn-01' : 'http-01'
  const isOtherHopeless = judgement.methods.some((one) => one.method === other && one.verdict === 'would-fail')
  return {
    domain: nameOf(facts.subject),
    method,
    webServer: webServerOf(facts),
    authority: authorityOf(problems),
    provider: providerOf(facts, provider),
    without: method !== 'dns-01' && isOtherHopeless ? other : null,
    isRehearsal: verdict === 'cannot-tell',
    locale,
  }
}

/** Returns the authority to order from: the largest, unless CAA records leave it to another. */
function authorityOf(problems: readonly Problem[]): Order['authority'] {
  return authorityAmong(problems.map(({ slots }) => String(slots.authority ?? ''))) ?? AUTHORITIES[0]
}

const CODES = {
  certbot: 'use-certbot',
  caddy: 'use-caddy',
  caddyfile: 'use-caddy',
  'acme.sh': 'use-acme-sh',
} as const satisfies Partial<Record<Command['program'], string>>

const ORDERING: readonly string[] = Object.values(CODES)

/** Returns whether an action is to type the lines of a program that orders, which stand among the commands as well. */
export function isOrder({ code }: Pick<NextAction, 'code'>): boolean {
  return ORDERING.includes(code)
}

/** The most actions that a terminal shows without details. */
const STEPS_MAX = 3

/** Returns the actions for a terminal: those before the lines to type, which are printed by themselves, and the first after them. */
export function stepsForTerminal(actions: readonly NextAction[]): NextAction[] {
  const lines = actions.findIndex(isOrder)
  if (lines < 0) return actions.slice(0, STEPS_MAX)
  const later = actions.slice(lines).filter((action) => !isOrder(action))
  return [...actions.slice(0, lines), ...later.slice(0, 1)].slice(0, STEPS_MAX)
}

/** Returns one action for each program: its lines as one of a shell, and its file after it. */
function lineActions(orders: readonly OrderCommand[], locale: Locale): NextAction[] {
  const codes = [...new Set(orders.map(({ program }) => CODES[program]))]
  return codes.map((code) => {
    const own = orders.filter(({ program }) => CODES[program] === code)
    const texts = own.flatMap(({ program, lines }) => (program === 'caddyfile' ? caddyLine(lines) : lines))
    return nextIn(issuanceText, locale)(code, { line: texts.join(' && ') })
  })
}

function againOf({ subject, file }: Facts, methods: readonly Method[]): FollowUp {
  return followUp('certificate-check', { domain: nameOf(subject), methods: [...methods], ...(file && { file }) })
}

/** Returns actions or problems without those that say the same again. */
export function distinct<Said extends { readonly text: string }>(all: readonly Said[]): Said[] {
  return all.filter(({ text }, index) => all.findIndex((one) => one.text === text) === index)
}

/** Returns the situation of whoever asks: null where the name is no matter of theirs, or nothing stands between it and them but records of other kinds. */
function situationOf(aim: Aim, { best }: Judgement, { problems }: MethodJudgement, elsewhere: Advice | null): Situation | null {
  const { addresses } = aim.facts
  const own = addresses.find(({ isRequester }) => isRequester)
  if (best !== null) return own ? 'open' : null
  if (elsewhere) return elsewhere.situation
  if (problems.some(({ code }) => code === 'no-records')) return 'name-missing'
  if (addresses.length > 0 && addresses.every(({ kind }) => kind === 'reserved')) return 'name-private'
  const ofOwn = problems.filter(({ address }) => address === own?.address.text)
  return ofOwn.map((problem) => adviceAt(problem, aim)).find((advice) => advice !== null)?.situation ?? null
}
