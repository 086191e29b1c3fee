import { type Family, WORDS } from '../../ipdata/ranges/layout.ts'
import { EMPTY, isRecord, type Ref, type Trie, upper } from '../mmdb/trie.ts'

/** The depth of IPv4 in a tree of both families. */
const IPV4_LEVELS = 96

/** The ranges of one family in order, from the first address to the last without a gap. */
export interface Entries {
  readonly count: number
  /** The words of the first address of each range, one range after another. */
  readonly starts: Uint32Array
  readonly refs: Uint32Array
}

/** Called for each leaf of a family in order, empty ones too; `words` changes after the call. `parted` says that the leaf before it is its equal sibling. */
type Visit = (ref: Ref, words: readonly number[], depth: number, parted: boolean) => void

/** Visits one family of a tree of 128 levels. Below `::/96`, IPv6 has nothing. */
export function visitLeaves(trie: Trie, root: Ref, family: Family, visit: Visit): void {
  const words: number[] = new Array(WORDS[family]).fill(0)
  // `isFirst` says that the block begins at the first address of IPv6, as the block of IPv4 does.
  const walk = (ref: Ref, depth: number, parted: boolean, isFirst: boolean): void => {
    const isAboveIpv4 = isFirst && depth < IPV4_LEVELS && ref !== EMPTY
    const leaf = isFirst && depth === IPV4_LEVELS ? EMPTY : ref
    if (leaf === EMPTY || (isRecord(leaf) && !isAboveIpv4)) {
      visit(leaf, words, depth, parted)
      return
    }
    const left = isRecord(leaf) ? leaf : trie.left(leaf)
    const right = isRecord(leaf) ? leaf : trie.right(leaf)
    const word = depth >>> 5
    const before = words[word] ?? 0
    walk(left, depth + 1, false, isFirst)
    words[word] = before + 2 ** (31 - (depth & 31))
    walk(right, depth + 1, left === right && isRecord(left) && !isAboveIpv4, false)
    words[word] = before
  }
  walk(family === 4 ? upper(trie, root, IPV4_LEVELS) : root, 0, false, family === 6)
}

/**
 * Neighbours with the same record become one range if the widest blocks in it are the leaves again, because those are the prefixes in
 * answers. That is so unless the two halves of a block are leaves with the same record.
 */
export function entriesOf(trie: Trie, root: Ref, family: Family): Entries {
  const width = WORDS[family]
  let starts = new Uint32Array(width << 16)
  let refs = new Uint32Array(1 << 16)
  let count = 0
  let last: Ref | null = null
  visitLeaves(trie, root, family, (ref, words, _, parted) => {
    const isSame = ref === last && !parted
    last = ref
    if (isSame) return
    if (count === refs.length) {
      starts = doubled(starts)
      refs = doubled(refs)
    }
    for (let word = 0; word < width; word++) starts[count * width + word] = words[word] ?? 0
    refs[count++] = ref
  })
  return { count, starts: starts.subarray(0, count * width), refs: refs.subarray(0, count) }
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(array.length * 2)
  wider.set(array)
  return wider
}
