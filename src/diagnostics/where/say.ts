import type { Locale } from '../../contract/text.ts'
import type { Where } from './fields.ts'
import { whereText } from './where.text.ts'

/** A finding on where packets end, and everything that its words need. */
export interface About {
  readonly where: Where
  readonly ip: string
  readonly version: 4 | 6
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  /** The name of the service for people; null if it is not known. */
  readonly service: string | null
  /** The line that opens the port in the firewall of the device; null if its system is not known. */
  readonly firewall: string | null
  readonly locale: Locale
}

/** Says in one or two sentences where the packets ended and what that means; where it can be several things, the likelier first. */
export function sayWhere({ where, ip, port, protocol, locale }: About): string {
  return whereText.say(locale, `meaning.${where.verdict}`, { ip, port, protocol: protocol.toUpperCase() })
}
