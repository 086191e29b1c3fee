import type { Caller } from '../policy/caller.ts'
import type { Charge, Quota } from './gcra.ts'

/** So many units in so many seconds: a second, a minute or an hour. */
export interface Rate {
  readonly count: number
  readonly windowS: 1 | 60 | 3600
}

/** A provider gives a customer up to 65,536 networks of this size, out of one block of the size below, which may take so many times as much. */
const BLOCK_FACTOR = 4

/** The quota of a client: all of it at once, or spread over the window. */
export function quotaOf({ count, windowS }: Rate, factor = 1): Quota {
  return { policy: 'client', burst: count * factor, unitMs: (windowS * 1000) / (count * factor) }
}

/**
 * Who shares an allowance: an IPv4 address, or an IPv6 /64, since a host may choose any address in it. Behind a proxy that names
 * nobody all share that of the proxy: whoever made themselves unnamed would otherwise be free of every limit. Null for whoever
 * runs this program.
 */
export function clientKey(caller: Caller): string | null {
  if (caller.kind === 'local') return null
  const { version, text, words } = caller.address
  return version === 4 ? `4 ${text}` : `6 ${words[0]} ${words[1]}`
}

/** What a request takes: from the allowance of its client, and over IPv6 from that of the /48 around it. */
export function chargesOf(caller: Caller, rate: Rate, weight: number): Charge[] {
  const key = clientKey(caller)
  if (key === null || caller.kind === 'local') return []
  const quota = quotaOf(rate)
  const own: Charge = { key, quota, weight: Math.min(weight, quota.burst) }
  const { version, words } = caller.address
  if (version === 4) return [own]
  const block = `48 ${words[0]} ${(words[1] ?? 0) >>> 16}`
  return [own, { key: block, quota: quotaOf(rate, BLOCK_FACTOR), weight: own.weight }]
}
