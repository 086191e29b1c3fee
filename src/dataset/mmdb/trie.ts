import type { FlatRecord } from '../../ipdata/ranges/layout.ts'

/**
 * A binary trie in which equal subtrees are stored once ("hash consing").
 *
 * A reference is a number: 0 is "no record", a number with the top bit set is a record, anything else a node.
 * Since nodes are never changed after they are made, two equal references always hold equal addresses.
 */
export type Ref = number

export const EMPTY: Ref = 0
const RECORD_BIT = 0x8000_0000
const FIRST_CAPACITY = 1 << 16
const MAX_LOAD = 0.6

export const recordRef = (id: number): Ref => (RECORD_BIT | id) >>> 0
export const isRecord = (ref: Ref): boolean => ref >= RECORD_BIT
export const recordId = (ref: Ref): number => ref & 0x7fff_ffff

export class Trie {
  #left = new Uint32Array(FIRST_CAPACITY)
  #right = new Uint32Array(FIRST_CAPACITY)
  #slots = new Uint32Array(FIRST_CAPACITY * 2)
  #count = 1

  /** The number of distinct nodes; references run from 1 to it. */
  get size(): number {
    return this.#count - 1
  }

  left(node: Ref): Ref {
    return at(this.#left, node)
  }

  right(node: Ref): Ref {
    return at(this.#right, node)
  }

  /** The one node with these two halves; two empty halves are "no record". */
  node(left: Ref, right: Ref): Ref {
    if (left === EMPTY && right === EMPTY) return EMPTY
    const mask = this.#slots.length - 1
    let slot = hash(left, right) & mask
    for (let known = at(this.#slots, slot); known !== 0; known = at(this.#slots, slot)) {
      if (at(this.#left, known) === left && at(this.#right, known) === right) return known
      slot = (slot + 1) & mask
    }
    const made = this.#append(left, right)
    this.#slots[slot] = made
    if (this.#count > this.#slots.length * MAX_LOAD) this.#rehash()
    return made
  }

  #append(left: Ref, right: Ref): Ref {
    if (this.#count === this.#left.length) {
      this.#left = doubled(this.#left)
      this.#right = doubled(this.#right)
    }
    this.#left[this.#count] = left
    this.#right[this.#count] = right
    return this.#count++
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let node = 1; node < this.#count; node++) {
      let slot = hash(at(this.#left, node), at(this.#right, node)) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = node
    }
    this.#slots = slots
  }
}

/** Returns both halves of a tree: those of a node, or twice the same of a record or nothing, which then covers each. */
export function halves(trie: Trie, ref: Ref): readonly [left: Ref, right: Ref] {
  return ref === EMPTY || isRecord(ref) ? [ref, ref] : [trie.left(ref), trie.right(ref)]
}

/** Merges two trees; where both hold an address, `over` wins. */
export function overlay(trie: Trie, under: Ref, over: Ref): Ref {
  if (under === EMPTY || under === over) return over
  if (over === EMPTY) return under
  if (isRecord(over)) return over
  const [left, right] = halves(trie, under)
  return trie.node(overlay(trie, left, trie.left(over)), overlay(trie, right, trie.right(over)))
}

/** Moves a tree into a wider one, by `levels` zero bits before its addresses (IPv4 is at `::/96`). */
export function lower(trie: Trie, ref: Ref, levels: number): Ref {
  let root = ref
  for (let level = 0; level < levels; level++) root = trie.node(root, EMPTY)
  return root
}

/** Returns the part of a tree below `levels` zero bits. */
export function upper(trie: Trie, root: Ref, levels: number): Ref {
  let ref = root
  for (let level = 0; level < levels && ref !== EMPTY && !isRecord(ref); level++) ref = trie.left(ref)
  return ref
}

/** Puts a branch into a tree, below `levels` zero bits, in place of the one there. */
export function graft(trie: Trie, root: Ref, branch: Ref, levels: number): Ref {
  if (levels === 0) return branch
  const [left, right] = halves(trie, root)
  return trie.node(graft(trie, left, branch, levels - 1), right)
}

/** Counts the networks of a tree (leaves that hold a record). */
export function countNetworks(trie: Trie, root: Ref): number {
  const known = new Float64Array(trie.size + 1).fill(-1)
  const count = (ref: Ref): number => {
    if (ref === EMPTY) return 0
    if (isRecord(ref)) return 1
    const counted = known[ref] ?? -1
    if (counted >= 0) return counted
    const sum = count(trie.left(ref)) + count(trie.right(ref))
    known[ref] = sum
    return sum
  }
  return count(root)
}

function at(array: Uint32Array, index: number): number {
  return array[index] ?? 0
}

export function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(array.length * 2)
  wider.set(array)
  return wider
}

function hash(left: Ref, right: Ref): number {
  let mixed = Math.imul(left, 0x9e37_79b1) ^ Math.imul(right, 0x85eb_ca77)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2_ae3d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

/** The records of one database, each kept once. */
export class Records {
  readonly values: FlatRecord[] = []
  readonly #known = new Map<string, Ref>()
  /** The length of all records, written as JSON. */
  characters = 0

  refOf(record: FlatRecord): Ref {
    const key = JSON.stringify(record)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const ref = recordRef(this.values.length)
    // A copy, because the texts of a row are parts of the many lines that were read with it, which would all stay in memory.
    this.values.push(JSON.parse(key))
    this.characters += key.length
    this.#known.set(key, ref)
    return ref
  }
}
