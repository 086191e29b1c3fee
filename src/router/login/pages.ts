import type { Locale, Say } from '../../contract/text.ts'
import { ownersOf } from '../catalogue/gateway-owners.ts'
import { inSame24 } from '../catalogue/range.ts'
import type { Brand } from '../catalogue/schema.ts'
import type { Box } from './boxes.ts'
import { isHotspot, type Situation, STATUS_PAGE } from './situation.ts'
import type { targetsText } from './targets.text.ts'
import type { Row } from './topology.ts'

export const LOGIN_TARGET_KINDS = ['personal-router', 'isp-equipment', 'vendor-hostname', 'app'] as const
export const LOGIN_OPENS = ['browser', 'app', 'settings'] as const

export interface Target {
  kind: (typeof LOGIN_TARGET_KINDS)[number]
  label: string
  url: string | null
  reason: string
  handoff: { open: (typeof LOGIN_OPENS)[number]; url: string | null; app: string | null; expect: string; ifFails: string }
}

export type Words = Say<(typeof targetsText)['en']>

/** The material of a target. */
export interface TargetContext {
  readonly situation: Situation
  readonly row: Row
  readonly boxes: readonly Box[]
  readonly say: Words
  readonly locale: Locale
}

const SHOWN_OWNERS_MAX = 4
/** An address in a range that no brand and no provider in the catalogue uses. */
const FREE_RANGE = '192.168.77.1'

export function pageTarget(box: Box, address: string, isFirst: boolean, making: TargetContext): Target {
  const { brand } = box
  const url = pageOf(address, brand)
  return {
    kind: isOfProvider(box) ? 'isp-equipment' : 'personal-router',
    label: labelOf(box, making),
    url,
    reason: reasonOf(box, address, isFirst, making),
    handoff: {
      open: 'browser',
      url,
      app: brand?.app?.name ?? null,
      expect: expectOf(box, making),
      ifFails: failsOf(box, address, isFirst, making),
    },
  }
}

/** Returns the page of a box that is set up in its app. */
export function limitedTarget(box: Box, url: string, making: TargetContext): Target {
  const { say } = making
  const app = box.brand?.app?.name ?? ''
  const handoff = {
    open: 'browser' as const,
    url,
    app,
    expect: say('expect-limited', { app }),
    ifFails: say('fails-limited', { app }),
  }
  return {
    kind: isOfProvider(box) ? 'isp-equipment' : 'personal-router',
    label: labelOf(box, making),
    url,
    reason: limitedReason(box, app, making),
    handoff,
  }
}

function limitedReason(box: Box, app: string, { say, locale }: TargetContext): string {
  if (!isOfProvider(box)) return say('own-given-app', { name: nameOf(box, locale) ?? app, app })
  const isStatus = box.address === STATUS_PAGE && !box.brand?.gateways.includes(STATUS_PAGE)
  return isStatus ? say('status-page', { address: STATUS_PAGE, app }) : say('limited', { app })
}

/** Returns a target without an address: the device shows it, or the router before this box. */
export function findTarget(box: Box, making: TargetContext): Target {
  const isFirst = box === making.boxes[0]
  return isFirst || box.step === 'beside' ? settingsTarget(box, isFirst, making) : routerPageTarget(box, making)
}

function settingsTarget(box: Box, isFirst: boolean, making: TargetContext): Target {
  const { say } = making
  return {
    kind: isOfProvider(box) ? 'isp-equipment' : 'personal-router',
    label: labelOf(box, making),
    url: null,
    reason: isFirst ? say('own-find') : say('beside'),
    handoff: {
      open: 'settings',
      url: null,
      app: null,
      expect: say('expect-settings'),
      ifFails: isFirst ? say('fails-find') : say('fails-beside'),
    },
  }
}

/** Returns the page of the router before a box, which shows the address of that box. */
function routerPageTarget(box: Box, making: TargetContext): Target {
  const { say, boxes, situation, locale } = making
  const before = boxes[0]
  const app = before?.brand?.app?.only ? before.brand.app.name : null
  const url = app === null && before?.address ? pageOf(before.address, before.brand) : null
  const wan = situation.routerWan?.text ?? ''
  const isSameRange = before?.address != null && inSame24(before.address, wan)
  const words =
    box.step === 'above' && !isSameRange
      ? { reason: say('above-unknown', { wan }), expect: say('expect-upstream'), ifFails: say('fails-upstream') }
      : box.step === 'above'
        ? {
            reason: say('above-same-range', { wan }),
            expect: say('expect-lan-settings', { free: FREE_RANGE }),
            ifFails: say('fails-lan-settings'),
          }
        : {
            reason: say('isp-find', { name: nameOf(box, locale) ?? say('somebody') }),
            expect: say('expect-wan-page'),
            ifFails: say('fails-wan-page'),
          }
  const open = app === null ? (url === null ? 'settings' : 'browser') : 'app'
  const { reason, expect, ifFails } = words
  return { kind: 'isp-equipment', label: labelOf(box, making), url: null, reason, handoff: { open, url, app, expect, ifFails } }
}

