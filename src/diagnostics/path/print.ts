import type { Block, BlockOf } from '../../contract/blocks.ts'
import { inMs } from '../../contract/span.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import { placeIn } from '../../contract/written.ts'
import type { ShownPing } from './ping.ts'
import { printText, toldText } from './told.text.ts'
import type { ShownHop, ShownTrace } from './trace.ts'

const NUMBER_WIDTH = 2

/** Prints a ping as the program of that name does. */
export function printPing(
  { host, address, reason, packets, rttMs, replies }: ShownPing & { host: string },
  locale: Locale,
): string {
  const lines = replies.map((reply) => printReply(reply, locale))
  const { sent, received, lossPercent } = packets
  const isExplained = reason === null || replies.some((reply) => reply.reason === reason)
  return [
    `PING ${host} (${address})`,
    ...lines,
    ...(isExplained ? [] : [printText.say(locale, 'not-sent', { seq: sent + 1, reason: reason ?? '' })]),
    '',
    `--- ${host} ping statistics ---`,
    lossPercent === null
      ? printText.say(locale, 'statistics-of-none', { sent })
      : printText.say(locale, 'statistics', { sent, received, loss: lossPercent }),
    ...(rttMs ? [`rtt min/avg/max/mdev = ${rttMs.min}/${rttMs.avg}/${rttMs.max}/${rttMs.stddev} ms`] : []),
    '',
  ].join('\n')
}

export function printReply({ seq, status, reason, rttMs, ttl, from }: ShownPing['replies'][number], locale: Locale): string {
  if (status === 'reply') return printText.say(locale, 'reply', { from: from ?? '?', seq, ttl: ttl ?? '?', ms: rttMs ?? '?' })
  if (status === 'timeout') return printText.say(locale, 'no-answer', { seq })
  return printText.say(locale, 'error', { from: from ?? '?', seq, reason: reason ?? '' })
}

/** Prints a trace as traceroute does. */
export function printTrace(
  trace: ShownTrace & { host: string; address: string; maxHops: number; method: string },
  locale: Locale,
): string {
  const { host, address, maxHops, method, reason, failedLayer, hops } = trace
  const isEndHidden = hops.at(-1)?.status === 'hidden' && reason !== 'no-answer'
  const isExplained = hops.some((hop) => hop.reason === reason) || !(isEndHidden || failedLayer === 'local')
  return [
    `traceroute to ${host} (${address}), ${maxHops} hops max, ${method}`,
    ...hops.map((hop) => printHop(hop, locale)),
    ...(isExplained ? [] : [printText.say(locale, 'not-reached', { reason: reason ?? '' })]),
    '',
  ].join('\n')
}

export function printHop({ hop, address, addresses, hostname, rttMs, asn, status, reason }: ShownHop, locale: Locale): string {
  const number = String(hop).padStart(NUMBER_WIDTH)
  if (status === 'hidden') return `${number}  ${printText.say(locale, 'hidden', {})}`
  const times = rttMs.map((time) => (time === null ? '*' : `${time} ms`)).join('  ')
  const why = reason === null ? [] : [`!${reason}`]
  if (address === null) {
    // If no router answered, the system itself gave the packet up.
    const own = reason === null ? [] : [printText.say(locale, 'this-machine', {})]
    return [number, ...own, times, ...why].join('  ')
  }
  const others = addresses.slice(1).map((other) => printText.say(locale, 'also', { address: other }))
  const network = asn === null ? [] : [`[AS${asn}]`]
  return [number, `${hostname ?? address} (${address})`, ...others, ...network, times, ...why].join('  ')
}

type Reply = ShownPing['replies'][number]

