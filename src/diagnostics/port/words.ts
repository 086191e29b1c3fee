import { type Static, Type } from '@sinclair/typebox'
import { foreign, orNull } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import type { PortFinding } from '../../net/findings.ts'
import type { IdentityQuery } from '../../net/identity/index.ts'
import type { ShownIdentity } from '../identity/fields.ts'
import { sayIdentity } from '../identity/say.ts'
import type { Where } from '../where/fields.ts'
import { type About, drawWay, sayMeaning } from '../where/say.ts'

/** The findings that only numbers and codes tell, for people. */
export const WORDS = Type.Object(
  { way: orNull(Type.String()), meaning: orNull(Type.String()), identity: orNull(foreign(Type.String())) },
  { description: 'the same for people: the way of the packets in a line, what it means, and what answers' },
)

interface Found {
  readonly ip: string
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly where: Where | null
  readonly identity: ShownIdentity | null
  /** The finding on the port, where it is known. */
  readonly status?: PortFinding['status']
}

/** The service that was expected, its name for people, and how it was asked. */
interface Expected {
  readonly service: string | null
  readonly query: IdentityQuery | null
}

/**
 * Returns what the words on the end of packets need; null if it was not looked where they end, or if that cannot be told although something
 * came back: then the refusal says more.
 */
export function aboutOf(
  { where, ip, port, protocol, status }: Found,
  { service, query }: Expected,
  locale: Locale,
): About | null {
  if (where?.verdict === 'cannot-tell' && status !== 'timeout') return null
  const isAsked = query !== null && (query.port ?? port) === port
  return where && { where, ip, version: ip.includes(':') ? 6 : 4, port, protocol, service, isAsked, firewall: null, locale }
}

/** Says what was found, for people. */
export function wordsOf(found: Found, about: About | null, { service, query }: Expected, locale: Locale): Static<typeof WORDS> {
  return {
    way: about && drawWay(about),
    meaning: about && sayMeaning(about),
    identity: sayIdentity(found.identity, service, locale, query),
  }
}
