/** Advice on where packets to the port ended. */

import { followUp, type NextAction } from '../contract/next-action.ts'
import { whereActions } from '../diagnostics/where/index.ts'
import { adviceText } from './advice.text.ts'
import { aboutEnd, isBehindForwarder, seenEnd } from './evidence.ts'
import { forward, forwardUpstream, outerRouter } from './line-advice.ts'
import { planBody } from './router.ts'
import { inOtherWords, type Situation } from './situation.ts'

/** Returns what to do about where packets ended, in the order of doing, as every tool says it; in words for this home where it is known. */
export function endActions(situation: Situation): NextAction[] {
  const where = seenEnd(situation)
  if (!where) return []
  // A router that shows an address is there.
  const isAtRouter = where.verdict === 'refused-at-address' && situation.routerWan !== null
  const behind = { again: situation.again, plan: followUp('port-forward-plan', planBody(situation)) }
  const actions = whereActions(aboutEnd(situation, where), behind)
    // Whether the router has the address itself is a step of its own here.
    .filter(({ code }) => code !== 'compare-router-address' && !(code === 'start-service' && isAtRouter))
    .map((action) => (action.code === 'forward-port' ? forwardHere(situation) : action))
  return isBehindForwarder(situation) ? behindOuter(situation, actions) : actions
}

/** Returns the advice to forward the port, beginning with the outer of two routers. */
function forwardHere(situation: Situation): NextAction {
  return situation.judgement.line.nat === 'double-nat' ? forwardUpstream(situation) : forward(situation)
}

/** Returns the advice for a router behind one that forwards the port: what is missing is its own rule, or the way to it. */
function behindOuter(situation: Situation, actions: readonly NextAction[]): NextAction[] {
  const { protocol, port, routerWan, locale } = situation
  const slots = { protocol: protocol.toUpperCase(), port }
  const verdict = seenEnd(situation)?.verdict
  const which = outerRouter(situation)
  if (verdict === 'no-device' || verdict === 'wrong-address') {
    const text = adviceText.say(locale, 'correct-upstream', { which, wan: routerWan?.text ?? '' })
    return [inOtherWords(situation, 'correct-rule-address', text)]
  }
  const inner = inOtherWords(situation, 'forward-port', adviceText.say(locale, 'forward-inner', slots))
  // A refusal most likely comes from the device, and silence from a router without a rule.
  return verdict === 'refused-by-device' ? [...actions.slice(0, 1), inner] : [inner, ...actions]
}
