import { MmdbFault, type Value } from '../../ipdata/mmdb/decode.ts'
import type { Mmdb } from '../../ipdata/mmdb/file.ts'
import { counted, UNWATCHED } from '../progress.ts'
import { EMPTY, type Ref, type Trie } from './trie.ts'

/** Bits of an address of IPv6. */
const DEPTH_MAX = 128
/** Values for each byte of a file, and for one that is small: publishers have a handful, and pointers allow for thousands. */
const VALUES_PER_BYTE = 8
const VALUES_MIN = 1_000_000

/** Reads records of a file, until they are far more than it. It then throws an MmdbFault. */
export function readerOf(source: Mmdb): (pointer: number) => Value {
  const most = VALUES_MIN + source.size * VALUES_PER_BYTE
  return (pointer) => {
    const record = source.record(pointer)
    if (source.decoded > most) throw new MmdbFault(`its records have more than ${VALUES_PER_BYTE} values for each of its bytes`)
    return record
  }
}

/**
 * Copies a file's tree into a trie. `leaf` turns a record into a reference; it is called once a pointer.
 * Nodes that the file itself shares (aliases such as `::ffff:0:0/96` in MaxMind's files) are walked once. Throws an MmdbFault if the file
 * stands for far more than it holds.
 */
export function importTree(trie: Trie, source: Mmdb, leaf: (record: Value) => Ref, progress = UNWATCHED): Ref {
  const { nodeCount } = source.metadata
  const read = readerOf(source)
  const leaves = new Map<number, Ref>()
  const copied = new Uint32Array(nodeCount)
  const done = new Uint8Array(nodeCount)
  const step = counted(progress, nodeCount)
  const walk = (at: number, depth: number): Ref => {
    if (depth > DEPTH_MAX) throw new MmdbFault('its tree is deeper than addresses are long')
    if (at === nodeCount) return EMPTY
    if (at > nodeCount) {
      const known = leaves.get(at)
      if (known !== undefined) return known
      const ref = leaf(read(at))
      leaves.set(at, ref)
      return ref
    }
    if (done[at] === 1) return copied[at] ?? EMPTY
    const ref = trie.node(walk(source.child(at, 0), depth + 1), walk(source.child(at, 1), depth + 1))
    copied[at] = ref
    done[at] = 1
    step()
    return ref
  }
  return walk(0, 0)
}
