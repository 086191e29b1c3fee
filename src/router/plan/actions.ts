import { followUp, type Next, type NextAction, nextIn } from '../../contract/next-action.ts'
import { type Say, sayIn } from '../../contract/text.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { menuIn } from '../catalogue/words.ts'
import { actionsText } from './actions.text.ts'
import { doubtOf } from './device.ts'
import type { PlanFacts } from './facts.ts'
import { upstreamOf } from './upstream.ts'

/** The facts, and the functions that put them into words. */
interface Plan extends PlanFacts {
  readonly say: Say<typeof actionsText.en>
  readonly next: Next<typeof actionsText.en>
}

/** What makes everything else pointless comes first, then what is better than a rule, then the steps to a rule that works. */
export function planActions(facts: PlanFacts): NextAction[] {
  const plan = { ...facts, say: sayIn(actionsText, facts.locale), next: nextIn(actionsText, facts.locale) }
  return [...natActions(plan), ...saferActions(plan), ...usualActions(plan)]
}

/** What to know about a router before adding rules. */
export function routerNotes({ router: { brand }, locale }: PlanFacts): string[] {
  const say = sayIn(actionsText, locale)
  const outside = brand.hairpin === 'yes' ? [] : [say('test-outside')]
  return [...(brand.carrierNat ? [brand.carrierNat[locale]] : []), ...brand.notes[locale], ...outside]
}

/** An action of several sentences; its code is that of the first. */
function action({ code, text: first, ...follow }: NextAction, ...more: (string | null)[]): NextAction {
  return { code, text: [first, ...more.filter((sentence) => sentence !== null)].join(' '), ...follow }
}

function toLogin({ router: { brand, known }, routerWan }: Plan) {
  const request = { ...(known ? { routerBrand: brand.id } : {}), ...(routerWan ? { routerWanIp: routerWan.text } : {}) }
  return followUp('router-login-route', request)
}

/** The WAN address of the router is not an internet address, so the router is not online. */
function isOffline({ routerWan, nat }: Plan): boolean {
  return routerWan?.version === 4 && nat === 'unknown' && !isPublicAddress(routerWan.text)
}

function cannotForward({ router: { brand } }: Plan): boolean {
  return brand.forwards === false
}

/** Address translation between the router and the internet comes before everything else. */
function natActions(plan: Plan): NextAction[] {
  const { known, router, routerWan, nat, locale, say, next } = plan
  if (isOffline(plan)) return [wanAction(plan)]
  if (nat === 'double-nat') return [doubleNat(plan)]
  if (nat !== 'carrier-grade') return cannotForward(plan) ? boxActions(plan) : []
  const provider = known.isps.find(({ equipment, support }) => equipment === router.brand.id && support !== null)
  const number = provider?.support ?? null
  const call = provider && number !== null ? say('provider-number', { provider: provider.name[locale], number }) : null
  const wan = routerWan?.text ?? ''
  return [next('forwarding-cannot-work', { wan }), action(next('ask-public-address', {}), call), next('use-relay', {})]
}

function boxActions({ router: { brand }, locale, say, next }: Plan): NextAction[] {
  const sentence = say('box-cannot-forward', { name: brand.name[locale] })
  const behind = brand.bridgeMode ? say('own-router-behind', { mode: brand.bridgeMode[locale] }) : null
  const carrier = brand.carrierNat?.[locale] ?? null
  return [action({ code: 'forwarding-cannot-work', text: sentence }, behind, carrier), next('use-relay', {})]
}

function doubleNat(plan: Plan): NextAction {
  const { known, router, routerWan, locale, say, next } = plan
  const upstream = routerWan && upstreamOf(known, routerWan.text)
  const box = upstream?.brand ?? null
  const where = () => {
    if (!upstream) return null
    const { gateway } = upstream
    return box ? say('upstream-named', { name: box.name[locale], gateway }) : say('upstream-found', { gateway })
  }
  const there = box?.bridgeMode ? say('bridge-upstream', { mode: box.bridgeMode[locale] }) : null
  const here = router.known && router.brand.bridgeMode ? say('bridge-here', { mode: router.brand.bridgeMode[locale] }) : null
  return action(next('forward-upstream-too', { wan: routerWan?.text ?? '' }, toLogin(plan)), where(), there, here)
}

