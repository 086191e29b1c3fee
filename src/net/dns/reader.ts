/** Bytes that are no DNS message, or a record whose data do not fit its type. */
export class Malformed extends Error {}

const POINTER = 0xc0
const NAME_MAX_BYTES = 255
/** One before each label of the longest name. */
const MAX_POINTERS = 128
/** Printable ASCII that stands for something else in a zone file (RFC 1035, section 5.1). */
const SPECIAL = new Set([...'"$().;@\\'].map((character) => character.charCodeAt(0)))

interface Name {
  readonly text: string
  /** In bytes, uncompressed. */
  readonly size: number
}

/**
 * Reads a DNS message, or one record of it, from front to back; whatever would lie outside throws Malformed. Names come in
 * presentation form without the final dot, every byte that is not plain escaped, so that no two names look the same.
 */
export class Reader {
  constructor(
    private readonly message: Buffer,
    private at = 0,
    private readonly end = message.length,
    private readonly pointedTo = new Map<number, Name>(),
  ) {}

  get isAtEnd(): boolean {
    return this.left === 0
  }

  /** How many bytes there are still. */
  get left(): number {
    return this.end - this.at
  }

  u8(): number {
    return this.take(1)[0] ?? 0
  }

  u16(): number {
    return this.take(2).readUInt16BE()
  }

  u32(): number {
    return this.take(4).readUInt32BE()
  }

  take(length: number): Buffer {
    if (this.at + length > this.end) throw new Malformed('a field ends behind its message')
    const bytes = this.message.subarray(this.at, this.at + length)
    this.at += length
    return bytes
  }

  rest(): Buffer {
    return this.take(this.left)
  }

  /** A length byte and as many bytes (RFC 1035, section 3.3). */
  text(): Buffer {
    return this.take(this.u8())
  }

  /** The next bytes as a message part of their own; names in it may still point back into the whole message. */
  part(length: number): Reader {
    const start = this.at
    this.take(length)
    return new Reader(this.message, start, start + length, this.pointedTo)
  }

  /** A name, followed through compression pointers, each of which must point to what stands before it (RFC 1035, section 4.1.4). */
  name(): string {
    return this.labels(this.at, MAX_POINTERS).text
  }

  private labels(start: number, pointersLeft: number): Name {
    const labels: string[] = []
    let size = 1
    for (;;) {
      const length = this.u8()
      if (length === 0) return { text: labels.join('.'), size }
      if ((length & POINTER) === POINTER) {
        const target = ((length & ~POINTER) << 8) | this.u8()
        if (target >= start || pointersLeft === 0) throw new Malformed('a name points forward, or in circles')
        const rest = this.nameAt(target, pointersLeft - 1)
        if (size + rest.size - 1 > NAME_MAX_BYTES) throw new Malformed('a name is too long')
        if (rest.text !== '') labels.push(rest.text)
        return { text: labels.join('.'), size: size + rest.size - 1 }
      }
      if ((length & POINTER) !== 0) throw new Malformed('a label of an unknown kind')
      size += length + 1
      if (size > NAME_MAX_BYTES) throw new Malformed('a name is too long')
      labels.push(labelText(this.take(length)))
    }
  }

  /** A name that is pointed to is read once, however many records point to it. */
  private nameAt(offset: number, pointersLeft: number): Name {
    const known = this.pointedTo.get(offset)
    if (known) return known
    const name = new Reader(this.message, offset, this.message.length, this.pointedTo).labels(offset, pointersLeft)
    this.pointedTo.set(offset, name)
    return name
  }
}

function labelText(bytes: Buffer): string {
  let text = ''
  for (const byte of bytes) text += SPECIAL.has(byte) ? `\\${String.fromCharCode(byte)}` : plainOrEscaped(byte, 0x21)
  return text
}

/** A character string in quotes, as a zone file holds it. */
export function quoted(bytes: Buffer): string {
  let text = ''
  for (const byte of bytes) text += byte === 0x22 || byte === 0x5c ? `\\${String.fromCharCode(byte)}` : plainOrEscaped(byte, 0x20)
  return `"${text}"`
}

function plainOrEscaped(byte: number, firstPlain: number): string {
  return byte >= firstPlain && byte < 0x7f ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`
}
