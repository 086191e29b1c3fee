import { type FollowUp, followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import { listed, sayIn } from '../../contract/text.ts'
import { isUnsure, menuIn, pathIn } from '../../router/catalogue/labels.ts'
import { isOnRange, neededOf, portsOf } from '../../router/catalogue/ports.ts'
import type { Isp } from '../../router/catalogue/schema.ts'
import type { PlanFacts } from '../../router/index.ts'
import { attackedOn } from '../../router/judgement/judgement.ts'
import { isInside } from '../../router/plan/facts.ts'
import { ADDRESS_PLACEHOLDER, type FormRule, mergedOf, otherPort, PORT_PLACEHOLDER, type Rule } from '../../router/plan/rules.ts'
import { sayPorts, sayProtocol } from '../../router/plan/words.ts'
import { needIn } from '../clues.ts'
import { openingOf } from '../opening.ts'
import { sayBlocked } from '../steps.ts'
import { planStepsText } from './steps.text.ts'

const inLocale = ({ locale }: PlanFacts) => ({ say: sayIn(planStepsText, locale), next: nextIn(planStepsText, locale) })

/** Returns an action of several sentences; its code is that of the first. */
export function joined({ code, text: first, ...follow }: NextAction, ...more: (string | null)[]): NextAction {
  return { code, text: [first, ...more.filter((sentence) => sentence !== null)].join(' '), ...follow }
}

/** Returns the question for the router, if it is not known. */
export function brandSteps(facts: PlanFacts, login?: FollowUp): NextAction[] {
  const { router, locale } = facts
  const { say, next } = inLocale(facts)
  if (router.known) return []
  const names = router.near.map(({ name }) => name[locale]).join(', ')
  const guesses = names === '' ? null : say('brand-guesses', { names })
  if (!router.named) return [next('find-brand', {}, login)]
  const unlisted = router.name === router.brand.name ? null : say('brand-unlisted', { brand: router.name[locale] })
  const [near] = router.near
  const route = near ? followUp('router-login-route', { routerBrand: near.id }) : login
  const rest = guesses ?? say('find-brand')
  return [joined({ code: 'find-brand', text: unlisted ?? rest, ...route }, unlisted === null ? null : rest)]
}

/** Returns the doubt about a router that was named, where the address of the device speaks for another. */
export function guessedSteps({ router, internalIp, rules, locale }: PlanFacts): NextAction[] {
  if (!router.instead || internalIp === null || rules.length === 0) return []
  const slots = { address: internalIp, name: router.name[locale], brand: router.instead[locale] }
  return [{ code: 'brand-from-address', text: planStepsText.say(locale, 'brand-from-address', slots) }]
}

/** Returns steps of which the first in the router says which one they are for, where only the address of the device names it. */
export function forRouter(steps: readonly NextAction[], { router, locale }: PlanFacts): NextAction[] {
  const at = router.guessed && !router.instead ? steps.findIndex(({ code }) => OPENING.includes(code)) : -1
  const text = planStepsText.say(locale, 'brand-other', { name: router.name[locale] })
  return steps.map((step, index) => (index === at ? { ...step, text: `${text} ${step.text}` } : step))
}

const OPENING: readonly string[] = ['compare-router-address', 'log-in']

/** Returns the way into the router. */
export function loginSteps(facts: PlanFacts, login?: FollowUp): NextAction[] {
  const opening = openingOf(facts)
  if (!opening) return []
  const { text, url } = opening
  return [{ code: 'log-in', text, ...(url !== undefined && { url }), ...login }]
}

/** Returns the doubt about the address of the device, before all others: a rule to a wrong address leads nowhere. */
export function doubtSteps(facts: PlanFacts): NextAction[] {
  const { internalIp: address, doubt, rules, locale } = facts
  // An access point: the situation itself says so.
  if (doubt === null || doubt.because === 'upstream' || address === null || rules.length === 0) return []
  const slots = { address, gateway: doubt.gateway }
  return [{ code: 'check-device-address', text: planStepsText.say(locale, DOUBTS[doubt.because], slots) }]
}

const DOUBTS = { router: 'check-device-address', inside: 'device-inside', unusual: 'device-unusual' } as const

/** Returns the step that keeps the address of the device. */
export function reserveSteps(facts: PlanFacts): NextAction[] {
  const { router, rules, locale } = facts
  const { reservation } = router.brand
  const menu = reservation ? pathIn(reservation, locale) : ''
  const address = rules[0]?.internalIp ?? ADDRESS_PLACEHOLDER
  // The address to reserve is that of the machine.
  const key = address === ADDRESS_PLACEHOLDER || isInside(facts) ? 'address-missing' : 'reserve-address'
  const text = planStepsText.say(locale, menu === '' ? `${key}.unknown` : key, { address, menu })
  return [{ code: 'reserve-address', text }]
}

/** Returns the rule with its values, and what the provider or the router may have against it. */
export function ruleSteps(facts: PlanFacts): NextAction[] {
  const { router, rules, locale } = facts
  const { say, next } = inLocale(facts)
  const restart = router.brand.reboot === 'yes' ? say('router-restarts') : null
  const finish = router.brand.finish?.[locale] ?? null
  const slots = { menu: pathIn(router.brand.menu, locale), rules: rulesIn(facts), other: otherPages(facts) }
  const taken = takenByRouters(neededOf(rules))
  // The general advice does not claim to be a menu.
  const key = isUnsure(router.brand) ? 'add-rules-unsure' : 'add-rules'
  const text = router.hasMenu ? say(key, slots) : say('add-rules-anywhere', slots)
  return [
    ...attackedSteps(facts),
    ...blockedSteps(facts),
    joined({ code: 'add-rules', text }, finish, restart),
    ...(taken[0] === undefined ? [] : [next('port-taken', { ports: listed(taken, locale, 'or'), other: otherPort(taken[0]) })]),
  ]
}

/** Returns the menu of another generation of the router's pages, or how it goes on after the same; empty where the model tells which it has. */
function otherPages({ router: { brand, isModel = false }, locale }: PlanFacts): string {
  const [other] = isModel ? [] : brand.variants
  if (!other) return ''
  const steps = menuIn(other.menu, locale)
  const when = other.when[locale].replace(/^[a-z]/, (first) => first.toUpperCase())
  const [plain, usual] = [other.menu, brand.menu].map((menu) => menu[locale].map((label) => label.replaceAll(' ', '')))
  const same = (plain ?? []).indexOf(usual?.at(-1) ?? '') + 1
  const isLonger = same > 0 && same < steps.length && plain?.slice(0, same).every((label) => usual?.includes(label))
  const rest = steps.slice(same).join(' > ')
  return isLonger
    ? planStepsText.say(locale, 'other-pages-then', { when, rest })
    : planStepsText.say(locale, 'other-pages', { when, menu: steps.join(' > ') })
}

/** The most rules that are told in a sentence. */
const TOLD_MAX = 2

function rulesIn(facts: PlanFacts): string {
  const { rules, locale } = facts
  const say = sayIn(planStepsText, locale)
  const needed = mergedOf(neededOf(rules))
  // A service that is better shut has no list of rules.
  if (needed.length > TOLD_MAX && needIn(facts) !== 'shut') return say('rules-listed')
  const { internalIp = ADDRESS_PLACEHOLDER } = needed[0] ?? {}
  const address = internalIp === ADDRESS_PLACEHOLDER || isInside(facts) ? say('device') : internalIp
  const isAlike = needed.every(({ externalPort, internalPort }) => externalPort === internalPort)
  if (isAlike) return say('rule', { ports: sayPorts(needed, 'externalPort', locale), address })
  const told = needed.map((rule) => sayRule(rule, address, locale))
  return listed(told, locale)
}

/** Says what a rule forwards, to an address if one is given; the port inside where it is another one. */
export function sayRule(
  rule: Pick<FormRule, 'protocol' | 'externalPort' | 'internalPort'>,
  address: string | null,
  locale: PlanFacts['locale'],
): string {
  const say = sayIn(planStepsText, locale)
  const { externalPort: external, internalPort: internal } = rule
  const protocol = sayProtocol(rule)
  const slots = { protocol, external, internal, address: address ?? say('device') }
  if (external === PORT_PLACEHOLDER) return say('rule-to-choose', slots)
  if (external !== internal) return say(address === null ? 'rule-inside' : 'rule-to-port', slots)
  return address === null ? `${protocol} ${external}` : say('rule', { ports: sayPorts([rule], 'externalPort', locale), address })
}

/** Says what rules forward, as a list in a sentence. */
export function sayRules(rules: readonly Parameters<typeof sayRule>[0][], locale: PlanFacts['locale']): string {
  const told = rules.map((rule) => sayRule(rule, null, locale))
  return listed(told, locale)
}

function attackedSteps(facts: PlanFacts): NextAction[] {
  const ports = facts.rules
    .filter(({ externalPort, internalPort }) => externalPort !== internalPort)
    .flatMap(({ externalPort, protocol }) => attackedOn(portsOf(externalPort), protocol))
  const [first] = ports
  if (first === undefined) return []
  const slots = { ports: listed([...new Set(ports)], facts.locale), other: otherPort(first) }
  return [inLocale(facts).next('choose-other-port', slots)]
}

/** Returns the advice on ports that the provider blocks: those that the service needs, or, if it needs none of them, the optional ones. */
function blockedSteps(facts: PlanFacts): NextAction[] {
  const { rules, isp, locale } = facts
  const needed = blockedOf(neededOf(rules), isp?.isp ?? null)
  const spare = blockedOf(rules, isp?.isp ?? null).filter((port) => !needed.includes(port))
  const { say } = inLocale(facts)
  if (needed.length > 0) return needed.map((port) => sayBlocked(facts, port))
  if (spare.length === 0) return []
  const certificate = spare.includes(HTTP_PORT) ? say('certificate-otherwise') : null
  const slots = { provider: isp?.isp.name[locale] ?? '', ports: listed(spare, locale) }
  return [joined({ code: 'use-other-port', text: say('provider-blocks-optional', slots) }, certificate)]
}

/** The port at which authorities look for a certificate's challenge by default. */
const HTTP_PORT = 80

/** Ports that routers use themselves: remote management, their own servers and VPNs. */
const OF_ROUTERS = [21, 22, 23, 53, 80, 443, 1723, 8080, 8443]
function takenByRouters(rules: readonly Rule[]): number[] {
  const isForwarded = (port: number) => rules.some(({ externalPort }) => isOnRange(externalPort, port))
  return OF_ROUTERS.filter(isForwarded)
}

function blockedOf(rules: readonly Rule[], isp: Isp | null): number[] {
  const blocked = (isp?.blocked ?? []).flatMap(({ ports, protocol }) => ports.split(',').map((range) => ({ range, protocol })))
  const hits = rules.flatMap(({ externalPort, protocol }) => {
    const { first, last } = portsOf(externalPort)
    return blocked
      .filter((one) => one.protocol === 'both' || one.protocol === protocol)
      .map(({ range }) => portsOf(range))
      .filter((range) => range.first <= last && first <= range.last)
      .map((range) => Math.max(first, range.first))
  })
  return [...new Set(hits)]
}
