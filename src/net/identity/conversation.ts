import type { Identified, Protocol } from './protocol.ts'

const READ_BYTES_MAX = 64 * 1024
const DATAGRAMS_READ_MAX = 16
/** The largest message that is ever sent: no datagram of ours is in pieces. */
const SENT_BYTES_MAX = 1200

/** The bounds of one exchange: how much is read, and that no more than one message is sent after the first. */
export class Conversation {
  /** The most messages that one question sends. */
  static readonly SENDS_MAX = 2
  private bytesRead = 0
  private timesRead = 0
  private sends = 1

  constructor(private readonly protocol: Protocol) {}

  /** Reads one datagram: what it says, another message to send, or "more" to wait on; null at the end. */
  hear(datagram: Buffer): Identified | Buffer | 'more' | null {
    this.bytesRead += datagram.length
    if (this.bytesRead > READ_BYTES_MAX || ++this.timesRead > DATAGRAMS_READ_MAX) return null
    const heard = this.protocol.read(datagram)
    if (heard === null || heard === 'more' || !('send' in heard)) return heard
    return ++this.sends > Conversation.SENDS_MAX || heard.send.length > SENT_BYTES_MAX ? null : heard.send
  }
}
