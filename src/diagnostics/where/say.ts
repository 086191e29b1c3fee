import { type Locale, sayIn } from '../../contract/text.ts'
import type { Sighting } from '../../net/where/index.ts'
import type { Where } from './look.ts'
import { printText, sayText } from './say.text.ts'
import { wayText } from './way.text.ts'
import { stationsOf } from './way.ts'

/** A finding on where packets end, and everything that its words need. */
export interface About {
  readonly where: Where
  readonly ip: string
  readonly version: 4 | 6
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  /** The name of the service for people; null if it is not known. */
  readonly service: string | null
  /** Whether the service was asked in its own protocol, which it answers to everybody: then its silence is not by design. */
  readonly isAsked?: boolean
  /** The line that opens the port in the firewall of the device; null if its system is not known. */
  readonly firewall: string | null
  readonly locale: Locale
}

/** Services over UDP that answer nobody who does not have a key. */
const SILENT_BY_DESIGN = /wireguard|openvpn|tailscale|netbird|zerotier|ipsec|mosh/i

/** Returns whether silence may be what the service means to do: yes if it is known to, perhaps if its habits are not known. */
export function silence({ protocol, service, isAsked = false }: About): 'by-design' | 'perhaps-by-design' | 'unexpected' {
  if (protocol === 'tcp') return 'unexpected'
  if (service !== null && SILENT_BY_DESIGN.test(service)) return 'by-design'
  return isAsked ? 'unexpected' : 'perhaps-by-design'
}

/** The reasons of a refusal by a system without a program on the port; any other comes from a firewall. */
const PLAIN_REFUSAL = { tcp: 'connection-refused', udp: 'port-unreachable' } as const

/** Returns whether a firewall refused, and not merely a system on which no program listens. */
export function isFiltered({ where, protocol }: Pick<About, 'where' | 'protocol'>): boolean {
  const refusals = where.evidence.filter(
    ({ from, reason }) => from === 'target' && reason !== null && reason !== 'hop-limit-exceeded',
  )
  return refusals.length > 0 && refusals.every(({ reason }) => reason !== PLAIN_REFUSAL[protocol])
}

/** The ends at which a service that is silent by design, as many are over UDP, looks like one that nobody reaches. */
const SILENT_ENDS: readonly Where['verdict'][] = ['silent-device', 'silent-at-address', 'router-reached', 'cannot-tell']

export function isSilent({ verdict }: Pick<Where, 'verdict'>): boolean {
  return SILENT_ENDS.includes(verdict)
}

/** Says in one sentence where the packets ended, and nothing that was not seen. */
export function sayEnd(about: About): string {
  const { where, version, locale } = about
  const end = version === 6 && where.verdict === 'silent-device' ? 'silent-device-ipv6' : endOf(about)
  return sayText.say(locale, `seen.${end}`, slotsOf(about))
}

/** Says what the end of the packets means; where that can be several things, the likelier first. */
export function sayMeaning(about: About): string {
  const { where, locale } = about
  const { allPorts, forwarders, forwardingRule } = where
  const isProven = forwardingRule === 'proven'
  return [
    cause(about),
    ...(isProven && allPorts ? [sayText.say(locale, 'every-port', {})] : []),
    ...(isProven && forwarders !== null && forwarders > 1 ? [sayText.say(locale, 'passed-on', {})] : []),
  ].join(' ')
}

/** Draws the way of the packets as a line, box by box up to where they ended; the internet with its hops, where they were counted. */
export function drawWay(about: Pick<About, 'where' | 'ip' | 'protocol' | 'locale'>): string {
  const { where, ip, locale } = about
  const say = sayIn(wayText, locale)
  const situation = where.verdict === 'refused-by-device' && isFiltered(about) ? 'firewall' : null
  const { distance } = where
  const boxes = stationsOf({ ip, where, situation }, say)
  const end = boxes.findIndex(({ mark }) => mark !== 'ok') + 1
  const plain = [say('is.sends'), say('is.passed'), say('is.reached')]
  const shown = boxes.slice(1, end).map(({ name, seen }) => (plain.includes(seen) ? name : `${name}: ${seen}`))
  return [distance !== null && distance > 1 ? say('at.distance', { hops: distance }) : say('at.internet'), ...shown].join(' - ')
}

/** Says where the packets ended and what that means. */
export function sayWhere(about: About): string {
  return `${sayEnd(about)} ${sayMeaning(about)}`
}

function cause(about: About): string {
  const { where, version, locale } = about
  const { verdict } = where
  const design = silence(about)
  const slots = slotsOf(about)
  if (verdict === 'router-reached' || (version === 6 && SILENT.some((silent) => silent === verdict))) {
    return sayText.say(locale, design === 'unexpected' ? 'means.router-reached' : `means.${design}-ipv6`, slots)
  }
  if (verdict === 'refused-on-the-way' && version === 6) return sayText.say(locale, 'means.refused-on-the-way-ipv6', slots)
  if ((verdict === 'silent-at-address' || verdict === 'cannot-tell') && design !== 'unexpected') {
    return sayText.say(locale, `means.${verdict}-udp`, slots)
  }
  if (verdict === 'silent-device' && design !== 'unexpected') return sayText.say(locale, `means.${design}`, slots)
  const end = endOf(about)
  if (end === 'router-refuses' || !isFiltered(about)) return sayText.say(locale, `means.${end}`, slots)
  const suffix = version === 6 ? '-ipv6' : ''
  if (verdict === 'refused-by-device') return sayText.say(locale, `means.filtered-by-device${suffix}`, slots)
  if (verdict === 'refused-at-address') return sayText.say(locale, `means.filtered-at-address${suffix}`, slots)
  return sayText.say(locale, `means.${end}`, slots)
}

const SILENT = ['silent-device', 'silent-at-address', 'cannot-tell'] as const
/** Ends with sentences of their own over IPv6, where nothing is forwarded. */
const OTHER_OVER_IPV6 = ['refused-by-device', 'no-device', 'wrong-address', 'refused-at-address'] as const

function endOf({ where, version }: About) {
  const { verdict, forwardingRule } = where
  const other = OTHER_OVER_IPV6.find((end) => end === verdict)
  if (version === 6 && other) return `${other}-ipv6` as const
  return verdict === 'refused-at-address' && forwardingRule === 'proven' ? 'router-refuses' : verdict
}

/** Names the router after which packets stopped by its network, as far as that is known. */
function routerOf({ stoppedAfter }: Where, locale: Locale): string {
  const network = stoppedAfter?.organization ?? (stoppedAfter?.asn ? `AS${stoppedAfter.asn}` : null)
  return network === null ? sayText.say(locale, 'a-router', {}) : sayText.say(locale, 'a-router-of', { network })
}

function slotsOf({ where, ip, port, protocol, service, locale }: About) {
  return { ip, port, protocol: protocol.toUpperCase(), service: service ?? '', router: routerOf(where, locale) }
}

/** Prints one probe and what came back, in one line. */
export function printSighting({ hopLimit, from, reason }: Sighting, locale: Locale): string {
  const who = printText.say(locale, from ?? 'nothing', {})
  const what = reason === null ? who : printText.say(locale, 'because', { from: who, reason })
  return printText.say(locale, 'sighting', { hopLimit, from: what })
}
