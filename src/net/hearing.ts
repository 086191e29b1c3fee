import { timeLeft } from '../platform/deadline.ts'
import { patient } from '../platform/testing.ts'
import type { PortFinding } from './findings.ts'
import { impossible } from './libc/verdict.ts'

/** The finding of a check whose time was up before anybody could have answered. */
export const OUT_OF_TIME = 'out-of-time'

/** The time after which silence says something: a lost packet has been sent again. No check gives others less than 2 s of its own accord. */
const HEARING_MS = 1900

/**
 * Begins a part of a check. Returns what tells at its end whether silence says nothing: the time of the whole request was up too soon, by
 * what was left of it at the beginning, since a busy machine or a wait of this server's own may draw it out.
 */
export function hearing(signal: AbortSignal): () => boolean {
  const startedMs = performance.now()
  const leftMs = timeLeft(signal)
  return () => signal.aborted && Math.min(leftMs, performance.now() - startedMs) < patient(HEARING_MS)
}

/** Returns a finding; in place of a silence that says nothing, that it could not be heard. */
export async function heard<Finding extends PortFinding>(probing: Promise<Finding>, signal: AbortSignal): Promise<Finding> {
  const wasCutShort = hearing(signal)
  const finding = await probing
  return finding.status === 'timeout' && wasCutShort() ? { ...finding, ...impossible(OUT_OF_TIME) } : finding
}
