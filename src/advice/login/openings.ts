import { type NextAction, nextIn } from '../../contract/next-action.ts'
import { listed, sayIn } from '../../contract/text.ts'
import { type LoginFacts, publicIpOf } from '../../router/index.ts'
import { type Box, isOfProvider, pageOf, plainName } from '../../router/login/boxes.ts'
import { gatewayLine, isComputer } from '../../router/login/checklist.ts'
import { isShared, type Situation } from '../../router/login/situation.ts'
import { targetsText } from '../../router/login/targets.text.ts'
import { portHints, schemeOf, signInOf } from '../../router/login/targets.ts'
import { wordsText } from '../words.text.ts'
import { loginStepsText } from './steps.text.ts'

const inLocale = ({ locale }: LoginFacts) => ({ say: sayIn(loginStepsText, locale), next: nextIn(loginStepsText, locale) })

/** Returns how to get into the closest box: what to open, what it asks for, and what to do if nothing opens. */
export function firstLogin(facts: LoginFacts): NextAction[] {
  const { situation, row, boxes, isEither, reason, locale } = facts
  const { say, next } = inLocale(facts)
  const [box] = boxes
  if (!box) return []
  if (box.brand?.app?.only) return appSteps(box, box.brand.app.name, facts)
  // A rule in the box of a provider that shares all its addresses lets no connection in.
  if (isOfProvider(box) && isShared(situation) && situation.provider?.ipv4 === 'shared') return []
  const making = { situation, row, boxes, say: sayIn(targetsText, locale), locale }
  const signIn = { code: 'read-label', text: signInOf(box, making, isEither ? reason : null) }
  const url = box.address === null ? null : pageOf(box.address, box.brand)
  const how = gatewayLine(situation, locale) ?? say('read-gateway')
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
  const isDoubtful = facts.situation.isGuessed && isOfProvider(box)
  const page = isDoubtful && box.address !== null ? [say('open-logo', { url: pageOf(box.address, box.brand) })] : []
  const fails = targetsText.say(facts.locale, 'fails-app', {})
  return [next('use-app', { app }), { code: 'nothing-opens', text: [fails, ...page].join(' ') }]
}

const codeFor = (box: Box) => (isOfProvider(box) ? 'log-in-isp' : 'log-in-personal')

function opening(box: Box, url: string, facts: LoginFacts): NextAction {
  const { situation, locale } = facts
  const { say } = inLocale(facts)
  const own = situation.facts.brand === 'personal' ? situation.brand : null
  const { address } = box
  const code = codeFor(box)
  if (isOfProvider(box) && own && address !== null && !own.gateways.includes(address))
    return { code, text: say('log-in-other-box', { url, address, name: own.name[locale] }), url }
  if (!isOfProvider(box) && isBuildingsPerhaps(situation)) return { code, text: say('log-in-if-yours', { url }), url }
  if (isOneOf(box)) return { code, text: say('log-in-one-of', { url, others: listed(pagesOf(box), locale, 'or') }), url }
  const isFirstOfTwo = facts.boxes.length > 1 && box.role === 'own' && !isShared(situation)
  return { code, text: say(isFirstOfTwo ? 'log-in-nearest' : 'log-in', { url }), url }
}

/** Returns the opening of a page whose address only the device shows, with the port that some boxes near the reader need behind it. */
function withoutAddress(box: Box, facts: LoginFacts): NextAction {
  const { situation, locale } = facts
  const { say } = inLocale(facts)
  const text = isBuildingsPerhaps(situation)
    ? say('log-in-if-yours', { url: say('its-gateway') })
    : say('log-in-first', { scheme: schemeOf(box.brand) })
  const ports = box.brand ? [] : portHints({ situation, locale, say: sayIn(targetsText, locale) })
  return { code: codeFor(box), text: [text, ...ports].join(' ') }
}

function linesOf(box: Box, facts: LoginFacts): string[] {
  const { situation, targets } = facts
  const { say } = inLocale(facts)
  const names = targets.flatMap(({ kind, url }) => (kind === 'vendor-hostname' ? (url ?? []) : []))
  const others = [...(isOneOf(box) ? [] : otherPages(box, situation)), ...names].slice(0, 2)
  return [
    say(isComputer(situation.platform) ? 'open-join' : 'open-join-phone'),
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
function otherPages({ address, brand, others }: Box, { facts, ispBox }: Situation): string[] {
  if (address === null) return []
  const page = pageOf(address, brand)
  const bare = brand?.admin.port ? [pageOf(address, { ...brand, admin: { ...brand.admin, port: null } })] : []
  const ofProvider = facts.gateway === 'changed' ? [pageOf(address, ispBox)] : []
  return [...bare, ...ofProvider, ...pagesOf({ others, brand })].filter((one) => one !== page)
}

/** Returns how to get into the box behind the closest one. On a shared line it is left out, since no rule there lets anybody in. */
export function laterLogins(facts: LoginFacts): NextAction[] {
  const { situation, boxes, locale } = facts
  const { say, next } = inLocale(facts)
  const [, box] = boxes
  if (!box || isShared(situation)) return []
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

function isBuildingsPerhaps({ facts, brand, naming }: Situation): boolean {
  return facts.isp === 'building' && brand === null && naming.kind !== 'unknown'
}
