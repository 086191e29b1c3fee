import { type Locale, listed, type Say, sayIn } from '../../contract/text.ts'
import { ownersOf } from '../catalogue/gateway-owners.ts'
import type { Brand, Isp } from '../catalogue/schema.ts'
import { type Box, isOfProvider, nameOf, pageOf, plainName, schemeOf } from './boxes.ts'
import type { LoginTarget } from './fields.ts'
import { type HomeNetwork, isHotspot, STATUS_PAGE } from './home-network.ts'
import { namedBox } from './names.ts'
import { targetsText } from './targets.text.ts'
import type { Row } from './topology.ts'

/** The most names of one page to show: vendors use several. */
const NAMES_MAX = 2
/** The country that the reader is most likely in, by language. */
const COUNTRIES: Record<Locale, string | null> = { en: null, ko: 'KR' }

/** A target as its makers write it: opened in a browser at its URL, unless something else is said. */
interface Draft extends Pick<LoginTarget, 'kind' | 'label' | 'url' | 'reason'> {
  readonly expect: string
  readonly ifFails: string
  readonly open?: LoginTarget['handoff']['open']
  readonly app?: string | null
  /** The page to open, where that is not the target itself. */
  readonly through?: string | null
}

/** The material of a target. */
interface TargetContext {
  readonly network: HomeNetwork
  readonly row: Row
  readonly boxes: readonly Box[]
  readonly say: Say<(typeof targetsText)['en']>
  readonly locale: Locale
}

/** Returns the pages to open, in order: the boxes from the device outwards, then other ways to the closest one. */
export function targetsOf(
  network: HomeNetwork,
  row: Row,
  boxes: readonly Box[],
  locale: Locale,
): (LoginTarget & { order: number })[] {
  const making: TargetContext = { network, row, boxes, locale, say: sayIn(targetsText, locale) }
  const drafts = [
    ...boxes.flatMap((box, index) => draftsOfBox(box, index === 0, making)),
    ...(row.roles.includes('common') ? commonDrafts(making) : []),
    ...nameDrafts(making),
  ]
  return [...drafts, ...gatewayDraft(drafts, making)].map((draft, index) => {
    const { kind, label, url, reason, open = 'browser', through = url, app = null, expect, ifFails } = draft
    return { order: index + 1, kind, label, url, reason, handoff: { open, url: through, app, expect, ifFails } }
  })
}

const kindOf = (box: Box) => (isOfProvider(box) ? 'isp-equipment' : 'personal-router')

function draftsOfBox(box: Box, isFirst: boolean, making: TargetContext): Draft[] {
  const { brand, address } = box
  if (!brand?.app?.only) return [address === null ? unknownPage(box, making) : knownPage(box, address, isFirst, making)]
  const { say, locale } = making
  const app = brand.app.name
  const inApp: Draft = {
    kind: 'app',
    label: say('label-app', { app }),
    url: null,
    reason: say('app-only', { name: nameOf(box, locale) ?? app, app }),
    expect: say('expect-app', { app }),
    ifFails: say('fails-app'),
    open: 'app',
    app,
  }
  // A provider's box has a page besides the app; other routers may have one at the address that the caller names.
  if (address === null || !(isOfProvider(box) || box.from === 'given')) return [inApp]
  const page: Draft = {
    kind: kindOf(box),
    label: labelOf(box, making),
    url: pageOf(address, brand),
    reason: limitedReason(box, app, making),
    expect: say('expect-limited', { app }),
    ifFails: say('fails-limited', { app }),
    app,
  }
  return [inApp, page]
}

function knownPage(box: Box, address: string, isFirst: boolean, making: TargetContext): Draft {
  return {
    kind: kindOf(box),
    label: labelOf(box, making),
    url: pageOf(address, box.brand),
    reason: reasonOf(box, address, isFirst, making),
    expect: expectOf(box, making),
    ifFails: failsOf(box, address, isFirst, making),
    app: box.brand?.app?.name ?? null,
  }
}

function limitedReason(box: Box, app: string, { say, locale }: TargetContext): string {
  if (!isOfProvider(box)) return say('own-given-app', { name: nameOf(box, locale) ?? app, app })
  const isStatus = box.address === STATUS_PAGE && !box.brand?.gateways.includes(STATUS_PAGE)
  return isStatus ? say('status-page', { address: STATUS_PAGE, app }) : say('limited', { app })
}

