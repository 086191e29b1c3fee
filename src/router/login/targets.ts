import { type Locale, sayIn } from '../../contract/text.ts'
import { ownersOf } from '../catalogue/gateway-owners.ts'
import type { Box } from './boxes.ts'
import {
  findTarget,
  isOfProvider,
  limitedTarget,
  nameOf,
  namesAt,
  pageExpected,
  pageOf,
  pageTarget,
  type Target,
  type TargetContext,
} from './pages.ts'
import type { Situation } from './situation.ts'
import { targetsText } from './targets.text.ts'
import type { Row } from './topology.ts'

/** The most names of one page to show: vendors use several. */
const NAMES_MAX = 2
/** The country that the reader is most likely in, by language. */
const COUNTRIES: Record<Locale, string | null> = { en: null, ko: 'KR' }

/** Returns the pages to open, in order: the boxes from the device outwards, then other ways to the closest one. */
export function targetsOf(situation: Situation, row: Row, boxes: readonly Box[], locale: Locale): (Target & { order: number })[] {
  const making: TargetContext = { situation, row, boxes, locale, say: sayIn(targetsText, locale) }
  const all = [
    ...boxes.flatMap((box, index) => targetsOfBox(box, index === 0, making)),
    ...(row.steps.includes('common') ? commonTargets(making) : []),
    ...nameTargets(making),
  ]
  return [...all, ...saidTarget(all, making)].map((target, index) => ({ order: index + 1, ...target }))
}

function targetsOfBox(box: Box, isFirst: boolean, making: TargetContext): Target[] {
  const { brand, address } = box
  if (!brand?.app?.only) return [address === null ? findTarget(box, making) : pageTarget(box, address, isFirst, making)]
  // A provider's box has a page besides the app; other routers may have one at the address that the caller names.
  const page =
    address !== null && (isOfProvider(box) || box.from === 'given') ? [limitedTarget(box, pageOf(address, brand), making)] : []
  return [appTarget(box, brand.app.name, making), ...page]
}

/** Returns the address that the caller names, if no other target leads there. */
function saidTarget(targets: readonly Target[], making: TargetContext): Target[] {
  const { gateway } = making.situation
  if (gateway === null || targets.some(({ url }) => url !== null && new URL(url).hostname === gateway)) return []
  const box: Box = { step: 'own', brand: null, provider: null, address: gateway, from: 'given', others: [] }
  return [pageTarget(box, gateway, false, making)]
}

function appTarget(box: Box, app: string, making: TargetContext): Target {
  const { say, locale } = making
  const name = nameOf(box, locale) ?? app
  const handoff = { open: 'app' as const, url: null, app, expect: say('expect-app', { app }), ifFails: say('fails-app') }
  return { kind: 'app', label: say('label-app', { app }), url: null, reason: say('app-only', { name, app }), handoff }
}

/** Returns the page of the closest box under its host names. */
function nameTargets({ boxes, say, locale }: TargetContext): Target[] {
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
function commonTargets({ situation, say, locale }: TargetContext): Target[] {
  const { catalogue } = situation
  const generic = catalogue.brands.find(({ kind }) => kind === 'generic')
  const nearby = catalogue.isps.filter(({ country, equipment }) => country === COUNTRIES[locale] && equipment !== null)
  const addresses = [...(generic?.gateways ?? []), ...nearby.flatMap(({ gateways }) => gateways.slice(0, 1))]
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
