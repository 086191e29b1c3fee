import type { Locale } from '../../contract/text.ts'
import { isOnRange } from '../catalogue/ports.ts'
import type { Isp } from '../catalogue/schema.ts'

/** A provider's habit with a port: blocked on all of its lines, or on some. */
export interface Block {
  readonly certainty: 'always' | 'sometimes'
  readonly note: Readonly<Record<Locale, string>>
}

/** Returns whether a provider is known to block a port on all its lines, or on some; null if nothing is known of it. */
export function blockOf(isp: Isp | null, port: number, protocol: 'tcp' | 'udp'): Block | null {
  const inList = (list: Isp['blocked'] = []) =>
    list.find(
      (one) =>
        (one.protocol === 'both' || one.protocol === protocol) && one.ports.split(',').some((range) => isOnRange(range, port)),
    )
  const always = inList(isp?.blocked)
  if (always) return { certainty: 'always', note: always.note }
  const sometimes = inList(isp?.mayBlock)
  return sometimes ? { certainty: 'sometimes', note: sometimes.note } : null
}