/** What to do instead of opening a port, if something else is better or no port needs to be opened. */
function saferActions({ useCase, locale, say, next }: Plan): NextAction[] {
  const service = useCase.name[locale]
  const needsNone = ['not-needed', 'usually-not-needed', 'not-needed-with-relay'].includes(useCase.upnp.status)
  if (useCase.recommended) {
    return needsNone ? [action(next('try-without-rule', { service }), useCase.upnp.note[locale])] : []
  }
  const sentence = say(needsNone ? 'no-forward-needed' : 'use-safer-way', { service })
  return [action({ code: 'use-safer-way', text: sentence }, useCase.saferAlternative?.[locale] ?? null)]
}

/** The usual steps: log in to the router, add the rules, check that they work. */
function usualActions(plan: Plan): NextAction[] {
  const { router, rules, nat, locale, say, next } = plan
  if (rules.length === 0 || nat === 'carrier-grade' || cannotForward(plan)) return []
  const names = router.near.map(({ name }) => name[locale]).join(', ')
  const guesses = names === '' ? null : say('brand-guesses', { names })
  return [
    ...(router.known ? [] : [action(next('find-brand', {}, toLogin(plan)), guesses)]),
    ...addressActions(plan),
    ...ruleActions(plan),
    ...verifyActions(plan),
    ...(nat === 'unknown' && !isOffline(plan) ? [wanAction(plan)] : []),
  ]
}

function addressActions({ known, router: { brand }, internalIp, routerWan, locale, say, next }: Plan): NextAction[] {
  const steps = brand.reservation && menuIn(brand.reservation, locale)
  const menu = steps ? say('reservation-menu', { menu: steps.join(' > ') }) : null
  if (internalIp === null) return [action({ code: 'reserve-address', text: say('address-missing') }, menu)]
  const reserve = action(next('reserve-address', { address: internalIp }), menu)
  const doubt = doubtOf(internalIp, brand, routerWan, known)
  const code = 'check-device-address'
  switch (doubt?.because) {
    case undefined:
      return [reserve]
    case 'router':
      return [next(code, { address: internalIp }), reserve]
    case 'upstream':
      return [{ code, text: say('device-upstream', { address: internalIp, wan: routerWan?.text ?? '' }) }, reserve]
    case 'elsewhere': {
      const slots = { address: internalIp, name: doubt.box.name[locale], gateway: doubt.gateway }
      return [{ code, text: say('device-elsewhere', slots) }, reserve]
    }
  }
}

function ruleActions(plan: Plan): NextAction[] {
  const { router, rules, locale, say, next } = plan
  const optional = rules.some(({ required }) => !required) ? say('optional-rules') : null
  const restart = router.brand.reboot === 'no' ? null : say('router-restarts')
  const menu = menuIn(router.brand.menu, locale).join(' > ')
  return [next('log-in', {}, toLogin(plan)), action(next('add-rules', { menu }), optional, restart), next('allow-on-device', {})]
}

function verifyActions({ checks, seen, say, next }: Plan): NextAction[] {
  return checks.slice(0, 1).map((check) => {
    const slots = { protocol: check.protocol.toUpperCase(), port: check.port }
    const udp = check.protocol === 'udp' ? say('verify-udp') : null
    const family = seen?.version === 6 ? say('verify-over-ipv4') : null
    return action(next('verify-port', slots, followUp('port-check', { ...check })), udp, family)
  })
}

function wanAction({ routerWan, seen, say }: Plan): NextAction {
  const [wan, ip] = [routerWan?.text ?? '', seen?.text ?? '']
  const comparable = seen?.version === 4 && isPublicAddress(ip)
  const sentence = () => {
    if (!routerWan) return comparable ? say('check-wan-address', { ip }) : say('wan-unseen')
    if (routerWan.version === 6) return say('wan-is-ipv6', { wan })
    if (!isPublicAddress(wan)) return say('wan-not-online', { wan })
    return comparable ? say('wan-differs', { wan, ip }) : say('wan-unseen')
  }
  return { code: 'check-wan-address', text: sentence() }
}
