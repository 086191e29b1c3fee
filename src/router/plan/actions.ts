import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import { sayIn } from '../../contract/text.ts'
import { isUnsure } from '../catalogue/certainty.ts'
import { menuIn } from '../catalogue/labels.ts'
import { needsNoRule } from '../judgement/need.ts'
import { actionsText } from './actions.text.ts'
import { webRule } from './alternatives.ts'
import { blockedOf, otherPort, takenByRouters } from './clashes.ts'
import { doubtOf } from './device.ts'
import { type PlanFacts, takesCommands } from './facts.ts'
import { action, doubtActions, obstacleActions, toLogin } from './line-actions.ts'
import { listeningOf } from './listening.ts'

const inLocale = ({ locale }: PlanFacts) => ({ say: sayIn(actionsText, locale), next: nextIn(actionsText, locale) })

/**
 * Returns the next actions: first anything that makes the rest pointless, then what is better than a rule, then the steps to a rule that
 * works, and back.
 */
export function planActions(facts: PlanFacts): NextAction[] {
  const usual = facts.rules.length > 0 ? usualActions(facts) : []
  return [...obstacleActions(facts), ...saferActions(facts), ...doubtActions(facts), ...usual]
}

/** Returns the notes on a router and a provider that matter before adding rules. */
export function routerNotes({ router: { brand }, isp, locale }: PlanFacts): string[] {
  const outside = brand.hairpin === 'yes' ? [] : [actionsText.say(locale, 'test-outside', {})]
  const tips = isp?.isp.tips[locale].map((tip) => `${isp.isp.name[locale]}: ${tip}`) ?? []
  return [...(brand.carrierNat ? [brand.carrierNat[locale]] : []), ...brand.notes[locale], ...tips, ...outside]
}

/** Returns the alternatives to opening a port, if one is better or no port needs to be opened. */
function saferActions(facts: PlanFacts): NextAction[] {
  const { service, locale } = facts
  const { say, next } = inLocale(facts)
  const slots = { service: service.name[locale] }
  const needsNone = needsNoRule(service.upnp.status)
  const safer = service.saferAlternative?.[locale] ?? null
  // The actions after these must not read as if they were the recommended way.
  const directly = facts.rules.length > 0 ? say('if-directly') : null
  if (!service.recommended) {
    const text = say(needsNone ? 'no-forward-needed' : 'use-safer-way', slots)
    return [action({ code: 'use-safer-way', text, ...(needsNone ? {} : saferPlan(facts)) }, safer, directly)]
  }
  const relay = service.upnp.status === 'not-needed-with-relay' ? service.upnp.note[locale] : null
  if (needsNone) return [action(next('try-without-rule', slots), relay)]
  // Where no connection comes in, the other ways are named already.
  if (service.risk !== 'high' || safer === null || facts.works === 'no') return []
  const text = facts.service.id === 'custom' ? (service.security[locale][0] ?? '') : say('rather-not-open', slots)
  return [action({ code: 'use-safer-way', text, ...saferPlan(facts) }, safer, directly)]
}

/** Returns the plan for the safer way that the catalogue names; if it names none, a reverse proxy for a page that may be public, otherwise a VPN. */
function saferPlan(facts: PlanFacts) {
  const { service, known, router, isp, internalIp, routerWan } = facts
  const isPage = service.recommended && service.category !== 'remote' && webRule(facts) !== null
  // A relay or a VPN does not replace an alternative without a plan, such as a mail service.
  if (service.saferUse === null && service.saferAlternative !== null && !isPage) return {}
  const useCase = service.saferUse ?? (isPage ? 'reverse-proxy' : 'wireguard')
  if (service.id === useCase || !known.useCases.some(({ id }) => id === useCase)) return {}
  return followUp('port-forward-plan', {
    useCase,
    ...(router.known ? { routerBrand: router.brand.id } : {}),
    ...(internalIp === null ? {} : { internalIp }),
    ...(routerWan ? { routerWanIp: routerWan.text } : {}),
    ...(isp && !isp.guessed ? { isp: isp.isp.id } : {}),
  })
}

/** Returns the usual steps: fix the address of the device, add the rules, check that they work, and how to take them back. */
function usualActions(facts: PlanFacts): NextAction[] {
  const { next } = inLocale(facts)
  return [
    ...brandActions(facts),
    ...addressActions(facts),
    next('log-in', {}, toLogin(facts)),
    ...ruleActions(facts),
    ...deviceActions(facts),
    ...verifyActions(facts),
    next('remove-rules', {}),
  ]
}

