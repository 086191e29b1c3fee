import { type Address, type Block, contains } from './address.ts'
import { classify } from './classify.ts'
import type { SpecialBlock } from './special-purpose.ts'

/** What an operator adds to the rules and takes from them. */
export interface Rules {
  readonly allow: readonly Block[]
  readonly deny: readonly Block[]
  /** The domains whose names ddns-match serves; none named: all. */
  readonly ddnsDomains: readonly string[]
}

/** Whether an address may be reached: yes, no by the operator's word, or no by the block that holds it. */
export type Judgement = 'allowed' | 'denied' | SpecialBlock

/** Denied wins over allowed, and allowed over what the registries say. */
export function judge(address: Address, { allow, deny }: Rules): Judgement {
  if (deny.some((block) => contains(block, address))) return 'denied'
  if (allow.some((block) => contains(block, address))) return 'allowed'
  const { scope, block } = classify(address)
  return scope === 'public' || block === null ? 'allowed' : block
}
