import { type Address, type Block, contains, parseBlock } from './address.ts'
import { type Scope, SPECIAL_PURPOSE, type SpecialBlock } from './special-purpose.ts'

/** The kind of an address, and the block that decides it; null if no special-purpose block contains it. */
interface Classification {
  scope: Scope
  block: SpecialBlock | null
}

/** ISATAP puts an IPv4 address after one of two interface identifiers (RFC 5214, section 6.1). */
const ISATAP: SpecialBlock = { cidr: '::5efe:0.0.0.0', name: 'isatap', rfc: 'RFC 5214', scope: 'reserved' }
const ISATAP_IDENTIFIERS: readonly number[] = [0x0000_5efe, 0x0200_5efe]

interface Row {
  readonly block: Block
  readonly special: SpecialBlock
}

/** The blocks of each family, read when its first address is classified: most servers hear from one family long before the other. */
const rows: Record<Address['version'], readonly Row[] | null> = { 4: null, 6: null }

/** Returns the blocks, the most specific first, so that the first match counts. */
function rowsOf(version: Address['version']): readonly Row[] {
  return SPECIAL_PURPOSE.filter(({ cidr }) => cidr.includes(':') === (version === 6))
    .map((special) => {
      const block = parseBlock(special.cidr)
      if (!block) throw new Error(`${special.cidr} is not an address block`)
      return { block, special }
    })
    .sort((a, b) => b.block.prefix - a.block.prefix)
}

/** The rows that an address with this first byte can be in, collected when the first such address is classified: usually none in IPv4. */
const BY_FIRST_BYTE: Record<Address['version'], (readonly Row[])[]> = { 4: [], 6: [] }

/** Returns whether an address is public; decided by the address alone, and closed unless a rule says that it is open. */
export function classify(address: Address): Classification {
  const special = rowsAround(address).find(({ block }) => contains(block, address))?.special ?? null
  if (special && special.scope !== 'public') return { scope: special.scope, block: special }
  if (address.version === 6 && ISATAP_IDENTIFIERS.includes(address.words[2] ?? 0)) {
    return { scope: ISATAP.scope, block: ISATAP }
  }
  return { scope: 'public', block: special }
}

function rowsAround({ version, words }: Address): readonly Row[] {
  const byte = (words[0] ?? 0) >>> 24
  const known = BY_FIRST_BYTE[version]
  const around = known[byte]
  if (around) return around
  rows[version] ??= rowsOf(version)
  known[byte] = rows[version].filter(({ block: { network, prefix } }) => {
    const shared = Math.clz32(((network.words[0] ?? 0) ^ (byte << 24)) & 0xff00_0000)
    return shared >= Math.min(prefix, 8)
  })
  return known[byte]
}
