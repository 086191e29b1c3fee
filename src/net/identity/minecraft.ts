import { jsonOf } from '../../contract/clean.ts'
import { type Identified, type Protocol, playersOf, recordOf, said } from './protocol.ts'

/** A status packet has one string of at most 32,767 characters, so nothing that is larger is one. */
const PACKET_BYTES_MAX = 3 + 3 * 32_767
const VARINT_BYTES_MAX = 5
const VARINT_BITS = 7
const STATUS = 0
/** "Any version": asks without claiming to be a client of one. */
const ANY_VERSION = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f])
const NEXT_IS_STATUS = 1
/** The bounds of a description, which is a tree of pieces of text. */
const DEPTH_MAX = 16
const PIECES_MAX = 256
/** A sign and the character after it, which are a colour or a style. */
const STYLE = /§./gu

/** The server list ping of Minecraft Java Edition, as its multiplayer menu sends it. */
export const MINECRAFT: Protocol = {
  hello({ host, port }) {
    const name = Buffer.from(host)
    const portBytes = Buffer.from([port >> 8, port & 0xff])
    const handshake = [Buffer.from([STATUS]), ANY_VERSION, varint(name.length), name, portBytes, Buffer.from([NEXT_IS_STATUS])]
    return Buffer.concat([packet(Buffer.concat(handshake)), packet(Buffer.from([STATUS]))])
  },
  read(bytes) {
    const length = readVarint(bytes, 0)
    if (length === 'more' || length === null) return length
    if (length.value > PACKET_BYTES_MAX) return null
    const id = readVarint(bytes, length.end)
    if (id === 'more' || id === null) return id
    if (id.value !== STATUS) return null
    const size = readVarint(bytes, id.end)
    if (size === 'more' || size === null) return size
    const end = size.end + size.value
    if (end !== length.end + length.value) return null
    return bytes.length < end ? 'more' : statusOf(bytes.toString('utf8', size.end, end))
  },
}

function statusOf(text: string): Identified | null {
  const status = recordOf(jsonOf(text))
  const version = recordOf(status?.version)
  const players = recordOf(status?.players)
  if (!status || (!version && !players)) return null
  const pieces: string[] = []
  collect(status.description, 0, pieces)
  return {
    kind: 'minecraft',
    name: said(pieces.join('').replace(STYLE, '')),
    version: said(version?.name),
    players: playersOf(players?.online, players?.max),
  }
}

/** Collects the text of a description: a string, a piece with further pieces inside it, or a list of both. */
function collect(part: unknown, depth: number, pieces: string[]): void {
  if (depth > DEPTH_MAX || pieces.length >= PIECES_MAX) return
  if (typeof part === 'string') pieces.push(part)
  else if (Array.isArray(part)) for (const one of part.slice(0, PIECES_MAX)) collect(one, depth + 1, pieces)
  else {
    const record = recordOf(part)
    if (!record) return
    const { text, translate, extra } = record
    collect(typeof text === 'string' && text !== '' ? text : (translate ?? ''), depth + 1, pieces)
    collect(extra ?? '', depth + 1, pieces)
  }
}

const packet = (body: Buffer) => Buffer.concat([varint(body.length), body])

function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = value
  do {
    const low = left & 0x7f
    left >>>= VARINT_BITS
    bytes.push(left === 0 ? low : low | 0x80)
  } while (left !== 0)
  return Buffer.from(bytes)
}

/** Reads a number of up to five bytes, seven bits each, the lowest first; null if it is none, or negative. */
function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } | 'more' | null {
  let value = 0
  for (let index = 0; index < VARINT_BYTES_MAX; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return 'more'
    value |= (byte & 0x7f) << (VARINT_BITS * index)
    if (byte < 0x80) return value < 0 ? null : { value, end: at + index + 1 }
  }
  return null
}
