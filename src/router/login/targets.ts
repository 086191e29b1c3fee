import { type Locale, sayIn } from '../../contract/text.ts'
import { ownersOf } from '../catalogue/gateway-owners.ts'
import type { Isp } from '../catalogue/schema.ts'
import { type Box, isOfProvider, nameOf, pageOf } from './boxes.ts'
import { expectOf, failsOf, labelOf, namesAt, pageExpected, reasonOf, type TargetContext } from './pages.ts'
import { type Situation, STATUS_PAGE } from './situation.ts'
import { targetsText } from './targets.text.ts'
import type { Row } from './topology.ts'

export const LOGIN_TARGET_KINDS = ['personal-router', 'isp-equipment', 'vendor-hostname', 'app'] as const
export const LOGIN_OPENS = ['browser', 'app', 'settings'] as const

/** A page, an app or a setting to log in with, what to expect there, and what to do if it fails. */
export interface LoginTarget {
  kind: (typeof LOGIN_TARGET_KINDS)[number]
  label: string
  url: string | null
  reason: string
  handoff: { open: (typeof LOGIN_OPENS)[number]; url: string | null; app: string | null; expect: string; ifFails: string }
}

/** The most names of one page to show: vendors use several. */
const NAMES_MAX = 2
/** The country that the reader is most likely in, by language. */
const COUNTRIES: Record<Locale, string | null> = { en: null, ko: 'KR' }

/** Returns the pages to open, in order: the boxes from the device outwards, then other ways to the closest one. */
export function targetsOf(
  situation: Situation,
  row: Row,
  boxes: readonly Box[],
  locale: Locale,
): (LoginTarget & { order: number })[] {
  const making: TargetContext = { situation, row, boxes, locale, say: sayIn(targetsText, locale) }
  const all = [
    ...boxes.flatMap((box, index) => targetsOfBox(box, index === 0, making)),
    ...(row.roles.includes('common') ? commonTargets(making) : []),
    ...nameTargets(making),
  ]
  return [...all, ...saidTarget(all, making)].map((target, index) => ({ order: index + 1, ...target }))
}

function targetsOfBox(box: Box, isFirst: boolean, making: TargetContext): LoginTarget[] {
  const { brand, address } = box
  if (!brand?.app?.only) return [address === null ? findTarget(box, making) : pageTarget(box, address, isFirst, making)]
  // A provider's box has a page besides the app; other routers may have one at the address that the caller names.
  const page =
    address !== null && (isOfProvider(box) || box.from === 'given') ? [limitedTarget(box, pageOf(address, brand), making)] : []
  return [appTarget(box, brand.app.name, making), ...page]
}

function pageTarget(box: Box, address: string, isFirst: boolean, making: TargetContext): LoginTarget {
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
function limitedTarget(box: Box, url: string, making: TargetContext): LoginTarget {
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
function findTarget(box: Box, making: TargetContext): LoginTarget {
  const isFirst = box === making.boxes[0]
  return isFirst || box.role === 'off-path' ? settingsTarget(box, isFirst, making) : routerPageTarget(box, making)
}

function settingsTarget(box: Box, isFirst: boolean, making: TargetContext): LoginTarget {
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
      expect: [say('expect-settings'), ...portHints(making)].join(' '),
      ifFails: isFirst ? say('fails-find') : say('fails-beside'),
    },
  }
}

/** Returns the boxes in the reader's country whose page has a port of its own, which is typed behind the address. */
export function portHints({ situation, say, locale }: Pick<TargetContext, 'situation' | 'say' | 'locale'>): string[] {
  const nearby = nearbyOf(situation, locale)
  return situation.catalogue.brands
    .filter(({ id }) => nearby.some(({ equipment }) => equipment === id))
    .flatMap(({ name, gateways: [address], admin: { port } }) =>
      address !== undefined && port !== null ? [say('expect-port', { name: name[locale], address, port })] : [],
    )
}

