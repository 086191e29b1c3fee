import type { Address } from '../../policy/address.ts'
import { clientOf, networkOf } from '../../policy/client.ts'
import { openSockets, type Sockets } from '../libc/sockets.ts'
import { type Visit, visitOn, visitsTo } from './visits.ts'

/** More connections than any browser, office or test opens at once, and few enough that one client cannot use up the descriptors. */
export const CONNECTIONS_MAX = 512
/** Where there are few descriptors, a client may take such a part of them, and all together no more than leaves some for checks. */
const CLIENT_SHARE = 0.25
const ALL_SHARE = 0.75
/** How many times as many as a client its network may have: half of the descriptors at most. */
const NETWORK_FACTOR = 2
const SWEEP_EVERY_MS = 1000
/** So many are looked at in a row. */
const PER_SLICE = 256

export interface Door {
  /** Where this process listens. */
  readonly port: number
  /** Through whom many come, and who is not counted. */
  isProxy(address: Address): boolean
  /** Somebody had more connections than may be, above all this client or network; so many were ended. */
  crowded(crowd: { readonly who: string; readonly surplus: number; readonly most: number }): void
}

/** How many connections may be open. */
export interface Shares {
  readonly client: number
  readonly network: number
  readonly all: number
}

/**
 * Ends what a client, or the network around it, has open beyond its share, once a second, those first that have been silent the
 * longest. Where all together have too many, whoever has most loses first. The runtime has no say at accept(), so a surplus stands
 * for up to a second. Only where libc can be called: elsewhere there is no such bound.
 */
export function limitCrowds(door: Door): void {
  // Not at the start: the first answer must not wait for libc.
  setTimeout(() => {
    const sockets = openSockets()
    if (sockets) void keepSweeping({ ...door, shares: sharesOf(sockets.filesMax) }, sockets)
  }, SWEEP_EVERY_MS).unref()
}

export function sharesOf(descriptors: number): Shares {
  const client = Math.max(1, Math.min(CONNECTIONS_MAX, Math.floor(descriptors * CLIENT_SHARE)))
  return { client, network: client * NETWORK_FACTOR, all: Math.max(1, Math.floor(descriptors * ALL_SHARE)) }
}

interface Guarded extends Door {
  readonly shares: Shares
}

async function keepSweeping(door: Guarded, sockets: Sockets, lastBefore = 0): Promise<void> {
  const { visits, last } = await visitsTo(door.port, sockets, lastBefore)
  if (visits.length > door.shares.client) await endSurplus(door, visits, sockets)
  setTimeout(() => void keepSweeping(door, sockets, last), SWEEP_EVERY_MS).unref()
}

async function endSurplus({ isProxy, crowded, shares }: Guarded, visits: readonly Visit[], sockets: Sockets): Promise<void> {
  const strangers = visits.filter(({ address }) => !isProxy(address))
  const networks = [...Map.groupBy(strangers, ({ address }) => networkOf(address)).values()]
  // Whoever is within all shares keeps what it has, unlooked at.
  const crowds = strangers.length > shares.all ? networks : networks.filter((network) => isCrowd(network, shares))
  const sorted: Visit[][] = []
  for (const crowd of crowds) sorted.push(await latestFirst(crowd, sockets))
  const kept = new Set(keptOf(sorted, shares))
  const surplus = sorted.flat().filter((visit) => !kept.has(visit) && isSame(visit, sockets))
  for (const { descriptor } of surplus) sockets.hangUp(descriptor)
  if (surplus.length > 0) crowded({ who: worstOf(surplus), surplus: surplus.length, most: shares.client })
}

function isCrowd(network: readonly Visit[], shares: Shares): boolean {
  if (network.length <= shares.client) return false
  return network.length > shares.network || clientsIn(network).some(({ length }) => length > shares.client)
}

function clientsIn<One extends Pick<Visit, 'address'>>(network: readonly One[]): One[][] {
  return [...Map.groupBy(network, ({ address }) => clientOf(address)).values()]
}

/** Those who are still there, the one who was heard last first. */
async function latestFirst(crowd: readonly Visit[], sockets: Sockets): Promise<Visit[]> {
  const present: { readonly visit: Visit; readonly silentMs: number }[] = []
  for (const [index, visit] of crowd.entries()) {
    if (index % PER_SLICE === PER_SLICE - 1) await Bun.sleep(0)
    const silentMs = isSame(visit, sockets) ? sockets.tcpInfo(visit.descriptor)?.silentMs : undefined
    if (silentMs !== undefined) present.push({ visit, silentMs })
  }
  return present.sort((one, other) => one.silentMs - other.silentMs).map(({ visit }) => visit)
}

/** What a client may keep, of that what its network may, and of that what all may: at each level in turns, so that whoever has most loses first. */
export function keptOf<One extends Pick<Visit, 'address'>>(networks: readonly (readonly One[])[], shares: Shares): One[] {
  const ofNetworks = networks.map((network) => {
    return inTurns(clientsIn(network).map((client) => client.slice(0, shares.client))).slice(0, shares.network)
  })
  return inTurns(ofNetworks).slice(0, shares.all)
}

/** Returns the first of each group, then the second of each, and so on. */
function inTurns<Item>(groups: readonly (readonly Item[])[]): Item[] {
  const ranked = groups.flatMap((group) => group.map((item, rank) => ({ item, rank })))
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item)
}

/** Not what has ended since, or has become another's. */
function isSame(visit: Visit, sockets: Sockets): boolean {
  const now = visitOn(visit.descriptor, sockets)
  return now?.port === visit.port && now.address.text === visit.address.text
}

/** Who lost most: a client, or its network where several of its clients lost. */
function worstOf(surplus: readonly Visit[]): string {
  const [worst = []] = [...Map.groupBy(surplus, ({ address }) => networkOf(address))]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([network, visits]) => [...new Set(visits.map(({ address }) => clientOf(address))), network])
  return (worst.length === 2 ? worst[0] : worst.at(-1)) ?? ''
}
