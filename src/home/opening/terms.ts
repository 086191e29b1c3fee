import { readSpan } from '../../contract/span.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { dangerOn } from '../../router/index.ts'
import type { Protocol } from './doors.ts'

/** A rule that is needed for longer belongs in the router's settings. */
const FOR_MAX_S = 86_400

/** Reads a time such as "90s", "45m" or "2h"; null if it is not one, or more than a day. */
export function secondsIn(text: string): number | null {
  const seconds = (readSpan(text) ?? 0) / 1000
  return seconds > 0 && seconds <= FOR_MAX_S ? seconds : null
}

export function protocolsOf(protocol: Protocol | 'both'): readonly Protocol[] {
  return protocol === 'both' ? ['tcp', 'udp'] : [protocol]
}

/** Returns the first port that should stay shut, as a plan would say, with the service that often uses it; null if there is none. */
export function shutPort(
  known: Catalogue,
  ports: readonly number[],
  protocols: readonly Protocol[],
): ReturnType<typeof dangerOn> {
  return protocols.flatMap((protocol) => ports.map((port) => dangerOn(port, protocol, known.portUses))).find((one) => one) ?? null
}
