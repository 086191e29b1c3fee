import type { NextAction } from '../../contract/next-action.ts'
import { sayIn } from '../../contract/text.ts'
import type { Advice } from './action-facts.ts'
import { type Box, isOfProvider, pageOf, plainName } from './boxes.ts'
import { gatewayLine, isComputer } from './checklist.ts'
import { schemeOf, signInOf } from './pages.ts'
import { isShared, type Situation } from './situation.ts'
import { targetsText } from './targets.text.ts'
import { portHints } from './targets.ts'

/** Returns how to get into the closest box: what to open, what it asks for, and what to do if nothing opens. */
export function firstLogin(advice: Advice): NextAction[] {
  const { situation, boxes, targets, locale, say, next } = advice
  const [box] = boxes
  if (!box) return []
  const targetsSay = sayIn(targetsText, locale)
  const app = box.brand?.app
  if (app?.only) {
    const isDoubtful = situation.isGuessed && isOfProvider(box)
    const page = isDoubtful && box.address !== null ? [say('open-logo', { url: pageOf(box.address, box.brand) })] : []
    return [next('use-app', { app: app.name }), { code: 'nothing-opens', text: [targetsSay('fails-app'), ...page].join(' ') }]
  }
  if (isBarred(box, situation)) return []
  const { row, either } = advice
  const text = signInOf(box, { situation, row, boxes, say: targetsSay, locale }, either)
  const signIn = { code: 'read-label', text }
  const url = box.address === null ? null : pageOf(box.address, box.brand)
  const how = gatewayLine(situation, locale) ?? say('read-gateway')
  if (url === null) return [next('find-gateway', { how }), ...withoutAddress(box, advice), signIn]
  const lines = linesOf(
    box,
    advice,
    targets.flatMap((target) => (target.kind === 'vendor-hostname' ? (target.url ?? []) : [])),
  )
  return [
    opening(box, url, advice),
    signIn,
    next('nothing-opens', { lines: lines.join(' ') }),
    ...(box.from === 'given' ? [] : [{ code: 'find-gateway', text: gatewayInstead(box, how, advice) }]),
  ]
}

function gatewayInstead({ brand }: Box, how: string, { say }: Advice): string {
  const port = brand?.admin.port ?? null
  return [say('find-gateway-instead', { how }), ...(port === null ? [] : [say('gateway-port', { port })])].join(' ')
}

function opening(box: Box, url: string, { situation, locale, say, next }: Advice): NextAction {
  const own = situation.facts.brand === 'personal' ? situation.brand : null
  if (isOfProvider(box) && own && box.address !== null) {
    return { code: 'log-in-isp', text: say('log-in-other-box', { url, address: box.address, name: own.name[locale] }), url }
  }
  if (isOfProvider(box)) return { ...next('log-in-isp', { url }), url }
  const key = isBuildingsPerhaps(situation) ? 'log-in-personal-if-yours' : 'log-in-personal'
  return { code: 'log-in-personal', text: say(key, { url }), url }
}

/** Returns the opening of a page whose address only the device shows, with the port that some boxes near the reader need behind it. */
function withoutAddress(box: Box, { situation, locale, say }: Advice): NextAction[] {
  const text = isBuildingsPerhaps(situation)
    ? say('log-in-personal-first-if-yours')
    : say('log-in-personal-first', { scheme: schemeOf(box.brand) })
  const ports = box.brand ? [] : portHints({ situation, locale, say: sayIn(targetsText, locale) })
  return [{ code: isOfProvider(box) ? 'log-in-isp' : 'log-in-personal', text: [text, ...ports].join(' ') }]
}

/** Returns the short lines to try if nothing opens. */
function linesOf(box: Box, { situation, say }: Advice, names: readonly string[]): string[] {
  const [one, other] = [...otherPages(box, situation), ...names]
  return [
    say(isComputer(situation.platform) ? 'open-join' : 'open-join-phone'),
    say('open-scheme', { scheme: schemeOf(box.brand) }),
    ...(one === undefined ? [] : [other === undefined ? say('open-other', { one }) : say('open-others', { one, other })]),
  ]
}

/** Returns other pages of a box: without its port, or, if it may be the provider's, with the port and the protocol of that. */
function otherPages({ address, brand, others }: Box, { facts, ispBox }: Situation): string[] {
  if (address === null) return []
  const page = pageOf(address, brand)
  const bare = brand?.admin.port ? [pageOf(address, { ...brand, admin: { ...brand.admin, port: null } })] : []
  const ofProvider = facts.gateway === 'changed' ? [pageOf(address, ispBox)] : []
  return [...bare, ...ofProvider, ...others.map((one) => pageOf(one, brand))].filter((one) => one !== page)
}

/** Returns how to get into the box behind the closest one. On a shared line it is left out, since no rule there lets anybody in. */
export function laterLogins(advice: Advice): NextAction[] {
  const { situation, boxes, locale, say, next } = advice
  const [, box] = boxes
  if (!box || isShared(situation)) return []
  const { brand, address, role, from } = box
  const url = address === null ? null : pageOf(address, brand)
  if (role === 'off-path') {
    return [
      url === null
        ? { code: 'log-in-personal', text: say('log-in-beside-first') }
        : { code: 'log-in-personal', text: say('log-in-beside', { url }), url },
    ]
  }
  if (brand?.app?.only) return [{ code: 'use-app', text: say('use-app-later', { app: brand.app.name }) }]
  if (url === null)
    return [role === 'upstream' ? next('find-upstream', {}) : { code: 'log-in-isp', text: say('log-in-isp-later') }]
  const name = (brand ?? box.provider)?.name
  const isNamed = name !== undefined && from !== 'common'
  const text = isNamed ? say('log-in-isp-next', { url, name: plainName(name, locale) }) : say('log-in-isp-likely', { url })
  return [{ code: 'log-in-isp', text, url }]
}

/** Returns whether a login is of no use: a rule in the box of a provider that shares all its addresses lets no connection in. */
function isBarred(box: Box, situation: Situation): boolean {
  return isOfProvider(box) && isShared(situation) && situation.provider?.ipv4 === 'shared'
}

/** Returns whether the router may belong to the building. */
function isBuildingsPerhaps({ facts, brand, naming }: Situation): boolean {
  return facts.isp === 'building' && brand === null && naming.kind !== 'unknown'
}
