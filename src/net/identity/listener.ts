import { Unread } from '../unread.ts'
import type { Again, Asked, Identified, Protocol } from './protocol.ts'

const BYTES_MAX = 64 * 1024
/** The times that everything is read again from its start, and the bytes of all these; afterwards it is read only at the end. */
const READS_MAX = 64
const READ_BYTES_MAX = 8 * BYTES_MAX

/** The bounds of what is read from one connection: a server may send more, and as slowly as it likes. */
export class Listener {
  private readonly heard = new Unread()
  private reads = 0
  private bytesRead = 0

  constructor(
    private readonly protocol: Protocol,
    private readonly asked: Asked,
  ) {}

  /** Takes what has come: who speaks, another message to send, or "more" to wait on; null at the end. */
  hear(chunk: Buffer): Identified | Again | 'more' | null {
    const room = BYTES_MAX - this.heard.length
    this.heard.add(chunk.subarray(0, room))
    if (chunk.length >= room) return this.end()
    this.bytesRead += this.heard.length
    if (++this.reads > READS_MAX || this.bytesRead > READ_BYTES_MAX) return 'more'
    return this.protocol.read(this.heard.peek(), false, this.asked)
  }

  /** Reads what has come as all that there will be. */
  end(): Identified | Again | null {
    const said = this.heard.length > 0 ? this.protocol.read(this.heard.peek(), true, this.asked) : null
    return said === 'more' ? null : said
  }

  /** Returns the first bytes that came. */
  start(count: number): Buffer {
    return this.heard.peek().subarray(0, count)
  }
}
