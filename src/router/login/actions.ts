import { type FollowUp, type Next, type NextAction, nextIn } from '../../contract/next-action.ts'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { actionsText } from './actions.text.ts'
import type { Box } from './boxes.ts'
import { isOfProvider, pageOf } from './pages.ts'
import type { Asked, Situation } from './situation.ts'

/** The facts behind the next actions. */
export interface ActionFacts {
  readonly asked: Asked
  readonly situation: Situation
  readonly boxes: readonly Box[]
  /** The address of the requester; null if a proxy names none. */
  readonly seen: Address | null
  readonly locale: Locale
  /** The same request with other values in some fields. */
  readonly again: (changed: { routerBrand?: string; isp?: string }) => FollowUp
}

/** The facts, and the functions that put them into words. */
interface Advice extends ActionFacts {
  readonly say: Say<typeof actionsText.en>
  readonly next: Next<typeof actionsText.en>
}

/** What makes everything else pointless comes first, then whose the boxes are, then how to log in, then what follows. */
export function loginActions(facts: ActionFacts): NextAction[] {
  const { asked, situation, boxes, locale } = facts
  const advice = { ...facts, say: sayIn(actionsText, locale), next: nextIn(actionsText, locale) }
  const { next } = advice
  const { wan } = situation
  const isAppAlone = boxes.every(({ brand }) => brand?.app?.only)
  return [
    ...(asked.state === 'no' || wan === 'down' ? [next('check-connection', {})] : []),
    ...brandActions(advice),
    ...ispActions(advice),
    ...(wan === 'shared' ? [next('ask-public-address', {}), next('use-relay', {})] : []),
    ...(asked.gateway === null && !isAppAlone ? [next('find-gateway', {})] : []),
    ...boxes.map((box) => boxAction(box, advice)),
    ...(isAppAlone ? [] : [next('read-label', {})]),
    ...(wan === 'unknown' ? [wanAction(advice)] : []),
    ...(wan === 'shared' ? [] : [planAction(advice)]),
  ]
}

/** For an unknown brand: suggests the likely one, or asks for its real name. */
function brandActions({ situation: { unknownBrand, brandsNear }, locale, next, again }: Advice): NextAction[] {
  if (unknownBrand === null) return []
  const slots = { brand: unknownBrand, near: brandsNear.map((brand) => brand.name[locale]).join(', ') }
  const [likely] = brandsNear
  return [likely ? next('check-brand', slots, again({ routerBrand: likely.id })) : next('name-brand', slots)]
}

function ispActions({ situation: { unknownProvider, providersNear }, locale, next, again }: Advice): NextAction[] {
  if (unknownProvider === null) return []
  const slots = { isp: unknownProvider, near: providersNear.map((isp) => isp.name[locale]).join(', ') }
  const [likely] = providersNear
  return [likely ? next('check-isp', slots, again({ isp: likely.id })) : next('name-isp', slots)]
}

/** Without a URL, the address of the box must be found first. */
function boxAction(box: Box, { say, next }: Advice): NextAction {
  const { brand, address } = box
  if (brand?.app?.only) return next('use-app', { app: brand.app.name })
  const url = address === null ? null : pageOf(address, brand)
  if (isOfProvider(box)) return url === null ? worded('log-in-isp', say('log-in-isp-later')) : next('log-in-isp', { url })
  return url === null ? worded('log-in-personal', say('log-in-personal-first')) : next('log-in-personal', { url })
}

function wanAction({ seen, say, next }: Advice): NextAction {
  return seen?.version === 4 && isPublicAddress(seen.text)
    ? worded('check-wan-address', say('compare-wan-address', { seen: seen.text }))
    : next('check-wan-address', {})
}

function planAction({ situation, boxes, say, next }: Advice): NextAction {
  const brand = situation.brand ?? boxes[0]?.brand
  return brand ? next('plan-forward', { brand: brand.id }) : worded('plan-forward', say('plan-forward-any'))
}

/** An action whose sentence is not that of its code. */
function worded(code: string, sentence: string): NextAction {
  return { code, text: sentence }
}