/** Draws the time of each reply, and each packet that is lost; then each router that answered in place of the host. */
export function repliesTold(replies: readonly Reply[], locale: Locale): readonly Block[] {
  const say = sayIn(toldText, locale)
  const times = replies.flatMap((reply) => timeOf(reply) ?? [])
  const [least, most] = [Math.min(...times), Math.max(...times)]
  // Times that are close to each other differ to the eye only if the axis does not begin at 0.
  const from = least < most && least > most / 2 ? 2 * least - most : 0
  const bars = replies.map((reply) => {
    const value = timeOf(reply)
    const text = value === null ? say('lost') : `${inMs(value)} ms`
    return { label: String(reply.seq), value, text, mark: value === null ? ('bad' as const) : null }
  })
  const others = replies.filter(({ status }) => status === 'unreachable')
  const said = others.map(({ from: sender, reason }) => {
    const router = sender ?? say('a-router')
    return reason === null ? say('other', { router }) : say('other-because', { router, reason })
  })
  const ends = from > 0 ? { ends: [`${inMs(from)} ms`, `${inMs(most)} ms`] } : {}
  return [{ kind: 'bars', from, ...ends, bars }, ...[...new Set(said)].map((text) => ({ kind: 'note', text }) as const)]
}

/** Returns the time of a reply; null for a packet that is lost, also where a router said so. */
function timeOf({ status, rttMs }: Reply): number | null {
  return status === 'reply' ? rttMs : null
}

/** Draws the path on the map, where the data know a place, and hop by hop. */
export function hopsTold(hops: readonly ShownHop[], locale: Locale): readonly Block[] {
  const say = sayIn(toldText, locale)
  const slowest = Math.max(...hops.map((hop) => fastestOf(hop) ?? 0))
  const rows = stretchesOf(hops, isSameBlank).map(({ first: hop, last }) => {
    const time = fastestOf(hop)
    const share = time === null || slowest === 0 ? {} : { share: time / slowest }
    return [numbersOf(hop.hop, last.hop), hopCell(hop, locale), { text: time === null ? '' : `${inMs(time)} ms`, ...share }]
  })
  return [
    { kind: 'map', title: say('map'), places: placesOf(hops) },
    { kind: 'table', columns: [say('hop'), `${say('address')} · ${say('network')}`, say('time')], rows },
  ]
}

function fastestOf({ rttMs }: ShownHop): number | null {
  const times = rttMs.filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}

function hopCell(
  { address, addresses, hostname, asn, organization, city, countryCode, status, reason }: ShownHop,
  locale: Locale,
) {
  const say = sayIn(toldText, locale)
  // If no router answered, the system itself gave the packet up.
  const silent = status === 'hidden' ? 'hidden' : reason === null ? 'silent' : 'this-server'
  const network = [organization, asn === null ? null : `AS${asn}`].filter((part) => part !== null).join(' ')
  const place = placeIn({ city, region: null, country: countryCode, countryCode }, locale)
  const notes = [hostname, ...addresses.slice(1), network, place, reason].flatMap((note) =>
    note === null || note === '' ? [] : [note],
  )
  return { text: address ?? say(silent), notes, mark: status === 'unreachable' ? ('bad' as const) : null }
}

/** Returns stretches of neighbours that are the same, each by its first and its last. */
function stretchesOf<Item>(items: readonly Item[], isSame: (item: Item, before: Item) => boolean): { first: Item; last: Item }[] {
  const stretches: { first: Item; last: Item }[] = []
  for (const item of items) {
    const stretch = stretches.at(-1)
    if (stretch && isSame(item, stretch.last)) stretch.last = item
    else stretches.push({ first: item, last: item })
  }
  return stretches
}

function numbersOf(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`
}

/** Returns whether nothing is known of either hop, which share a row then. */
function isSameBlank(hop: ShownHop, before: ShownHop): boolean {
  return isBlank(hop) && isBlank(before) && before.status === hop.status
}

function isBlank({ status, reason }: ShownHop): boolean {
  return (status === 'timeout' || status === 'hidden') && reason === null
}

/** Returns the places of hops: neighbours at the same place are one, with the numbers of the first and the last. */
function placesOf(hops: readonly ShownHop[]): BlockOf<'map'>['places'] {
  const located = hops.flatMap(({ hop, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ hop, latitude, longitude }],
  )
  const stretches = stretchesOf(located, (a, b) => a.latitude === b.latitude && a.longitude === b.longitude)
  return stretches.map(({ first: { hop, ...place }, last }) => ({ ...place, label: numbersOf(hop, last.hop) }))
}
