import type { ShownPing } from './ping.ts'
import type { ShownHop, ShownTrace } from './trace.ts'

const NUMBER_WIDTH = 2

/** Prints a ping as the program of that name does. */
export function printPing({ host, address, reason, packets, rttMs, replies }: ShownPing & { host: string }): string {
  const lines = replies.map(printReply)
  const { sent, received, lossPercent } = packets
  const isExplained = reason === null || replies.some((reply) => reply.reason === reason)
  return [
    `PING ${host} (${address})`,
    ...lines,
    ...(isExplained ? [] : [`not sent: icmp_seq=${sent + 1} ${reason}`]),
    '',
    `--- ${host} ping statistics ---`,
    `${sent} packets transmitted, ${received} received, ${lossPercent}% packet loss`,
    ...(rttMs ? [`rtt min/avg/max/mdev = ${rttMs.min}/${rttMs.avg}/${rttMs.max}/${rttMs.stddev} ms`] : []),
    '',
  ].join('\n')
}

/** Returns one reply of a ping, or the lack of one. */
export function printReply({ seq, status, reason, rttMs, ttl, from }: ShownPing['replies'][number]): string {
  if (status === 'reply') return `reply from ${from}: icmp_seq=${seq} ttl=${ttl ?? '?'} time=${rttMs} ms`
  return status === 'timeout' ? `no answer: icmp_seq=${seq}` : `from ${from ?? '?'}: icmp_seq=${seq} ${reason}`
}

/** Prints a trace as traceroute does. */
export function printTrace({
  host,
  address,
  maxHops,
  method,
  reason,
  failedLayer,
  hops,
}: ShownTrace & { host: string; address: string; maxHops: number; method: string }): string {
  const isEndHidden = hops.at(-1)?.status === 'hidden' && reason !== 'no-answer'
  const isExplained = hops.some((hop) => hop.reason === reason) || !(isEndHidden || failedLayer === 'local')
  return [
    `traceroute to ${host} (${address}), ${maxHops} hops max, ${method}`,
    ...hops.map(printHop),
    ...(isExplained ? [] : [`not reached: ${reason}`]),
    '',
  ].join('\n')
}

/** Returns one hop of a trace. */
export function printHop({ hop, address, addresses, hostname, rttMs, asn, status, reason }: ShownHop): string {
  const number = String(hop).padStart(NUMBER_WIDTH)
  if (status === 'hidden') return `${number}  (hidden)`
  const times = rttMs.map((time) => (time === null ? '*' : `${time} ms`)).join('  ')
  // If no router answered, the system itself gave the packet up.
  const isOwn = address === null && reason !== null
  if (address === null) return [number, ...(isOwn ? ['(this machine)'] : []), times, ...(isOwn ? [`!${reason}`] : [])].join('  ')
  const others = addresses.slice(1).map((other) => `(also ${other})`)
  const network = asn === null ? [] : [`[AS${asn}]`]
  return [number, `${hostname ?? address} (${address})`, ...others, ...network, times, ...(reason ? [`!${reason}`] : [])].join(
    '  ',
  )
}
