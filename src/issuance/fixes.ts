import type { Advice } from '../advice/index.ts'
import { type FollowUp, followUp, type Next, type NextAction, nextIn } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import type { About } from '../diagnostics/where/index.ts'
import { adviceText } from './advice.text.ts'
import { caaLine } from './changes.ts'
import { type Facts, NO_ANSWERS } from './facts.ts'
import type { Method, ProblemCode } from './fields.ts'
import type { Problem } from './judge.ts'
import { webServerOf } from './order.ts'
import { METHOD_NAMES, ownEnd, slotsOf } from './say.ts'

/** The line of the requester: its provider, whether that blocks a port, and what to do about where packets to a port ended. */
export interface OwnLine {
  readonly provider: string | null
  blocks(port: number): 'always' | 'sometimes' | null
  advise(about: About, again: FollowUp): Advice
}

/** The situation of a method. */
export interface Situation {
  readonly facts: Facts
  readonly method: Method
  readonly line: OwnLine | null
  readonly locale: Locale
  readonly again: FollowUp
}

interface Fixing extends Situation {
  readonly problem: Problem
  readonly next: Next<typeof adviceText.en>
  readonly slots: ReturnType<typeof slotsOf>
}

/** Returns what mends a problem, in the order of doing; nothing where nothing has to be done. */
export function fixesOf(problem: Problem, situation: Situation): NextAction[] {
  const next = nextIn(adviceText, situation.locale)
  const slots = withPlainNames(slotsOf({ problem, ...situation }))
  return (FIXES[problem.code]?.({ ...situation, problem, next, slots }) ?? []).map((action) => ({
    ...situation.again,
    ...action,
  }))
}

/** Longer than nearly all names that somebody has to change. */
const NAME_MAX = 80
const NOT_IN_NAMES = /[^\w.,-]+/g

/** Returns particulars in which the names that strangers have chosen are nothing but names: advice is followed, by agents as well. */
function withPlainNames(slots: Fixing['slots']): Fixing['slots'] {
  const plain = (name: string | number) => {
    const text = String(name).replace(NOT_IN_NAMES, '?')
    return text.length > NAME_MAX ? `${text.slice(0, NAME_MAX)}…` : text
  }
  const { server, target, host, tags } = slots
  return { ...slots, server: plain(server), target: plain(target), host: plain(host), tags: plain(tags).replaceAll(',?', ', ') }
}

type Fix = (fixing: Fixing) => NextAction[]

/** The checks that may succeed a little later. */
const AGAIN: readonly (string | number)[] = ['limited', 'unfinished']

/** Returns how a challenge gets past a web server: programs that write into its configuration see to that themselves. */
const exceptChallenge: Fix = ({ next, facts }) => {
  const server = webServerOf(facts)
  if (server !== 'nginx' && server !== 'apache') return [next('except-challenge', {})]
  return [{ ...next('except-challenge.by-client', { server }), code: 'except-challenge' }]
}

/** The things to do, by problem. One that is not listed needs nothing, or is mended by the lines to type. */
const FIXES: Partial<Record<ProblemCode, Fix>> = {
  'name-not-public': ({ next, problem }) => [
    problem.slots.kind === undefined
      ? next('use-public-name', {})
      : { ...next('use-public-name.other', {}), code: 'use-public-name' },
  ],
  'no-records': ({ next, problem, slots }) => [
    problem.slots.kind === 'unregistered' ? next('register-domain', slots) : next('add-record', slots),
  ],
  'dns-failed': ({ next, problem, slots }) => [
    ...(problem.severity === 'unclear' ? [next('try-again', {})] : []),
    next('mend-dns', slots),
  ],
  'dnssec-bogus': ({ next }) => [next('mend-dnssec', {})],
  'reserved-address': ({ next, slots }) => [next('correct-address', { ...slots, type: typeOf(slots.address) })],
  'address-not-checked': ({ next, problem }) => (AGAIN.includes(problem.slots.kind ?? '') ? [next('try-again', {})] : []),
  'address-silent': openPort,
  'address-refused': openPort,
  'addresses-differ': ({ next, slots }) => [next('one-server', slots)],
  'family-broken': ({ next, problem, slots }) => [next(problem.slots.kind === 'ipv4-dead' ? 'mend-ipv4' : 'mend-ipv6', slots)],
  'redirect-port': exceptChallenge,
  'redirect-scheme': exceptChallenge,
  'redirect-loop': exceptChallenge,
  'redirect-status': exceptChallenge,
  'redirect-to-address': exceptChallenge,
  'redirect-not-public': exceptChallenge,
  'redirect-elsewhere': ({ next, slots }) => [next('answer-there', slots)],
  'redirect-invalid': (fixing) =>
    fixing.problem.slots.kind === 'slash' ? [fixing.next('add-slash', fixing.slots)] : exceptChallenge(fixing),
  'wrong-protocol': speak,
  'challenge-page-caught': deliver,
  'challenge-status': exceptChallenge,
  proxied: ({ next, problem, slots }) => [
    problem.slots.kind === 'tls' ? next('go-around-proxy', slots) : next('pass-challenge-on', slots),
  ],
  'caa-forbids': allowAuthority,
  'caa-wildcard': allowAuthority,
  'caa-method': ({ next, problem, method }) => {
    const record = problem.severity === 'error' ? caaLine(problem, method) : null
    return record === null ? [] : [next('allow-method', { record })]
  },
  'caa-critical-unknown': ({ next, slots }) => [next('remove-critical', slots)],
  'wildcard-needs-dns': ({ next, facts }) => [
    {
      ...next('check-by-dns', {}),
      ...followUp('certificate-check', { domain: `*.${facts.subject.ascii}`, methods: ['dns-01'] }),
    },
  ],
  'challenge-delegated': ({ next, problem, slots }) => (problem.severity === 'error' ? [next('mend-delegation', slots)] : []),
  'challenge-leftover': ({ next, slots }) => (Number(slots.count) > LEFTOVERS_FEW ? [next('delete-leftovers', slots)] : []),
  'lame-name-server': ({ next, slots }) => [next('mend-name-servers', slots)],
  'alpn-not-offered': ({ next }) => [next('make-room', {})],
  'zone-not-yours': ({ next }) => [next('use-own-domain', {})],
}

