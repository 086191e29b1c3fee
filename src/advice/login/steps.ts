import { type NextAction, nextIn } from '../../contract/next-action.ts'
import { listed } from '../../contract/text.ts'
import { ownersOf } from '../../router/catalogue/gateway-owners.ts'
import type { Localized } from '../../router/catalogue/schema.ts'
import { type LoginFacts, publicIpOf } from '../../router/index.ts'
import { plainName } from '../../router/login/boxes.ts'
import { isHotspot } from '../../router/login/situation.ts'
import type { Case } from '../case.ts'
import type { Situation } from '../situation.ts'
import { advise, sayCompared, sayStep } from '../steps.ts'
import { firstLogin, laterLogins } from './openings.ts'
import { loginStepsText } from './steps.text.ts'

/** The steps that lead on, once the settings are open. */
const LEADING: readonly string[] = ['see-plan', 'see-alternatives']
/** The steps that are for the plan, or among the warnings. */
const ELSEWHERE: readonly string[] = [...LEADING, 'forward-port', 'use-own-router']

/** Returns the next actions in the order of doing: what makes a rule pointless, what to open and the sign-in, the box behind it, and what follows. */
export function loginAdvice(facts: LoginFacts): { situation: Situation | null; nextActions: NextAction[] } {
  const { situation: network, locale } = facts
  const next = nextIn(loginStepsText, locale)
  if (isHotspot(network)) return { situation: null, nextActions: [next('leave-hotspot', { gateway: network.gateway ?? '' })] }
  const one = caseOf(facts)
  const { situation, steps } = advise(one)
  const isOpen = situation === 'unknown'
  const compared = isOpen ? sayCompared(one) : []
  const down = downSteps(facts, compared)
  // Without internet, there is nothing to compare with: the router shows how far it comes.
  const comparison = down.length > 0 ? [sayStep(one, 'check-connection.status')] : compared
  const opening = firstLogin(facts)
  const questions = questionsOf(facts)
  const isFound = opening.some(({ code, url }) => url !== undefined || code === 'use-app')
  const leading = steps.filter(({ code }) => LEADING.includes(code))
  return {
    situation: isOpen && compared.length === 0 ? null : situation,
    nextActions: [
      ...down,
      ...(isOpen ? [] : ofLine(steps, one, situation)),
      ...(isFound ? [] : questions.filter(({ request }) => request)),
      ...opening,
      ...(isFound ? questions : questions.filter(({ request }) => !request)),
      // The own router shows whether the box in front of it matters; beside the gateway it comes last.
      ...(facts.boxes[1]?.role === 'off-path' ? [...laterLogins(facts), ...comparison] : [...comparison, ...laterLogins(facts)]),
      ...(leading.length > 0 ? leading : [sayStep(one, 'see-plan')]),
      ...confirmSteps(facts),
    ],
  }
}

function ofLine(steps: readonly NextAction[], one: Case, situation: Situation): NextAction[] {
  if (situation === 'access-point')
    return [sayStep(one, 'forward-port.outer-gateway'), ...steps.filter(({ code }) => code === 'ask-building')]
  // The address alone does not tell whether a line has all its ports.
  const isToCompare = situation !== 'shared-ports'
  return steps.filter(({ code }) => !ELSEWHERE.includes(code) && (isToCompare || code !== 'compare-router-address'))
}

function caseOf({ line, plan }: LoginFacts): Case {
  return { facts: line, version: 4, ip: publicIpOf(line), asked: null, port: 'nobody', requests: { plan } }
}

function downSteps({ situation: { state }, boxes, locale }: LoginFacts, compared: readonly NextAction[]): NextAction[] {
  const [down] = compared.filter(({ code }) => code === 'check-connection')
  const isPage = boxes[0]?.brand?.app?.only !== true
  const all = isPage ? (['check-connection', 'open-without-internet'] as const) : (['check-connection'] as const)
  const how = { code: 'check-connection', text: all.map((key) => loginStepsText.say(locale, key, {})).join(' ') }
  if (down) return [{ ...down, text: `${down.text} ${how.text}` }]
  return state === 'no' ? [how] : []
}

const MISREAD = { platform: 'name-platform', connectionState: 'name-connection' } as const

function questionsOf({ situation, locale, again, misread }: LoginFacts): NextAction[] {
  const next = nextIn(loginStepsText, locale)
  const { naming, unknownProvider } = situation
  const orIn = (near: readonly { readonly name: Localized }[]) =>
    listed(
      near.map(({ name }) => name[locale]),
      locale,
      'or',
    )
  const [brand] = naming.kind === 'unknown' ? naming.near : []
  const named = naming.kind === 'unknown' && { brand: naming.name, near: orIn(naming.near) }
  const [isp] = unknownProvider?.near ?? []
  const supplied = unknownProvider && { isp: unknownProvider.name, near: orIn(unknownProvider.near) }
  return [
    ...(named ? [brand ? next('check-brand', named, again({ routerBrand: brand.id })) : next('name-brand', named)] : []),
    ...(supplied ? [isp ? next('check-isp', supplied, again({ isp: isp.id })) : next('name-isp', supplied)] : []),
    ...misread.map(({ field, value }) => next(MISREAD[field], { value })),
  ]
}

/** Asks for the provider that was guessed, unless an address names the box: the gateway, or the one of the router. */
function confirmSteps({ situation, boxes, locale, again }: LoginFacts): NextAction[] {
  const { provider, isGuessed, gateway, catalogue } = situation
  const isUpstream = boxes.some(({ role, from }) => role === 'upstream' && from === 'known')
  const [owner, another] = gateway === null ? [] : ownersOf(gateway, catalogue)
  const isFound = isUpstream || (another === undefined && owner !== undefined && owner.provider?.id === provider?.id)
  if (!isGuessed || !provider || isFound) return []
  const slots = { isp: plainName(provider.name, locale) }
  return [nextIn(loginStepsText, locale)('confirm-isp', slots, again({ isp: provider.id }))]
}
