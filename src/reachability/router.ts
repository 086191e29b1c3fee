/** Everything that the check asks of the plans for routers. */

import { isOftenAttacked } from '../diagnostics/port/index.ts'
import { readAddress } from '../policy/admit.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { matchName } from '../router/catalogue/match.ts'
import { findBrand, findProvider, findUseCase, planOf, portsOf, readInternalIp, readPlanRequest } from '../router/index.ts'
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
    platform,
    provider,
    notUnderstood: [
      ...(routerBrand !== undefined && !isRouter(known, routerBrand) ? ['routerBrand'] : []),
      ...(isp !== undefined && (provider?.guessed ?? true) ? ['isp'] : []),
      ...(platform !== undefined && !matchName(known.platforms, platform).found ? ['platform'] : []),
    ],
  }
}

function isRouter(known: Catalogue, routerBrand: string): boolean {
  const found = findBrand(known, routerBrand)
  return found.known || found.provider !== null
}

/** What to enter in the router, if the port does not get through. */
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

/** Whether nobody should open it: a service that is merely likely on a port is no reason to talk anybody out of it. */
export function isBetterShut({ isNamed, useCase, port }: Check): boolean {
  return isNamed && useCase ? !useCase.recommended : isOftenAttacked(port)
}

/** The plan of port-forward-plan; null if it has no rules, or the address is one that needs no forwarding. */
export function planFor(check: Check) {
  const { useCase, isNamed, port, protocol, known, routerBrand, internalIp, routerWan, platform, provider, seen, locale } = check
  if (seen.version === 6) return null
  const isUsual = useCase !== null && isOn(useCase.ports, port, protocol)
  const body = {
    ...(useCase && (isNamed || isUsual) && { useCase: useCase.id }),
    ...(!isUsual && { ports: [{ port, protocol }] }),
    ...(routerBrand !== undefined && { routerBrand }),
    ...(internalIp !== null && { internalIp }),
    ...(routerWan && { routerWanIp: routerWan.text }),
    ...(platform !== undefined && { platform }),
  }
  const plan = planOf({ ...readPlanRequest(body, known, null), isp: provider }, known, seen, locale)
  return plan.rules.length > 0 ? plan : null
}

function isOn(ports: readonly { external: string; protocol: string }[], port: number, protocol: string): boolean {
  return ports.some((one) => {
    const { first, last } = portsOf(one.external)
    return one.protocol === protocol && first <= port && port <= last
  })
}