export function pageOf(host: string, brand: Brand | null): string {
  const { https = false, port = null } = brand?.admin ?? {}
  return `${https ? 'https' : 'http'}://${host}${port === null ? '' : `:${port}`}`
}

export function nameOf({ brand, provider }: Pick<Box, 'brand' | 'provider'>, locale: Locale): string | null {
  return (brand ?? provider)?.name[locale] ?? null
}

export function namesAt(address: string, { catalogue }: Situation, locale: Locale): string {
  const names = ownersOf(address, catalogue).map((owner) => nameOf(owner, locale))
  return [...new Set(names)].slice(0, SHOWN_OWNERS_MAX).join(', ')
}

function labelOf(box: Box, { say, locale, situation }: TargetContext): string {
  // A box without an entry of its own has the name that the caller gives it: "Vodafone Station".
  const said = box.step === 'isp' && box.brand === null ? situation.named : null
  const name = said?.name[locale] ?? nameOf(box, locale)
  if (isOfProvider(box)) {
    if (name !== null) return say('label-isp', { name })
    return box.step === 'above' ? say('label-above') : say('label-isp-unknown')
  }
  if (name !== null) return isGuess(box, situation) ? say('label-own-likely', { name }) : say('label-own', { name })
  if (situation.unknownBrand !== null) return say('label-own', { name: situation.unknownBrand })
  return situation.facts.gateway === 'open' ? say('label-gateway') : say('label-own-unknown')
}

/** Returns whether the brand of a router is inferred from its address. */
function isGuess({ step, brand }: Box, situation: Situation): boolean {
  return step === 'own' && brand !== null && brand !== situation.brand
}

export function isOfProvider({ step }: Box): boolean {
  return step === 'isp' || step === 'above'
}

function reasonOf(box: Box, address: string, isFirst: boolean, { say, locale, situation, row }: TargetContext): string {
  const wan = situation.routerWan?.text ?? ''
  const name = nameOf(box, locale) ?? say('somebody')
  switch (box.step) {
    case 'own': {
      if (box.from === 'usual') return say('own-usual', { name, address })
      if (isHotspot(situation)) return say('own-hotspot', { address })
      const names = namesAt(address, situation, locale)
      return situation.unknownBrand !== null || (box.brand && !isGuess(box, situation)) || names === ''
        ? say('own-given', { address })
        : say('own-given-shared', { address, names })
    }
    case 'isp':
      if (box.from === 'given') return say('isp-given', { address })
      if (isFirst) return say('isp-first', { name, address })
      return row.because === 'public-single' ? say('isp-if-alone', { name, address }) : say('isp-second', { name, address })
    case 'above':
      return box.from === 'known' ? say('above-known', { wan, name, address }) : say('above-usual', { wan, address })
    case 'beside':
      return say('beside')
  }
}

function expectOf(box: Box, { say, locale, situation }: TargetContext): string {
  if (box.brand && !isGuess(box, situation)) return pageExpected(box.brand, say, locale)
  return isOfProvider(box) ? say('expect-provider') : say('expect-anybody')
}

/** Returns the first thing that the login page of a brand shows. */
export function pageExpected({ admin, login, name }: Brand, say: Words, locale: Locale): string {
  const page = say(`expect-${login.style}`, { name: name[locale] })
  return admin.https ? `${page} ${say('expect-certificate')}` : page
}

function failsOf(box: Box, address: string, isFirst: boolean, { say }: TargetContext): string {
  const others = box.others.join(', ')
  const { admin, hostnames = [] } = box.brand ?? {}
  const sentences = [
    box.step === 'beside' ? say('fails-beside') : null,
    box.step !== 'beside' && box.from === 'given' ? say('fails-given') : null,
    isFirst && box.from === 'usual' ? say('fails-usual') : null,
    !isFirst && box.step !== 'beside' ? say('fails-above') : null,
    others === '' ? null : say('fails-others', { others }),
    admin?.port ? say('fails-port', { url: `${admin.https ? 'https' : 'http'}://${address}` }) : null,
    isFirst && hostnames[0] !== undefined ? say('fails-try-name', { url: pageOf(hostnames[0], box.brand) }) : null,
  ]
  return sentences.filter((sentence) => sentence !== null).join(' ')
}
