import { type Address, type Block, contains } from './address.ts'
import { classify } from './classify.ts'
import type { SpecialBlock } from './special-purpose.ts'

/** What an operator adds to the rules and takes from them. */
export interface Rules {
  readonly allow: readonly Block[]
  readonly deny: readonly Block[]
  /** Ports of others that are not connected to. */
  readonly denyPorts: readonly number[]
  /** The domains whose names ddns-match serves; none named: all. */
  readonly ddnsDomains: readonly string[]
  /** The addresses that this server itself has at the moment. */
  ownAddresses(): readonly Address[]
}

/** Whether an address may be reached: yes; no by the operator's word; no since it is ours; no by the block that holds it. */
export type Judgement = 'allowed' | 'denied' | 'own' | SpecialBlock
export type DenyReason = Exclude<Judgement, 'allowed'>

/** Denied wins over allowed, and allowed over everything else. */
export function judge(address: Address, { allow, deny, ownAddresses }: Rules): Judgement {
  if (deny.some((block) => contains(block, address))) return 'denied'
  if (allow.some((block) => contains(block, address))) return 'allowed'
  const { scope, block } = classify(address)
  if (scope !== 'public' && block) return block
  return ownAddresses().some(({ text }) => text === address.text) ? 'own' : 'allowed'
}
