// What is said of a port: where packets to it end and what answers, and what an answer proves.
import { type Static, Type } from '@sinclair/typebox'
import { foreign, orNull } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import type { IdentityQuery } from '../../net/identity/index.ts'
import type { Address } from '../../policy/address.ts'
import { isPublic } from '../../policy/gateway.ts'
import { type ShownIdentity, sayIdentity } from '../identity/index.ts'
import { type About, drawWay, sayMeaning } from '../where/say.ts'
import type { ShownPort } from './check.ts'
import { reachText } from './headlines.text.ts'

/** The findings that only numbers and codes tell, for people. */
export const WORDS = Type.Object(
  { way: orNull(Type.String()), meaning: orNull(Type.String()), identity: orNull(foreign(Type.String())) },
  { description: 'the same for people: the way of the packets in a line, what it means, and what answers' },
)

/** A port, and where packets to it end. */
interface PortEnd extends Pick<ShownPort, 'ip' | 'port' | 'protocol' | 'where'> {
  /** The finding on the port, where it is known. */
  readonly status?: ShownPort['status'] | undefined
}

/** The service that was expected, its name for people, and how it was asked. */
interface Expected {
  readonly service: string | null
  readonly query: IdentityQuery | null
}
const NOTHING_EXPECTED: Expected = { service: null, query: null }

/**
 * Returns what the words on the end of packets need; null if it was not looked where they end, or if that cannot be told although something
 * came back: then the refusal says more.
 */
export function aboutOf(end: PortEnd, locale: Locale, { service, query }: Expected = NOTHING_EXPECTED): About | null {
  const { where, ip, port, protocol, status } = end
  if (where?.verdict === 'cannot-tell' && status !== 'timeout') return null
  const isAsked = query !== null && (query.port ?? port) === port
  return where && { where, ip, version: ip.includes(':') ? 6 : 4, port, protocol, service, isAsked, firewall: null, locale }
}

/** Says what was found, for people. */
export function portWords(
  identity: ShownIdentity | null,
  about: About | null,
  { service, query }: Expected,
  locale: Locale,
): Static<typeof WORDS> {
  return {
    way: about && drawWay(about),
    meaning: about && sayMeaning(about),
    identity: sayIdentity(identity, service, locale, query),
  }
}

/** The two ends of a check. */
interface Ends {
  readonly target: Address
  readonly source: Address | null
}

/**
 * Returns what an answer from the target shows: that the internet reaches it, or only that this server does; `source` is the address of this
 * server, where the target is not public either.
 */
export function reachOf({ target, source }: Ends) {
  if (!isPublic(target)) return { seen: 'answers', source: source?.text ?? null } as const
  return { seen: source && isPublic(source) ? 'internet' : 'answers', source: null } as const
}

/**
 * Says what an answer from the target proves: the internet can reach it only if both ends of the check have public addresses. Behind a NAT
 * that gives this server a public address of its own (1:1), as clouds do, that looks the same as a NAT that leads back into the network of
 * the target.
 */
export function sayReach(locale: Locale, ends: Ends): string {
  const { text } = ends.target
  const { seen, source } = reachOf(ends)
  if (source !== null) return reachText.say(locale, 'local-from', { target: text, source })
  if (!isPublic(ends.target)) return reachText.say(locale, 'local', { target: text })
  return reachText.say(locale, seen === 'internet' ? 'internet' : 'unproved', {})
}
