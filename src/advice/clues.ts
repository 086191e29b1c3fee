import { type About, isFiltered, isSilent } from '../diagnostics/where/index.ts'
import { isOn } from '../router/catalogue/ports.ts'
import { blockOf, inSame24, type PlanFacts } from '../router/index.ts'
import type { Case } from './case.ts'
import { meaningOf } from './name-states.ts'
import { type Clues, type Situation, situationOf } from './situation.ts'

/** Returns the situation that a case is in: what is open is only as certain as the name under which it was asked for. */
export function situationIn(one: Case): Situation {
  const named = one.name ? meaningOf(one.name.state) : null
  const situation = situationOf({
    need: needClue(one),
    port: one.port,
    line: lineClue(one),
    name: named?.clue ?? null,
    end: one.port === 'open' ? null : endClue(one),
    answer: answerClue(one),
    here: one.here?.situation ?? null,
    origin: one.keptOut === undefined ? null : 'filtered-by-origin',
  })
  return situation === 'open' && named?.isInDoubt ? 'unknown' : situation
}

function needClue(one: Case): Clues['need'] {
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

function answerClue({ fault = null }: Case): Clues['answer'] {
  if (fault === null) return null
  return fault === 'untrusted' ? 'untrusted' : 'other-answers'
}

/** Returns whether somebody with the key, or the service itself, answers: a line that lets it in stands in nobody's way. */
function isReached({ port, fault = null, isProven = false }: Case): boolean {
  return isProven || (port === 'open' && fault !== 'stranger')
}

function lineClue(one: Case): Clues['line'] {
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

function endClue(one: Case): Clues['end'] {
  const { version, about = null, isRefused = false } = one
  // A packet that was refused came through.
  const isSilence = about === null ? !isRefused : isSilent(about.where) && !isRuleProven(about)
  if (isSilence && blockIn(one)?.certainty === 'always') return 'provider-blocks'
  if (one.port !== 'shut') return null
  if (about === null) return version === 4 ? 'no-rule-seen' : isRefused ? 'program-off' : 'pinhole'
  const { verdict } = about.where
  if (verdict === 'refused-by-device' && isFiltered(about)) return 'firewall'
  if (verdict === 'refused-at-address' && version === 4 && isRuleProven(about)) return 'firewall'
  if (verdict === 'refused-at-address' && version === 6 && isFiltered(about)) return 'pinhole'
  return ENDS[verdict][version === 4 ? 0 : 1]
}

/** The clue in the end of packets over IPv4, and over IPv6, where the router forwards nothing but may keep the port shut. */
const ENDS: Readonly<Record<About['where']['verdict'], readonly [over4: Clues['end'], over6: Clues['end']]>> = {
  'refused-by-device': ['program-off', 'program-off'],
  'silent-device': ['firewall', 'pinhole'],
  'no-device': ['device-away', 'device-away'],
  'wrong-address': ['device-elsewhere', 'device-elsewhere'],
  'refused-at-address': ['no-rule-seen', 'program-off'],
  'silent-at-address': ['no-rule-seen', 'pinhole'],
  'router-reached': ['no-rule-seen', 'pinhole'],
  'cannot-tell': ['no-rule-seen', 'pinhole'],
  'refused-on-the-way': ['provider-blocks', 'pinhole'],
  'stopped-before': ['provider-blocks', 'provider-blocks'],
}
