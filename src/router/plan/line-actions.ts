import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import { sayIn } from '../../contract/text.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { menuIn } from '../catalogue/labels.ts'
import { sharedPortsAction } from '../judgement/shared-ports.ts'
import { wanOf } from '../nat.ts'
import { isCompany } from '../providers.ts'
import { type Alternative, alternativesFor, isPublicAddressOffered, wordsForProvider } from './alternatives.ts'
import { hasNoRouter, isOfBuilding, type PlanFacts } from './facts.ts'
import { lineText } from './line.text.ts'
import { openingOf, urlOf } from './opening.ts'

/** Returns an action of several sentences; its code is that of the first. */
export function action({ code, text: first, ...follow }: NextAction, ...more: (string | null)[]): NextAction {
  return { code, text: [first, ...more.filter((sentence) => sentence !== null)].join(' '), ...follow }
}

/** Returns the request that tells where to log in to the router. */
export function toLogin({ router: { brand, known }, isp, routerWan }: PlanFacts) {
  const provider = isp && !isp.guessed ? { isp: isp.isp.id } : {}
  const request = {
    ...(known ? { routerBrand: brand.id } : {}),
    ...provider,
    ...(routerWan ? { routerWanIp: routerWan.text } : {}),
  }
  return followUp('router-login-route', request)
}

/** Returns what is known to make a rule pointless. */
export function obstacleActions(facts: PlanFacts): NextAction[] {
  if (facts.obstacle) return cannotWork(facts, alternativesFor(facts))
  if (facts.isOffline || facts.differs) return [wanAction(facts)]
  return facts.nat === 'double-nat' && facts.rules.length > 0 ? doubleNat(facts) : []
}

/** Returns whether the address that the router shows is still to be compared. */
export function isToCompare(facts: PlanFacts): boolean {
  const isOpen = facts.works === 'unknown' && facts.nat === 'unknown' && !facts.isOffline && !facts.differs
  return isOpen && facts.rules.length > 0
}

/** Returns what might make a rule pointless, but is not known yet. */
export function lineDoubts(facts: PlanFacts): NextAction[] {
  const shared = facts.sharesPorts && facts.rules.length > 0 ? sharedPortsAction(facts.isp?.isp ?? null, facts.locale) : []
  if (!isToCompare(facts)) return shared
  const others = facts.isUsuallyShared ? alternativesFor(facts) : []
  if (hasNoRouter(facts)) return [wanAction(facts), askAction(facts), ...relayAction(facts, others)]
  return [...shared, wanAction(facts), ...behindGateway(facts), ...relayAction(facts, others)]
}

/** Returns what usually holds on such lines; null if nothing is known, or nothing is a problem. */
function habitOf({ isp, router, locale }: PlanFacts): string | null {
  const { usual, note } = isp?.isp.carrierNat ?? {}
  if (note && (usual === 'yes' || usual === 'sometimes')) return note[locale]
  return router.brand.mobile ? (router.brand.carrierNat?.[locale] ?? null) : null
}

/** Returns the question for a gateway of NTT in front of the router, on a Japanese line. */
function behindGateway({ isp, router, locale }: PlanFacts): NextAction[] {
  const isBox = router.known && router.brand.kind === 'isp'
  return isp?.isp.country === 'JP' && !isBox ? [nextIn(lineText, locale)('gateway-in-front', {})] : []
}

function relayAction({ locale }: PlanFacts, alternatives: readonly Alternative[]): NextAction[] {
  const names = alternatives.filter(({ kind }) => kind !== 'public-address').map(({ name }) => name)
  return names.length === 0 ? [] : [nextIn(lineText, locale)('use-relay', { names: names.join(', ') })]
}

function cannotWork(facts: PlanFacts, alternatives: readonly Alternative[]): NextAction[] {
  const { locale, service } = facts
  const say = sayIn(lineText, locale)
  const others = alternatives.filter(({ kind }) => kind !== 'public-address')
  const isConsole = service.category === 'console'
  const without = service.upnp.status === 'optional' ? say('works-without', { service: service.name[locale] }) : null
  const best = others[0] ? say('best-way', { name: others[0].name }) : null
  const rest = isConsole ? say('console-without') : (without ?? best)
  const finding = action({ code: 'forwarding-cannot-work', text: sentenceOf(facts) }, rest)
  const ask = isPublicAddressOffered(facts) ? [askAction(facts)] : []
  return [finding, ...ask, ...relayAction(facts, alternatives)]
}

function sentenceOf({ obstacle, router, isp, routerWan, locale }: PlanFacts): string {
  const say = sayIn(lineText, locale)
  const wan = routerWan?.text ?? ''
  switch (obstacle) {
    case 'ds-lite':
    case 'building':
      return say(obstacle)
    case 'box':
      return say('box-cannot-forward', { name: router.name[locale] })
    case 'provider': {
      const named = isp?.isp.name[locale] ?? router.name[locale]
      return wanOf(routerWan) === 'private' && isp?.isp.ipv4 !== 'shared'
        ? say('private-provider', { wan })
        : say('shared-provider', { provider: named })
    }
    default:
      return say('shared-wan', { wan })
  }
}

