/** What keeps a flood of messages about what we have sent from costing more than what we have sent. */

/** No more is read of one socket at a time, lest the others wait. */
export const PER_LOOK = 64
/** Nor altogether: this is many times what the packets of a check can be answered with. */
export const HEARD_MAX = 1024
/** What an earlier packet met is told to whoever sends the next one, which is not sent then, and in a flood that happens again and again. */
export const SENDS = 8