function brandActions(facts: PlanFacts): NextAction[] {
  const { router, locale } = facts
  const { say, next } = inLocale(facts)
  if (router.known) return []
  const names = router.near.map(({ name }) => name[locale]).join(', ')
  const guesses = names === '' ? null : say('brand-guesses', { names })
  if (!router.named) return [next('find-brand', {}, toLogin(facts))]
  const text = say('brand-unlisted', { brand: router.name[locale] })
  const [near] = router.near
  const login = near ? followUp('router-login-route', { routerBrand: near.id }) : toLogin(facts)
  return [action({ code: 'find-brand', text: router.name === router.brand.name ? say('find-brand') : text, ...login }, guesses)]
}

function addressActions(facts: PlanFacts): NextAction[] {
  const { known, router, internalIp, routerWan, locale } = facts
  const { brand } = router
  const { say, next } = inLocale(facts)
  const steps = brand.reservation && menuIn(brand.reservation, locale)
  const menu = steps ? say('reservation-menu', { menu: steps.join(' > ') }) : say('reservation-unknown')
  if (internalIp === null) return [action({ code: 'reserve-address', text: say('address-missing') }, menu)]
  const reserve = action(next('reserve-address', { address: internalIp }), menu)
  const doubt = doubtOf(internalIp, brand, routerWan, known)
  const code = 'check-device-address'
  switch (doubt?.because) {
    case undefined:
      return [reserve]
    case 'router':
      return [next(code, { address: internalIp }), reserve]
    case 'inside':
      // The address to reserve is that of the machine.
      return [
        { code, text: say('device-inside', { address: internalIp }) },
        action({ code: 'reserve-address', text: say('address-missing') }, menu),
      ]
    case 'upstream':
      return [{ code, text: say('device-upstream', { address: internalIp, wan: routerWan?.text ?? '' }) }, reserve]
    case 'elsewhere': {
      const slots = { address: internalIp, name: doubt.box.name[locale], gateway: doubt.gateway }
      return [{ code, text: say('device-elsewhere', slots) }, reserve]
    }
  }
}

function ruleActions(facts: PlanFacts): NextAction[] {
  const { router, rules, locale } = facts
  const { say, next } = inLocale(facts)
  const optional = rules.some(({ required }) => !required) ? say('optional-rules') : null
  const restart = router.brand.reboot === 'no' ? null : say('router-restarts')
  const menu = menuIn(router.brand.menu, locale).join(' > ')
  const taken = takenByRouters(rules)
  // The general advice does not claim to be a menu.
  const doubt = router.known && isUnsure(router.brand) ? say('menu-unsure') : null
  return [
    ...blockedActions(facts),
    action(next('add-rules', { menu }), doubt, optional, restart),
    ...(taken[0] === undefined ? [] : [next('port-taken', { ports: listed(taken, ' or ', locale), other: otherPort(taken[0]) })]),
  ]
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

function deviceActions(facts: PlanFacts): NextAction[] {
  const { service, platform } = facts
  const { say } = inLocale(facts)
  const code = 'allow-on-device'
  if (service.category === 'console') return []
  if (!takesCommands(facts)) return [{ code, text: say('allow-device') }]
  const text =
    platform === 'windows' || platform === 'linux' || platform === 'macos' ? say(`allow-${platform}`) : say('allow-any')
  return [{ code, text }, ...listeningActions(facts)]
}

const NAMES = { windows: 'Windows', linux: 'Linux', macos: 'macOS' } as const

function listeningActions(facts: PlanFacts): NextAction[] {
  const { say, next } = inLocale(facts)
  const listening = listeningOf(facts)
  const commands = listening.map(({ platform, check }) => `${NAMES[platform]}: \`${check}\``).join(', ')
  const [only, another] = listening
  const listener = only && !another ? only.listener : null
  const throwaway = listener === null ? null : say('throwaway-listener', { command: `\`${listener}\`` })
  return commands === '' ? [] : [action(next('check-listening', { commands }), throwaway)]
}

function verifyActions(facts: PlanFacts): NextAction[] {
  const { checks, seen, service } = facts
  const { say, next } = inLocale(facts)
  if (service.category === 'console') return [next('test-on-console', {})]
  return checks.slice(0, 1).map((check) => {
    const slots = { protocol: check.protocol.toUpperCase(), port: check.port }
    const udp = check.protocol === 'udp' ? say('verify-udp') : null
    const family = seen?.version === 6 ? say('verify-over-ipv4') : null
    return action(next('verify-port', slots, followUp('port-check', { ...check })), udp, family)
  })
}
