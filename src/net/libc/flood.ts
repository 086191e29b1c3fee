/** Keeps a flood of messages about our packets from costing more than the packets themselves. */

/** The reads from one socket at a time, so that others need not wait. */
export const READS_PER_DRAIN = 64
/** The reads from one socket in total: many times what the packets of a check can cause. */
export const RECEIVED_MAX = 1024
/** The tries of one packet: the error of an earlier packet is reported to the next send, which then sends nothing. */
export const SEND_TRIES = 8
