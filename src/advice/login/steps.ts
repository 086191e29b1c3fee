import { type NextAction, nextIn } from '../../contract/next-action.ts'
import { listed, sayIn } from '../../contract/text.ts'
import { ownersOf } from '../../router/catalogue/gateway-owners.ts'
import type { Localized } from '../../router/catalogue/schema.ts'
import { type LoginFacts, publicIpOf } from '../../router/index.ts'
import { type Box, isOfProvider, pageOf, plainName, schemeOf } from '../../router/login/boxes.ts'
import { gatewayLine, isComputer } from '../../router/login/checklist.ts'
import { isHotspot, isShared } from '../../router/login/home-network.ts'
import { targetsText } from '../../router/login/targets.text.ts'
import { portHints, signInOf } from '../../router/login/targets.ts'
import type { Case } from '../case.ts'
import type { Situation } from '../situation.ts'
import { advise, sayCompared, sayStep } from '../steps.ts'
import { wordsText } from '../words.text.ts'
import { loginStepsText } from './steps.text.ts'

type HomeNetwork = LoginFacts['network']

/** The steps that lead on, once the settings are open. */
const LEADING: readonly string[] = ['see-plan', 'see-alternatives']
/** The steps that are for the plan, or among the warnings. */
const ELSEWHERE: readonly string[] = [...LEADING, 'forward-port', 'use-own-router']

