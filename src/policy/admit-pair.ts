import { Refusal } from '../contract/problem.ts'
import type { Locale } from '../contract/text.ts'
import type { Address } from './address.ts'
import { pairText } from './pair.text.ts'
import type { PairTokens } from './pair.ts'
import { judge, type Rules } from './rules.ts'

/** The means by which tokens are judged. */
interface Means {
  readonly rules: Rules
  readonly pairs: PairTokens
}

/**
 * Returns the address of the other family that tokens prove to be the requester's; null without tokens. Throws a Refusal for the first that
 * cannot be used: a check of one family would look like one of both.
 */
export function admitOther(field: string, tokens: readonly string[], requester: Address, means: Means): Address | null {
  const addresses = tokens.map((token, index) => read(`${field}.${index}`, token, requester, means))
  const [first = null] = addresses
  const odd = addresses.findIndex(({ text }) => text !== first?.text)
  if (odd > 0)
    throw against(`${field}.${odd}`, (locale) => pairText.say(locale, 'pair-two-addresses', { field: `${field}.${odd}` }))
  return first
}

function read(field: string, token: string, requester: Address, { rules, pairs }: Means): Address {
  const found = pairs.read(token)
  const other = requester.version === 4 ? 6 : 4
  if (found === 'foreign') throw against(field, (locale) => pairText.say(locale, 'pair-foreign', { field, other }))
  if (found === 'expired') throw against(field, (locale) => pairText.say(locale, 'pair-expired', { field, other }))
  const { address } = found
  const slots = { field, address: address.text, requester: requester.text, other }
  if (address.version !== other) throw against(field, (locale) => pairText.say(locale, 'pair-own-family', slots))
  if (judge(address, rules) === 'allowed') return address
  throw against(field, (locale) => pairText.say(locale, 'pair-not-allowed', { field, address: address.text }))
}

function against(field: string, detail: (locale: Locale) => string): Refusal {
  return new Refusal('invalid-request', detail, { field, errors: [{ field, message: detail }] })
}
