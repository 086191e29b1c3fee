import type { Static } from '@sinclair/typebox'
import { followUp } from '../../contract/next-action.ts'
import { type Locale, listed, type Say, sayIn } from '../../contract/text.ts'
import type { ToolRequests } from '../../contract/tool-requests.gen.ts'
import type { Address } from '../../policy/address.ts'
import { ownersOf } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { isUnsure, shown } from '../catalogue/labels.ts'
import type { Wan } from '../nat.ts'
import { noForwarding } from '../plan/alternatives.ts'
import { serviceOf } from '../plan/asked-service.ts'
import { factsOf } from '../plan/plan.ts'
import { adviceText } from './advice.text.ts'
import { type Box, boxesOf, pageOf, plainName } from './boxes.ts'
import { checklistOf, gatewayStepsOf, labelHintsOf } from './checklist.ts'
import type { LoginFacts, Misread } from './facts.ts'
import type { LOGIN_FIELDS } from './fields.ts'
import { namedBox } from './names.ts'
import { isHotspot, type LoginRequest, type Situation, situationOf } from './situation.ts'
import { targetsOf } from './targets.ts'
import { topologyText } from './topology.text.ts'
import { decide, type Row } from './topology.ts'

/** A route to the caller's routers, in the language of the reader. */
type LoginRoute = { -readonly [Field in keyof typeof LOGIN_FIELDS]: Static<(typeof LOGIN_FIELDS)[Field]> }

/** The reader: address, language and request. */
interface Reader {
  /** The address of the requester; null if a proxy names none. */
  readonly seen: Address | null
  readonly locale: Locale
  /** The request, to be sent again with a better value. */
  readonly request: ToolRequests['router-login-route']
  /** The fields that were read as `other` or `unknown`, because their text could not be read as anything else. */
  readonly misread: readonly Misread['field'][]
}

/** A service with one rule, as an example of a plan. */
const EXAMPLE = 'minecraft-java'

/** Returns everything that the request and the catalogue tell of the caller's routers. Nothing is contacted. */
export function loginFactsOf(asked: LoginRequest, catalogue: Catalogue, { seen, locale, request, misread }: Reader): LoginFacts {
  const situation = situationOf(asked, catalogue, seen)
  const row = decide(situation.facts)
  const boxes = boxesOf(row, situation)
  const { router, provider, isGuessed, platform, gateway, routerWan } = situation
  const isp = provider && { isp: provider, guessed: isGuessed }
  const hints = { router, isp, platform, internalIp: gateway, routerWan, notUnderstood: [] }
  // The menus are those of the box to open.
  const brand = situation.brand ?? boxes[0]?.brand ?? router.brand
  return {
    situation,
    row,
    ...reasonFor(row, situation, boxes, locale),
    boxes,
    targets: targetsOf(situation, row, boxes, locale),
    line: {
      ...factsOf({ service: serviceOf(null, []), ...hints }, catalogue, seen, locale),
      router: { ...router, brand, name: brand.name },
    },
    locale,
    misread: misread.map((field) => ({ field, value: shown(request[field] ?? '') })),
    again: (changed) => followUp('router-login-route', { ...request, ...changed }),
    plan: planFor(situation, boxes, request),
  }
}

/** Returns how to log in to the caller's routers. */
export function loginRouteFrom(facts: LoginFacts): LoginRoute {
  const { situation, row, reason, boxes, targets, line, locale, misread } = facts
  return {
    topology: row.topology,
    topologyReason: reason,
    nat: line.nat,
    router: routerField(situation, boxes[0] ?? null, locale),
    isp: ispField(situation, locale),
    platform: situation.platform,
    connectionState: situation.state,
    notUnderstood: notUnderstoodIn(situation, misread),
    routeTargets: [...targets],
    gatewaySteps: gatewayStepsOf(situation, locale),
    checklist: checklistOf(facts),
    stickerHints: labelHintsOf(facts),
    ...warningsOf(facts),
  }
}

/** Returns why the boxes are taken for what they are. An address that no entry uses, on the network of a provider, may be its older box. */
function reasonFor({ because }: Row, situation: Situation, boxes: readonly Box[], locale: Locale) {
  const { gateway, provider, isGuessed, ispBox, catalogue } = situation
  const isStrange = gateway !== null && isGuessed && ownersOf(gateway, catalogue).length === 0
  const isMoved = gateway !== null && isGuessed && (ispBox?.gateways.length ?? 0) > 0
  const key = because !== 'nothing-known' ? because : isStrange ? 'guessed-box' : isMoved ? 'changed' : because
  const guessed = key === 'guessed-box' ? provider : null
  const box = guessed ? plainName(guessed.name, locale) : (ispBox?.name[locale] ?? topologyText.say(locale, 'provider-box', {}))
  const usual = pageOf(ispBox?.gateways[0] ?? provider?.gateways[0] ?? '', ispBox)
  const names = makersAt(gateway ?? '', situation, locale)
  const reason = topologyText.say(locale, key, { box, url: pageOf(gateway ?? '', boxes[0]?.brand ?? null), names, usual })
  return { reason, isEither: key === 'changed' || key === 'guessed-box' }
}

/** The most makers that are named for an address. */
const MAKERS_MAX = 2

/** Returns the makers of retail routers that come with an address, the most likely first. */
function makersAt(address: string, { catalogue }: Situation, locale: Locale): string {
  const own = ownersOf(address, catalogue).flatMap(({ side, brand }) =>
    side === 'personal' && brand ? [brand.name[locale]] : [],
  )
  return listed([...own.slice(0, MAKERS_MAX), topologyText.say(locale, 'another-maker', {})], locale, 'or')
}

/** Returns the request that follows the login. */
function planFor({ brand, naming }: Situation, boxes: readonly Box[], { routerWanIp, isp }: Reader['request']) {
  const routerBrand = (brand ?? boxes[0]?.brand)?.id ?? (naming.kind === 'unknown' ? naming.name : undefined)
  return followUp('port-forward-plan', {
    useCase: EXAMPLE,
    ...(routerBrand === undefined ? {} : { routerBrand }),
    ...(routerWanIp === undefined ? {} : { routerWanIp }),
    ...(isp === undefined ? {} : { isp }),
  })
}

/** Returns the router that was named; otherwise the closest box, as a guess. */
function routerField({ naming }: Situation, nearest: Box | null, locale: Locale): LoginRoute['router'] {
  if (naming.kind === 'unknown') return { id: null, name: naming.name, known: false }
  const named = namedBox(naming)
  const router = named ?? nearest?.brand
  const name = router?.name[locale] ?? topologyText.say(locale, 'any-router', {})
  return { id: router?.id ?? null, name, known: named !== null }
}

function ispField({ provider, isGuessed, unknownProvider }: Situation, locale: Locale): LoginRoute['isp'] {
  if (provider) {
    return { id: provider.id, name: provider.name[locale], known: true, guessed: isGuessed, support: provider.support }
  }
  return unknownProvider === null ? null : { id: null, name: unknownProvider.name, known: false, guessed: false, support: null }
}

function notUnderstoodIn({ naming, unknownProvider }: Situation, misread: LoginFacts['misread']): LoginRoute['notUnderstood'] {
  return [
    ...(naming.kind === 'unknown' ? ['routerBrand' as const] : []),
    ...misread.map(({ field }) => field),
    ...(unknownProvider === null ? [] : ['isp' as const]),
  ]
}

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
function warningsOf(facts: LoginFacts): { warnings: string[]; caution: string | null } {
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
