/** Everything that the check needs from the plans for routers. */

import { isOftenAttacked } from '../diagnostics/port/index.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { isOn } from '../router/catalogue/ports.ts'
import { findUseCase, type PlanBody, planOf, readHints, serviceOf } from '../router/index.ts'
import type { Check, Finding, Request } from './check.ts'

/**
 * Reads the service, line and router of a request; `asn` is the network of the requester. Throws `unknown-value` for an unknown service,
 * and `invalid-target` for an address that is not one.
 */
export function readGiven(request: Request, known: Catalogue, asn: number | null) {
  const named = request.useCase === undefined ? null : findUseCase(known, request.useCase)
  const { isp: provider, ...hints } = readHints(request, known, asn)
  return { named, provider, ...hints }
}

/** Returns what to enter in the router, if the port does not get through. */
export function routerStep(check: Check): Finding {
  if (isBetterShut(check)) return check.finding('unknown', 'router-better-shut', {})
  const plan = planFor(check)
  if (!plan) return check.finding('unknown', 'router-unseen', {})
  const { nextActions: _, ...result } = plan
  const rules = plan.rules.map(({ protocol, externalPort, internalPort }) => {
    const to = check.internalIp === null ? '' : ` → ${check.internalIp}:${internalPort}`
    return `${protocol === 'both' ? 'TCP/UDP' : protocol.toUpperCase()} ${externalPort}${to}`
  })
  return check.finding('unknown', 'router-plan', { rules: rules.join(', ') }, { tool: 'port-forward-plan', result })
}

/** Returns whether the service should stay closed. A service that is merely likely on a port is not a reason to advise against it. */
export function isBetterShut({ isNamed, useCase, port }: Check): boolean {
  return isNamed && useCase ? !useCase.recommended : isOftenAttacked(port)
}

/** Returns the plan of port-forward-plan; null if none of its rules is for the port, or the address is one that needs no forwarding. */
export function planFor(check: Check) {
  const { known, router, provider, platform, internalIp, routerWan, notUnderstood, seen, locale, port, protocol } = check
  if (seen.version === 6) return null
  const { useCase, ports } = askedOf(check)
  const service = serviceOf(useCase, ports)
  const hints = { router, isp: provider, platform, internalIp, routerWan, notUnderstood }
  const plan = planOf({ service, ...hints }, known, seen, locale)
  // A service may use a port that should stay closed, such as its remote console.
  const isForPort = isOn(
    plan.rules.map((rule) => ({ external: rule.externalPort, protocol: rule.protocol })),
    port,
    protocol,
  )
  return isForPort ? plan : null
}

/** Returns the request that port-forward-plan answers with the same plan. */
export function planBody(check: Check, { routerBrand, internalIp, routerWanIp, isp, platform }: Request): PlanBody {
  const { useCase, ports } = askedOf(check)
  return {
    ...(useCase && { useCase: useCase.id }),
    ...(ports.length > 0 && { ports }),
    ...(routerBrand !== undefined && { routerBrand }),
    ...(internalIp !== undefined && { internalIp }),
    ...(routerWanIp !== undefined && { routerWanIp }),
    ...(isp !== undefined && { isp }),
    ...(platform !== undefined && { platform }),
  }
}

/**
 * Returns the service, and the port if that is not one of the service's own. A service that merely uses the port for something else is left
 * out.
 */
function askedOf({ useCase, isNamed, port, protocol }: Check) {
  const isUsual = useCase !== null && isOn(useCase.ports, port, protocol)
  return { useCase: isNamed || isUsual ? useCase : null, ports: isUsual ? [] : [{ port, protocol }] }
}
