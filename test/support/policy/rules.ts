import { type Address, parseAddress, parseBlock } from '../../../src/policy/address.ts'
import type { Rules } from '../../../src/policy/rules.ts'

/** Throws for a text that is not an address. */
export function addressOf(text: string): Address {
  const address = parseAddress(text)
  if (!address) throw new Error(`not an address: ${text}`)
  return address
}

export const blocksOf = (...texts: readonly string[]) => texts.map(parseBlock).filter((block) => block !== null)

/** The rules of an operator who has set nothing, with changes. */
export const rulesOf = (changes: Partial<Rules> = {}): Rules => ({
  allow: [],
  deny: [],
  denyPorts: [],
  ddnsDomains: [],
  ownAddresses: () => [],
  ...changes,
})
