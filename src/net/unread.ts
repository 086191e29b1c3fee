const ROOM_BYTES_MIN = 1024

/** Bytes that have arrived but have not been read, in one piece. The buffer doubles when full: n bytes cost n, whatever the chunks. */
export class Unread {
  private bytes: Buffer = Buffer.alloc(0)
  private start = 0
  private end = 0

  get length(): number {
    return this.end - this.start
  }

  add(chunk: Buffer): void {
    if (this.length === 0) {
      this.bytes = chunk
      this.start = 0
      this.end = chunk.length
      return
    }
    if (this.end + chunk.length > this.bytes.length) {
      // Pieces that were handed out before keep their memory: the new one is always different.
      const roomier = Buffer.allocUnsafe(Math.max(ROOM_BYTES_MIN, 2 * (this.length + chunk.length)))
      this.end = this.bytes.copy(roomier, 0, this.start, this.end)
      this.start = 0
      this.bytes = roomier
    }
    this.end += chunk.copy(this.bytes, this.end)
  }

  /** All bytes, which stay unread. */
  peek(): Buffer {
    return this.bytes.subarray(this.start, this.end)
  }

  /** This many bytes, or all that there are. */
  take(count: number): Buffer {
    const taken = this.bytes.subarray(this.start, Math.min(this.end, this.start + count))
    this.start += taken.length
    return taken
  }
}
