import { sayIn } from '../contract/text.ts'
import { hasNoRouter, inSame24, type PlanFacts, suppliedBox } from '../router/index.ts'
import { pageOf } from '../router/login/boxes.ts'
import { planStepsText } from './plan/steps.text.ts'

/** Returns where to log in to the router: a sentence, with the address in it or the app; null in a building, whose equipment is not the caller's. */
export function openingOf(facts: PlanFacts): { text: string; url?: string; app?: string } | null {
  const { router, locale } = facts
  const say = sayIn(planStepsText, locale)
  if (hasNoRouter(facts)) return null
  if (router.brand.app?.only === true) {
    const app = router.brand.app.name
    return { text: say('log-in-app', { app }), app }
  }
  const [url, name] = addressesOf(facts)
  if (url === undefined) return { text: say('log-in-anywhere') }
  return { text: name === undefined ? say('log-in', { url }) : say('log-in-or', { url, name }), url }
}

/** Returns the address of the router's page, and a name for it: where the range was changed, the name alone. */
function addressesOf(facts: PlanFacts): string[] {
  const { internalIp, doubt } = facts
  const { brand } = facts.router
  const isNear = (gateway: string) => internalIp !== null && inSame24(gateway, internalIp)
  const near = brand.gateways.find(isNear)
  const [name] = brand.admin.port === null ? brand.hostnames : []
  // An unknown router answers at the address that its network suggests, or at none that is known.
  if (brand.kind === 'generic') {
    const box = suppliedBox(facts)
    const ofProvider = box?.gateways.find(isNear)
    if (ofProvider !== undefined) return [pageOf(ofProvider, box)]
    return near === undefined ? [] : [pageOf(near, brand)]
  }
  const gateway = near ?? (internalIp === null || doubt !== null || name === undefined ? brand.gateways[0] : undefined)
  if (gateway === undefined) return name === undefined ? [] : [pageOf(name, brand)]
  return [pageOf(gateway, brand), ...(name === undefined ? [] : [name])]
}