/** Returns a target without an address: the settings of the device show it, otherwise the page of the router before this box. */
function unknownPage(box: Box, making: TargetContext): Draft {
  const { say, boxes, network, locale } = making
  const [before] = boxes
  const usual = { kind: kindOf(box), label: labelOf(box, making), url: null, open: 'settings' } as const
  const isFirst = box === before
  if (isFirst || box.role === 'off-path')
    return {
      ...usual,
      reason: say(isFirst ? 'own-find' : 'beside'),
      expect: [say('expect-settings'), ...portHints(making)].join(' '),
      ifFails: say(isFirst ? 'fails-find' : 'fails-beside'),
    }
  const isUpstream = box.role === 'upstream'
  const later = {
    ...usual,
    reason: isUpstream
      ? say('above-unknown', { wan: network.routerWan?.text ?? '' })
      : say('isp-find', { name: nameOf(box, locale) ?? say('somebody') }),
    expect: say(isUpstream ? 'expect-upstream' : 'expect-wan-page'),
    ifFails: say(isUpstream ? 'fails-upstream' : 'fails-wan-page'),
  }
  if (before?.brand?.app?.only) return { ...later, open: 'app', app: before.brand.app.name }
  return before?.address ? { ...later, open: 'browser', through: pageOf(before.address, before.brand) } : later
}

/** Returns the boxes in the reader's country whose page has a port of its own, which is typed behind the address. */
export function portHints({ network, say, locale }: Pick<TargetContext, 'network' | 'say' | 'locale'>): string[] {
  const nearby = nearbyOf(network, locale)
  return network.catalogue.brands
    .filter(({ id }) => nearby.some(({ equipment }) => equipment === id))
    .flatMap(({ name, gateways: [address], admin: { port } }) =>
      address !== undefined && port !== null ? [say('expect-port', { name: name[locale], address, port })] : [],
    )
}

/** Returns the providers whose boxes the reader may have: the one of the line, even if it is guessed; otherwise all of the country. */
function nearbyOf({ catalogue, provider }: HomeNetwork, locale: Locale): Isp[] {
  const all = catalogue.isps.filter(({ country, equipment }) => country === COUNTRIES[locale] && equipment !== null)
  const own = all.filter(({ id }) => id === provider?.id)
  return own.length > 0 ? own : all
}

/** Returns the address that the caller names, if no other target leads there. */
function gatewayDraft(drafts: readonly Draft[], making: TargetContext): Draft[] {
  const { gateway } = making.network
  if (gateway === null || drafts.some(({ url }) => url !== null && new URL(url).hostname === gateway)) return []
  return [
    knownPage({ role: 'own', brand: null, provider: null, address: gateway, from: 'given', others: [] }, gateway, false, making),
  ]
}

function nameDrafts({ boxes: [first], say, locale }: TargetContext): Draft[] {
  const brand = first?.brand
  if (!brand) return []
  const name = brand.name[locale]
  return brand.hostnames.slice(0, NAMES_MAX).map((host) => ({
    kind: 'vendor-hostname',
    label: say('label-name', { name, host }),
    url: pageOf(host, brand),
    reason: say('vendor-name', { name }),
    expect: brand.app?.only ? say('expect-limited', { app: brand.app.name }) : pageExpected(brand, say, locale),
    ifFails: say('fails-name'),
    app: brand.app?.name ?? null,
  }))
}

function commonDrafts({ network, say, locale }: TargetContext): Draft[] {
  const { catalogue } = network
  const generic = catalogue.brands.find(({ kind }) => kind === 'generic')
  const boxes = nearbyOf(network, locale).flatMap(({ gateways }) => gateways.slice(0, 1))
  return [...new Set([...(generic?.gateways ?? []), ...boxes])].map((address) => {
    const owners = ownersOf(address, catalogue)
    const isIsp = owners.length > 0 && owners.every(({ side }) => side === 'isp')
    const [only] = owners.length === 1 ? owners : []
    const names = namesAt(address, network, locale)
    return {
      kind: isIsp ? 'isp-equipment' : 'personal-router',
      label: say('label-common', { address }),
      url: pageOf(address, only?.brand ?? null),
      reason: names === '' ? say('common') : say('common-names', { names }),
      expect: say('expect-anybody'),
      ifFails: say('fails-common'),
    }
  })
}

const SHOWN_OWNERS_MAX = 4

function namesAt(address: string, { catalogue }: HomeNetwork, locale: Locale): string {
  const names = ownersOf(address, catalogue).map((owner) => nameOf(owner, locale) ?? '')
  return listed([...new Set(names)].slice(0, SHOWN_OWNERS_MAX), locale)
}

function labelOf(box: Box, { say, locale, network }: TargetContext): string {
  // A box without an entry of its own has the name that the caller gives it: "Vodafone Station".
  const isNamed = box.role === 'isp' && box.brand === null && network.naming.kind === 'provider-box'
  const said = isNamed ? namedBox(network.naming) : null
  const names = (said ?? box.brand ?? box.provider)?.name
  const name = names ? plainName(names, locale) : null
  if (isOfProvider(box)) {
    if (name !== null) return say('label-isp', { name })
    return box.role === 'upstream' ? say('label-above') : say('label-isp-unknown')
  }
  if (name !== null) return isGuess(box, network) ? say('label-own-likely', { name }) : say('label-own', { name })
  if (network.naming.kind === 'unknown') return say('label-own', { name: network.naming.name })
  return isUndecided(network) ? say('label-gateway') : say('label-own-unknown')
}

