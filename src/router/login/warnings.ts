import { type Say, sayIn } from '../../contract/text.ts'
import { isUnsure } from '../catalogue/certainty.ts'
import type { Wan } from '../nat.ts'
import { noForwarding } from '../plan/alternatives.ts'
import { adviceText } from './advice.text.ts'
import type { LoginFacts } from './facts.ts'
import { isHotspot } from './situation.ts'

interface Warning {
  readonly fits: (facts: LoginFacts) => boolean
  readonly words: (facts: LoginFacts, say: Say<(typeof adviceText)['en']>) => string
  /** Whether it is shown with the details only, since it concerns few, or a step says the same. */
  readonly isMinor?: true
}

/** WAN addresses that do not show whether the provider translates. */
const SAYS_NOTHING: readonly Wan[] = ['unknown', 'private']

const pages = ({ targets }: LoginFacts) => targets.flatMap(({ url, handoff }) => [url, handoff.url]).filter((url) => url !== null)

/** All warnings, the most important first; only those that apply are shown. */
const WARNINGS: readonly Warning[] = [
  { fits: ({ situation }) => situation.facts.isp === 'building', words: (_, say) => say('public-wifi') },
  { fits: ({ line }) => noForwarding(line).length > 0, words: ({ line }) => noForwarding(line).join(' ') },
  {
    fits: ({ situation }) => SAYS_NOTHING.includes(situation.wan) && situation.provider?.carrierNat.usual === 'yes',
    words: ({ situation: { provider }, locale }, say) => {
      const note = provider?.carrierNat.note[locale] ?? ''
      return provider?.building ? note : say('carrier-usual', { name: provider?.name[locale] ?? '', note })
    },
  },
  { fits: (facts) => tipOf(facts) !== null, words: (facts, say) => say('provider-tip', { tip: tipOf(facts) ?? '' }) },
  { fits: ({ situation }) => isHotspot(situation), words: (_, say) => say('hotspot') },
  {
    fits: ({ situation, boxes }) => situation.wan === 'unknown' && boxes.some(({ role }) => role === 'off-path'),
    words: (_, say) => say('beside'),
  },
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
    fits: (facts) => unsureOf(facts).length > 0,
    words: (facts, say) => say('unsure', { names: unsureOf(facts).join(', ') }),
    isMinor: true,
  },
  {
    fits: (facts) => pages(facts).some((url) => url.startsWith('https:')),
    words: (_, say) => say('certificate'),
    isMinor: true,
  },
  {
    fits: (facts) => pages(facts).length > 0,
    words: (facts, say) => say('search-box', { scheme: `${pages(facts)[0]?.split(':')[0]}://` }),
    isMinor: true,
  },
  {
    fits: (facts) => pages(facts).some((url) => url.startsWith('http:')),
    words: (_, say) => say('not-secure'),
    isMinor: true,
  },
  { fits: () => true, words: (_, say) => say('guest'), isMinor: true },
  { fits: () => true, words: (_, say) => say('vpn'), isMinor: true },
]

/** Returns the warnings, and the one of them that everybody should read. */
export function warningsOf(facts: LoginFacts): { warnings: string[]; caution: string | null } {
  const say = sayIn(adviceText, facts.locale)
  const fitting = WARNINGS.filter(({ fits }) => fits(facts))
  const caution = fitting.find(({ isMinor }) => !isMinor)
  return { warnings: fitting.map(({ words }) => words(facts, say)), caution: caution?.words(facts, say) ?? null }
}

/** Returns the names of the routers and the provider whose entries nothing confirms. */
function unsureOf({ boxes, situation: { provider }, locale }: LoginFacts): string[] {
  const brands = boxes.flatMap(({ brand }) => (brand && brand.kind !== 'generic' ? [brand] : []))
  // The entry of a building makes no claim that could be wrong.
  const names = [...brands, ...(provider && !provider.building ? [provider] : [])]
    .filter(isUnsure)
    .map(({ name }) => name[locale])
  return [...new Set(names)]
}

/** Returns what the customers of a provider whose lines are shared should know. */
function tipOf({ situation: { provider, wan }, locale }: LoginFacts): string | null {
  return SAYS_NOTHING.includes(wan) && provider?.carrierNat.usual === 'yes' ? (provider.tips[locale][0] ?? null) : null
}
