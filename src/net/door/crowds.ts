import type { Address } from '../../policy/address.ts'
import { openSockets, type Sockets } from '../libc/sockets.ts'
import { clientOf, type Visit, visitOn, visitsTo } from './visits.ts'

/** More connections than any browser, office or test opens at once, and few enough that one client cannot use up the descriptors. */
export const CONNECTIONS_MAX = 512
const SWEEP_EVERY_MS = 1000

export interface Door {
  /** Where this process listens. */
  readonly port: number
  /** Through whom many come, and who is not counted. */
  isProxy(address: Address): boolean
  /** A client had more connections than it may; so many were ended. */
  crowded(surplus: number): void
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
    if (sockets) void keepSweeping(door, sockets)
  }, SWEEP_EVERY_MS).unref()
}

async function keepSweeping(door: Door, sockets: Sockets, lastBefore = 0): Promise<void> {
  const { visits, last } = await visitsTo(door.port, sockets, lastBefore)
  if (visits.length > CONNECTIONS_MAX) endSurplus(door, visits, sockets)
  setTimeout(() => void keepSweeping(door, sockets, last), SWEEP_EVERY_MS).unref()
}

function endSurplus({ isProxy, crowded }: Door, visits: readonly Visit[], sockets: Sockets): void {
  const strangers = visits.filter(({ address }) => !isProxy(address))
  const crowds = [...Map.groupBy(strangers, ({ address }) => clientOf(address)).values()]
  const surplus = crowds.filter(({ length }) => length > CONNECTIONS_MAX).flatMap((crowd) => surplusOf(crowd, sockets))
  for (const { descriptor } of surplus) sockets.hangUp(descriptor)
  if (surplus.length > 0) crowded(surplus.length)
}

/** Those that have been silent the longest. What has ended since, or has become another's, is not among them. */
function surplusOf(crowd: readonly Visit[], sockets: Sockets): Visit[] {
  const present = crowd.flatMap((visit) => {
    const now = visitOn(visit.descriptor, sockets)
    const isSame = now?.port === visit.port && now.address.text === visit.address.text
    const silentMs = isSame ? sockets.tcpInfo(visit.descriptor)?.silentMs : undefined
    return silentMs === undefined ? [] : [{ visit, silentMs }]
  })
  const longestFirst = present.sort((one, other) => other.silentMs - one.silentMs)
  return longestFirst.slice(0, Math.max(0, present.length - CONNECTIONS_MAX)).map(({ visit }) => visit)
}
