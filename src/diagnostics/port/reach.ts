import type { Locale } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { reachText } from './reach.text.ts'

/**
 * What an answer from the target proves: the internet can reach it only if both ends of the check have public addresses. Behind a
 * NAT that gives this server a public address of its own (1:1), as clouds do, that cannot be told from a NAT that leads back into
 * the network of the target.
 */
export function sayReach(locale: Locale, { target, source }: { target: Address; source: Address | null }): string {
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
