import { type FollowUp, followUp } from '../contract/next-action.ts'
import { namedProvider, type PlanFacts, webRule } from '../router/index.ts'

/** Returns the plan for the safer way: that of the catalogue, a reverse proxy for a page that may be public, or a VPN; undefined where it has none. */
export function saferPlan(facts: PlanFacts): FollowUp | undefined {
  const { service, dangers, known, router, internalIp, routerWan } = facts
  const isp = namedProvider(facts.isp)
  const isPage = service.recommended && service.category !== 'remote' && service.category !== 'custom' && webRule(facts) !== null
  if (service.saferUse === null && service.saferAlternative !== null && !isPage) return undefined
  const useCase = dangers[0]?.service?.saferUse ?? service.saferUse ?? (isPage ? 'reverse-proxy' : 'wireguard')
  if (service.id === useCase || !known.useCases.some(({ id }) => id === useCase)) return undefined
  return followUp('port-forward-plan', {
    useCase,
    ...(router.known && { routerBrand: router.brand.id }),
    ...(internalIp !== null && { internalIp }),
    ...(routerWan && { routerWanIp: routerWan.text }),
    ...(isp && { isp: isp.id }),
  })
}
