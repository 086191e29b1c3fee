import { type Address, unmapped } from '../policy/address.ts'
import { clientOf, networkOf } from '../policy/client.ts'
import { openSockets, type Sockets } from './libc/sockets.ts'

/** More connections than any browser, office or test opens at once, and few enough that one client cannot use up the descriptors. */
export const CONNECTIONS_MAX = 512
/** If there are few descriptors, a client may take this part of them, and all clients together leave some for checks. */
const CLIENT_SHARE = 0.25
const ALL_SHARE = 0.75
/** The connections of a network, as a multiple of those of a client: half of the descriptors at most. */
const NETWORK_FACTOR = 2
const SWEEP_EVERY_MS = 1000
const PER_SLICE = 256

export interface Door {
  readonly port: number
  /** Whether an address is a proxy, through which many clients come and which is not counted. */
  isProxy(address: Address): boolean
  /** Reports that connections beyond a share were ended, and which client or network had most of them. */
  crowded(crowd: { readonly who: string; readonly surplus: number; readonly most: number }): void
}

interface Shares {
  readonly client: number
  readonly network: number
  readonly all: number
}

/**
 * Ends the connections that a client, or the network around it, has beyond its share, once a second, beginning with those that have been
 * silent the longest. If all together have too many, the client with most loses first. The runtime cannot refuse a connection at accept(),
 * so a surplus lasts up to a second. There is no such bound where libc cannot be called.
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
  // A network within all shares keeps its connections unexamined.
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

/** Returns those that are still connected, the one that was heard last first. */
async function latestFirst(crowd: readonly Visit[], sockets: Sockets): Promise<Visit[]> {
  const present: { readonly visit: Visit; readonly silentMs: number }[] = []
  for (const [index, visit] of crowd.entries()) {
    if (index % PER_SLICE === PER_SLICE - 1) await Bun.sleep(0)
    const silentMs = isSame(visit, sockets) ? sockets.tcpInfo(visit.descriptor)?.silentMs : undefined
    if (silentMs !== undefined) present.push({ visit, silentMs })
  }
  return present.sort((one, other) => one.silentMs - other.silentMs).map(({ visit }) => visit)
}

/**
 * Returns the connections to keep: those of a client within the share of its network, and that within the share of all. At each level they
 * are taken in turns, so that the one with most loses first.
 */
export function keptOf<One extends Pick<Visit, 'address'>>(networks: readonly (readonly One[])[], shares: Shares): One[] {
  const ofNetworks = networks.map((network) => {
    return inTurns(clientsIn(network).map((client) => client.slice(0, shares.client))).slice(0, shares.network)
  })
  return inTurns(ofNetworks).slice(0, shares.all)
}

function inTurns<Item>(groups: readonly (readonly Item[])[]): Item[] {
  const ranked = groups.flatMap((group) => group.map((item, rank) => ({ item, rank })))
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item)
}

/** Returns whether a descriptor still is the same connection, and has not been closed or reused. */
function isSame(visit: Visit, sockets: Sockets): boolean {
  const now = visitOn(visit.descriptor, sockets)
  return now?.port === visit.port && now.address.text === visit.address.text
}

/** Returns the one that lost most: a client, or its network if several of its clients lost. */
function worstOf(surplus: readonly Visit[]): string {
  const [worst = []] = [...Map.groupBy(surplus, ({ address }) => networkOf(address))]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([network, visits]) => [...new Set(visits.map(({ address }) => clientOf(address))), network])
  return (worst.length === 2 ? worst[0] : worst.at(-1)) ?? ''
}

interface Visit {
  readonly descriptor: number
  readonly address: Address
  readonly port: number
}

/** After this many numbers without a socket no more are expected: the kernel gives out the lowest that is free. */
const GAP_MAX = 1024
/** The numbers that are looked at in a row, which takes about a millisecond. */
const DESCRIPTORS_PER_SLICE = 256

/**
 * Lists the connections to a port of this process. The runtime does not, so each number that may be a socket is looked at: that takes
 * neither a descriptor nor /proc, and between slices other work has its turn. `last` is the highest number that was a socket; pass it to
 * the next call, so that gaps left by closed connections hide none.
 */
async function visitsTo(port: number, sockets: Sockets, atLeastTo = 0): Promise<{ visits: Visit[]; last: number }> {
  const visits: Visit[] = []
  let last = 0
  for (let descriptor = 0; descriptor <= Math.max(last, atLeastTo) + GAP_MAX; descriptor++) {
    if (descriptor % DESCRIPTORS_PER_SLICE === DESCRIPTORS_PER_SLICE - 1) await Bun.sleep(0)
    const local = sockets.localPort(descriptor)
    if (local === null) continue
    last = descriptor
    const visit = local === port ? visitOn(descriptor, sockets) : null
    if (visit) visits.push(visit)
  }
  return { visits, last }
}

/** Returns the connection on a descriptor; null if it has no other end, as a listening socket. */
function visitOn(descriptor: number, sockets: Sockets): Visit | null {
  const peer = sockets.peer(descriptor)
  if (!('value' in peer) || !peer.value) return null
  return { descriptor, address: unmapped(peer.value.address), port: peer.value.port }
}
