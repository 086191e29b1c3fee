/** MMDB files that expand to more than anybody has memory or time for, byte by byte: our own writer makes none of these. */

const TREE_BITS = 32
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

/** Returns the bytes before a value: its type and its size, whether it has that size or not. */
function control(type: number, size: number): Buffer {
  const short = size < 29 ? size : size < 285 ? 29 : size < 65_821 ? 30 : 31
  const first = type > 7 ? [short, type - 7] : [(type << 5) | short]
  const long = [0, 1, 2, 3][short < 29 ? 0 : short - 28] ?? 0
  const rest = Buffer.alloc(long)
  if (long > 0) rest.writeUIntBE(size - ([29, 285, 65_821][long - 1] ?? 0), 0, long)
  return Buffer.concat([Buffer.from(first), rest])
}

export const text = (value: string) => Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)])
export const list = (...items: Buffer[]) => Buffer.concat([control(11, items.length), ...items])
export const claimedList = (size: number) => control(11, size)
export const claimedMap = (size: number) => control(7, size)
export const claimedText = (size: number) => control(2, size)
export function map(fields: Record<string, Buffer>): Buffer {
  const parts = Object.entries(fields).flatMap(([name, value]) => [text(name), value])
  return Buffer.concat([control(7, parts.length / 2), ...parts])
}
function uint(type: number, value: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value, 0, 6)
  const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
  return Buffer.concat([control(type, digits.length), digits])
}
export function pointer(to: number): Buffer {
  const bytes = Buffer.from([(1 << 5) | (3 << 3), 0, 0, 0, 0])
  bytes.writeUInt32BE(to, 1)
  return bytes
}

/** Returns the record of a city database, with hostile additions. */
export const place = (extra: Record<string, Buffer>) =>
  map({ country: map({ iso_code: text('US') }), city: map({ names: map({ en: text('Example') }) }), ...extra })

/** Values one after another, which point to those before them. */
export class Section {
  #parts: Buffer[] = []
  #length = 0

  put(value: Buffer): number {
    const at = this.#length
    this.#parts.push(value)
    this.#length += value.length
    return at
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

/** A node as its halves: the number of a node, or where a record is. */
export type Half = { readonly node: number } | { readonly record: number }

/** Returns a file of these nodes, the first its root. */
export function mmdbOf(nodes: readonly (readonly [Half, Half])[], data: Buffer, databaseType = 'GeoLite2-City'): Buffer {
  const tree = Buffer.alloc(nodes.length * 8)
  const numberOf = (half: Half) => ('node' in half ? half.node : nodes.length + 16 + half.record)
  for (const [index, halves] of nodes.entries())
    for (const [side, half] of halves.entries()) tree.writeUInt32BE(numberOf(half), index * 8 + side * 4)
  const metadata = map({
    binary_format_major_version: uint(5, 2),
    build_epoch: uint(9, 1_790_000_000),
    database_type: text(databaseType),
    ip_version: uint(5, 6),
    node_count: uint(6, nodes.length),
    record_size: uint(5, TREE_BITS),
  })
  return Buffer.concat([tree, Buffer.alloc(16), data, METADATA_MARKER, metadata])
}

/** Returns a file with one record for every address. */
export function mmdbWith(fill: (section: Section) => Buffer): Buffer {
  const section = new Section()
  const record = section.put(fill(section))
  return mmdbOf([[{ record }, { record }]], section.bytes)
}

/** Writes lists of pointers to the list before, each `width` wide: as many values as `width` to the power of `depth`. */
export function nested(section: Section, depth: number, width: number, beside: readonly Buffer[] = []): Buffer {
  let at = section.put(text('x'))
  for (let level = 0; level < depth; level++)
    at = section.put(list(pointer(at), ...beside, ...Array.from({ length: width - 1 }, () => pointer(at))))
  return pointer(at)
}