function isUndecided({ facts }: HomeNetwork): boolean {
  return facts.gateway === 'open' || facts.gateway === 'changed'
}

function isGuess({ role, brand }: Box, network: HomeNetwork): boolean {
  return role === 'own' && brand !== null && brand !== network.brand
}

function reasonOf(box: Box, address: string, isFirst: boolean, { say, locale, network, row }: TargetContext): string {
  const wan = network.routerWan?.text ?? ''
  const name = nameOf(box, locale) ?? say('somebody')
  switch (box.role) {
    case 'own': {
      if (box.from === 'usual') return say('own-usual', { name, address })
      if (isHotspot(network)) return say('own-hotspot', { address })
      const names = namesAt(address, network, locale)
      const isCertain = network.naming.kind === 'unknown' || (box.brand && !isGuess(box, network)) || names === ''
      return [say('own-given', { address }), ...(isCertain ? [] : [say('own-shared', { names })])].join(' ')
    }
    case 'isp':
      if (box.from === 'given') return say('isp-given', { address })
      if (isFirst) return say(row.because === 'provider-alone' ? 'isp-assumed' : 'isp-first', { name, address })
      return row.because === 'public-single' ? say('isp-if-alone', { name, address }) : say('isp-second', { name, address })
    case 'upstream':
      return box.from === 'known' ? say('above-known', { wan, name, address }) : say('above-usual', { wan, address })
    case 'off-path':
      return say('beside')
  }
}

function expectOf(box: Box, { say, locale, network }: TargetContext): string {
  if (box.brand && !isGuess(box, network)) return pageExpected(box.brand, say, locale)
  return isOfProvider(box) ? say('expect-provider') : say('expect-anybody')
}

/** Returns how to sign in there, and where the password is. `either`: why the box may be one of two. */
export function signInOf(box: Box, making: TargetContext, either: string | null): string {
  const isKnown = box.brand !== null && !isGuess(box, making.network)
  return isKnown ? expectOf(box, making) : `${either ?? expectOf(box, making)} ${making.say('asks-often')}`
}

function pageExpected(brand: Brand, say: TargetContext['say'], locale: Locale): string {
  const page = `${say('expect-page', { name: brand.name[locale] })} ${passwordAt(brand, say, locale)}`
  return brand.admin.https ? `${say('expect-certificate')} ${page}` : page
}

/** The line of a label that holds the administrator password, among those of the Wi-Fi and others. */
const ADMIN_LINE =
  /(admin|device|settings|login|fritz!box|router|administrator|web).*(password|code|pw)|관리자 (?:계정|비밀번호|암호)|설정 암호/i

/** Returns what a login page asks for and where it is. A line of the label is only named if the entry rests on something; where no line holds the password alone, the note says how it is made. */
function passwordAt({ login, sticker }: Brand, say: TargetContext['say'], locale: Locale): string {
  if (login.specific) return login.note[locale]
  if (login.style !== 'sticker') return say(`asks-${login.style}`)
  if (!sticker) return say('asks-admin')
  if (sticker.basis === undefined) return say('asks-label-often')
  const line = sticker.lines[locale][sticker.lines.en.findIndex((one) => ADMIN_LINE.test(one))]
  return line === undefined ? login.note[locale] : say('asks-label-line', { line })
}

/** The addresses that some routers keep for emergencies. */
const EMERGENCY = /\b169\.254\.\d+\.\d+/

function failsOf(box: Box, address: string, isFirst: boolean, { say, locale }: TargetContext): string {
  const others = box.others.join(', ')
  const { admin, hostnames = [] } = box.brand ?? {}
  const sentences = [
    box.role === 'off-path' ? say('fails-beside') : null,
    box.role !== 'off-path' && box.from === 'given' ? say('fails-given', { scheme: schemeOf(box.brand) }) : null,
    isFirst && box.from === 'usual' ? say('fails-usual') : null,
    !isFirst && box.role !== 'off-path' ? say('fails-above') : null,
    others === '' ? null : say('fails-others', { others }),
    admin?.port ? say('fails-port', { url: `${schemeOf(box.brand)}${address}` }) : null,
    isFirst && hostnames[0] !== undefined ? say('fails-try-name', { url: pageOf(hostnames[0], box.brand) }) : null,
    ...(box.brand?.notes[locale] ?? []).filter((note) => EMERGENCY.test(note)),
  ]
  return sentences.filter((sentence) => sentence !== null).join(' ')
}
