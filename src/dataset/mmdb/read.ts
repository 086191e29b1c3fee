import imported from 'mmdb-lib/lib/decoder.js'
import { type Metadata, parseMetadata } from 'mmdb-lib/lib/metadata.js'
import { counted, UNWATCHED } from '../progress.ts'
import type { Value } from '../value.ts'
import { EMPTY, type Ref, type Trie } from './trie.ts'

// A seam: once compiled, the default of this CommonJS module is the module itself, which has the class as its own default.
const Decoder = (imported as typeof imported & { default?: typeof imported }).default ?? imported

/** Zero bytes between the tree and the records. */
export const SEPARATOR_BYTES = 16

/** Bits of an address of IPv6. */
const DEPTH_MAX = 128

/** The tree of a MaxMind DB file, node by node, and its records. */
export class MmdbSource {
  readonly metadata: Metadata
  readonly #view: DataView
  readonly #decoder: InstanceType<typeof Decoder>

  constructor(bytes: Buffer) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.metadata = parseMetadata(bytes)
    if (this.metadata.searchTreeSize + SEPARATOR_BYTES > bytes.length) throw new Error('it ends within its tree')
    this.#decoder = new Decoder(bytes, this.metadata.searchTreeSize + SEPARATOR_BYTES)
  }

  /** The left (0) or right (1) half of a node: a node number, the node count ("no record"), or more (a record). */
  child(node: number, side: 0 | 1): number {
    const { recordSize, nodeByteSize } = this.metadata
    const at = node * nodeByteSize
    if (recordSize === 24) return this.#three(at + side * 3)
    if (recordSize === 32) return this.#view.getUint32(at + side * 4)
    const middle = this.#view.getUint8(at + 3)
    const high = side === 0 ? middle >>> 4 : middle & 0x0f
    return high * 2 ** 24 + this.#three(at + side * 4)
  }

  #three(at: number): number {
    return this.#view.getUint16(at) * 0x100 + this.#view.getUint8(at + 2)
  }

  record(pointer: number): Value {
    const { nodeCount, searchTreeSize } = this.metadata
    return this.#decoder.decode(pointer - nodeCount + searchTreeSize).value
  }
}

/**
 * Copies a file's tree into a trie. `leaf` turns a record into a reference; it is called once a pointer.
 * Nodes that the file itself shares (aliases such as `::ffff:0:0/96` in MaxMind's files) are walked once.
 */
export function importTree(trie: Trie, source: MmdbSource, leaf: (record: Value) => Ref, progress = UNWATCHED): Ref {
  const { nodeCount } = source.metadata
  const leaves = new Map<number, Ref>()
  const copied = new Uint32Array(nodeCount)
  const done = new Uint8Array(nodeCount)
  const step = counted(progress, nodeCount)
  const walk = (at: number, depth: number): Ref => {
    if (depth > DEPTH_MAX) throw new Error('its tree is deeper than addresses are long')
    if (at === nodeCount) return EMPTY
    if (at > nodeCount) {
      const known = leaves.get(at)
      if (known !== undefined) return known
      const ref = leaf(source.record(at))
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
