import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import { portsOf } from '../../router/catalogue/ports.ts'
import { hasNoRouter, menuIn, type PlanFacts } from '../../router/index.ts'
import { subjectsText } from '../../router/plan/subjects.text.ts'
import type { Case } from '../case.ts'
import type { Situation } from '../situation.ts'
import { advise, compare } from '../steps.ts'
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
  const first = isOpen
    ? []
    : steps.filter(({ code }) => code !== 'see-plan' && code !== 'see-alternatives' && code !== 'forward-port')
  return {
    situation: isOpen ? null : situation,
    nextActions: [
      ...firstDoubts(facts),
      ...(hasNoRouter(facts) ? [] : guessedSteps(facts)),
      ...first,
      ...(service.ports.length === 0 && facts.works !== 'no' ? [name, ...loginSteps(facts)] : []),
      ...(isUsual ? [...ownVpn(facts), ...usualSteps(facts, one)] : []),
    ],
  }
}

function caseOf(facts: PlanFacts): Case {
  const { rules, wanted, seen, router, isp, routerWan } = facts
  const [rule] = rules.length > 0 ? rules : wanted
  const provider = isp && !isp.guessed ? { isp: isp.isp.id } : {}
  const login = {
    ...(router.known ? { routerBrand: router.brand.id } : {}),
    ...provider,
    ...(routerWan ? { routerWanIp: routerWan.text } : {}),
  }
  return {
    ...{ facts, version: 4, port: 'nobody' },
    ip: seen?.version === 4 ? seen.text : null,
    asked: rule ? { port: portsOf(rule.externalPort).first, protocol: rule.protocol } : null,
    requests: { login: followUp('router-login-route', login) },
  }
}

/** Returns the usual steps: the program, the address of the device, the rules, its firewall, the check, and how to take them back. */
function usualSteps(facts: PlanFacts, one: Case): NextAction[] {
  return [
    ...doubtSteps(facts),
    ...listeningSteps(facts),
    ...brandSteps(facts, one.requests.login),
    // The comparison has opened the router already.
    ...(compare(one).length > 0 ? [] : loginSteps(facts, one.requests.login)),
    ...reserveSteps(facts),
    ...ruleSteps(facts),
    ...firewallSteps(facts),
    ...verifySteps(facts),
    nextIn(planStepsText, facts.locale)('remove-rules', {}),
  ]
}

/** Returns the VPN of the router in place of one on a device behind it, where the router can be reached from outside. */
function ownVpn({ service, router: { brand }, nat, locale }: PlanFacts): NextAction[] {
  if (service.category !== 'vpn' || !brand.vpn || nat === 'double-nat') return []
  return [nextIn(planStepsText, locale)('use-own-vpn', { menu: menuIn(brand.vpn, locale).join(' > ') })]
}
