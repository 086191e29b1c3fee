/** Bytes that are not a DNS message, or a record whose data do not match its type. */
export class Malformed extends Error {}

/** Data with more items than any genuine record has. */
export class TooManyItems extends Error {}

const POINTER = 0xc0
const NAME_MAX_BYTES = 255
/** One before each label of the longest name. */
const MAX_POINTERS = 128
/** In all names of a message together. Names may overlap, so a few bytes can contain very many of them. */
const LABELS_MAX = 16_384
/** Strings of a text record, parameters of a service, values of a parameter. */
export const ITEMS_MAX = 256
/** Printable ASCII that has a special meaning in a zone file (RFC 1035, section 5.1). */
const SPECIAL = new Set([...'"$().;@\\'].map((character) => character.charCodeAt(0)))

/** A domain name without its final dot; the root is empty. */
export interface Name {
  /** As it came, in presentation form: every byte that is not plain is escaped, so that no two names look the same. */
  readonly text: string
  /** In lower case, for comparison. */
  readonly lower: string
}

interface Read extends Name {
  readonly size: number
}

class Names {
  /** By the offset at which they begin, if something points there. */
  readonly known = new Map<number, Read>()
  private labels = 0

  count(): void {
    this.labels++
    if (this.labels > LABELS_MAX) throw new Malformed('more labels than any genuine message has')
  }
}

/** Reads a DNS message, or one record of it, from front to back; throws Malformed for anything that would lie outside. */
export class Reader {
  private readonly start: number

  constructor(
    private readonly message: Buffer,
    private at = 0,
    private readonly end = message.length,
    private readonly names = new Names(),
  ) {
    this.start = at
  }

  get isAtEnd(): boolean {
    return this.left === 0
  }

  get left(): number {
    return this.end - this.at
  }

  u8(): number {
    return this.message[this.skip(1)] ?? 0
  }

  u16(): number {
    return this.message.readUInt16BE(this.skip(2))
  }

  u32(): number {
    return this.message.readUInt32BE(this.skip(4))
  }

  take(length: number): Buffer {
    const from = this.skip(length)
    return this.message.subarray(from, from + length)
  }

  rest(): Buffer {
    return this.take(this.left)
  }

  /** A length byte and as many bytes (RFC 1035, section 3.3). */
  text(): Buffer {
    return this.take(this.u8())
  }

  /** Skips this many bytes; returns where they begin. */
  skip(length: number): number {
    const from = this.at
    if (from + length > this.end) throw new Malformed('a field ends past its message')
    this.at = from + length
    return from
  }

  /** Everything that is left, item by item; throws TooManyItems. */
  items<Item>(read: () => Item): Item[] {
    const items = [read()]
    while (!this.isAtEnd) {
      if (items.length === ITEMS_MAX) throw new TooManyItems()
      items.push(read())
    }
    return items
  }

  /** The next bytes as a part of their own; names in it may still point back into the whole message. */
  part(length: number): Reader {
    const from = this.skip(length)
    return new Reader(this.message, from, from + length, this.names)
  }

  again(): Reader {
    return new Reader(this.message, this.start, this.end, this.names)
  }

  /** A name, following compression pointers, each of which must point backwards (RFC 1035, section 4.1.4). */
  name(): Name {
    return this.labelsFrom(this.at, MAX_POINTERS)
  }

  /** Skips a name without following its pointer. */
  skipName(): void {
    for (;;) {
      const length = this.u8()
      if (length === 0) return
      if ((length & POINTER) === POINTER) return void this.skip(1)
      if ((length & POINTER) !== 0) throw new Malformed('a label of an unknown kind')
      this.skip(length)
    }
  }

  private labelsFrom(start: number, pointersLeft: number): Read {
    const labels: string[] = []
    let size = 1
    for (;;) {
      const length = this.u8()
      if (length === 0) return nameOf(labels, null, size)
      if ((length & POINTER) === POINTER) {
        const target = ((length & ~POINTER) << 8) | this.u8()
        if (target >= start || pointersLeft === 0) throw new Malformed('a name points forward, or in a circle')
        const rest = this.nameAt(target, pointersLeft - 1)
        if (size + rest.size - 1 > NAME_MAX_BYTES) throw new Malformed('a name is too long')
        return nameOf(labels, rest, size + rest.size - 1)
      }
      if ((length & POINTER) !== 0) throw new Malformed('a label of an unknown kind')
      size += length + 1
      if (size > NAME_MAX_BYTES) throw new Malformed('a name is too long')
      this.names.count()
      labels.push(labelText(this.take(length)))
    }
  }

  /** A name that is pointed to is read once, however many records point to it. */
  private nameAt(offset: number, pointersLeft: number): Read {
    const known = this.names.known.get(offset)
    if (known) return known
    const name = new Reader(this.message, offset, this.message.length, this.names).labelsFrom(offset, pointersLeft)
    this.names.known.set(offset, name)
    return name
  }
}

function nameOf(labels: readonly string[], rest: Read | null, size: number): Read {
  if (rest && labels.length === 0) return { ...rest, size }
  const own = labels.join('.')
  if (!rest || rest.text === '') return { text: own, lower: own.toLowerCase(), size }
  return { text: `${own}.${rest.text}`, lower: `${own.toLowerCase()}.${rest.lower}`, size }
}

/** Most labels are plain, and are what they look like. */
const PLAIN_LABEL = /^[\w-]*$/

function labelText(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  return PLAIN_LABEL.test(text) ? text : spelt(bytes, LABEL_BYTES)
}

/** Returns a character string in quotes, as in a zone file. */
export function quoteTxt(bytes: Buffer): string {
  return `"${spelt(bytes, STRING_BYTES)}"`
}

function spelt(bytes: Buffer, table: readonly string[]): string {
  return Array.from(bytes, (byte) => table[byte]).join('')
}

/** The spelling of each byte in a label, and in a character string. */
const LABEL_BYTES = Array.from({ length: 256 }, (_, byte) =>
  SPECIAL.has(byte) ? `\\${String.fromCharCode(byte)}` : plainOrEscaped(byte, 0x21),
)
const STRING_BYTES = Array.from({ length: 256 }, (_, byte) =>
  byte === 0x22 || byte === 0x5c ? `\\${String.fromCharCode(byte)}` : plainOrEscaped(byte, 0x20),
)

function plainOrEscaped(byte: number, firstPlain: number): string {
  return byte >= firstPlain && byte < 0x7f ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`
}
