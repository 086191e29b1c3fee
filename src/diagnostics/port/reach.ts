import { type Static, Type } from '@sinclair/typebox'
import { foreign, orNull } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import type { PortFinding } from '../../net/findings.ts'
import type { IdentityQuery } from '../../net/identity/index.ts'
import { KEY_PATTERN, readKey } from '../../net/proof/index.ts'
import type { Address } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { type ShownIdentity, sayIdentity } from '../identity/index.ts'
import type { Where } from '../where/fields.ts'
import { type About, drawWay, sayMeaning } from '../where/say.ts'
import { reachText } from './headlines.text.ts'

interface Ends {
  readonly target: Address
  readonly source: Address | null
}

/** The reach of a target, as an answer from it shows. */
interface Reach {
  /** `internet` if the internet reaches the target, `answers` if it is only known that this server does. */
  readonly seen: 'internet' | 'answers'
  /** The address from which this server sent the probe, where the target is not public either. */
  readonly source: string | null
}

/** Returns the finding of `sayReach` for a sentence that names the target. */
export function reachOf({ target, source }: Ends): Reach {
  if (!isPublic(target)) return { seen: 'answers', source: source?.text ?? null }
  return { seen: source && isPublic(source) ? 'internet' : 'answers', source: null }
}

/**
 * Says what an answer from the target proves: the internet can reach it only if both ends of the check have public addresses. Behind a NAT
 * that gives this server a public address of its own (1:1), as clouds do, that looks the same as a NAT that leads back into the network of
 * the target.
 */
export function sayReach(locale: Locale, { target, source }: Ends): string {
  const { text } = target
  if (!isPublic(target)) {
    return source
      ? reachText.say(locale, 'local-from', { target: text, source: source.text })
      : reachText.say(locale, 'local', { target: text })
  }
  return reachText.say(locale, source && isPublic(source) ? 'internet' : 'unproved', {})
}

function isPublic(address: Address): boolean {
  return classify(address).scope === 'public'
}

/** The key of a proof, as a body has it. */
export const PROOF_KEY = Type.Object({
  key: Type.String({ pattern: KEY_PATTERN, examples: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'] }),
})

/** Returns the key of a body; null if it has none. */
export function keyIn(proof: Static<typeof PROOF_KEY> | undefined): Uint8Array | null {
  return proof === undefined ? null : readKey(proof.key)
}

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
