import type { Locale } from '../../contract/text.ts'
import { drawText } from './draw.text.ts'
import type { Where } from './fields.ts'

type Station = Exclude<keyof typeof drawText.en, 'on-the-way-hops' | 'stopped-here'>

/** Draws the way of the packets as a line for a terminal, from this server to the device, up to where they ended. */
export function drawWhere(where: Where, locale: Locale): string {
  const { verdict, forwardingRule } = where
  const say = (station: Station) => drawText.say(locale, station, {})
  const isProven = forwardingRule === 'proven'
  const isCut = verdict === 'stopped-before' || verdict === 'refused-on-the-way'
  const ends = verdict === 'stopped-before' ? [stop(where, locale), say('address-not-reached')] : endOf(where).map(say)
  const passes = isProven && verdict !== 'refused-at-address' ? forwarders(where).map(say) : []
  return [say('server'), ...(isCut ? [] : onTheWay(where, locale)), ...passes, ...ends].join(' - ')
}

/** Returns the networks before the public address; none if it is next to this server. */
function onTheWay({ distance }: Where, locale: Locale): string[] {
  if (distance === null) return [drawText.say(locale, 'on-the-way', {})]
  if (distance <= 1) return []
  return [drawText.say(locale, 'on-the-way-hops', { hops: distance })]
}

function forwarders({ allPorts, forwarders }: Where): Station[] {
  return [allPorts ? 'forwards-all' : 'forwards', ...(forwarders !== null && forwarders > 1 ? (['passes-on'] as const) : [])]
}

function endOf({ verdict, forwardingRule }: Where): Station[] {
  const isIPv6 = forwardingRule === null
  switch (verdict) {
    case 'refused-by-device':
      return ['device-refused']
    case 'silent-device':
      return ['device-silent']
    case 'no-device':
      return isIPv6 ? ['lets-through', 'device-missing'] : ['device-missing']
    case 'wrong-address':
      return [isIPv6 ? 'address-unknown' : 'leads-outside']
    case 'refused-at-address':
      return [forwardingRule === 'proven' ? 'forwards-refuses' : 'address-refused']
    case 'silent-at-address':
      return ['address-silent']
    case 'refused-on-the-way':
      return ['refused-on-the-way', 'address-not-reached']
    case 'router-reached':
      return ['last-router', 'device-silent']
    case 'stopped-before':
      return []
    case 'cannot-tell':
      return ['address-untold']
  }
}

/** Returns the router after which packets stopped. */
function stop({ stoppedAfter }: Where, locale: Locale): string {
  if (!stoppedAfter) return drawText.say(locale, 'stopped-somewhere', {})
  const { hop, address, organization } = stoppedAfter
  return drawText.say(locale, 'stopped-here', { hop, router: organization ?? address })
}
