import type { Locale } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { reachText } from './headlines.text.ts'

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

function isPublic(address: Address): boolean {
  return classify(address).scope === 'public'
}
