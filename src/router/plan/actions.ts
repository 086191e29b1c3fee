import { type NextAction, nextIn } from '../../contract/next-action.ts'
import { portsOf } from '../catalogue/ports.ts'
import { blockOf } from '../judgement/blocks.ts'
import { actionsText } from './actions.text.ts'
import { firewallActions, listeningActions, verifyActions } from './device-actions.ts'
import { hasNoRouter, type PlanFacts } from './facts.ts'
import { isToCompare, lineDoubts, obstacleActions } from './line-actions.ts'
import {
  brandActions,
  doubtActions,
  firstDoubts,
  guessedActions,
  loginActions,
  reserveActions,
  ruleActions,
} from './router-actions.ts'
import { ownVpnActions, saferActions } from './safer-actions.ts'
import { subjectsText } from './subjects.text.ts'

/**
 * Returns the next actions in the order of doing: first anything that makes the rest pointless, then what is better than a rule, then the
 * steps to a rule that works, and back.
 */
export function planActions(facts: PlanFacts): NextAction[] {
  if (facts.service.ports.length === 0) {
    const name = { code: 'name-the-game', text: subjectsText.say(facts.locale, 'name-the-game', {}) }
    return [...obstacleActions(facts), ...(facts.works === 'no' ? [] : [name, ...loginActions(facts)])]
  }
  // Equipment of a building is nothing to log in to.
  const usual = facts.rules.length > 0 && !hasNoRouter(facts) ? usualActions(facts) : []
  const [obstacles, safer] = [obstacleActions(facts), saferActions(facts)]
  // A safer way spares a rule in two routers; nothing spares a line on which no rule works, or a router that is offline.
  const isSpared = !facts.obstacle && !facts.isOffline && safer.some(({ code }) => code === 'use-safer-way')
  const first = isSpared ? [...safer, ...obstacles] : [...obstacles, ...safer]
  return [
    ...firstDoubts(facts),
    ...(hasNoRouter(facts) ? [] : guessedActions(facts)),
    ...first,
    ...lineDoubts(facts),
    ...ownVpnActions(facts),
    ...usual,
  ]
}

/** Returns the usual steps: the program, the address of the device, the rules, its firewall, the check, and how to take them back. */
function usualActions(facts: PlanFacts): NextAction[] {
  return [
    ...doubtActions(facts),
    ...listeningActions(facts),
    ...brandActions(facts),
    // The comparison has opened the router already.
    ...(isToCompare(facts) ? [] : loginActions(facts)),
    ...reserveActions(facts),
    ...ruleActions(facts),
    ...firewallActions(facts),
    ...verifyActions(facts),
    nextIn(actionsText, facts.locale)('remove-rules', {}),
  ]
}

/** Returns the notes on a router and a provider that matter before adding rules. */
export function routerNotes(facts: PlanFacts): string[] {
  const { router, isp, rules, nat, locale } = facts
  const { brand } = router
  const outside = brand.hairpin === 'yes' ? [] : [actionsText.say(locale, 'test-outside', {})]
  const restart = router.known && brand.reboot === 'maybe' ? [actionsText.say(locale, 'restart-possible', {})] : []
  // A guessed provider's box may not be there at all.
  const isItsBox = isp !== null && router.known && brand.id === isp.isp.equipment
  // A router of one's own that has the public address has left behind what the provider's box is about.
  const isOwn = router.known && !isItsBox && nat === 'none'
  const isTold = isp !== null && !isOwn && (!isp.guessed || isItsBox || nat === 'double-nat' || nat === 'carrier-grade')
  const named = (note: string) => `${isp?.isp.name[locale]}: ${note}`
  const tips = isTold ? isp.isp.tips[locale].map(named) : []
  const blocks = rules.flatMap(({ externalPort, protocol }) => {
    const block = blockOf(isp?.isp ?? null, portsOf(externalPort).first, protocol)
    return block?.certainty === 'sometimes' ? [named(block.note[locale])] : []
  })
  const wan = isToCompare(facts) ? [actionsText.say(locale, 'wan-without-login', {})] : []
  const carrier = brand.carrierNat ? [brand.carrierNat[locale]] : []
  return [...new Set([...carrier, ...brand.notes[locale], ...tips, ...blocks, ...restart, ...outside, ...wan])]
}
