import type { Block, BlockOf } from '../../contract/blocks.ts'
import { placeIn } from '../../contract/place.ts'
import { inMs } from '../../contract/span.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
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
  // If no router answered, the system itself gave the packet up.
  const isOwn = address === null && reason !== null
  if (address === null)
    return [number, ...(isOwn ? [printText.say(locale, 'this-machine', {})] : []), times, ...(isOwn ? [`!${reason}`] : [])].join(
      '  ',
    )
  const others = addresses.slice(1).map((other) => printText.say(locale, 'also', { address: other }))
  const network = asn === null ? [] : [`[AS${asn}]`]
  return [number, `${hostname ?? address} (${address})`, ...others, ...network, times, ...(reason ? [`!${reason}`] : [])].join(
    '  ',
  )
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
  const rows = foldedRows(hops).map(({ hop, last }) => {
    const time = fastestOf(hop)
    const share = time === null || slowest === 0 ? {} : { share: time / slowest }
    return [
      hop.hop === last ? String(hop.hop) : `${hop.hop}–${last}`,
      hopCell(hop, locale),
      { text: time === null ? '' : `${inMs(time)} ms`, ...share },
    ]
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

interface Row {
  readonly hop: ShownHop
  /** The last of several hops in a row of which nothing is known. */
  readonly last: number
}

/** Returns a row for each hop, and a single one for neighbours of which nothing is known. */
function foldedRows(hops: readonly ShownHop[]): Row[] {
  const rows: Row[] = []
  for (const hop of hops) {
    const before = rows.at(-1)
    const isSame = before !== undefined && isBlank(hop) && isBlank(before.hop) && before.hop.status === hop.status
    if (isSame) rows.pop()
    rows.push({ hop: isSame ? before.hop : hop, last: hop.hop })
  }
  return rows
}

function isBlank({ status, reason }: ShownHop): boolean {
  return (status === 'timeout' || status === 'hidden') && reason === null
}

/** Returns the places of hops: neighbours at the same place are one, with the numbers of the first and the last. */
function placesOf(hops: readonly ShownHop[]): BlockOf<'map'>['places'] {
  const places: { latitude: number; longitude: number; label: string; first: number }[] = []
  for (const { hop, latitude, longitude } of hops) {
    if (latitude === null || longitude === null) continue
    const before = places.at(-1)
    const isSame = before?.latitude === latitude && before.longitude === longitude
    const first = isSame ? before.first : hop
    if (isSame) places.pop()
    places.push({ latitude, longitude, first, label: first === hop ? String(hop) : `${first}–${hop}` })
  }
  return places.map(({ first: _, ...place }) => place)
}
