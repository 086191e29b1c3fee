import type { Locale } from '../../contract/text.ts'
import type { ShownPing } from './ping.ts'
import { printText } from './print.text.ts'
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

/** Returns one reply of a ping, or the lack of one. */
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

/** Returns one hop of a trace. */
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
