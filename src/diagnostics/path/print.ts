import type { Locale } from '../../contract/text.ts'
import type { ShownPing } from './ping.ts'
import { printText } from './print.text.ts'
import type { ShownHop } from './trace.ts'

const NUMBER_WIDTH = 2

/** Returns one reply of a ping, or the lack of one. */
export function printReply({ seq, status, reason, rttMs, ttl, from }: ShownPing['replies'][number], locale: Locale): string {
  if (status === 'reply') return printText.say(locale, 'reply', { from: from ?? '?', seq, ttl: ttl ?? '?', ms: rttMs ?? '?' })
  if (status === 'timeout') return printText.say(locale, 'no-answer', { seq })
  return printText.say(locale, 'error', { from: from ?? '?', seq, reason: reason ?? '' })
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
