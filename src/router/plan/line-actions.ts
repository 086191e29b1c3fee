import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import { sayIn } from '../../contract/text.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { type Alternative, alternativesFor, wordsForProvider } from './alternatives.ts'
import type { PlanFacts } from './facts.ts'
import { lineText } from './line.text.ts'

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
  if (facts.obstacle) return [...cannotWork(facts, alternativesFor(facts))]
  if (facts.isOffline || facts.differs) return [wanAction(facts)]
  return facts.nat === 'double-nat' ? [doubleNat(facts)] : []
}

/** Returns what might make a rule pointless, but is not known yet. */
export function doubtActions(facts: PlanFacts): NextAction[] {
  const isOpen = facts.works === 'unknown' && facts.nat === 'unknown' && !facts.isOffline && !facts.differs
  if (!isOpen || facts.rules.length === 0) return []
  const others = facts.isUsuallyShared ? alternativesFor(facts) : []
  return [wanAction(facts), ...relayAction(facts, others)]
}

/** Returns what usually holds on such lines; null if nothing is known, or nothing is a problem. */
function habitOf({ isp, router, locale }: PlanFacts): string | null {
  if (isp && isp.isp.carrierNat.usual !== 'no') return isp.isp.carrierNat.note[locale]
  return router.brand.mobile ? (router.brand.carrierNat?.[locale] ?? null) : null
}

function relayAction({ locale }: PlanFacts, alternatives: readonly Alternative[]): NextAction[] {
  const names = alternatives.filter(({ kind }) => kind !== 'public-address').map(({ name }) => name)
  return names.length === 0 ? [] : [nextIn(lineText, locale)('use-relay', { names: names.join(', ') })]
}

function cannotWork(facts: PlanFacts, alternatives: readonly Alternative[]): NextAction[] {
  const { locale, obstacle } = facts
  const say = sayIn(lineText, locale)
  const others = alternatives.filter(({ kind }) => kind !== 'public-address')
  const best = others[0] ? say('best-way', { name: others[0].name }) : null
  const box = facts.router.brand.forwards === false ? aboutBox(facts) : null
  const finding = action({ code: 'forwarding-cannot-work', text: sentenceOf(facts) }, obstacle === 'box' ? box : null, best)
  const relay = relayAction(facts, alternatives)
  if (obstacle === 'box') return [finding, ...relay]
  return [finding, action(askAction(facts), box), ...relay]
}

function sentenceOf({ obstacle, nat, router, isp, routerWan, locale }: PlanFacts): string {
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
      return nat === 'double-nat' && isp?.isp.ipv4 !== 'shared'
        ? say('private-provider', { wan })
        : say('shared-provider', { provider: named })
    }
    default:
      return say('shared-wan', { wan })
  }
}

/** Returns, for a box that cannot forward, what to put behind it, and what its line is like. */
function aboutBox({ router: { brand, provider, name }, obstacle, locale }: PlanFacts): string | null {
  const cannot = obstacle === 'box' ? null : lineText.say(locale, 'box-cannot-forward', { name: name[locale] })
  const mode = brand.bridgeMode ? lineText.say(locale, 'own-router-behind', { mode: brand.bridgeMode[locale] }) : null
  const behind = provider?.bridge?.[locale] ?? mode
  return [cannot, behind, brand.carrierNat?.[locale] ?? null].filter((sentence) => sentence !== null).join(' ') || null
}

function askAction(facts: PlanFacts): NextAction {
  const { isp, obstacle, locale } = facts
  const [say, next] = [sayIn(lineText, locale), nextIn(lineText, locale)]
  const words = wordsForProvider(facts)
  if (obstacle === 'building') return { code: 'ask-public-address', text: say('ask-building', { words }) }
  const number = isp?.guessed ? null : (isp?.isp.support ?? null)
  const call = isp && number !== null ? say('provider-number', { provider: isp.isp.name[locale], number }) : null
  return action(next('ask-public-address', { words }), say('some-charge'), call)
}

function doubleNat(facts: PlanFacts): NextAction {
  const { router, isp, upstream, routerWan, locale } = facts
  const [say, next] = [sayIn(lineText, locale), nextIn(lineText, locale)]
  const box = upstream?.brand ?? null
  const where = () => {
    if (!upstream) return say('no-second-box')
    const { gateway } = upstream
    return box ? say('upstream-named', { name: box.name[locale], gateway }) : say('upstream-found', { gateway })
  }
  // The provider's entry explains it in a whole sentence; the box only has a name for it.
  const provider = facts.known.isps.find(
    ({ id, equipment }) => box !== null && (isp?.isp.id === id || equipment === box.id) && equipment === box.id,
  )
  const mode = box?.bridgeMode ? say('bridge-upstream', { mode: box.bridgeMode[locale] }) : null
  const there = provider?.bridge ? say('bridge-upstream-how', { how: provider.bridge[locale] }) : mode
  const own = router.known ? (router.brand.bridgeMode?.[locale] ?? null) : null
  const isPlain = own !== null && /^(?:bridge mode|브리지 모드)$/i.test(own)
  const here = own === null ? null : isPlain ? say('bridge-here') : say('bridge-here-named', { mode: own })
  return action(next('forward-upstream-too', { wan: routerWan?.text ?? '' }, toLogin(facts)), where(), there, here)
}

function wanAction(facts: PlanFacts): NextAction {
  const { routerWan, seen, isp, platform, locale } = facts
  const say = sayIn(lineText, locale)
  const [wan, ip] = [routerWan?.text ?? '', seen?.text ?? '']
  const comparable = seen?.version === 4 && isPublicAddress(ip)
  const sentence = () => {
    if (routerWan?.version === 6) return say('wan-is-ipv6', { wan })
    if (routerWan && !isPublicAddress(wan)) return say('wan-not-online', { wan })
    if (!comparable) return say('wan-unseen')
    return routerWan ? say('wan-differs', { wan, ip }) : say('check-wan-address', { ip })
  }
  const canRun = platform === null || platform === 'linux' || platform === 'macos'
  const guessed = isp?.guessed ? say('provider-guessed', { provider: isp.isp.name[locale] }) : null
  const habit = habitOf(facts)
  const mapE = isp?.isp.ipv4 === 'map-e' ? say('map-e') : null
  const read = routerWan?.version !== 4 && canRun ? say('read-wan') : null
  const known = [habit || mapE ? guessed : null, habit, mapE].filter((one) => one !== null)
  // The usual condition of the provider's lines is the finding; the comparison only confirms it.
  const [first = '', ...more] = facts.isUsuallyShared ? [...known, sentence()] : [sentence(), ...known]
  return action({ code: 'check-wan-address', text: first, ...toLogin(facts) }, ...more, read)
}
