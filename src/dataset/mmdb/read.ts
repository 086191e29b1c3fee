import { fieldsOf, readNetwork, readPlace } from '../../ipdata/layouts.ts'
import { type Mmdb, MmdbFault, type Value } from '../../ipdata/mmdb/file.ts'
import { type FlatRecord, TEXT_MAX } from '../../ipdata/ranges/layout.ts'
import { counted, UNWATCHED } from '../progress.ts'
import { FIELDS, type Kind } from '../reading/tables.ts'
import { EMPTY, isRecord, type Ref, type Trie, upper } from './trie.ts'

/** Bits of an address of IPv6. */
const DEPTH_MAX = 128
/** Values for each byte of a file, and for one that is small: publishers have a handful, and pointers allow for thousands. */
const VALUES_PER_BYTE = 8
const VALUES_MIN = 1_000_000

/** Reads records of a file, until they are far more than it. It then throws an MmdbFault. */
function readerOf(source: Mmdb): (pointer: number) => Value {
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

const ALIAS_LEVELS = 96
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

/** Returns the tree without aliases. They share the nodes of IPv4, so they take no space in an MMDB; as ranges they would each take as much again. */
export function withoutAliases(trie: Trie, root: Ref): Ref {
  const ipv4 = upper(trie, root, ALIAS_LEVELS)
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

/**
 * Converts a record of any layout that the server understands into ours: fields that it does not read take no space, and names are those in
 * English. Null if the record has nothing of this kind.
 */
export function ownRecord(kind: Kind, record: Value): FlatRecord | null {
  const ours = oursIn(kind, record)
  if (ours) return ours
  if (kind === 'asn') {
    const { asn, organization } = readNetwork(record)
    return asn === null ? null : { autonomous_system_number: asn, autonomous_system_organization: organization ?? '' }
  }
  const { countryCode, region, city, latitude, longitude, timezone } = readPlace(record, 'en')
  if (kind === 'country') return countryCode === null ? null : { country_code: countryCode }
  if ([countryCode, region, city, latitude, longitude, timezone].every((value) => value === null)) return null
  return {
    city: city ?? '',
    country_code: countryCode ?? '',
    ...(latitude !== null && longitude !== null && { latitude: Math.fround(latitude), longitude: Math.fround(longitude) }),
    postcode: '',
    state1: region ?? '',
    state2: '',
    timezone: timezone ?? '',
  }
}

/** The field that tells our layout from others. */
const MARKS: Readonly<Record<Kind, string>> = {
  city: 'state1',
  asn: 'autonomous_system_organization',
  country: 'country_code',
}

/** Returns a record of our layout without any other field; null if it has another layout. */
function oursIn(kind: Kind, record: Value): FlatRecord | null {
  const entries = Object.entries(fieldsOf(record))
  // IPinfo has a country code as well, and more.
  if (kind !== 'city' && entries.length > 2) return null
  const ours = entries.flatMap(([name, value]) => (FIELDS[kind].includes(name) && isPlain(value) ? [[name, value] as const] : []))
  return ours.some(([name]) => name === MARKS[kind]) ? Object.fromEntries(ours) : null
}

/** Tests whether a record may have a value. */
function isPlain(value: unknown): value is string | number {
  return Number.isFinite(value) || (typeof value === 'string' && value.length <= TEXT_MAX)
}

/** Some records of a database, the first by address, one at a time: all of them may be large. */
export function firstRecords(source: Mmdb, wanted: number): Iterable<Value> {
  const { nodeCount } = source.metadata
  const places = new Set<number>()
  const open = [0]
  for (let seen = 0; open.length > 0 && places.size < wanted && seen <= nodeCount; ) {
    const at = open.pop() ?? nodeCount
    if (at > nodeCount) places.add(at)
    if (at >= nodeCount) continue
    seen++
    open.push(source.child(at, 1), source.child(at, 0))
  }
  return places.values().map(readerOf(source))
}