/** The number of old values that nobody has to care about. */
const LEFTOVERS_FEW = 3

/** Advice that does not help here: authorities take no other port, and a browser on a phone proves nothing about a challenge. */
const NOT_HERE: ReadonlySet<string> = new Set(['use-other-port', 'try-the-program'])

/** Returns how to open the port of a method: at the requester's own address by where packets ended, elsewhere in general. */
function openPort({ next, problem, facts, method, line, locale, again, slots }: Fixing): NextAction[] {
  const at = facts.addresses.find(({ address }) => address.text === problem.address)
  const port = Number(slots.port)
  const proof = at?.isRequester ? [next('prove-by-listening', slots)] : []
  const about = at && problem.slots.kind !== 'redirected' ? ownEnd(at, method, locale) : null
  if (!about && problem.slots.kind === 'unreachable') return [next('check-address', { ...slots, type: typeOf(slots.address) })]
  if (!about) return [next('open-port', slots), ...proof]
  // A client that listens itself needs no program before.
  if (problem.slots.kind === 'rule' && problem.code === 'address-refused') return proof
  const { situation, steps } = line?.advise(about, again) ?? { situation: null, steps: [] }
  const block = situation === 'provider-blocks' || situation === 'no-rule-seen' ? (line?.blocks(port) ?? null) : null
  const isLent = facts.dns.zone?.isLent ?? false
  const blocked =
    block && line?.provider
      ? [blockAction(next, { port, provider: line.provider, block, method, isLent, tls: at?.tls ?? null })]
      : []
  const others = steps.filter(({ code }) => !NOT_HERE.has(code))
  return block === 'always' ? blocked : [...others, ...blocked, ...proof]
}

function planFor(port: number): FollowUp {
  return followUp('port-forward-plan', { ports: [{ port, protocol: 'tcp' }] })
}

interface Blocked {
  readonly port: number
  readonly provider: string
  readonly block: 'always' | 'sometimes'
  readonly method: Method
  /** Whether a service lent the name, and writes no records for it. */
  readonly isLent: boolean
  /** The answer at port 443; null where it was not asked. */
  readonly tls: Facts['addresses'][number]['tls']
}

function blockAction(next: Fixing['next'], { port, provider, block, method, isLent, tls }: Blocked): NextAction {
  const isSilent = tls !== null && NO_ANSWERS.some((one) => one === tls.outcome)
  const others = (['tls-alpn-01', 'http-01', 'dns-01'] as const).filter(
    (one) => one !== method && !(isLent && one === 'dns-01') && !(isSilent && one === 'tls-alpn-01'),
  )
  const slots = { port, provider, others: others.map((one) => METHOD_NAMES[one]).join(' / ') }
  const code = block === 'always' ? 'provider-blocks-port' : 'provider-blocks-port.sometimes'
  return { ...next(code, slots), code: 'provider-blocks-port' }
}

function speak({ next, problem, slots }: Fixing): NextAction[] {
  switch (problem.slots.kind) {
    case 'tls-on-80':
      return [next('speak-http', slots)]
    case 'http-on-443':
      return [next('speak-tls', slots)]
    default:
      return [next('look-at-server', slots)]
  }
}

/** Returns how the file of a challenge gets to be delivered. */
function deliver(fixing: Fixing): NextAction[] {
  const { next, problem, slots, again } = fixing
  const { kind } = problem.slots
  if (kind === 'router') return [{ ...next('free-port', slots), ...planFor(Number(slots.port)) }]
  if (kind === 'someone-else') return [{ ...next('correct-rule', slots), ...again }]
  return exceptChallenge(fixing)
}

function allowAuthority({ next, problem, method }: Fixing): NextAction[] {
  const record = problem.severity === 'error' ? caaLine(problem, method) : null
  return record === null ? [] : [next('allow-authority', { record })]
}

function typeOf(address: string | number): string {
  return String(address).includes(':') ? 'AAAA' : 'A'
}
