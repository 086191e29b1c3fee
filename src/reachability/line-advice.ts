/** Advice on the line, and on the routers along it. */

import type { NextAction } from '../contract/next-action.ts'
import { isCompany, wanOf } from '../router/index.ts'
import { adviceText } from './advice.text.ts'
import { providerName } from './line.ts'
import { planFor } from './router.ts'
import { inOtherWords, type Situation } from './situation.ts'

/** Returns whom to ask for a public address, with the words to say; another way where nobody can give one. */
export function askForAddress(situation: Situation): NextAction {
  const { next, again, provider, judgement, findings, plan, locale } = situation
  const ways = plan().alternatives
  const offered = ways.find(({ kind }) => kind === 'public-address')
  // In an account there is nobody to say words to.
  if (offered?.lines.length === 0 && provider?.isp.publicAddress === 'account')
    return inOtherWords(situation, 'ask-public-address', offered.text)
  const isPublished = findings.some(({ code }) => code === 'name-shared')
  const usual = provider?.isp.ask?.[locale] ?? adviceText.say(locale, 'ask-words', {})
  const listed = offered?.lines[0] ?? (isPublished ? usual : null)
  const words = provider?.isp.publicAddress === 'never' && !provider.guessed ? null : listed
  const isOfBuilding = judgement.line.obstacle === 'building' || provider?.isp.building === true
  if (words !== null && isOfBuilding) return next('ask-building', { words }, again)
  if (words !== null && judgement.line.obstacle !== 'box')
    return next('ask-public-address', { words, provider: askedOf(situation) }, again)
  const names = ways.filter(({ kind }) => kind !== 'public-address').map(({ name }) => name)
  // Nothing stands in for a console's own ports; most games do without them.
  return names.length === 0 ? next('test-on-console', {}, again) : next('use-relay', { names: names.join(', ') }, again)
}

/** Returns the name of the provider, with its number if that is known. A guessed provider is not named. */
function askedOf({ provider, locale }: Situation): string {
  if (!provider || provider.guessed || !isCompany(provider.isp)) return adviceText.say(locale, 'your-provider', {})
  const { name, support } = provider.isp
  return support === null ? name[locale] : adviceText.say(locale, 'provider-number', { provider: name[locale], number: support })
}

/** Returns the comparison of addresses, for lines that usually share theirs. */
export function compareAddresses(situation: Situation): NextAction {
  const { next, again, ip } = situation
  return next('compare-addresses', { ip, provider: providerName(situation) }, again)
}

/** Returns the outer of two routers in parentheses, as far as it is known. */
export function outerRouter({ judgement, locale }: Situation): string {
  const { upstream } = judgement.line
  const place = [upstream?.brand?.name[locale], upstream?.gateway].filter((part) => part !== undefined).join(', ')
  return place === '' ? '' : locale === 'ko' ? `(${place})` : ` (${place})`
}

/** Returns the advice for the outer of two routers, which is named as far as it is known. */
export function forwardUpstream(situation: Situation): NextAction {
  const { next, again, judgement, provider, known, protocol, port, routerWan, locale } = situation
  const { upstream } = judgement.line
  const box = upstream?.brand ?? null
  const owners = known.isps.filter(({ equipment }) => box !== null && equipment === box.id)
  const bridge = (owners.find(({ id }) => id === provider?.isp.id) ?? owners[0])?.bridge?.[locale]
  const more = upstream ? bridge : adviceText.say(locale, 'no-second-router', {})
  const slots = { protocol: protocol.toUpperCase(), port, wan: routerWan?.text ?? '' }
  const advice = next('forward-upstream', { ...slots, which: outerRouter(situation) }, again)
  return more === undefined ? advice : { ...advice, text: `${advice.text} ${more}` }
}

/** Returns the advice to forward the port. Where the provider may share addresses, a comparison comes before any rule. */
export function forward(situation: Situation): NextAction {
  const { next, again, ip, port, protocol, provider, routerWan, judgement, locale } = situation
  const slots = { protocol: protocol.toUpperCase(), port }
  if (routerWan?.version === 4 && judgement.line.nat === 'unknown') {
    const isDown = wanOf(routerWan) === 'down'
    return next(isDown ? 'check-connection' : 'use-the-same-line', { wan: routerWan.text, ip }, again)
  }
  const isp = provider?.isp
  if (isp?.carrierNat.usual === 'sometimes' && routerWan === null) {
    const compare = next('compare-first', { ...slots, ip, provider: isp.name[locale] }, again)
    return { ...compare, text: `${compare.text} ${isp.carrierNat.note[locale]}` }
  }
  const plan = planFor(situation)
  if (!plan?.router.known) return next('forward-port', slots, again)
  const device = plan.internalIp ?? adviceText.say(locale, 'the-device', {})
  const menu = plan.menuPath.join(' > ')
  return inOtherWords(situation, 'forward-port', adviceText.say(locale, 'forward-port-in', { ...slots, menu, device }))
}
