/** Conversations over a connection: what comes is heard piece by piece, and kept until it is read. */
import type { Socket } from 'node:net'
import { onAbort } from '../platform/deadline.ts'

/** The end of a connection: by the other side, with an error or without, or because the time is up. */
export type Ending = { readonly by: 'peer'; readonly error?: Error } | { readonly by: 'time' }

/** The listener makes something of an answer, piece by piece. */
interface Listener<Result> {
  /** Returns the result, or null to hear more. It charges what comes to the budget of the request. */
  hear(chunk: Buffer): Result | null
  /** Returns the result of a connection that ends before there is one. */
  end(ending: Ending): Result
}

/**
 * Sends bytes over a connection, if there are any to send, and returns what the listener makes of what comes back until it has a result, the
 * connection ends or the signal fires. Reads no further; the socket is left to the caller.
 */
export async function converse<Result>(
  socket: Socket,
  sent: Buffer | string | null,
  listener: Listener<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>()
  let isOver = false
  const finish = (result: Result) => {
    isOver = true
    socket.pause()
    resolve(result)
  }
  const end = (ending: Ending) => {
    if (!isOver) finish(listener.end(ending))
  }
  const release = onAbort(signal, () => end({ by: 'time' }))
  socket.on('data', (chunk: Buffer) => {
    const result = isOver ? null : listener.hear(chunk)
    if (result !== null) finish(result)
  })
  socket.on('error', (error) => end({ by: 'peer', error }))
  for (const event of ['end', 'close']) socket.on(event, () => end({ by: 'peer' }))
  if (socket.destroyed) end({ by: 'peer' })
  else if (sent !== null && !signal.aborted) socket.write(sent)
  return promise.finally(release)
}

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
