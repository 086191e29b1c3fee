import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import { sayIn } from '../../contract/text.ts'
import { menuIn } from '../catalogue/labels.ts'
import { needsNoRule } from '../judgement/need.ts'
import { actionsText } from './actions.text.ts'
import { webRule } from './alternatives.ts'
import type { PlanFacts } from './facts.ts'
import { action } from './line-actions.ts'
import { functionOfRouter } from './own-function.ts'

const inLocale = ({ locale }: PlanFacts) => ({ say: sayIn(actionsText, locale), next: nextIn(actionsText, locale) })

/** Returns the alternatives to opening a port, if one is better or no port needs to be opened. */
export function saferActions(facts: PlanFacts): NextAction[] {
  const { service, locale, works, dangers } = facts
  const { say, next } = inLocale(facts)
  const slots = { service: service.name[locale] }
  const needsNone = needsNoRule(service.upnp.status)
  const safer = service.saferAlternative?.[locale] ?? null
  // The actions after these must not read as if they were the recommended way.
  const directly = facts.rules.length > 0 ? say('if-directly') : null
  const code = 'use-safer-way'
  if (!service.recommended) {
    if (needsNone) return [action(next('no-forward-needed', slots), reasonIn(facts))].map((one) => ({ ...one, code }))
    const instead = functionOfRouter(facts) ?? safer
    return [action(next(code, slots, saferPlan(facts) ?? undefined), instead, directly)]
  }
  const relay = service.upnp.status === 'not-needed-with-relay' ? service.upnp.note[locale] : null
  if (needsNone && works === 'no' && service.category === 'console') return []
  if (needsNone && service.upnp.status === 'usually-not-needed' && works !== 'no')
    return [{ code: 'try-without-rule', text: say('try-upnp') }]
  if (needsNone) return [action(next('try-without-rule', slots), relay)]
  // Where no connection comes in, the other ways are named already.
  if (works === 'no') return []
  const [danger] = dangers
  if (danger) {
    const name = danger.service?.name[locale] ?? null
    const { port } = danger
    const text = name === null ? say('port-attacked', { port }) : say('port-of-service', { port, service: name })
    return [action({ code, text, ...saferPlan(facts) }, directly)]
  }
  if (facts.need !== 'careful') return []
  return [action(next('rather-not-open', slots, saferPlan(facts) ?? undefined), safer, directly)].map((one) => ({ ...one, code }))
}

/** Returns why a service needs no rule, unless the headline says no more than that. */
function reasonIn({ service, locale }: PlanFacts): string | null {
  const said = [service.saferAlternative?.[locale], service.upnp.note[locale]]
  return said.find((text) => text !== undefined && !/^\S+ (?:does not need|needs no)\b/.test(text)) ?? null
}

/** Returns the VPN of the router in place of one on a device behind it. */
export function ownVpnActions({ service, router: { brand }, rules, locale }: PlanFacts): NextAction[] {
  if (service.category !== 'vpn' || !brand.vpn || rules.length === 0) return []
  return [nextIn(actionsText, locale)('use-own-vpn', { menu: menuIn(brand.vpn, locale).join(' > ') })]
}

/** Returns the plan for the safer way that the catalogue names; if it names none, a reverse proxy for a page that may be public, otherwise a VPN. */
function saferPlan(facts: PlanFacts) {
  const { service, known, router, isp, internalIp, routerWan } = facts
  const isPage = service.recommended && service.category !== 'remote' && service.category !== 'custom' && webRule(facts) !== null
  // A relay or a VPN does not replace an alternative without a plan, such as a mail service.
  if (service.saferUse === null && service.saferAlternative !== null && !isPage) return null
  const useCase = facts.dangers[0]?.service?.saferUse ?? service.saferUse ?? (isPage ? 'reverse-proxy' : 'wireguard')
  if (service.id === useCase || !known.useCases.some(({ id }) => id === useCase)) return null
  return followUp('port-forward-plan', {
    useCase,
    ...(router.known ? { routerBrand: router.brand.id } : {}),
    ...(internalIp === null ? {} : { internalIp }),
    ...(routerWan ? { routerWanIp: routerWan.text } : {}),
    ...(isp && !isp.guessed ? { isp: isp.isp.id } : {}),
  })
}
