/** The environment variable with the socket on which a watched server reports its cost. */
export const SOCKET_VARIABLE = 'DOORSTEP_WATCH_SOCKET'

/** The cost of a server since the measurement began. */
export interface Cost {
  /** The most processor time that the main thread took between two turns of its event loop: other processes do not count. */
  readonly absenceMs: number
  /** The same by the clock on the wall, for information. */
  readonly absenceWallMs: number
  /** Processor time of the main thread in all. */
  readonly cpuMs: number
  /** Resident memory when the measurement began, after a full collection of garbage; and the most since. */
  readonly beforeMb: number
  readonly peakMb: number
}
