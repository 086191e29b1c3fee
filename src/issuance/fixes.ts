import { type Advice, adviceText } from '../advice/index.ts'
import { type FollowUp, followUp, type Next, type NextAction, nextIn } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import { issuanceText } from './advice.text.ts'
import { caaLine } from './changes.ts'
import { type newFile, proveByFile, webServerOf } from './command-lines.ts'
import { type Facts, NO_ANSWERS } from './facts.ts'
import { type Method, PORTS, type ProblemCode, type WebMethod } from './fields.ts'
import type { Problem } from './judging/sight.ts'
import type { OwnLine } from './own-line.ts'
import { ownEnd, slotsOf } from './say.ts'

/** A method, and everything that its steps need. */
export interface Aim {
  readonly facts: Facts
  readonly method: Method
  readonly line: OwnLine
  readonly locale: Locale
  readonly again: FollowUp
  /** The file that proves a method, if none was asked for, with the methods to check then. */
  readonly proving: { readonly file: ReturnType<typeof newFile>; readonly methods: readonly Method[] }
}

interface Fixing extends Aim {
  readonly problem: Problem
  readonly next: Next<typeof issuanceText.en>
  readonly slots: ReturnType<typeof slotsOf>
}

/** Returns what mends a problem, in the order of doing; nothing where nothing has to be done. */
export function fixesOf(problem: Problem, aim: Aim): NextAction[] {
  const next = nextIn(issuanceText, aim.locale)
  const slots = withPlainNames(slotsOf({ problem, ...aim }))
  return (FIXES[problem.code]?.({ ...aim, problem, next, slots }) ?? []).map((action) => ({
    ...aim.again,
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

/** The protocol to speak in place of the wrong one, by kind. */
const SPEAK: Readonly<Record<string, 'speak-http' | 'speak-tls'>> = { 'tls-on-80': 'speak-http', 'http-on-443': 'speak-tls' }

/** The reasons of checks that may succeed a little later, by kind. */
const AGAIN: Readonly<Record<string, string>> = { limited: 'rate-limited', unfinished: 'out-of-time' }

function tryAgain(locale: Locale, reason: string): NextAction {
  return { code: 'try-again', text: adviceText.say(locale, 'try-again', { reason }) }
}

/** Returns how a challenge gets past a web server: programs that write into its configuration see to that themselves. */
const exceptChallenge: Fix = ({ next, facts }) => {
  const server = webServerOf(facts)
  const isByClient = server === 'nginx' || server === 'apache'
  return [isByClient ? next('except-challenge.by-client', { server }) : next('except-challenge', {})]
}

/** The things to do, by problem. One that is not listed needs nothing, or is mended by the lines to type. */
const FIXES: Partial<Record<ProblemCode, Fix>> = {
  'name-not-public': ({ next, problem }) => [
    next(problem.slots.kind === undefined ? 'use-public-name' : 'use-public-name.other', {}),
  ],
  'no-records': ({ next, problem, slots }) => [
    next(problem.slots.kind === 'unregistered' ? 'register-domain' : 'add-record', slots),
  ],
  'dns-failed': ({ next, problem, slots, locale }) => [
    ...(problem.severity === 'unclear' ? [tryAgain(locale, String(slots.status))] : []),
    next('mend-dns', slots),
  ],
  'dnssec-bogus': ({ next }) => [next('mend-dnssec', {})],
  'reserved-address': ({ next, slots }) => [next('correct-address', { ...slots, type: typeOf(slots.address) })],
  'address-not-checked': ({ problem, locale }) => {
    const reason = AGAIN[String(problem.slots.kind)]
    return reason === undefined ? [] : [tryAgain(locale, reason)]
  },
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
  'wrong-protocol': ({ next, problem, slots }) => [next(SPEAK[String(problem.slots.kind)] ?? 'look-at-server', slots)],
  'challenge-page-caught': deliver,
  'challenge-status': (fixing) => [...byFile(fixing), ...exceptChallenge(fixing)],
  proxied: ({ next, problem, slots }) => [next(problem.slots.kind === 'tls' ? 'go-around-proxy' : 'pass-challenge-on', slots)],
  'caa-forbids': changeCaa,
  'caa-wildcard': changeCaa,
  'caa-method': changeCaa,
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

/** Returns the advice of every tool on the port that a problem is about; null if that is no matter of the port. */
export function adviceAt({ code, address, slots }: Problem, { facts, method, line, locale, again }: Aim): Advice | null {
  const at = facts.addresses.find((one) => one.address.text === address)
  if (!at || method === 'dns-01') return null
  const on = (seen: Omit<Parameters<OwnLine['adviseOn']>[2], 'requests'>) =>
    line.adviseOn(at, PORTS[method], { ...seen, requests: { again } })
  if (slots.kind === 'router') return on({ port: 'open', fault: 'router' })
  if (slots.kind === 'someone-else') return on({ port: 'open', fault: 'stranger' })
  const isNoAnswer = code === 'address-silent' || code === 'address-refused'
  // A client that listens itself needs no program before.
  const isWaiting = slots.kind === 'rule' && code === 'address-refused'
  if (!isNoAnswer || !at.isRequester || slots.kind === 'redirected' || isWaiting) return null
  return on({ port: 'shut', about: ownEnd(at, method, locale), isRefused: code === 'address-refused' })
}

/** Returns how to open the port of a method: at the requester's own address by where packets ended, elsewhere in general. */
function openPort(fixing: Fixing): NextAction[] {
  const { next, problem, facts, method, line, slots } = fixing
  const at = facts.addresses.find(({ address }) => address.text === problem.address)
  const port = Number(slots.port)
  const proof = at?.isRequester ? [next('prove-by-listening', slots)] : []
  if (problem.slots.kind === 'rule' && problem.code === 'address-refused') return proof
  const advice = adviceAt(problem, fixing)
  if (!advice && problem.slots.kind === 'unreachable') return [next('check-address', { ...slots, type: typeOf(slots.address) })]
  if (!advice) return [openElsewhere(fixing), ...proof]
  const { situation, steps } = advice
  const block = situation === 'provider-blocks' || situation === 'no-rule-seen' ? line.blocks(port) : null
  const blocked = block && line.provider ? [blockAction(fixing, { port, provider: line.provider, block, method, at })] : []
  const others = steps.filter(({ code }) => !NOT_HERE.has(code))
  return block === 'always' ? blocked : [...others, ...blocked, ...proof]
}

/** Returns how to open a port of an address that may be anybody's, after a look at the record where the requester has another one. */
function openElsewhere({ next, problem, line, slots }: Fixing): NextAction {
  const { elsewhere: ip } = line
  const isOther = ip !== null && problem.slots.kind !== 'redirected' && ip.includes(':') === String(slots.address).includes(':')
  return isOther ? next('open-port.elsewhere', { ...slots, ip }) : next('open-port', slots)
}

interface Blocked {
  readonly port: number
  readonly provider: string
  readonly block: 'always' | 'sometimes'
  readonly method: Method
  readonly at: Facts['addresses'][number] | undefined
}

/** Returns the methods that are left; where the other port is shut too, only a record is, in a zone that takes one. */
function blockAction({ next, line, facts }: Fixing, { port, provider, block, method, at }: Blocked): NextAction {
  const isShut = (one: WebMethod, outcome = '') => line.blocks(PORTS[one]) === 'always' || NO_ANSWERS.some((no) => no === outcome)
  const ways = {
    'tls-alpn-01': !isShut('tls-alpn-01', at?.tls?.outcome),
    'http-01': !isShut('http-01', at?.http?.outcome),
    'dns-01': !(facts.dns.zone?.isLent ?? false),
  }
  const others = (['tls-alpn-01', 'http-01', 'dns-01'] as const).filter((one) => one !== method && ways[one])
  if (others.length === 0) return next('use-own-domain', {})
  const slots = { port, provider, others: others.map((one) => one.toUpperCase()).join(' / ') }
  return next(block === 'always' ? 'provider-blocks-port' : 'provider-blocks-port.sometimes', slots)
}

function deliver(fixing: Fixing): NextAction[] {
  const advice = adviceAt(fixing.problem, fixing)
  return advice ? [...advice.steps] : [...byFile(fixing), ...exceptChallenge(fixing)]
}

/** Returns how a file settles what an answer leaves open, or what to look at where it was not delivered. */
function byFile({ facts, problem: { severity, slots }, next, proving }: Fixing): NextAction[] {
  if (slots.kind === 'file') return [next('place-file', {})]
  return severity === 'unclear' ? [proveByFile({ facts, next, ...proving })] : []
}

function changeCaa({ next, problem, method }: Fixing): NextAction[] {
  const record = problem.severity === 'error' ? caaLine(problem, method) : null
  if (record === null) return []
  return [next(problem.code === 'caa-method' ? 'allow-method' : 'allow-authority', { record })]
}

function typeOf(address: string | number): string {
  return String(address).includes(':') ? 'AAAA' : 'A'
}
