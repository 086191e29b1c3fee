import type { Locale } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { reachText } from './reach.text.ts'

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
