/** Shapes, of which every hostile peer is made: each is a function of size, so that a cost that grows faster than the size shows. */

/** Shares of the largest that a grammar allows, as the numbers below which they stand in names and ports. */
export const DIVISORS = [16, 4, 1] as const
export type Divisor = (typeof DIVISORS)[number]

/** Returns a number of things, for a share of the largest. */
export const share = (most: number, divisor: Divisor): number => Math.max(1, Math.floor(most / divisor))

/** Returns pieces one after the other, as many as fit. */
export function fill(bytes: number, make: (index: number) => Buffer): Buffer[] {
  const pieces: Buffer[] = []
  for (let used = 0; ; ) {
    const piece = make(pieces.length)
    used += piece.length
    if (used > bytes) return pieces
    pieces.push(piece)
  }
}

/** The data that a server sends over a connection, piece by piece; a number is a pause in milliseconds. */
export type Stream = Iterable<Buffer | number>

/** Yields bytes one at a time. */
export function* byteByByte(bytes: Buffer, pauseMs = 0): Stream {
  for (let at = 0; at < bytes.length; at++) {
    yield bytes.subarray(at, at + 1)
    if (pauseMs > 0) yield pauseMs
  }
}

/** Yields the same piece for as long as it is taken. */
export function* forever(piece: Buffer, pauseMs = 0): Stream {
  for (;;) {
    yield piece
    if (pauseMs > 0) yield pauseMs
  }
}

/** A pause for which a connection stays open and silent. */
export const SILENCE_MS = 60_000
