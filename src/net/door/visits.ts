import { type Address, unmapped } from '../../policy/address.ts'
import type { Sockets } from '../libc/sockets.ts'

/** A client's connection to the port that this process listens on. */
export interface Visit {
  readonly descriptor: number
  readonly address: Address
  readonly port: number
}

/** After this many numbers without a socket no more are expected: the kernel gives out the lowest that is free. */
const GAP_MAX = 1024
/** The numbers that are looked at in a row, which takes about a millisecond. */
const PER_SLICE = 256

/**
 * Lists the connections to a port of this process. The runtime does not, so each number that may be a socket is looked at: that takes
 * neither a descriptor nor /proc, and between slices other work has its turn. `last` is the highest number that was a socket; pass it to
 * the next call, so that gaps left by closed connections hide none.
 */
export async function visitsTo(port: number, sockets: Sockets, atLeastTo = 0): Promise<{ visits: Visit[]; last: number }> {
  const visits: Visit[] = []
  let last = 0
  for (let descriptor = 0; descriptor <= Math.max(last, atLeastTo) + GAP_MAX; descriptor++) {
    if (descriptor % PER_SLICE === PER_SLICE - 1) await Bun.sleep(0)
    const local = sockets.localPort(descriptor)
    if (local === null) continue
    last = descriptor
    const visit = local === port ? visitOn(descriptor, sockets) : null
    if (visit) visits.push(visit)
  }
  return { visits, last }
}

/** Returns the connection on a descriptor; null if it has no other end, as a listening socket. */
export function visitOn(descriptor: number, sockets: Sockets): Visit | null {
  const peer = sockets.peer(descriptor)
  if (!('value' in peer) || !peer.value) return null
  return { descriptor, address: unmapped(peer.value.address), port: peer.value.port }
}
