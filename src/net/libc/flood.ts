/** Keeps a flood of messages about our packets from costing more than the packets themselves. */

/** How much is read from one socket at a time, so that others need not wait. */
export const READS_PER_DRAIN = 64
/** How much is read from one socket in total: many times what the packets of a check can cause. */
export const RECEIVED_MAX = 1024
/** How often one packet is tried: the error of an earlier packet is reported to the next send, which then sends nothing. */
export const SEND_TRIES = 8
