import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import { sayIn } from '../../contract/text.ts'
import { isUnsure } from '../catalogue/certainty.ts'
import { menuIn } from '../catalogue/labels.ts'
import { actionsText } from './actions.text.ts'
import { blockedOf, otherPort, takenByRouters } from './clashes.ts'
import type { PlanFacts } from './facts.ts'
import { action, toLogin } from './line-actions.ts'
import { openingOf } from './opening.ts'
import { ADDRESS_PLACEHOLDER } from './rules.ts'

const inLocale = ({ locale }: PlanFacts) => ({ say: sayIn(actionsText, locale), next: nextIn(actionsText, locale) })

/** Returns the question for the router, if it is not known. */
export function brandActions(facts: PlanFacts): NextAction[] {
  const { router, locale } = facts
  const { say, next } = inLocale(facts)
  if (router.known) return []
  const names = router.near.map(({ name }) => name[locale]).join(', ')
  const guesses = names === '' ? null : say('brand-guesses', { names })
  if (!router.named) return [next('find-brand', {}, toLogin(facts))]
  const unlisted = router.name === router.brand.name ? null : say('brand-unlisted', { brand: router.name[locale] })
  const [near] = router.near
  const login = near ? followUp('router-login-route', { routerBrand: near.id }) : toLogin(facts)
  const rest = guesses ?? say('find-brand')
  return [action({ code: 'find-brand', text: unlisted ?? rest, ...login }, unlisted === null ? null : rest)]
}

/** Returns the way into the router. */
export function loginActions(facts: PlanFacts): NextAction[] {
  const opening = openingOf(facts)
  return opening ? [{ code: 'log-in', ...opening, ...toLogin(facts) }] : []
}

/** Returns a doubt about the address of the device. */
export function doubtActions(facts: PlanFacts): NextAction[] {
  const { internalIp: address, doubt, routerWan, locale } = facts
  const { say } = inLocale(facts)
  const code = 'check-device-address'
  if (doubt === null || address === null) return []
  switch (doubt.because) {
    case 'router':
      return [{ code, text: say('check-device-address', { address }) }]
    case 'inside':
      return [{ code, text: say('device-inside', { address }) }]
    case 'upstream':
      return [{ code, text: say('device-upstream', { address, wan: routerWan?.text ?? '' }) }]
    case 'elsewhere':
      return [{ code, text: say('device-elsewhere', { address, name: doubt.box.name[locale], gateway: doubt.gateway }) }]
    case 'unusual':
      return [{ code, text: say('device-unusual', { address, gateway: doubt.gateway }) }]
  }
}

/** Returns the step that keeps the address of the device. */
export function reserveActions({ router, rules, doubt, locale }: PlanFacts): NextAction[] {
  const say = sayIn(actionsText, locale)
  const code = 'reserve-address'
  const { reservation } = router.brand
  const menu = reservation && menuIn(reservation, locale).join(' > ')
  const address = rules[0]?.internalIp ?? ADDRESS_PLACEHOLDER
  // The address to reserve is that of the machine.
  if (address === ADDRESS_PLACEHOLDER || doubt?.because === 'inside') {
    return [{ code, text: menu ? say('address-missing', { menu }) : say('address-missing-unknown') }]
  }
  return [{ code, text: menu ? say('reserve-address', { address, menu }) : say('reserve-unknown', { address }) }]
}

/** Returns the rule with its values, and what the provider or the router may have against it. */
export function ruleActions(facts: PlanFacts): NextAction[] {
  const { router, rules, locale } = facts
  const { say, next } = inLocale(facts)
  const restart = router.brand.reboot === 'yes' ? say('router-restarts') : null
  const menu = menuIn(router.brand.menu, locale).join(' > ')
  const values = rulesIn(facts)
  const taken = takenByRouters(rules)
  // The general advice does not claim to be a menu.
  const key = isUnsure(router.brand) ? 'add-rules-unsure' : 'add-rules'
  const text = router.known ? say(key, { menu, rules: values }) : say('add-rules-anywhere', { rules: values })
  return [
    ...blockedActions(facts),
    action({ code: 'add-rules', text }, restart),
    ...(taken[0] === undefined ? [] : [next('port-taken', { ports: listed(taken, ' or ', locale), other: otherPort(taken[0]) })]),
    next('port-in-use', {}),
  ]
}

/** The most rules that are told in a sentence. */
const TOLD_MAX = 2

function rulesIn({ rules, locale }: PlanFacts): string {
  const say = sayIn(actionsText, locale)
  const needed = neededOf(rules)
  if (needed.length > TOLD_MAX) return say('rules-listed')
  const told = needed.map(({ protocol, externalPort, internalPort, internalIp }) => {
    const address = internalIp === ADDRESS_PLACEHOLDER ? say('device') : internalIp
    const slots = { protocol: protocol.toUpperCase(), external: externalPort, address }
    return externalPort === internalPort ? say('rule', slots) : say('rule-to-port', { ...slots, internal: internalPort })
  })
  return told.join(', ')
}

/** Returns the required rules, or all if none is required. */
function neededOf(rules: PlanFacts['rules']): PlanFacts['rules'] {
  const required = rules.filter((rule) => rule.required)
  return required.length > 0 ? required : rules
}

/** Returns the advice on ports that the provider blocks; that of mail cannot be replaced by another. */
function blockedActions(facts: PlanFacts): NextAction[] {
  const { rules, isp, locale } = facts
  const { say, next } = inLocale(facts)
  const provider = isp?.isp.name[locale] ?? ''
  const blocked = blockedOf(rules, isp?.isp ?? null)
  const [first, ...more] = blocked.filter((port) => port !== MAIL_PORT)
  const code = 'provider-blocks'
  return [
    ...(blocked.includes(MAIL_PORT) ? [{ code, text: say('provider-blocks-mail', { provider }) }] : []),
    ...(first === undefined
      ? []
      : [next(code, { provider, ports: listed([first, ...more], ' and ', locale), other: otherPort(first) })]),
  ]
}

/** The only port to which other mail servers deliver. */
const MAIL_PORT = 25

function listed(ports: readonly number[], last: string, locale: PlanFacts['locale']): string {
  return locale === 'ko'
    ? ports.join(', ')
    : [ports.slice(0, -1).join(', '), ...ports.slice(-1)].filter((one) => one !== '').join(last)
}
