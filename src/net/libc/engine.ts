import { Poller } from './poller.ts'
import { openSockets, type Sockets } from './sockets.ts'

/** The sockets of all probes, and their poll loop. */
export interface Engine {
  readonly sockets: Sockets
  readonly poller: Poller
}

let engine: Engine | null | undefined

/** Returns the engine that is created for the first probe; null on other systems than Linux, and without libc. */
export function sharedEngine(): Engine | null {
  if (process.platform !== 'linux') return null
  if (engine === undefined) {
    const sockets = openSockets()
    // The kernel starts stamping packets some time after the first socket has enabled it, so this one stays open.
    sockets?.open(4, 'udp')
    engine = sockets && { sockets, poller: new Poller((entries, count) => sockets.poll(entries, count)) }
  }
  return engine
}

// Keeps a flood of messages about our packets from costing more than the packets themselves.

/** The reads from one socket at a time, so that others need not wait. */
export const READS_PER_DRAIN = 64
/** The reads from one socket in total: many times what the packets of a check can cause. */
export const RECEIVED_MAX = 1024
/** The tries of one packet: the error of an earlier packet is reported to the next send, which then sends nothing. */
export const SEND_TRIES = 8

/** The time at which a packet left. */
export interface Start {
  /** By this process's clock, and by the clock of the kernel's timestamps. */
  readonly startMs: number
  readonly startStampMs: number
}

/**
 * Returns the time until an answer by the kernel's timestamp, unless there is none or its clock was set in between; in that case by this
 * process's clock.
 */
export function latency({ startMs, startStampMs }: Start, stampMs: number | null, nowMs: number): number {
  const seen = nowMs - startMs
  const stamped = stampMs === null ? -1 : stampMs - startStampMs
  return stamped > 0 && stamped < seen ? stamped : seen
}
