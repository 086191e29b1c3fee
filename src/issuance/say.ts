import type { Locale } from '../contract/text.ts'
import { type About, sayEnd } from '../diagnostics/where/index.ts'
import type { Facts } from './facts.ts'
import { type Method, PORTS } from './fields.ts'
import type { Problem } from './judging/sight.ts'
import { problemsText } from './problems.text.ts'

type Sentence = keyof typeof problemsText.en

/** The number of old values from which on their answer gets long for an authority. */
const LEFTOVERS_MANY = 10
/** Enough for the URL of a challenge at the longest name. */
const PARTICULAR_MAX = 360

/** A problem of a method, with everything that its words need. */
interface Said {
  readonly problem: Problem
  readonly method: Method
  readonly facts: Facts
  readonly locale: Locale
}

/** Says a problem in one or two sentences. At the requester's own address, where packets ended says more than that nothing came back. */
export function sayProblem(said: Said): string {
  const { problem, locale } = said
  const end = endOf(said)
  return end ? sayEnd(end) : problemsText.say(locale, sentenceOf(problem), slotsOf(said))
}

/** Returns the particulars of a problem for any sentence about it, the name as people write it. */
export function slotsOf({ problem, method, facts }: Omit<Said, 'locale'>) {
  const { ascii, unicode } = facts.subject
  const name = String(problem.slots.name ?? ascii)
  const slots: Record<string, string | number> = {
    port: method === 'dns-01' ? '' : PORTS[method],
    ...problem.slots,
    name: name.endsWith(ascii) ? `${name.slice(0, -ascii.length)}${unicode}` : name,
    address: problem.address ?? '',
    method: method.toUpperCase(),
  }
  return filled({ ...slots, url: shortened(slots.url), location: shortened(slots.location) })
}

/** The file that was asked for, which nobody has: its name says nothing to people. */
const FILE = /\/doorstep-[\da-f]{32}/g

function shortened(url: string | number = ''): string {
  return String(url).replace(FILE, '/…')
}

/** Returns the end of packets to the own port that a problem is about; null for any other problem, and where it would say less. */
function endOf({ problem, facts, method, locale }: Said): About | null {
  const isNoAnswer = problem.code === 'address-silent' || problem.code === 'address-refused'
  const { kind } = problem.slots
  const saysMore = kind === 'rule' && problem.code === 'address-refused'
  if (!isNoAnswer || saysMore || SAID_OTHERWISE.has(String(kind))) return null
  const at = facts.addresses.find(({ address }) => address.text === problem.address)
  return at ? ownEnd(at, method, locale) : null
}

const SAID_OTHERWISE: ReadonlySet<string> = new Set(['redirected', 'some'])

/** Returns where packets to the port of a method ended at an address of the requester; null where that was not looked at. */
export function ownEnd({ address, http, tls }: Facts['addresses'][number], method: Method, locale: Locale): About | null {
  const where = (method === 'http-01' ? http : tls)?.where
  if (!where || method === 'dns-01') return null
  const { text: ip, version } = address
  return { where, ip, version, port: PORTS[method], protocol: 'tcp', service: null, firewall: null, locale }
}

function sentenceOf({ code, slots, severity, address }: Problem): Sentence {
  const isMany = code === 'challenge-leftover' && Number(slots.count) > LEFTOVERS_MANY
  const kinds = [isMany ? 'many' : slots.kind, severity, ...(address === null ? ['of-name'] : [])]
  return kinds.map((kind) => `${code}.${kind}`).find(isSentence) ?? sentenceWithoutKind(code)
}

function sentenceWithoutKind(code: Problem['code']): Sentence {
  switch (code) {
    case 'family-broken':
      return 'family-broken.ipv6-dead'
    case 'wrong-protocol':
      return 'wrong-protocol.broken'
    default:
      return code
  }
}

function isSentence(key: string): key is Sentence {
  return Object.hasOwn(problemsText.en, key)
}

/** The slots of all sentences: which of them a sentence has is known only here, by its code. */
const ABOUT_DNS = [
  'name',
  'type',
  'status',
  'found',
  'issuers',
  'issuer',
  'methods',
  'tags',
  'target',
  'count',
  'server',
] as const
const ABOUT_WEB = ['address', 'port', 'url', 'other', 'location', 'host', 'network', 'method'] as const
type Slot = (typeof ABOUT_DNS | typeof ABOUT_WEB)[number]

function filled(slots: Readonly<Record<string, string | number>>): Record<Slot, string | number> {
  // A seam: the keys are those of the list.
  return Object.fromEntries([...ABOUT_DNS, ...ABOUT_WEB].map((slot) => [slot, brief(slots[slot] || '-')])) as Record<
    Slot,
    string | number
  >
}

/** Returns a particular as a sentence can hold it: a name server may have many, and long ones. */
function brief(particular: string | number): string | number {
  const text = String(particular)
  return text.length > PARTICULAR_MAX ? `${text.slice(0, PARTICULAR_MAX)}…` : particular
}
