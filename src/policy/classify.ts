import { type Address, type Block, contains, parseBlock } from './address.ts'
import { type Scope, SPECIAL_PURPOSE, type SpecialBlock } from './special-purpose.ts'

/** What an address is, and the block that decides it; null if no special-purpose block contains it. */
export interface Classification {
  scope: Scope
  block: SpecialBlock | null
}

/** ISATAP puts an IPv4 address after one of two interface identifiers (RFC 5214, section 6.1). */
const ISATAP: SpecialBlock = { cidr: '::5efe:0.0.0.0', name: 'isatap', rfc: 'RFC 5214', scope: 'reserved' }
const ISATAP_IDENTIFIERS: readonly number[] = [0x0000_5efe, 0x0200_5efe]

/** The most specific block first, so that the first match counts. */
const ROWS: readonly { block: Block; special: SpecialBlock }[] = SPECIAL_PURPOSE.map((special) => {
  const block = parseBlock(special.cidr)
  if (!block) throw new Error(`${special.cidr} is not an address block`)
  return { block, special }
}).sort((a, b) => b.block.prefix - a.block.prefix)

type Rows = typeof ROWS

/** The rows that an address with this first byte can be in, found when the first one asks: usually none in IPv4. */
const BY_FIRST_BYTE: Record<4 | 6, Rows[]> = { 4: [], 6: [] }

/** Whether an address is public; decided by the address alone, and closed unless something says that it is open. */
export function classify(address: Address): Classification {
  const special = rowsAround(address).find(({ block }) => contains(block, address))?.special ?? null
  if (special && special.scope !== 'public') return { scope: special.scope, block: special }
  if (address.version === 6 && ISATAP_IDENTIFIERS.includes(address.words[2] ?? 0)) {
    return { scope: ISATAP.scope, block: ISATAP }
  }
  return { scope: 'public', block: special }
}

function rowsAround({ version, words }: Address): Rows {
  const byte = (words[0] ?? 0) >>> 24
  const known = BY_FIRST_BYTE[version]
  known[byte] ??= ROWS.filter(({ block: { network, prefix } }) => {
    const shared = Math.clz32(((network.words[0] ?? 0) ^ (byte << 24)) & 0xff00_0000)
    return network.version === version && shared >= Math.min(prefix, 8)
  })
  return known[byte]
}
