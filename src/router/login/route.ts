import { followUp } from '../../contract/next-action.ts'
import { type Locale, listed, sayIn } from '../../contract/text.ts'
import type { ToolRequests } from '../../contract/tool-requests.gen.ts'
import type { Address } from '../../policy/address.ts'
import { ownersOf } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { isUnsure, safeText } from '../catalogue/labels.ts'
import type { Wan } from '../judgement/line.ts'
import { noForwarding } from '../plan/alternatives.ts'
import { factsOf } from '../plan/plan.ts'
import { serviceOf } from '../plan/request.ts'
import { type Box, boxesOf, pageOf, plainName } from './boxes.ts'
import { checklistOf, gatewayStepsOf, labelHintsOf } from './checklist.ts'
import type { LoginFacts, Misread } from './facts.ts'
import type { LoginRoute } from './fields.ts'
import { type HomeNetwork, homeNetworkOf, isHotspot, type LoginRequest } from './home-network.ts'
import { namedBox } from './names.ts'
import { checklistText, topologyText } from './route.text.ts'
import { targetsOf } from './targets.ts'
import { decide, type Row } from './topology.ts'

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
  const network = homeNetworkOf(asked, catalogue, seen)
  const row = decide(network.facts)
  const boxes = boxesOf(row, network)
  const { router, provider, isGuessed, platform, gateway, routerWan } = network
  const isp = provider && { isp: provider, guessed: isGuessed }
  const hints = { router, isp, platform, internalIp: gateway, routerWan, notUnderstood: [] }
  // The menus are those of the box to open.
  const brand = network.brand ?? boxes[0]?.brand ?? router.brand
  return {
    network,
    row,
    ...reasonFor(row, network, boxes, locale),
    boxes,
    targets: targetsOf(network, row, boxes, locale),
    line: {
      ...factsOf({ service: serviceOf(null, []), ...hints }, catalogue, seen, locale),
      router: { ...router, brand, name: brand.name },
    },
    locale,
    misread: misread.map((field) => ({ field, value: safeText(request[field] ?? '') })),
    again: (changed) => followUp('router-login-route', { ...request, ...changed }),
    plan: planFor(network, boxes, request),
  }
}

/** Returns how to log in to the caller's routers. */
export function loginRouteFrom(facts: LoginFacts): LoginRoute {
  const { network, row, reason, boxes, targets, line, locale, misread } = facts
  return {
    topology: row.topology,
    topologyReason: reason,
    nat: line.nat,
    router: routerField(network, boxes[0] ?? null, locale),
    isp: ispField(network, locale),
    platform: network.platform,
    connectionState: network.state,
    notUnderstood: notUnderstoodIn(network, misread),
    routeTargets: [...targets],
    gatewaySteps: gatewayStepsOf(network, locale),
    checklist: checklistOf(facts),
    stickerHints: labelHintsOf(facts),
    ...warningsOf(facts),
  }
}

/** Returns why the boxes are taken for what they are. An address that no entry uses, on the network of a provider, may be its older box. */
function reasonFor({ because }: Row, network: HomeNetwork, boxes: readonly Box[], locale: Locale) {
  const { gateway, provider, isGuessed, ispBox, catalogue } = network
  const isStrange = gateway !== null && isGuessed && ownersOf(gateway, catalogue).length === 0
  const isMoved = gateway !== null && isGuessed && (ispBox?.gateways.length ?? 0) > 0
  const key = because !== 'nothing-known' ? because : isStrange ? 'guessed-box' : isMoved ? 'changed' : because
  const guessed = key === 'guessed-box' ? provider : null
  const box = guessed ? plainName(guessed.name, locale) : (ispBox?.name[locale] ?? topologyText.say(locale, 'provider-box', {}))
  const usual = pageOf(ispBox?.gateways[0] ?? provider?.gateways[0] ?? '', ispBox)
  const names = makersAt(gateway ?? '', network, locale)
  const reason = topologyText.say(locale, key, { box, url: pageOf(gateway ?? '', boxes[0]?.brand ?? null), names, usual })
  return { reason, isEither: key === 'changed' || key === 'guessed-box' }
}

/** The most makers that are named for an address. */
const MAKERS_MAX = 2

function makersAt(address: string, { catalogue }: HomeNetwork, locale: Locale): string {
  const own = ownersOf(address, catalogue).flatMap(({ side, brand }) =>
    side === 'personal' && brand ? [brand.name[locale]] : [],
  )
  return listed([...own.slice(0, MAKERS_MAX), topologyText.say(locale, 'another-maker', {})], locale, 'or')
}

