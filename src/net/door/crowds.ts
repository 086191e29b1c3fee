import { readFileSync } from 'node:fs'
import type { Address } from '../../policy/address.ts'
import { openSockets, type Sockets } from '../libc/sockets.ts'
import { clientOf, type Visit, visitOn, visitsTo } from './visits.ts'

/** More connections than any browser, office or test opens at once, and few enough that one client cannot use up the descriptors. */
export const CONNECTIONS_MAX = 512
/** Where there are few descriptors, a client may take such a part of them. */
const DESCRIPTORS_SHARE = 0.25
const LIMITS_FILE = '/proc/self/limits'
const SWEEP_EVERY_MS = 1000

export interface Door {
  /** Where this process listens. */
  readonly port: number
  /** Through whom many come, and who is not counted. */
  isProxy(address: Address): boolean
  /** A client had more connections than it may; so many were ended. */
  crowded(surplus: number, most: number): void
}

/**
 * Ends what one client (an IPv4 address, an IPv6 /64) has open beyond its share, once a second, those first that have been silent the
 * longest. The runtime has no say at accept(), so a surplus stands for up to a second. Only where libc can be called: elsewhere
 * there is no such bound.
 */
export function limitCrowds(door: Door): void {
  // Not at the start: the first answer must not wait for libc.
  setTimeout(() => {
    const sockets = openSockets()
    if (sockets) void keepSweeping({ ...door, most: connectionsMax(descriptorsMax()) }, sockets)
  }, SWEEP_EVERY_MS).unref()
}

/** How many connections a client may have open. */
export function connectionsMax(descriptors: number): number {
  return Math.max(1, Math.min(CONNECTIONS_MAX, Math.floor(descriptors * DESCRIPTORS_SHARE)))
}

/** How many descriptors this process may have; without /proc as many as it likes. */
function descriptorsMax(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync(LIMITS_FILE, 'utf8'))?.[1] ?? Number.POSITIVE_INFINITY)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

interface Guarded extends Door {
  /** How many connections a client may have open. */
  readonly most: number
}

async function keepSweeping(door: Guarded, sockets: Sockets, lastBefore = 0): Promise<void> {
  const { visits, last } = await visitsTo(door.port, sockets, lastBefore)
  if (visits.length > door.most) endSurplus(door, visits, sockets)
  setTimeout(() => void keepSweeping(door, sockets, last), SWEEP_EVERY_MS).unref()
}

function endSurplus({ isProxy, crowded, most }: Guarded, visits: readonly Visit[], sockets: Sockets): void {
  const strangers = visits.filter(({ address }) => !isProxy(address))
  const crowds = [...Map.groupBy(strangers, ({ address }) => clientOf(address)).values()]
  const surplus = crowds.filter(({ length }) => length > most).flatMap((crowd) => surplusOf(crowd, most, sockets))
  for (const { descriptor } of surplus) sockets.hangUp(descriptor)
  if (surplus.length > 0) crowded(surplus.length, most)
}

/** Those that have been silent the longest. What has ended since, or has become another's, is not among them. */
function surplusOf(crowd: readonly Visit[], most: number, sockets: Sockets): Visit[] {
  const present = crowd.flatMap((visit) => {
    const now = visitOn(visit.descriptor, sockets)
    const isSame = now?.port === visit.port && now.address.text === visit.address.text
    const silentMs = isSame ? sockets.tcpInfo(visit.descriptor)?.silentMs : undefined
    return silentMs === undefined ? [] : [{ visit, silentMs }]
  })
  const longestFirst = present.sort((one, other) => other.silentMs - one.silentMs)
  return longestFirst.slice(0, Math.max(0, present.length - most)).map(({ visit }) => visit)
}
