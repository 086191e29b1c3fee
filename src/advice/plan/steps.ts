import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import { portsOf } from '../../router/catalogue/ports.ts'
import { hasNoRouter, menuIn, type PlanFacts, publicIpOf } from '../../router/index.ts'
import { subjectsText } from '../../router/plan/subjects.text.ts'
import { adviceText } from '../advice.text.ts'
import type { Case } from '../case.ts'
import type { Situation } from '../situation.ts'
import { advise, compare, sayCompared, unique } from '../steps.ts'
import { firewallSteps, listeningSteps, verifySteps } from './device-steps.ts'
import { brandSteps, doubtSteps, firstDoubts, guessedSteps, loginSteps, reserveSteps, ruleSteps } from './rule-steps.ts'
import { planStepsText } from './steps.text.ts'

/** The advice on a plan: its situation, null where nothing stands in the way, and the steps in the order of doing. */
interface PlanAdvice {
  readonly situation: Situation | null
  readonly nextActions: NextAction[]
}

/** The situations in which no step leads to a rule. */
const WITHOUT_RULE: readonly Situation[] = ['not-needed', 'carrier-grade', 'building', 'access-point']
/** The steps that lead to a plan. */
const LEADING_HERE: readonly string[] = ['see-plan', 'see-alternatives']

/**
 * Returns the next actions in the order of doing: first anything that makes the rest pointless, then what is better than a rule, then the
 * steps to a rule that works, and back.
 */
export function planAdvice(facts: PlanFacts): PlanAdvice {
  const one = caseOf(facts)
  const { situation, steps } = advise(one)
  const { rules, service, locale, need } = facts
  const isOpen = situation === 'unknown' && need !== 'console' && compare(one).length === 0
  // Equipment of a building is nothing to log in to.
  const isUsual = rules.length > 0 && !hasNoRouter(facts) && !(facts.obstacle !== null || WITHOUT_RULE.includes(situation))
  const name = { code: 'name-the-game', text: subjectsText.say(locale, 'name-the-game', {}) }
  const first = isOpen ? [] : steps.filter(({ code }) => !LEADING_HERE.includes(code) && !(isUsual && code === 'forward-port'))
  return {
    situation: isOpen ? null : situation,
    nextActions: unique([
      ...firstDoubts(facts),
      ...(hasNoRouter(facts) ? [] : guessedSteps(facts)),
      ...first,
      ...(service.ports.length === 0 && facts.works !== 'no' ? [name, ...loginSteps(facts)] : []),
      ...(isUsual ? [...anyway(one, situation), ...ownVpn(facts), ...usualSteps(one, situation)] : []),
      ...(situation === 'access-point' ? [...listeningSteps(facts), ...firewallSteps(facts), ...verifySteps(facts)] : []),
    ]),
  }
}

function caseOf(facts: PlanFacts): Case {
  const { rules, wanted, router, isp, routerWan } = facts
  const [rule] = rules.length > 0 ? rules : wanted
  const provider = isp && !isp.guessed ? { isp: isp.isp.id } : {}
  const login = {
    ...(router.known ? { routerBrand: router.brand.id } : {}),
    ...provider,
    ...(routerWan ? { routerWanIp: routerWan.text } : {}),
  }
  return {
    ...{ facts, version: 4, port: 'nobody' },
    ip: publicIpOf(facts),
    asked: rule ? { port: portsOf(rule.externalPort).first, protocol: rule.protocol } : null,
    requests: { login: followUp('router-login-route', login) },
  }
}

/** Returns the way on for those who open all the same what is better shut. */
function anyway({ facts: { locale } }: Case, situation: Situation): NextAction[] {
  return situation === 'better-shut' ? [{ code: 'see-plan', text: adviceText.say(locale, 'see-plan.here', {}) }] : []
}

/** Returns the usual steps: the program, the address of the device, the rules, its firewall, the check, and how to take them back. */
function usualSteps(one: Case, situation: Situation): NextAction[] {
  const { facts } = one
  return [
    ...doubtSteps(facts),
    ...listeningSteps(facts),
    ...brandSteps(facts, one.requests.login),
    ...openingSteps(one, situation),
    ...reserveSteps(facts),
    ...ruleSteps(facts),
    ...firewallSteps(facts),
    ...verifySteps(facts),
    nextIn(planStepsText, facts.locale)('remove-rules', {}),
  ]
}

/** Returns the way into the router, and the comparison there, unless it came first. */
function openingSteps(one: Case, situation: Situation): NextAction[] {
  const compared = sayCompared(one)
  if (situation === 'unknown' && one.facts.need !== 'console' && compared.length > 0) return []
  // The address alone does not tell whether a line has all its ports.
  return compared.length > 0 && situation !== 'shared-ports' ? compared : loginSteps(one.facts, one.requests.login)
}

/** Returns the VPN of the router in place of one on a device behind it, where the router can be reached from outside. */
function ownVpn({ service, router: { brand }, nat, locale }: PlanFacts): NextAction[] {
  if (service.category !== 'vpn' || !brand.vpn || nat === 'double-nat') return []
  return [nextIn(planStepsText, locale)('use-own-vpn', { menu: menuIn(brand.vpn, locale).join(' > ') })]
}