function planFor({ brand, naming }: HomeNetwork, boxes: readonly Box[], { routerWanIp, isp }: Reader['request']) {
  const routerBrand = (brand ?? boxes[0]?.brand)?.id ?? (naming.kind === 'unknown' ? naming.name : undefined)
  return followUp('port-forward-plan', {
    useCase: EXAMPLE,
    ...(routerBrand === undefined ? {} : { routerBrand }),
    ...(routerWanIp === undefined ? {} : { routerWanIp }),
    ...(isp === undefined ? {} : { isp }),
  })
}

function routerField({ naming }: HomeNetwork, nearest: Box | null, locale: Locale): LoginRoute['router'] {
  if (naming.kind === 'unknown') return { id: null, name: naming.name, known: false }
  const named = namedBox(naming)
  const router = named ?? nearest?.brand
  const name = router?.name[locale] ?? topologyText.say(locale, 'any-router', {})
  return { id: router?.id ?? null, name, known: named !== null }
}

function ispField({ provider, isGuessed, unknownProvider }: HomeNetwork, locale: Locale): LoginRoute['isp'] {
  if (provider) {
    return { id: provider.id, name: provider.name[locale], known: true, guessed: isGuessed, support: provider.support }
  }
  return unknownProvider === null ? null : { id: null, name: unknownProvider.name, known: false, guessed: false, support: null }
}

function notUnderstoodIn({ naming, unknownProvider }: HomeNetwork, misread: LoginFacts['misread']): LoginRoute['notUnderstood'] {
  return [
    ...(naming.kind === 'unknown' ? ['routerBrand' as const] : []),
    ...misread.map(({ field }) => field),
    ...(unknownProvider === null ? [] : ['isp' as const]),
  ]
}

/** WAN addresses that do not show whether the provider translates. */
const SAYS_NOTHING: readonly Wan[] = ['unknown', 'private']

/** Returns the warnings, the most important first, and the one of them that everybody should read; the minor ones concern few, or a step says the same. */
function warningsOf(facts: LoginFacts): { warnings: string[]; caution: string | null } {
  const minor = minorWarnings(facts)
  const { network, boxes, row, line, locale } = facts
  const { brand, provider, isGuessed, wan } = network
  const say = sayIn(checklistText, locale)
  const isShared = SAYS_NOTHING.includes(wan) && provider?.carrierNat.usual === 'yes'
  const note = isShared ? provider.carrierNat.note[locale] : ''
  const [tip] = isShared ? provider.tips[locale] : []
  const isBeside = wan === 'unknown' && boxes.some(({ role }) => role === 'off-path')
  const isAnybodys = !brand && (!provider || isGuessed) && wan === 'unknown'
  const major = [
    ...(network.facts.isp === 'building' ? [say('public-wifi')] : []),
    ...(noForwarding(line).length > 0 ? [noForwarding(line).join(' ')] : []),
    ...(isShared ? [provider.building ? note : say('carrier-usual', { name: provider.name[locale], note })] : []),
    ...(tip === undefined ? [] : [tip]),
    ...(isHotspot(network) ? [say('hotspot')] : []),
    ...(isBeside ? [say('beside')] : []),
    ...(row.topology === 'bridge' ? [say('bridged')] : []),
    ...(isAnybodys ? [say('public-wifi')] : []),
  ]
  return { warnings: [...major, ...minor], caution: major[0] ?? null }
}

function minorWarnings(facts: LoginFacts): string[] {
  const { network, boxes, targets, locale } = facts
  const say = sayIn(checklistText, locale)
  const usual = boxes.find(({ brand }) => brand?.login.style === 'documented-default')?.brand
  const unsure = unsureOf(facts)
  const pages = targets.flatMap(({ url, handoff }) => [url, handoff.url]).filter((url) => url !== null)
  return [
    ...(network.isGuessed ? [say('provider-guessed', { name: network.provider?.name[locale] ?? '' })] : []),
    ...(usual ? [say('default-account', { name: usual.name[locale] })] : []),
    ...(unsure.length > 0 ? [say('unsure', { names: unsure.join(', ') })] : []),
    ...(pages.some((url) => url.startsWith('https:')) ? [say('certificate')] : []),
    ...(pages[0] === undefined ? [] : [say('search-box', { scheme: `${pages[0].split(':')[0]}://` })]),
    ...(pages.some((url) => url.startsWith('http:')) ? [say('not-secure')] : []),
    say('guest'),
    say('vpn'),
  ]
}

function unsureOf({ boxes, network: { provider }, locale }: LoginFacts): string[] {
  const brands = boxes.flatMap(({ brand }) => (brand && brand.kind !== 'generic' ? [brand] : []))
  // The entry of a building makes no claim that could be wrong.
  const names = [...brands, ...(provider && !provider.building ? [provider] : [])]
    .filter(isUnsure)
    .map(({ name }) => name[locale])
  return [...new Set(names)]
}
