/** Everything that the check asks of the plans for routers. */

import { isOftenAttacked } from '../diagnostics/port/index.ts'
import { readAddress } from '../policy/admit.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { matchName } from '../router/catalogue/match.ts'
import { findBrand, findProvider, findUseCase, planOf, portsOf, readInternalIp } from '../router/index.ts'
import type { Check, Finding, Request } from './check.ts'

/**
 * What a request says of its line and router; `asn` is the network of the requester. The fields that nothing known fits are named.
 * Throws `unknown-value` for an unknown service, and `invalid-target` for an address that is not one.
 */
export function readGiven(request: Request, known: Catalogue, asn: number | null) {
  const { useCase, routerBrand, internalIp, routerWanIp, isp, platform } = request
  const provider = findProvider(known, isp, asn)
  return {
    named: useCase === undefined ? null : findUseCase(known, useCase),
    routerBrand,
    internalIp: internalIp === undefined ? null : readInternalIp(internalIp),
    routerWan: routerWanIp === undefined ? null : readAddress('routerWanIp', routerWanIp),
    provider,
    notUnderstood: [
      ...(routerBrand !== undefined && !findBrand(known, routerBrand).known ? ['routerBrand'] : []),
      ...(isp !== undefined && (provider?.guessed ?? true) ? ['isp'] : []),
      ...(platform !== undefined && !matchName(known.platforms, platform).found ? ['platform'] : []),
    ],
  }
}

/** What to enter in the router, if the port does not get through. */
export function routerStep(check: Check): Finding {
  if (isBetterShut(check)) return check.finding('unknown', 'router-better-shut', {})
  const plan = planFor(check)
  if (!plan) return check.finding('unknown', 'router-unseen', {})
  const { nextActions: _, ...result } = plan
  const rules = plan.rules.map(({ protocol, externalPort, internalPort }) => {
    const to = check.internalIp === null ? '' : ` → ${check.internalIp}:${internalPort}`
    return `${protocol.toUpperCase()} ${externalPort}${to}`
  })
  return check.finding('unknown', 'router-plan', { rules: rules.join(', ') }, { tool: 'port-forward-plan', result })
}

/** Whether nobody should open it: a service that is merely likely on a port is no reason to talk anybody out of it. */
export function isBetterShut({ isNamed, useCase, port }: Check): boolean {
  return isNamed && useCase ? !useCase.recommended : isOftenAttacked(port)
}

/** The plan of port-forward-plan; null if the service is not known on this port, or the address is one that needs no forwarding. */
export function planFor({ useCase, port, protocol, known, routerBrand, internalIp, routerWan, seen, locale }: Check) {
  if (!useCase || seen.version === 6 || !isOn(useCase.ports, port, protocol)) return null
  const plan = planOf({ useCase, router: findBrand(known, routerBrand), internalIp, routerWan }, known, seen, locale)
  return plan.rules.length > 0 ? plan : null
}

function isOn(ports: readonly { external: string; protocol: string }[], port: number, protocol: string): boolean {
  return ports.some((one) => {
    const { first, last } = portsOf(one.external)
    return one.protocol === protocol && first <= port && port <= last
  })
}
