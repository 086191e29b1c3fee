import { type Locale, sayIn } from '../../contract/text.ts'
import { isUnsure } from '../catalogue/certainty.ts'
import { inSame24 } from '../catalogue/range.ts'
import type { Wan } from '../nat.ts'
import { adviceText } from './advice.text.ts'
import type { AdviceContext, SayAdvice } from './advice.ts'
import { type Box, isOfProvider, nameOf } from './boxes.ts'
import { isHotspot } from './situation.ts'

interface Warning {
  readonly fits: (advising: AdviceContext) => boolean
  readonly words: (advising: AdviceContext, say: SayAdvice) => string
  /** Whether it is shown with the details only, since it concerns few, or a step says the same. */
  readonly isMinor?: true
}

/** WAN addresses that do not show whether the provider translates. */
const SAYS_NOTHING: readonly Wan[] = ['unknown', 'private']

const wanText = ({ situation }: AdviceContext) => situation.routerWan?.text ?? ''
const pages = ({ targets }: AdviceContext) =>
  targets.flatMap(({ url, handoff }) => [url, handoff.url]).filter((url) => url !== null)

/** All warnings, the most important first; only those that apply are shown. */
const WARNINGS: readonly Warning[] = [
  { fits: ({ situation }) => situation.facts.isp === 'building', words: (_, say) => say('public-wifi') },
  { fits: ({ situation }) => situation.wan === 'shared', words: (_, say) => say('carrier'), isMinor: true },
  {
    fits: ({ situation }) => situation.facts.wan === 'carrier',
    words: (advising, say) => say('carrier-private', { wan: wanText(advising) }),
  },
  {
    fits: ({ situation }) => SAYS_NOTHING.includes(situation.wan) && situation.provider?.carrierNat.usual === 'yes',
    words: ({ situation: { provider }, locale }, say) => {
      const note = provider?.carrierNat.note[locale] ?? ''
      return provider?.building ? note : say('carrier-usual', { name: provider?.name[locale] ?? '', note })
    },
  },
  { fits: (advising) => tipOf(advising) !== null, words: (advising, say) => say('provider-tip', { tip: tipOf(advising) ?? '' }) },
  {
    fits: ({ situation }) => situation.wan === 'down',
    words: (advising, say) => say('wan-down', { wan: wanText(advising) }),
    isMinor: true,
  },
  { fits: ({ situation }) => isHotspot(situation), words: (_, say) => say('hotspot') },
  { fits: isSameRange, words: (_, say) => say('same-range') },
  { fits: ({ boxes }) => boxes.some(({ role }) => role === 'off-path'), words: (_, say) => say('beside') },
  { fits: differs, words: (advising, say) => say('wan-differs', { wan: wanText(advising), seen: advising.seen ?? '' }) },
  { fits: (advising) => hasTwo(advising) && isCertain(advising), words: (_, say) => say('double-nat'), isMinor: true },
  { fits: (advising) => hasTwo(advising) && !isCertain(advising), words: (_, say) => say('double-nat-likely') },
  {
    fits: (advising) => hasTwo(advising) && bridgeOf(advising.boxes) !== null,
    words: ({ boxes, locale }, say) => bridgeIn(boxes, say, locale),
    isMinor: true,
  },
  { fits: ({ boxes }) => boxes.some(isUnknownUpstream), words: (_, say) => say('no-second-router'), isMinor: true },
  { fits: ({ row }) => row.topology === 'bridge', words: (_, say) => say('bridged') },
  {
    fits: ({ situation: { brand, provider, isGuessed, wan } }) => !brand && (!provider || isGuessed) && wan === 'unknown',
    words: (_, say) => say('public-wifi'),
  },
  {
    fits: ({ situation }) => situation.isGuessed,
    words: ({ situation, locale }, say) => say('provider-guessed', { name: situation.provider?.name[locale] ?? '' }),
    isMinor: true,
  },
  {
    fits: ({ boxes }) => boxes.some(({ brand }) => brand?.login.style === 'documented-default'),
    words: ({ boxes, locale }, say) => {
      const brand = boxes.find((box) => box.brand?.login.style === 'documented-default')?.brand
      return say('default-account', { name: brand?.name[locale] ?? '' })
    },
    isMinor: true,
  },
  {
    fits: (advising) => unsureOf(advising).length > 0,
    words: (advising, say) => say('unsure', { names: unsureOf(advising).join(', ') }),
    isMinor: true,
  },
  {
    fits: (advising) => pages(advising).some((url) => url.startsWith('https:')),
    words: (_, say) => say('certificate'),
    isMinor: true,
  },
  {
    fits: (advising) => pages(advising).length > 0,
    words: (advising, say) => say('search-box', { scheme: `${pages(advising)[0]?.split(':')[0]}://` }),
    isMinor: true,
  },
  {
    fits: (advising) => pages(advising).some((url) => url.startsWith('http:')),
    words: (_, say) => say('not-secure'),
    isMinor: true,
  },
  { fits: () => true, words: (_, say) => say('guest'), isMinor: true },
  { fits: () => true, words: (_, say) => say('vpn'), isMinor: true },
]