/** Returns the next actions in the order of doing: what makes a rule pointless, what to open and the sign-in, the box behind it, and what follows. */
export function loginAdvice(facts: LoginFacts): { situation: Situation | null; nextActions: NextAction[] } {
  const { network, locale } = facts
  const next = nextIn(loginStepsText, locale)
  if (isHotspot(network)) return { situation: null, nextActions: [next('leave-hotspot', { gateway: network.gateway ?? '' })] }
  const one = loginCase(facts)
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

function loginCase({ line, plan }: LoginFacts): Case {
  return { facts: line, version: 4, ip: publicIpOf(line), asked: null, port: 'nobody', requests: { plan } }
}

function downSteps({ network: { state }, boxes, locale }: LoginFacts, compared: readonly NextAction[]): NextAction[] {
  const [down] = compared.filter(({ code }) => code === 'check-connection')
  const isPage = boxes[0]?.brand?.app?.only !== true
  const all = isPage ? (['check-connection', 'open-without-internet'] as const) : (['check-connection'] as const)
  const how = { code: 'check-connection', text: all.map((key) => loginStepsText.say(locale, key, {})).join(' ') }
  if (down) return [{ ...down, text: `${down.text} ${how.text}` }]
  return state === 'no' ? [how] : []
}

const MISREAD = { platform: 'name-platform', connectionState: 'name-connection' } as const

function questionsOf({ network, locale, again, misread }: LoginFacts): NextAction[] {
  const next = nextIn(loginStepsText, locale)
  const { naming, unknownProvider } = network
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
function confirmSteps({ network, boxes, locale, again }: LoginFacts): NextAction[] {
  const { provider, isGuessed, gateway, catalogue } = network
  const isUpstream = boxes.some(({ role, from }) => role === 'upstream' && from === 'known')
  const [owner, another] = gateway === null ? [] : ownersOf(gateway, catalogue)
  const isFound = isUpstream || (another === undefined && owner !== undefined && owner.provider?.id === provider?.id)
  if (!isGuessed || !provider || isFound) return []
  const slots = { isp: plainName(provider.name, locale) }
  return [nextIn(loginStepsText, locale)('confirm-isp', slots, again({ isp: provider.id }))]
}

const inLocale = ({ locale }: LoginFacts) => ({ say: sayIn(loginStepsText, locale), next: nextIn(loginStepsText, locale) })

/** Returns how to get into the closest box: what to open, what it asks for, and what to do if nothing opens. */
function firstLogin(facts: LoginFacts): NextAction[] {
  const { network, row, boxes, isEither, reason, locale } = facts
  const { say, next } = inLocale(facts)
  const [box] = boxes
  if (!box) return []
  if (box.brand?.app?.only) return appSteps(box, box.brand.app.name, facts)
  // A rule in the box of a provider that shares all its addresses lets no connection in.
  if (isOfProvider(box) && isShared(network) && network.provider?.ipv4 === 'shared') return []
  const making = { network, row, boxes, say: sayIn(targetsText, locale), locale }
  const signIn = { code: 'read-label', text: signInOf(box, making, isEither ? reason : null) }
  const url = box.address === null ? null : pageOf(box.address, box.brand)
  const how = gatewayLine(network, locale) ?? say('read-gateway')
  if (url === null) return [next('find-gateway', { how }), withoutAddress(box, facts), signIn]
  const port = box.brand?.admin.port ? [say('gateway-port', { port: box.brand.admin.port })] : []
  return [
    opening(box, url, facts),
    signIn,
    next('nothing-opens', { lines: linesOf(box, facts).join(' ') }),
    ...(box.from === 'given' ? [] : [{ code: 'find-gateway', text: [say('find-gateway-instead', { how }), ...port].join(' ') }]),
  ]
}

function appSteps(box: Box, app: string, facts: LoginFacts): NextAction[] {
  const { say, next } = inLocale(facts)
  const isDoubtful = facts.network.isGuessed && isOfProvider(box)
  const page = isDoubtful && box.address !== null ? [say('open-logo', { url: pageOf(box.address, box.brand) })] : []
  const fails = targetsText.say(facts.locale, 'fails-app', {})
  return [next('use-app', { app }), { code: 'nothing-opens', text: [fails, ...page].join(' ') }]
}

const codeFor = (box: Box) => (isOfProvider(box) ? 'log-in-isp' : 'log-in-personal')

function opening(box: Box, url: string, facts: LoginFacts): NextAction {
  const { network, locale } = facts
  const { say } = inLocale(facts)
  const own = network.facts.brand === 'personal' ? network.brand : null
  const { address } = box
  const code = codeFor(box)
  if (isOfProvider(box) && own && address !== null && !own.gateways.includes(address))
    return { code, text: say('log-in-other-box', { url, address, name: own.name[locale] }), url }
  if (!isOfProvider(box) && isBuildingsPerhaps(network)) return { code, text: say('log-in-if-yours', { url }), url }
  if (isOneOf(box)) return { code, text: say('log-in-one-of', { url, others: listed(pagesOf(box), locale, 'or') }), url }
  const isFirstOfTwo = facts.boxes.length > 1 && box.role === 'own' && !isShared(network)
  return { code, text: say(isFirstOfTwo ? 'log-in-nearest' : 'log-in', { url }), url }
}

/** Returns the opening of a page whose address only the device shows, with the port that some boxes near the reader need behind it. */
function withoutAddress(box: Box, facts: LoginFacts): NextAction {
  const { network, locale } = facts
  const { say } = inLocale(facts)
  const text = isBuildingsPerhaps(network)
    ? say('log-in-if-yours', { url: say('its-gateway') })
    : say('log-in-first', { scheme: schemeOf(box.brand) })
  const ports = box.brand ? [] : portHints({ network, locale, say: sayIn(targetsText, locale) })
  return { code: codeFor(box), text: [text, ...ports].join(' ') }
}

function linesOf(box: Box, facts: LoginFacts): string[] {
  const { network, targets } = facts
  const { say } = inLocale(facts)
  const names = targets.flatMap(({ kind, url }) => (kind === 'vendor-hostname' ? (url ?? []) : []))
  const others = [...(isOneOf(box) ? [] : otherPages(box, network)), ...names].slice(0, 2)
  return [
    say(isComputer(network.platform) ? 'open-join' : 'open-join-phone'),
    say('open-scheme', { scheme: schemeOf(box.brand) }),
    ...(others.length === 0 ? [] : [say('open-others', { others: listed(others, facts.locale, 'or') })]),
  ]
}

/** Returns whether the boxes of a provider have several usual addresses, so that the first is no more than likely. */
function isOneOf(box: Box): boolean {
  return isOfProvider(box) && box.from === 'usual' && box.others.length > 1
}

function pagesOf({ others, brand }: Pick<Box, 'others' | 'brand'>): string[] {
  return others.map((one) => pageOf(one, brand))
}

/** Returns other pages of a box: without its port, or, if it may be the provider's, with the port and the protocol of that. */
function otherPages({ address, brand, others }: Box, { facts, ispBox }: HomeNetwork): string[] {
  if (address === null) return []
  const page = pageOf(address, brand)
  const bare = brand?.admin.port ? [pageOf(address, { ...brand, admin: { ...brand.admin, port: null } })] : []
  const ofProvider = facts.gateway === 'changed' ? [pageOf(address, ispBox)] : []
  return [...bare, ...ofProvider, ...pagesOf({ others, brand })].filter((one) => one !== page)
}

/** Returns how to get into the box behind the closest one. On a shared line it is left out, since no rule there lets anybody in. */
function laterLogins(facts: LoginFacts): NextAction[] {
  const { network, boxes, locale } = facts
  const { say, next } = inLocale(facts)
  const [, box] = boxes
  if (!box || isShared(network)) return []
  const { brand, address, role, from } = box
  const url = address === null ? null : pageOf(address, brand)
  if (role === 'off-path') {
    const text = say('log-in-beside', { url: url ?? say('its-gateway') })
    return [{ code: 'log-in-personal', text, ...(url !== null && { url }) }]
  }
  if (brand?.app?.only) return [{ code: 'use-app', text: say('use-app-later', { app: brand.app.name }) }]
  if (url === null)
    return [role === 'upstream' ? next('find-upstream', {}) : { code: 'log-in-isp', text: say('log-in-isp-later') }]
  const name = (brand ?? box.provider)?.name
  const plain = name !== undefined && from !== 'common' ? plainName(name, locale) : null
  const isKnown = role === 'upstream' || plain === null
  const likely = {
    url,
    ip: publicIpOf(facts.line) ?? wordsText.say(locale, 'ip.unknown', {}),
    box: plain === null ? '' : wordsText.say(locale, 'box.in', { box: plain }),
  }
  const text = isKnown ? say('log-in-isp-likely', likely) : say('log-in-isp-next', { url, name: plain })
  return [{ code: 'log-in-isp', text, url }]
}

function isBuildingsPerhaps({ facts, brand, naming }: HomeNetwork): boolean {
  return facts.isp === 'building' && brand === null && naming.kind !== 'unknown'
}
