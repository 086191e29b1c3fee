import { sayRule } from '../advice/index.ts'
import type { Where } from '../diagnostics/where/index.ts'
import { isOn } from '../router/catalogue/ports.ts'
import { type Plan, type PlanBody, planRequestFor } from '../router/index.ts'
import { type Check, type Finding, isBehindForwarder, isRuleProven, seenEnd } from './check.ts'
import type { Request } from './subject.ts'

/** Returns what to enter in the router, as far as a rule can help. */
export function routerStep(check: Check): Finding {
  const { finding, internalIp, locale } = check
  const slots = { protocol: check.protocol.toUpperCase(), port: check.port }
  if (isBetterShut(check) && isRuleProven(check)) return finding('unknown', 'router-rule-to-delete', slots)
  if (isBetterShut(check)) return finding('skipped', 'router-better-shut', {})
  if (cannotForward(check)) return finding('skipped', 'router-cannot-help', {})
  const where = seenEnd(check)
  const isBehind = isBehindForwarder(check)
  const told = where && !isBehind ? routerAt(check, where) : null
  if (told) return told
  const isSeen = where !== null && where.verdict !== 'cannot-tell'
  if (isSeen && check.seen.version === 6) return finding('unknown', 'router-decides-ipv6', {})
  const plan = planFor(check)
  if (!plan) return finding('unknown', check.seen.version === 6 ? 'router-unseen-ipv6' : 'router-unseen', {})
  const rules = neededRules(check, plan).map((rule) => sayRule(rule, internalIp, locale))
  return finding(
    'unknown',
    isBehind ? 'router-inner' : isSeen ? 'router-rule-not-seen' : 'router-plan',
    { rules: rules.join(', ') },
    { tool: 'port-forward-plan', result: plan },
  )
}

function routerAt({ protocol, port, seen, finding }: Check, { verdict, forwardingRule, allPorts }: Where): Finding | null {
  const slots = { protocol: protocol.toUpperCase(), port }
  // Over IPv6 it may be the router that refuses on the way.
  const isBefore = verdict === 'stopped-before' || (verdict === 'refused-on-the-way' && seen.version === 4)
  if (isBefore) return finding('unknown', 'router-not-reached', slots)
  if (seen.version === 6 && verdict === 'router-reached') return finding('unknown', 'router-reached', {})
  if (seen.version === 6 && (verdict === 'no-device' || verdict === 'refused-by-device'))
    return finding('ok', 'router-lets-in', slots)
  if (forwardingRule !== 'proven') return null
  if (verdict === 'wrong-address') return finding('problem', 'router-leads-out', slots)
  if (verdict === 'refused-at-address') return finding('problem', 'router-filters', {})
  return allPorts ? finding('ok', 'router-forwards-all', {}) : finding('ok', 'router-forwards', slots)
}

/** Returns the rules without which the service, or the port that was asked for, cannot be reached. */
function neededRules({ port, protocol }: Check, { rules }: Plan): Plan['rules'] {
  const isAsked = ({ externalPort, protocol: spoken }: Plan['rules'][number]) =>
    isOn([{ external: externalPort, protocol: spoken }], port, protocol)
  return rules.filter((rule) => rule.required || isAsked(rule))
}

/** Returns whether the service should stay closed. A service that is merely likely on a port is not a reason to advise against it. */
export function isBetterShut({ judgement }: Check): boolean {
  return judgement.advice === 'keep-shut'
}

/** Returns whether no rule on this line can let anybody in; nothing is translated over IPv6. */
export function cannotForward({ judgement, seen }: Check): boolean {
  return judgement.line.works === 'no' && seen.version !== 6
}

/** Returns the plan of port-forward-plan; null if none of its rules is for the port, or the address is one that needs no forwarding. */
function planFor(check: Check): Plan | null {
  if (check.seen.version === 6) return null
  const plan = check.plan()
  // A service may use a port that should stay closed, such as its remote console.
  const isForPort = isOn(
    plan.rules.map((rule) => ({ external: rule.externalPort, protocol: rule.protocol })),
    check.port,
    check.protocol,
  )
  return isForPort ? plan : null
}

/** Returns the request that port-forward-plan answers with the same plan. */
export function planBody({ useCase, isNamed, port, protocol, usable }: Check, more: Partial<PlanBody> = {}): PlanBody {
  return { ...planRequestFor(useCase, isNamed, { port, protocol }), ...hintsOf(usable), ...more }
}

/** Returns the part of the request that matters for logging in. */
export function loginBody(request: Request) {
  const { internalIp, ...hints } = hintsOf(request)
  return hints
}

function hintsOf({ useCase, port, protocol, hostname, scheme, proof, alsoMe, ...hints }: Request) {
  return hints
}
