import type { Where } from '../../../src/diagnostics/where/look.ts'
import type { Expected, Situation } from './situation.ts'
import type { Counted } from './wire.ts'

/** An answer, and the packets that it took. */
export interface Answered {
  readonly port: number
  readonly status: string
  readonly where: Where | null
  /** The codes of the next actions, the first thing to do first. */
  readonly actions: readonly string[]
  readonly elapsedMs: number
  readonly sent: readonly Counted[]
  /** The messages of the public address that a hop limit had ended there. */
  readonly exceeded: number
}

const MOST_PACKETS = 40
const MOST_EXCEEDED = 2
/** The time after which a look hangs, however busy the machine is. */
const MOST_MS = 20_000

/** Returns the number of packets that left the server. */
export const packetsOf = ({ sent }: Pick<Answered, 'sent'>): number => sent.reduce((sum, { packets }) => sum + packets, 0)

/** Returns all that is wrong with an answer about a home at this address; nothing if it is right. */
export function faultsOf(situation: Situation, answered: Answered, address: string, addressAfter: string | null): string[] {
  return [
    ...faultsOfVerdict(situation, answered),
    ...faultsOfDetails(situation.expected, answered.where, addressAfter),
    ...faultsOnWire(answered, address),
  ]
}

function faultsOfVerdict({ family, expected: { verdicts, proven } }: Situation, { status, where }: Answered): string[] {
  const got = where?.verdict ?? (status === 'open' ? 'open' : `${status}, nothing explained`)
  if (!verdicts.some((verdict) => verdict === got)) return [`${got} instead of ${verdicts.join(' or ')}`]
  if (where === null) return []
  const { forwardingRule } = where
  if (family === 6) return forwardingRule === null ? [] : [`a rule over IPv6: ${forwardingRule}`]
  const wanted = { yes: ['proven'], no: ['not-seen'], either: ['proven', 'not-seen'] }[proven]
  return wanted.includes(String(forwardingRule)) ? [] : [`rule ${forwardingRule} instead of ${wanted.join(' or ')}`]
}

function faultsOfDetails(expected: Expected, where: Where | null, addressAfter: string | null): string[] {
  if (where === null) return []
  const { allPorts, forwarders, stoppedAfter } = where
  const stopped = stoppedAfter && `${stoppedAfter.hop} ${stoppedAfter.address}`
  const shouldStop =
    where.verdict === 'stopped-before' && expected.stoppedAfter ? `${expected.stoppedAfter} ${addressAfter}` : null
  return [
    ...((allPorts ?? false) === (expected.allPorts ?? false) ? [] : [`all ports: ${allPorts}`]),
    ...((forwarders ?? 0) > 1 === (expected.forwarders ?? 0) > 1 ? [] : [`forwarders: ${forwarders}`]),
    ...(shouldStop === null || stopped === shouldStop ? [] : [`stopped after ${stopped} instead of ${shouldStop}`]),
    ...(where.verdict === 'stopped-before' || stopped === null ? [] : [`stopped after ${stopped}, but ${where.verdict}`]),
  ]
}

function faultsOnWire({ port, where, elapsedMs, sent, exceeded }: Answered, address: string): string[] {
  const others = sent.filter((one) => one.address !== address)
  const controls = new Set(sent.flatMap((one) => (one.port === port || one.port === 0 ? [] : [one.port])))
  const packets = packetsOf({ sent })
  return [
    ...others.map((one) => `a packet to ${one.address}`),
    ...(controls.size > 1 ? [`control ports ${[...controls].join(', ')}`] : []),
    ...(packets > MOST_PACKETS ? [`${packets} packets`] : []),
    ...((where?.packets ?? 0) > MOST_PACKETS ? [`says ${where?.packets} packets`] : []),
    ...(exceeded > MOST_EXCEEDED ? [`${exceeded} hop limits ended at the address`] : []),
    ...(elapsedMs > MOST_MS ? [`${Math.round(elapsedMs)} ms`] : []),
  ]
}
