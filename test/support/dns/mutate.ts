import { pointer } from './wire.ts'

type Random = () => number
type Mutation = (bytes: Buffer, below: (limit: number) => number) => Buffer

const HEADER_BYTES = 12
const COUNTS = [4, 6, 8, 10]
const FLAGS_AT = 2

/** Counts, lengths, types and TTLs that are often handled wrongly. */
const ODD_WORDS = [0, 1, 2, 3, 41, 0x3f, 0x40, 0x7f, 0x80, 0xff, 0x100, 0x3fff, 0x4000, 0x7fff, 0x8000, 0xc000, 0xc00c, 0xffff]

const MUTATIONS: readonly Mutation[] = [
  function flipBits(bytes, below) {
    for (let count = 1 + below(4); count > 0 && bytes.length > 0; count--) {
      const at = below(bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8))
    }
    return bytes
  },
  function setByte(bytes, below) {
    if (bytes.length > 0) bytes[below(bytes.length)] = below(256)
    return bytes
  },
  function insert(bytes, below) {
    const at = below(bytes.length + 1)
    const more = Buffer.from(Array.from({ length: 1 + below(8) }, () => below(256)))
    return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])
  },
  function remove(bytes, below) {
    const at = below(bytes.length + 1)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(8))])
  },
  function truncate(bytes, below) {
    return bytes.subarray(0, below(bytes.length + 1))
  },
  function swapCounts(bytes, below) {
    if (bytes.length < HEADER_BYTES) return bytes
    const [one = 4, other = 6] = [COUNTS[below(4)], COUNTS[below(4)]]
    const [first, second] = [bytes.readUInt16BE(one), bytes.readUInt16BE(other)]
    bytes.writeUInt16BE(second, one)
    bytes.writeUInt16BE(first, other)
    return bytes
  },
  function changeCount(bytes, below) {
    if (bytes.length >= HEADER_BYTES) bytes.writeUInt16BE(ODD_WORDS[below(ODD_WORDS.length)] ?? 0, COUNTS[below(4)] ?? 4)
    return bytes
  },
  function changeFlags(bytes, below) {
    if (bytes.length >= HEADER_BYTES) bytes.writeUInt16BE(bytes.readUInt16BE(FLAGS_AT) ^ (1 << below(16)), FLAGS_AT)
    return bytes
  },
  function changeWord(bytes, below) {
    if (bytes.length > HEADER_BYTES + 2)
      bytes.writeUInt16BE(ODD_WORDS[below(ODD_WORDS.length)] ?? 0, HEADER_BYTES + below(bytes.length - HEADER_BYTES - 1))
    return bytes
  },
  function changeLength(bytes, below) {
    if (bytes.length === 0) return bytes
    const at = below(bytes.length)
    bytes[at] = (bytes[at] ?? 0) + below(5) - 2
    return bytes
  },
  function pointAnywhere(bytes, below) {
    if (bytes.length > HEADER_BYTES + 2)
      pointer(below(bytes.length)).copy(bytes, HEADER_BYTES + below(bytes.length - HEADER_BYTES - 1))
    return bytes
  },
  function pointNearby(bytes, below) {
    if (bytes.length < HEADER_BYTES + 2) return bytes
    const at = HEADER_BYTES + below(bytes.length - HEADER_BYTES - 1)
    pointer(Math.max(0, at + below(7) - 3)).copy(bytes, at)
    return bytes
  },
  function repeatTail(bytes, below) {
    return Buffer.concat([bytes, bytes.subarray(below(bytes.length + 1))])
  },
]

/** Returns a copy of a message with one to three mutations, which depend only on the random numbers. */
export function mutate(message: Buffer, random: Random): Buffer {
  const below = (limit: number) => Math.floor(random() * limit)
  let bytes: Buffer = Buffer.from(message)
  for (let count = 1 + below(3); count > 0; count--)
    bytes = Buffer.from(MUTATIONS[below(MUTATIONS.length)]?.(bytes, below) ?? bytes)
  return bytes
}
