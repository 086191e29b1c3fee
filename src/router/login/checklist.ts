import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import { menuIn, pathIn } from '../catalogue/labels.ts'
import type { Menu, Platform } from '../catalogue/schema.ts'
import type { PlatformVariant } from '../platform.ts'
import { type Box, isOfProvider, nameOf } from './boxes.ts'
import type { LoginFacts } from './facts.ts'
import type { LoginRoute } from './fields.ts'
import type { HomeNetwork } from './home-network.ts'
import { checklistText } from './route.text.ts'

type SayChecklist = Say<(typeof checklistText)['en']>

export function gatewayStepsOf({ catalogue, platform, variant }: HomeNetwork, locale: Locale): LoginRoute['gatewaySteps'] {
  const entry = catalogue.platforms.find(({ id }) => id === platform)
  if (!entry) return null
  const commands = entry.commands.map(({ shell, command, read }) => ({ shell, command, read: read[locale] }))
  const menu = variant?.menu ?? entry.menu
  const others = variant ? [] : (entry.variants ?? []).map((one) => `${one.name[locale]}: ${pathIn(one.menu, locale)}`)
  return { platform: entry.id, commands, menu: menu ? menuIn(menu, locale) : [], notes: [...others, ...entry.notes[locale]] }
}

/** Platforms without mobile data. */
const NO_PHONES: readonly string[] = ['windows', 'macos', 'linux', 'chromeos']

/** Returns the steps before the first login, in order. */
export function checklistOf({ network, targets, locale }: LoginFacts): string[] {
  const say = sayIn(checklistText, locale)
  const { gateway, platform, state, wan, provider } = network
  const isBroken = state === 'no' || wan === 'down'
  const apps = targets.flatMap(({ kind, handoff }) => (kind === 'app' && handoff.app !== null ? [handoff.app] : []))
  const hasPage = targets.some(({ handoff }) => handoff.open !== 'app')
  return [
    ...(isBroken ? [say('check-power'), say('restart-order'), say('page-without-internet')] : []),
    ...(isBroken && provider?.support ? [say('call-provider', { name: provider.name[locale], support: provider.support })] : []),
    ...(hasPage && gateway === null ? [say('find-gateway'), ...findingSteps(network, locale)] : []),
    say('own-network'),
    say('vpn-off'),
    ...(isComputer(platform) ? [] : [say('mobile-data-off')]),
    ...[...new Set(apps)].map((app) => say('app-ready', { app })),
    ...(hasPage ? [say('address-bar')] : []),
    ...(targets.length > 1 ? [say('one-after-another')] : []),
  ]
}

function findingSteps({ catalogue, platform, variant }: HomeNetwork, locale: Locale): string[] {
  const say = sayIn(checklistText, locale)
  const entry = catalogue.platforms.find(({ id }) => id === platform)
  const steps = entry ? [...waysOn(entry, variant, locale), ...(variant ? [] : waysOnMakes(entry, locale))] : []
  if (platform !== null) return steps.length > 0 ? steps : [say('other-platform')]
  const brief = catalogue.platforms.flatMap((one) => {
    const [how] = waysOn(one, null, locale)
    const usual = how === undefined ? [] : [say('on-platform', { platform: one.name[locale], how })]
    return [...usual, ...waysOnMakes(one, locale)]
  })
  return [...brief, say('other-platform')]
}

/** Returns how to find the gateway on the named platform, in one line; null if none is named, or it has no usual way. */
export function gatewayLine({ catalogue, platform, variant }: HomeNetwork, locale: Locale): string | null {
  const entry = catalogue.platforms.find(({ id }) => id === platform)
  return (entry && waysOn(entry, variant, locale)[0]) ?? null
}

/** Returns whether a device has no mobile data that could lead away from the Wi-Fi. */
export function isComputer(platform: string | null): boolean {
  return NO_PHONES.includes(platform ?? '')
}

/** Shells that people know under another name than that of their program. */
const SHELLS = ['cmd', 'powershell', 'terminal', 'bash'] as const

function isShell(shell: string): shell is (typeof SHELLS)[number] {
  return SHELLS.some((one) => one === shell)
}

/** Returns the ways to find the gateway on a platform: its commands, then the menu of the make or its own. */
function waysOn(entry: Platform, variant: PlatformVariant | null, locale: Locale): string[] {
  const say = sayIn(checklistText, locale)
  const commands = entry.commands.map(({ shell, command, read }) => {
    const where = isShell(shell) ? say(`shell-${shell}`) : say('shell-other', { shell })
    return say('by-command', { shell: where, command, read: read[locale].replace(/\.$/, '') })
  })
  const { menu } = variant ?? entry
  return menu ? [...commands, byMenu(menu, locale)] : commands
}

function waysOnMakes({ variants = [] }: Platform, locale: Locale): string[] {
  return variants.map(({ name, menu }) =>
    checklistText.say(locale, 'on-platform', { platform: name[locale], how: byMenu(menu, locale) }),
  )
}

/** The last steps of menus that are the gateway itself. */
const IS_GATEWAY = /gateway|route/i

function byMenu(menu: Menu, locale: Locale): string {
  const sentence = IS_GATEWAY.test(menu.en.at(-1) ?? '') ? 'by-menu' : 'by-menu-read'
  return checklistText.say(locale, sentence, { menu: pathIn(menu, locale) })
}

/** Returns which line of which label to read, but never its content. */
export function labelHintsOf({ boxes, locale }: LoginFacts): string[] {
  const say = sayIn(checklistText, locale)
  const known = [...new Set(boxes.flatMap((box) => hintsOfBox(box, boxes.length > 1, say, locale)))]
  const isAppAlone = boxes.every(({ brand }) => brand?.app?.only)
  return [
    ...(known.length === 0 || boxes[0]?.brand === null ? [say('label-generic')] : []),
    ...known,
    ...(isAppAlone ? [] : [say('label-not-wifi'), say('label-changed')]),
  ]
}

function hintsOfBox(box: Box, isOneOfTwo: boolean, say: SayChecklist, locale: Locale): string[] {
  const { brand } = box
  const name = nameOf(box, locale)
  if (name === null) return []
  if (!brand) return isOneOfTwo && isOfProvider(box) ? [say('label-provider', { name })] : []
  const { app, sticker, login } = brand
  const note = say('label-note', { name, note: login.note[locale] })
  if (app?.only) return [say('label-app', { name, app: app.name }), note]
  if (!sticker) return [note]
  const lines = sticker.lines[locale].join(', ')
  return [
    say('label-where', { name, where: sticker.where[locale] }),
    ...(lines === '' ? [] : [say(sticker.basis === undefined ? 'label-often' : 'label-lines', { name, lines })]),
    note,
  ]
}
