import { networkInterfaces } from 'node:os'
import { type Address, type Block, contains, parseAddress } from './address.ts'
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

const KEPT_MS = 5000

/**
 * Returns the addresses of this machine, reread every few seconds: they can change while a server runs. If they cannot be reread (no
 * descriptors are left), the last ones still hold. Throws if they cannot be read at all, since nothing could be judged without them.
 */
export function ownAddresses(read = readInterfaces, keptMs = KEPT_MS): () => readonly Address[] {
  let known = read()
  let until = performance.now() + keptMs
  return () => {
    if (performance.now() < until) return known
    try {
      known = read()
    } catch {
      // Asked again after the same time.
    }
    until = performance.now() + keptMs
    return known
  }
}

function readInterfaces(): readonly Address[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .map(({ address }) => parseAddress(address.split('%')[0] ?? ''))
    .filter((address) => address !== null)
}
