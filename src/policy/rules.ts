import { type Address, type Block, contains } from './address.ts'
import { classify, type SpecialBlock } from './classify.ts'

/** The operator's additions to the rules and exceptions from them. */
export interface Rules {
  readonly allow: readonly Block[]
  readonly deny: readonly Block[]
  readonly denyPorts: readonly number[]
  /** The domains whose names ddns-match checks; all if empty. */
  readonly ddnsDomains: readonly string[]
  ownAddresses(): readonly Address[]
}

/** Whether an address may be reached: yes; no because the operator says so; no because it is our own; no because of its block. */
type Judgement = 'allowed' | 'denied' | 'own' | SpecialBlock
export type DenyReason = Exclude<Judgement, 'allowed'>

/** Denied wins over allowed, and allowed over everything else. */
export function judge(address: Address, { allow, deny, ownAddresses }: Rules): Judgement {
  if (deny.some((block) => contains(block, address))) return 'denied'
  if (allow.some((block) => contains(block, address))) return 'allowed'
  const { scope, block } = classify(address)
  if (scope !== 'public' && block) return block
  return ownAddresses().some(({ text }) => text === address.text) ? 'own' : 'allowed'
}