/** Returns the providers whose boxes the reader may have: the one of the line, even if it is guessed; otherwise all of the country. */
function nearbyOf({ catalogue, provider }: Situation, locale: Locale): Isp[] {
  const all = catalogue.isps.filter(({ country, equipment }) => country === COUNTRIES[locale] && equipment !== null)
  const own = all.filter(({ id }) => id === provider?.id)
  return own.length > 0 ? own : all
}

/** Returns the page of the router before a box, which shows the address of that box. */
function routerPageTarget(box: Box, making: TargetContext): LoginTarget {
  const { say, boxes, situation, locale } = making
  const before = boxes[0]
  const app = before?.brand?.app?.only ? before.brand.app.name : null
  const url = app === null && before?.address ? pageOf(before.address, before.brand) : null
  const wan = situation.routerWan?.text ?? ''
  const words =
    box.role === 'upstream'
      ? { reason: say('above-unknown', { wan }), expect: say('expect-upstream'), ifFails: say('fails-upstream') }
      : {
          reason: say('isp-find', { name: nameOf(box, locale) ?? say('somebody') }),
          expect: say('expect-wan-page'),
          ifFails: say('fails-wan-page'),
        }
  const open = app === null ? (url === null ? 'settings' : 'browser') : 'app'
  const { reason, expect, ifFails } = words
  return { kind: 'isp-equipment', label: labelOf(box, making), url: null, reason, handoff: { open, url, app, expect, ifFails } }
}

/** Returns the address that the caller names, if no other target leads there. */
function saidTarget(targets: readonly LoginTarget[], making: TargetContext): LoginTarget[] {
  const { gateway } = making.situation
  if (gateway === null || targets.some(({ url }) => url !== null && new URL(url).hostname === gateway)) return []
  const box: Box = { role: 'own', brand: null, provider: null, address: gateway, from: 'given', others: [] }
  return [pageTarget(box, gateway, false, making)]
}

function appTarget(box: Box, app: string, making: TargetContext): LoginTarget {
  const { say, locale } = making
  const name = nameOf(box, locale) ?? app
  const handoff = { open: 'app' as const, url: null, app, expect: say('expect-app', { app }), ifFails: say('fails-app') }
  return { kind: 'app', label: say('label-app', { app }), url: null, reason: say('app-only', { name, app }), handoff }
}

/** Returns the page of the closest box under its host names. */
function nameTargets({ boxes, say, locale }: TargetContext): LoginTarget[] {
  const brand = boxes[0]?.brand
  if (!brand) return []
  return brand.hostnames.slice(0, NAMES_MAX).map((host) => {
    const [url, name, app] = [pageOf(host, brand), brand.name[locale], brand.app?.name ?? null]
    const expect = brand.app?.only ? say('expect-limited', { app: brand.app.name }) : pageExpected(brand, say, locale)
    const handoff = { open: 'browser' as const, url, app, expect, ifFails: say('fails-name') }
    return {
      kind: 'vendor-hostname',
      label: say('label-name', { name, host }),
      url,
      reason: say('vendor-name', { name }),
      handoff,
    }
  })
}

/** Returns addresses to try if the gateway is unknown: those of routers in general, and of providers' boxes in the reader's country. */
function commonTargets({ situation, say, locale }: TargetContext): LoginTarget[] {
  const { catalogue } = situation
  const generic = catalogue.brands.find(({ kind }) => kind === 'generic')
  const boxes = nearbyOf(situation, locale).flatMap(({ gateways }) => gateways.slice(0, 1))
  const addresses = [...(generic?.gateways ?? []), ...boxes]
  return [...new Set(addresses)].map((address) => {
    const owners = ownersOf(address, catalogue)
    const isIsp = owners.length > 0 && owners.every(({ side }) => side === 'isp')
    const [only] = owners.length === 1 ? owners : []
    const url = pageOf(address, only?.brand ?? null)
    const names = namesAt(address, situation, locale)
    return {
      kind: isIsp ? 'isp-equipment' : 'personal-router',
      label: say('label-common', { address }),
      url,
      reason: names === '' ? say('common') : say('common-names', { names }),
      handoff: { open: 'browser', url, app: null, expect: say('expect-anybody'), ifFails: say('fails-common') },
    }
  })
}
