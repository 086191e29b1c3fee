import { type Locale, sayIn } from '../../contract/text.ts'
import { menuIn } from '../catalogue/labels.ts'
import type { Brand, UseCase } from '../catalogue/schema.ts'
import type { Service } from '../judgement/need.ts'
import { alternativesText } from './alternatives.text.ts'
import type { PlanFacts } from './facts.ts'

/** Returns who connects to a service; what the catalogue does not say follows from its kind. */
export function servesOf(service: Service): NonNullable<UseCase['serves']> {
  const { serves, category, ports } = service
  if (serves) return serves
  // Torrent clients are the programs of this kind without a page or a required port.
  if (category === 'web') return ports.some(({ required }) => required) ? 'friends' : 'strangers'
  return ['game', 'voice', 'media', 'custom'].includes(category) ? 'friends' : 'oneself'
}

/** Services that only the caller uses, so that a VPN of the router replaces their rule. */
const OVER_VPN: ReadonlySet<string> = new Set(['remote', 'nas', 'camera', 'iot'])

/** Returns the function of the router that does the same without an open port, or lets the caller in; null if none is known. */
export function functionOfRouter({ service, router: { brand }, works, nat, locale }: PlanFacts): string | null {
  const say = sayIn(alternativesText, locale)
  const path = (menu: typeof brand.vpn) => (menu ? menuIn(menu, locale).join(' > ') : null)
  const wake = path(brand.wakeOnLan)
  if (service.id === 'wake-on-lan' && wake !== null) return say('wake-by-router', { menu: wake })
  const isOwn = servesOf(service) === 'oneself' && OVER_VPN.has(service.category)
  return isOwn && brand.vpn && works !== 'no' && nat !== 'double-nat'
    ? say('vpn-of-router', vpnIn(brand, brand.vpn, locale))
    : null
}

/** Returns the menu of a VPN server, with the warning of PPTP unless it is known which kind it sets up. */
export function vpnIn({ vpnKind }: Brand, path: NonNullable<Brand['vpn']>, locale: Locale) {
  const pptp = vpnKind === undefined ? alternativesText.say(locale, 'not-pptp', {}) : ''
  return { menu: menuIn(path, locale).join(' > '), pptp }
}
