import { type NextAction, nextIn } from '../../contract/next-action.ts'
import { sayIn } from '../../contract/text.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { ownersOf } from '../catalogue/gateway-owners.ts'
import { menuIn } from '../catalogue/labels.ts'
import type { ActionFacts, Advice } from './action-facts.ts'
import { actionsText } from './actions.text.ts'
import { adviceText } from './advice.text.ts'
import { plainName } from './boxes.ts'
import { firstLogin, laterLogins } from './openings.ts'
import { isHotspot, isShared } from './situation.ts'
import { bridgeIn, bridgeOf, hasTwo, isCertain } from './warnings.ts'

const MISREAD = { platform: 'name-platform', connectionState: 'name-connection' } as const

/**
 * Returns the next actions in the order of doing: what to open, the sign-in, what to do if nothing opens, the box behind it, and what follows.
 * Before them stands only whom to ask where the equipment is not the caller's, or the provider translates; and, if there is nothing to open
 * yet, the name that may have been meant.
 */
export function loginActions(facts: ActionFacts): NextAction[] {
  const { asked, situation, locale } = facts
  const advice = { ...facts, say: sayIn(actionsText, locale), next: nextIn(actionsText, locale) }
  const { next } = advice
  if (isHotspot(situation)) return [next('leave-hotspot', { gateway: asked.gateway ?? '' })]
  const opening = firstLogin(advice)
  const questions = questionsOf(advice)
  const isFound = opening.some(({ code, url }) => url !== undefined || code === 'use-app')
  const isDown = asked.state === 'no' || situation.wan === 'down'
  return [
    ...ownerActions(advice),
    ...(isFound ? [] : questions.filter(({ request }) => request)),
    ...opening,
    ...(isFound ? questions : questions.filter(({ request }) => !request)),
    ...(isDown ? [next('check-connection', {})] : []),
    ...laterLogins(advice),
    ...doubledActions(advice),
    ...(situation.wan === 'unknown' ? [wanAction(advice)] : []),
    ...forwardActions(advice),
    ...confirmActions(advice),
  ]
}

/** Returns whom to ask, and what works without them, where equipment that is not the caller's translates the addresses. */
function ownerActions({ situation, locale, next, say }: Advice): NextAction[] {
  const { facts, provider, isGuessed, naming } = situation
  if (facts.isp === 'building' && facts.wan !== 'public') {
    const hasOwn = naming.kind !== 'none' || situation.routerWan !== null
    return hasOwn ? [next('ask-building', {}), next('use-relay', {})] : [{ code: 'ask-building', text: say('ask-building-open') }]
  }
  if (!isShared(situation)) return []
  const isNever = !isGuessed && provider?.publicAddress === 'never'
  const asking = isNever ? next('no-public-address', { isp: plainName(provider.name, locale) }) : next('ask-public-address', {})
  return [isNever ? { ...asking, code: 'ask-public-address' } : asking, next('use-relay', {})]
}

/** Returns the plan; a way that needs no rule where the provider is known to translate. */
function forwardActions(advice: Advice): NextAction[] {
  const { situation, boxes, next, say, plan } = advice
  const { brand, naming, line, facts } = situation
  if (isShared(situation) || (facts.isp === 'building' && facts.wan !== 'public')) return []
  const said = naming.kind === 'unknown' ? naming.name : undefined
  const request = plan((brand ?? boxes[0]?.brand)?.id ?? said)
  if (line.works !== 'no') return [next('plan-forward', {}, request)]
  return [{ code: 'use-relay', text: say(line.obstacle === 'box' ? 'box-cannot-forward' : 'rule-cannot-work'), ...request }]
}

/** Suggests the likely names for unknown ones, and says how the others were read. */
function questionsOf({ situation, locale, next, again, misread }: Advice): NextAction[] {
  const { naming, unknownProvider } = situation
  const [brand] = naming.kind === 'unknown' ? naming.near : []
  const named = naming.kind === 'unknown' && {
    brand: naming.name,
    near: naming.near.map(({ name }) => name[locale]).join(', '),
  }
  const [isp] = unknownProvider?.near ?? []
  const supplied = unknownProvider && {
    isp: unknownProvider.name,
    near: unknownProvider.near.map(({ name }) => name[locale]).join(', '),
  }
  return [
    ...(named ? [brand ? next('check-brand', named, again({ routerBrand: brand.id })) : next('name-brand', named)] : []),
    ...(supplied ? [isp ? next('check-isp', supplied, again({ isp: isp.id })) : next('name-isp', supplied)] : []),
    ...misread.map(({ field, value }) => next(MISREAD[field], { value })),
  ]
}

/** Asks for the provider that was guessed, unless an address names the box: the gateway, or the one of the router. */
function confirmActions({ asked, situation, boxes, locale, next, again }: Advice): NextAction[] {
  const { provider, isGuessed } = situation
  const isUpstream = boxes.some(({ role, from }) => role === 'upstream' && from === 'known')
  const [owner, another] = asked.gateway === null ? [] : ownersOf(asked.gateway, situation.catalogue)
  const isFound = isUpstream || (another === undefined && owner !== undefined && owner.provider?.id === provider?.id)
  if (!isGuessed || !provider || isFound) return []
  return [next('confirm-isp', { isp: plainName(provider.name, locale) }, again({ isp: provider.id }))]
}

/** Returns what to do about two routers in a row, where the address of the router proves them. */
function doubledActions({ situation, row, boxes, locale, next, say }: Advice): NextAction[] {
  if (isShared(situation) || !hasTwo({ row }) || !isCertain({ situation, boxes })) return []
  if (bridgeOf(boxes) === null) return [next('double-nat', {})]
  const how = bridgeIn(boxes, sayIn(adviceText, locale), locale)
  return [{ code: 'double-nat', text: say('double-nat-how', { how }) }]
}

function wanAction({ seen, say, boxes, locale }: Advice): NextAction {
  const page = boxes[0]?.brand?.wanPage ?? null
  const where = page === null ? '' : say('wan-where', { menu: menuIn(page, locale).join(' > ') })
  const isComparable = seen?.version === 4 && isPublicAddress(seen.text)
  const text = isComparable ? say('compare-wan-address', { where, seen: seen.text }) : say('check-wan-address', { where })
  return { code: 'check-wan-address', text }
}
