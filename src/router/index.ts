/** The entry of this domain: the parts that tools use. */

import type { IdentityQuery } from '../net/identity/index.ts'
import { isOnRange, type PortUses } from './catalogue/ports.ts'
import type { UseCase } from './catalogue/schema.ts'

export { inSame24 } from './catalogue/gateway-owners.ts'
export { menuIn, pathIn } from './catalogue/labels.ts'
export { mainPortOf, portsOf, serviceNeeding } from './catalogue/ports.ts'
export type { DdnsService } from './catalogue/schema.ts'
export { HINTS, WAN_HINT } from './ddns.text.ts'
export { ddnsServiceOf, ddnsStep } from './ddns.ts'
export { type Block, blockOf, connectTo } from './judgement/connect.ts'
export { isLeftAlone, type Judgement, judgementOf } from './judgement/judgement.ts'
export { sharedPortsOf } from './judgement/line.ts'
export { dangerOn, needsNoRule, type Service } from './judgement/need.ts'
export type { LoginFacts } from './login/facts.ts'
export { LOGIN_FIELDS, loginTold } from './login/fields.ts'
export { readGateway, readState } from './login/input.ts'
export { loginFactsOf, loginRouteFrom } from './login/route.ts'
export { NAT_VERDICTS, wanOf } from './nat.ts'
export { alternativesFor, functionOfRouter, noForwarding, vpnIn } from './plan/alternatives.ts'
export { planned, planRequestFor, serviceOf } from './plan/asked-service.ts'
export { isFixed, servesOf, webRule } from './plan/audience.ts'
export { firewallLine } from './plan/commands.ts'
export { hasNoRouter, type PlanFacts, publicIpOf, suppliedBox, takesCommands } from './plan/facts.ts'
export { PLAN_FIELDS, type Plan } from './plan/fields.ts'
export { factsOf, planFrom, planOf } from './plan/plan.ts'
export { type PlanBody, readHints, readPlanRequest } from './plan/request.ts'
export { otherPort } from './plan/rules.ts'
export { findUseCase, whichOf } from './plan/subjects.ts'
export { planTold, shortSteps, warningOf } from './plan/told.ts'
export { wordsForProvider } from './plan/words.ts'
export { readPlatform } from './platform.ts'
export { isCompany, namedProvider, providerOfNetwork } from './providers.ts'

/** Returns the way to ask a service at one of its ports, in the protocol of that; null if there is none. `isLikely`: nobody named the service. */
export function queryOf(service: UseCase | null, port?: number, isLikely = false): IdentityQuery | null {
  const identity = service?.identity
  const own = port === undefined ? null : service?.ports.find(({ external, ask }) => ask && isOnRange(external, port))
  const asked = own?.ask ? { ask: own.ask, port: null } : identity && { ask: identity.ask, port: identity.port ?? null }
  return asked ? { ...asked, ...(isLikely && { isLikely }) } : null
}

/** Returns the one question that all services of a port over UDP are asked there; null if there is none, or more than one. */
export function commonQuery(portUses: PortUses, port: number, protocol: 'tcp' | 'udp'): IdentityQuery | null {
  if (protocol === 'tcp') return null
  const here = portUses.filter((use) => use.protocol === protocol && use.first <= port && port <= use.last)
  const asks = here.flatMap(({ useCase }) => queryOf(useCase, port) ?? []).filter((query) => (query.port ?? port) === port)
  const [ask, ...others] = new Set(asks.map((query) => query.ask))
  return ask !== undefined && others.length === 0 ? { ask, port: null, isLikely: true } : null
}
