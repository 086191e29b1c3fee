import { type About, isFiltered, isSilent } from '../diagnostics/where/index.ts'
import { isOn } from '../router/catalogue/ports.ts'
import { blockOf, inSame24, type PlanFacts } from '../router/index.ts'
import type { Case, NameState } from './case.ts'
import {
  type AnswerClue,
  type Clues,
  type EndClue,
  type LineClue,
  type NameClue,
  type Situation,
  situationOf,
} from './situation.ts'

/** Returns the situation that a case is in: what is open is only as certain as the name under which it was asked for. */
export function situationIn(one: Case): Situation {
  const situation = situationOf({
    need: needOf(one),
    port: one.port,
    line: lineIn(one),
    name: one.name ? (NAME_FAULTS[one.name.state] ?? null) : null,
    end: one.port === 'open' ? null : endIn(one),
    answer: answerIn(one),
    here: one.here?.situation ?? null,
    origin: one.keptOut === undefined ? null : 'filtered-by-origin',
  })
  return situation === 'open' && one.name && NAME_DOUBTS.includes(one.name.state) ? 'unknown' : situation
}

/** The states of a name in which it cannot be told whether it leads here. */
export const NAME_DOUBTS: readonly NameState[] = ['propagating', 'split', 'proxied', 'other-family', 'unanswered']

function needOf(one: Case): Clues['need'] {
  const need = needIn(one.facts)
  // A page of the router is not the service that should stay shut.
  if (need === 'shut' && one.fault === 'router') return 'rule'
  return need === 'rule' && isLeftClosed(one) ? 'shut' : need
}

/** Returns whether the service has the port, and no rule for it, such as its remote console; over IPv6 some have one for the program itself. */
function isLeftClosed({ facts: { service }, asked, version }: Case): boolean {
  if (asked === null || (version === 6 && asked.protocol === 'udp')) return false
  const on = service.ports.filter((port) => isOn([port], asked.port, asked.protocol))
  return on.length > 0 && on.every(({ forward }) => !forward)
}

/** Returns the openness that a service needs; a port that attackers try first is better shut, whatever is behind it. */
export function needIn({ need, dangers }: PlanFacts): 'none' | 'console' | 'shut' | 'rule' {
  if (dangers.length > 0) return 'shut'
  return need === 'careful' ? 'rule' : need
}

const NAME_FAULTS: Partial<Record<NameState, NameClue>> = {
  elsewhere: 'name-elsewhere',
  off: 'name-elsewhere',
  'behind-proxy': 'name-elsewhere',
  missing: 'name-missing',
  'no-record': 'name-missing',
  private: 'name-private',
  inside: 'name-private',
}

function answerIn({ fault = null }: Case): AnswerClue {
  if (fault === null) return null
  return fault === 'untrusted' ? 'untrusted' : 'other-answers'
}

/** Returns whether somebody with the key, or the service itself, answers: a line that lets it in stands in nobody's way. */
function isReached({ port, fault = null, isProven = false }: Case): boolean {
  return isProven || (port === 'open' && fault !== 'stranger')
}

function lineIn(one: Case): LineClue {
  const { facts, version, about = null } = one
  if (version === 6) return null
  if (one.name?.state === 'shared') return 'carrier-grade'
  if (facts.obstacle !== null && one.isProven === true) return null
  if (facts.obstacle === 'building') return isAccessPoint(facts) ? 'access-point' : 'building'
  if (facts.obstacle !== null) return 'carrier-grade'
  if (isReached(one)) return null
  if (facts.nat === 'double-nat') return isPassedOnTwice(about) ? null : isAccessPoint(facts) ? 'access-point' : 'two-routers'
  if (isRuleProven(about)) return null
  // With MAP-E the ports are shared, not only the address.
  if (facts.sharesPorts && facts.isp?.isp.ipv4 === 'map-e') return 'shared-ports'
  if (facts.isUsuallyShared && facts.routerWan?.version !== 4) return 'carrier-grade'
  return facts.sharesPorts ? 'shared-ports' : null
}

/** Returns whether the device gets its address from the same box as the router, so that the router is none. */
export function isAccessPoint({ internalIp, routerWan }: PlanFacts): boolean {
  return internalIp !== null && routerWan !== null && inSame24(internalIp, routerWan.text)
}

/** Returns whether the public address was heard forwarding the port. */
export function isRuleProven(about: About | null): boolean {
  return about?.where.forwardingRule === 'proven'
}

function isPassedOnTwice(about: About | null): boolean {
  return (about?.where.forwarders ?? 0) > 1
}

/** Returns what is known of a provider's habit with the port; null over IPv6, where no habit is known. */
export function blockIn({ facts, version, asked }: Case) {
  return version === 6 || asked === null ? null : blockOf(facts.isp?.isp ?? null, asked.port, asked.protocol)
}

function endIn(one: Case): EndClue {
  const { version, about = null, isRefused = false } = one
  // A packet that was refused came through.
  const isSilence = about === null ? !isRefused : isSilent(about.where) && !isRuleProven(about)
  if (isSilence && blockIn(one)?.certainty === 'always') return 'provider-blocks'
  if (one.port !== 'shut') return null
  if (about === null) return version === 4 ? 'no-rule-seen' : isRefused ? 'program-off' : 'pinhole'
  return version === 6 ? ENDS_IPV6[about.where.verdict](about) : ENDS[about.where.verdict](about)
}

type Ends = Readonly<Record<About['where']['verdict'], (about: About) => EndClue>>

const refused = (about: About): EndClue => (isFiltered(about) ? 'firewall' : 'program-off')

const noRule = (): EndClue => 'no-rule-seen'
const blocked = (): EndClue => 'provider-blocks'

const ENDS: Ends = {
  'refused-by-device': refused,
  'silent-device': () => 'firewall',
  'no-device': () => 'device-away',
  'wrong-address': () => 'device-elsewhere',
  'refused-at-address': (about) => (isRuleProven(about) ? 'firewall' : 'no-rule-seen'),
  'silent-at-address': noRule,
  'router-reached': noRule,
  'cannot-tell': noRule,
  'refused-on-the-way': blocked,
  'stopped-before': blocked,
}

const pinhole = (): EndClue => 'pinhole'

/** The ends over IPv6, where the router forwards nothing but may keep the port shut. */
const ENDS_IPV6: Ends = {
  ...ENDS,
  'silent-device': pinhole,
  'silent-at-address': pinhole,
  'router-reached': pinhole,
  'cannot-tell': pinhole,
  'refused-at-address': (about) => (isFiltered(about) ? 'pinhole' : 'program-off'),
  'refused-on-the-way': pinhole,
}
