/** What keeps a flood of messages about what we have sent from costing more than what we have sent. */

/** How much is read of one socket at a time, so that others need not wait. */
export const READS_PER_DRAIN = 64
/** How much is read of one socket altogether: many times what the packets of a check can be answered with. */
export const RECEIVED_MAX = 1024
/** How often one packet is tried: an error that an earlier one met is told to the next send, which then sends nothing. */
export const SEND_TRIES = 8