/** Returns the warnings, and the one of them that everybody should read. */
export function warningsOf(advising: AdviceContext): { warnings: string[]; caution: string | null } {
  const say = sayIn(adviceText, advising.locale)
  const fitting = WARNINGS.filter(({ fits }) => fits(advising))
  const caution = fitting.find(({ isMinor }) => !isMinor)
  return { warnings: fitting.map(({ words }) => words(advising, say)), caution: caution?.words(advising, say) ?? null }
}

/** Returns the names of the routers and the provider whose entries nothing confirms. */
function unsureOf({ boxes, situation: { provider }, locale }: AdviceContext): string[] {
  const brands = boxes.flatMap(({ brand }) => (brand && brand.kind !== 'generic' ? [brand] : []))
  // The entry of a building makes no claim that could be wrong.
  const names = [...brands, ...(provider && !provider.building ? [provider] : [])]
    .filter(isUnsure)
    .map(({ name }) => name[locale])
  return [...new Set(names)]
}

/** Returns whether two routers are in a row, not side by side. */
export function hasTwo({ row }: Pick<AdviceContext, 'row'>): boolean {
  return row.topology === 'isp-plus-router' && row.because !== 'own-is-beside' && row.because !== 'building-nat'
}

/** Returns whether the network of the closest router uses the range of its own WAN address. */
function isSameRange({ situation, boxes }: AdviceContext): boolean {
  const address = boxes[0]?.address ?? null
  return (
    situation.wan === 'private' &&
    boxes[0]?.role === 'own' &&
    address !== null &&
    inSame24(address, situation.routerWan?.text ?? '')
  )
}

/** Returns whether the requester uses a VPN, or another line. */
function differs({ situation, seen }: AdviceContext): boolean {
  return situation.wan === 'public' && seen !== null && seen !== situation.routerWan?.text
}

/** Returns what the customers of a provider whose lines are shared should know. */
function tipOf({ situation: { provider, wan }, locale }: AdviceContext): string | null {
  return SAYS_NOTHING.includes(wan) && provider?.carrierNat.usual === 'yes' ? (provider.tips[locale][0] ?? null) : null
}

/** Returns whether the address of the router proves that the other box is a router, and whose it is. */
export function isCertain({ situation, boxes }: Pick<AdviceContext, 'situation' | 'boxes'>): boolean {
  return situation.wan === 'private' && !boxes.some(isUnknownUpstream)
}

/** Returns whether the router upstream may as well be the provider's or the building's equipment. */
function isUnknownUpstream({ role, from }: Box): boolean {
  return role === 'upstream' && from !== 'known'
}

export function bridgeOf(boxes: readonly Box[]) {
  const box = boxes.find(isOfProvider)
  return box?.provider?.bridge ?? box?.brand?.bridgeMode ?? null
}

/** Returns how to bridge: a sentence for a provider, the name of the mode for a brand. */
export function bridgeIn(boxes: readonly Box[], say: SayAdvice, locale: Locale): string {
  const box = boxes.find(isOfProvider)
  const slots = { name: (box && nameOf(box, locale)) ?? '', how: bridgeOf(boxes)?.[locale] ?? '' }
  return box?.provider?.bridge ? say('bridge-how', slots) : say('bridge-name', slots)
}
