import { type FollowUp, type Next, type NextAction, nextIn } from '../../contract/next-action.ts'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { actionsText } from './actions.text.ts'
import { type Box, isOfProvider, pageOf } from './boxes.ts'
import { isHotspot, isShared, type LoginRequest, type Situation } from './situation.ts'

/** The facts behind the next actions. */
export interface ActionFacts {
  readonly asked: LoginRequest
  readonly situation: Situation
  readonly boxes: readonly Box[]
  /** The address of the requester; null if a proxy names none. */
  readonly seen: Address | null
  readonly locale: Locale
  readonly misread: readonly Misread[]
  /** The same request with other values in some fields. */
  readonly again: (changed: { routerBrand?: string; isp?: string }) => FollowUp
  /** A plan for the same router, with a service as an example. */
  readonly plan: (routerBrand: string | undefined) => FollowUp
}

/** A hint that was read as `other` or `unknown`, because its text could not be read as anything else; the text is safe to show. */
export interface Misread {
  readonly field: 'platform' | 'connectionState'
  readonly value: string
}

const MISREAD = { platform: 'name-platform', connectionState: 'name-connection' } as const

/** The facts, and the functions that put them into words. */
interface Advice extends ActionFacts {
  readonly say: Say<typeof actionsText.en>
  readonly next: Next<typeof actionsText.en>
}

/**
 * Returns the next actions: first anything that makes the rest pointless, then whose the boxes are, then how to log in, then what follows.
 */
export function loginActions(facts: ActionFacts): NextAction[] {
  const { asked, situation, boxes, locale, misread } = facts
  const advice = { ...facts, say: sayIn(actionsText, locale), next: nextIn(actionsText, locale) }
  const { next } = advice
  if (isHotspot(situation)) return [next('leave-hotspot', { gateway: asked.gateway ?? '' })]
  const { wan } = situation
  const logins = boxes.flatMap((box, index) => boxActions(box, index, advice))
  const hasPage = logins.some(({ code }) => code !== 'use-app')
  return [
    ...(asked.state === 'no' || wan === 'down' ? [next('check-connection', {})] : []),
    ...brandActions(advice),
    ...ispActions(advice),
    ...misread.map(({ field, value }) => next(MISREAD[field], { value })),
    ...ownerActions(advice),
    ...(asked.gateway === null && hasPage ? [next('find-gateway', {})] : []),
    ...logins,
    ...(hasPage ? [next('read-label', {})] : []),
    ...(wan === 'unknown' ? [wanAction(advice)] : []),
    ...(canForward(situation) ? [planAction(advice)] : []),
  ]
}

/** Returns whom to ask, and what works without them, where equipment that is not the caller's translates the addresses. */
function ownerActions({ situation, next }: Advice): NextAction[] {
  const { facts } = situation
  if (facts.isp === 'building' && facts.wan !== 'public') return [next('ask-building', {}), next('use-relay', {})]
  return isShared(situation) ? [next('ask-public-address', {}), next('use-relay', {})] : []
}

function canForward(situation: Situation): boolean {
  return !isShared(situation) && !(situation.facts.isp === 'building' && situation.wan === 'private')
}

/** Suggests the likely brand for an unknown one, or asks for its real name. */
function brandActions({ situation: { naming }, locale, next, again }: Advice): NextAction[] {
  if (naming.kind !== 'unknown') return []
  const slots = { brand: naming.name, near: naming.near.map((brand) => brand.name[locale]).join(', ') }
  const [likely] = naming.near
  return [likely ? next('check-brand', slots, again({ routerBrand: likely.id })) : next('name-brand', slots)]
}

function ispActions({ situation, locale, next, again }: Advice): NextAction[] {
  const { unknownProvider, provider, isGuessed } = situation
  if (isGuessed && provider) return [next('confirm-isp', { isp: provider.name[locale] }, again({ isp: provider.id }))]
  if (unknownProvider === null) return []
  const slots = { isp: unknownProvider.name, near: unknownProvider.near.map((isp) => isp.name[locale]).join(', ') }
  const [likely] = unknownProvider.near
  return [likely ? next('check-isp', slots, again({ isp: likely.id })) : next('name-isp', slots)]
}

/** Returns the actions for a box. Without a URL, its address must be found first. A second box on a shared line is left out. */
function boxActions(box: Box, index: number, { situation, say, next }: Advice): NextAction[] {
  const { brand, address, role } = box
  if (index > 0 && isShared(situation)) return []
  if (brand?.app?.only) return [next('use-app', { app: brand.app.name })]
  // A rule in the box of a provider that shares all its addresses lets no connection in.
  if (isOfProvider(box) && isShared(situation) && situation.provider?.ipv4 === 'shared') return []
  const url = address === null ? null : pageOf(address, brand)
  if (isOfProvider(box)) {
    if (url !== null) return [next('log-in-isp', { url })]
    return [role === 'upstream' ? next('find-upstream', {}) : worded('log-in-isp', say('log-in-isp-later'))]
  }
  const isOpen = situation.facts.isp === 'building' && situation.brand === null && situation.naming.kind !== 'unknown'
  if (url === null) return [worded('log-in-personal', say(isOpen ? 'log-in-personal-first-if-yours' : 'log-in-personal-first'))]
  return [isOpen ? worded('log-in-personal', say('log-in-personal-if-yours', { url })) : next('log-in-personal', { url })]
}

function wanAction({ seen, say, next }: Advice): NextAction {
  return seen?.version === 4 && isPublicAddress(seen.text)
    ? worded('check-wan-address', say('compare-wan-address', { seen: seen.text }))
    : next('check-wan-address', {})
}

function planAction({ situation, boxes, next, plan }: Advice): NextAction {
  const { brand, naming } = situation
  const said = naming.kind === 'unknown' ? naming.name : undefined
  return next('plan-forward', {}, plan((brand ?? boxes[0]?.brand)?.id ?? said))
}

/** Returns an action whose sentence is not that of its code. */
function worded(code: string, sentence: string): NextAction {
  return { code, text: sentence }
}
