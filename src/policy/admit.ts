import { Refusal } from '../problem.ts'
import type { Locale } from '../text.ts'
import { type Address, parseAddress } from './address.ts'
import { admitText } from './admit.text.ts'
import { classify } from './classify.ts'
import type { Policy } from './policies.ts'
import { blockText } from './special-purpose.text.ts'
import type { SpecialBlock } from './special-purpose.ts'
import { mintTarget, type PublicTarget } from './target.ts'

/** Judges the target that a checked body names. Throws a Refusal that says why; null where the policy has no target. */
export function admit(policy: Policy, body: unknown): PublicTarget | null {
  switch (policy.kind) {
    case 'offline':
      return null
    case 'public-ip':
      return admitAddress(policy.field, fieldOf(body, policy.field))
  }
}

function admitAddress(field: string, value: string): PublicTarget {
  const address = parseAddress(value)
  if (!address) {
    throw new Refusal('invalid-target', (locale) => admitText.say(locale, 'not-an-address', { field }), { field })
  }
  const { scope, block } = classify(address)
  if (scope !== 'public' && block) {
    throw new Refusal('target-not-public', (locale) => reasonAgainst(address, block, locale), { field })
  }
  return mintTarget(address)
}

/** Names the block and the RFC. Two rules have no block that would tell a person anything. */
function reasonAgainst({ text: address }: Address, { cidr: block, name, rfc }: SpecialBlock, locale: Locale): string {
  if (name === 'outside-global-unicast') return admitText.say(locale, 'outside', { address })
  if (name === 'isatap') return admitText.say(locale, 'isatap', { address })
  const slots = { address, block, name: blockText.say(locale, name, {}) }
  return rfc === null
    ? admitText.say(locale, 'not-public-unlisted', slots)
    : admitText.say(locale, 'not-public', { ...slots, rfc })
}

function fieldOf(body: unknown, field: string): string {
  if (typeof body !== 'object' || body === null) return ''
  const value = Object.entries(body).find(([key]) => key === field)?.[1]
  return typeof value === 'string' ? value : ''
}
