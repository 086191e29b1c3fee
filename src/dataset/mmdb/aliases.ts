import { EMPTY, isRecord, type Ref, type Trie, upper } from './trie.ts'

const IPV4_LEVELS = 96
const BITS = 128

interface Block {
  readonly prefix: bigint
  readonly length: number
}

/** The blocks in which MaxMind's files repeat the whole of IPv4: mapped addresses, 6to4 and Teredo. */
const ALIASES: readonly Block[] = [
  { prefix: 0xffffn << 32n, length: 96 },
  { prefix: 0x2002n << 112n, length: 16 },
  { prefix: 0x2001n << 112n, length: 32 },
]

/**
 * Returns the tree without aliases. They share the nodes of IPv4, so they take no space in an MMDB; as ranges they would each take as much
 * again.
 */
export function withoutAliases(trie: Trie, root: Ref): Ref {
  const ipv4 = upper(trie, root, IPV4_LEVELS)
  if (ipv4 === EMPTY || isRecord(ipv4)) return root
  const pruned = (ref: Ref, depth: number, alias: Block): Ref => {
    if (ref === EMPTY || isRecord(ref)) return ref
    if (depth === alias.length) return ref === ipv4 ? EMPTY : ref
    const isRight = ((alias.prefix >> BigInt(BITS - 1 - depth)) & 1n) === 1n
    const [left, right] = [trie.left(ref), trie.right(ref)]
    return isRight ? trie.node(left, pruned(right, depth + 1, alias)) : trie.node(pruned(left, depth + 1, alias), right)
  }
  return ALIASES.reduce((ref, alias) => pruned(ref, 0, alias), root)
}
