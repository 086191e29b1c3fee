const MESSAGE_BYTES = 48
/** Where a message has the time at which it was sent: seconds, then their fraction. */
const TRANSMIT_AT = 40
/** From 1900, where NTP counts from, to 1970. */
const EPOCH_S = 2_208_988_800

/** A client's request: version 4, mode 3 (RFC 5905, section 7.3). */
export const QUESTION = Uint8Array.from({ length: MESSAGE_BYTES }, (_, index) => (index === 0 ? 0x23 : 0))

/** How far the clock of the server that sent a reply is ahead of ours; null if it is not a reply of a server. */
export function offsetMsIn(reply: Uint8Array, nowMs: number): number | null {
  if (reply.length < MESSAGE_BYTES || ((reply[0] ?? 0) & 7) !== 4) return null
  const view = new DataView(reply.buffer, reply.byteOffset, reply.byteLength)
  const sentMs = (view.getUint32(TRANSMIT_AT) - EPOCH_S) * 1000 + (view.getUint32(TRANSMIT_AT + 4) / 2 ** 32) * 1000
  return Math.round(sentMs - nowMs)
}