/** Returns how to get a public address: the words to say, and nothing after them. */
function askAction(facts: PlanFacts): NextAction {
  const { isp, locale } = facts
  const say = sayIn(lineText, locale)
  const code = 'ask-public-address'
  const words = wordsForProvider(facts)
  if (isOfBuilding(facts)) return { code, text: say('ask-building', { words }) }
  const named = isp && !isp.guessed && isCompany(isp.isp) ? isp.isp : null
  const provider = named?.name[locale] ?? ''
  if (named?.publicAddress === 'account') return { code, text: say('switch-in-account', { provider }) }
  if (named?.support) return { code, text: say('call-provider', { provider, number: named.support, words }) }
  return { code, text: named ? say('ask-provider', { provider, words }) : say('ask-public-address', { words }) }
}

function doubleNat(facts: PlanFacts): NextAction[] {
  const { upstream, routerWan, locale } = facts
  const say = sayIn(lineText, locale)
  const wan = routerWan?.text ?? ''
  const name = upstream?.brand?.name[locale]
  const url = upstream ? urlOf(upstream.gateway, upstream.brand) : null
  const found = url === null ? say('no-second-box') : say('upstream-found', { url })
  const where = url !== null && name ? say('upstream-named', { name, url }) : found
  const text = say('forward-upstream-too', { wan })
  const both = action({ code: 'forward-upstream-too', text, ...(url === null ? {} : { url }), ...toLogin(facts) }, where)
  return [both, ...bridgeActions(facts)]
}

/** Returns the other way out of two routers: only one of them routes. */
function bridgeActions({ router, isp, upstream, known, locale }: PlanFacts): NextAction[] {
  const say = sayIn(lineText, locale)
  const box = upstream?.brand ?? null
  // The provider's entry explains it in a whole sentence; the box only has a name for it.
  const provider = known.isps.find(({ equipment }) => box !== null && equipment === box.id) ?? isp?.isp ?? null
  const mode = box?.bridgeMode ? say('bridge-upstream', { mode: box.bridgeMode[locale] }) : null
  const there = (box && provider?.bridge?.[locale]) ?? mode
  const own = router.known ? (router.brand.bridgeMode?.[locale] ?? null) : null
  const isPlain = own !== null && /^(?:bridge mode|브리지 모드)$/i.test(own)
  const here = own === null ? null : isPlain ? say('bridge-here') : say('bridge-here-named', { mode: own })
  const isKorean = provider?.country === 'KR'
  const [first, ...more] = [there, isKorean ? say('straight-to-modem') : null, here].filter((one) => one !== null)
  if (first === undefined) return []
  return [action({ code: 'use-one-router', text: say('use-one-router') }, first, ...more)]
}

function wanAction(facts: PlanFacts): NextAction {
  const { isp, router, locale } = facts
  const say = sayIn(lineText, locale)
  const code = 'check-wan-address'
  const oddity = oddityOf(facts)
  const guessed = isp?.guessed ? say('provider-guessed', { provider: isp.isp.name[locale] }) : null
  const habit = habitOf(facts)
  const unlisted = facts.notUnderstood.includes('isp') ? [say('isp-unlisted')] : []
  const known = habit === null ? unlisted : [...(guessed === null ? [] : [guessed]), habit]
  if (oddity !== null) return action({ code, text: oddity, ...toLogin(facts) })
  const opening = openingOf(facts)
  const menu = router.brand.wanPage ? menuIn(router.brand.wanPage, locale).join(' > ') : null
  const compare = comparison(facts, menu, hasNoRouter(facts))
  const url = opening?.url === undefined ? {} : { url: opening.url }
  // The usual condition of the provider's lines is the finding, which the comparison only confirms; on others it is why to compare.
  const steps = [...(opening ? [opening.text] : []), compare]
  const [first = '', ...more] = facts.isUsuallyShared ? [...known, ...steps] : [...steps, ...known]
  return action({ code, text: first, ...url, ...toLogin(facts) }, ...more)
}

/** Returns what is odd about the address that the caller gave; null if none was given. */
function oddityOf({ routerWan, seen, locale }: PlanFacts): string | null {
  const say = sayIn(lineText, locale)
  const [wan, ip] = [routerWan?.text ?? '', seen?.text ?? '']
  if (routerWan?.version === 6) return say('wan-is-ipv6', { wan })
  if (!routerWan) return null
  if (!isPublicAddress(wan)) return say('wan-not-online', { wan })
  return seen?.version === 4 && isPublicAddress(ip) ? say('wan-differs', { wan, ip }) : null
}

function comparison({ seen, locale }: PlanFacts, menu: string | null, isWithoutRouter: boolean): string {
  const say = sayIn(lineText, locale)
  if (isWithoutRouter) return say('wan-in-building')
  const ip = seen?.version === 4 && isPublicAddress(seen.text) ? seen.text : null
  if (menu === null) return ip === null ? say('wan-unseen') : say('check-wan-address', { ip })
  return ip === null ? say('wan-unseen-at', { menu }) : say('check-wan-address-at', { menu, ip })
}
