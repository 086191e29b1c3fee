import type { NextAction } from '../../contract/next-action.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import type { Isp } from '../catalogue/schema.ts'
import { sharedPortsText } from './shared-ports.text.ts'

/** Returns what is known of the port ranges of a provider's lines; null if they have all ports of their address. */
export function sharedPortsOf(isp: Isp | null): NonNullable<Isp['sharedPorts']> | null {
  return isp?.sharedPorts ?? (isp?.ipv4 === 'map-e' ? { usual: 'yes', range: null, whole: null } : null)
}

/** Returns the step before a rule on a line that may have only a range of ports: the address alone does not tell. */
export function sharedPortsAction(isp: Isp | null, locale: Locale): NextAction[] {
  const shared = sharedPortsOf(isp)
  if (!isp || !shared) return []
  const say = sayIn(sharedPortsText, locale)
  const finding = say(shared.usual, { provider: isp.name[locale] })
  const [range, whole] = [shared.range?.[locale] ?? say('range'), shared.whole?.[locale] ?? say('whole')]
  return [{ code: 'shared-ports', text: [finding, range, say('use'), whole].join(' ') }]
}
