import type { Address } from '../../policy/address.ts'
import { HOP_LIMIT_EXCEEDED, TIME_EXCEEDED_OTHERWISE } from '../libc/icmp.ts'
import type { ProbeReply } from './prober.ts'

type HopStatus = 'hop' | 'reached' | 'timeout' | 'unreachable'

/** The outcome of the probes with one hop limit. */
export interface TracedHop {
  readonly hop: number
  readonly status: HopStatus
  /** The reason why the target cannot be reached, or the answer of the target itself; null at a hop along the way. */
  readonly reason: string | null
  /** Whether this machine reported it. */
  readonly isLocal: boolean
  /** Every address that answered, several if a router balances its traffic: first the one that ended the path, then by probe. */
  readonly addresses: readonly Address[]
  readonly rttMs: readonly (number | null)[]
}

export function hopOf(hop: number, probes: readonly (ProbeReply | undefined)[], target: Address): TracedHop {
  const found = probes.filter((answer) => answer !== undefined)
  const final = found.find(({ reason }) => reason !== HOP_LIMIT_EXCEEDED)
  const inOrder = final ? [final, ...found] : found
  const addresses = new Map(inOrder.flatMap(({ from, isLocal }) => (from && !isLocal ? [[from.text, from]] : [])))
  const status = () => {
    if (!final) return found.length > 0 ? 'hop' : 'timeout'
    return final.from?.text === target.text && final.reason !== TIME_EXCEEDED_OTHERWISE ? 'reached' : 'unreachable'
  }
  return {
    hop,
    status: status(),
    reason: final?.reason ?? null,
    isLocal: final?.isLocal ?? false,
    addresses: [...addresses.values()],
    rttMs: probes.map((answer) => answer?.rttMs ?? null),
  }
}
