import { cleanText } from '../../contract/clean.ts'

/** An element of DER: its tag, and the position of its contents. */
export interface Der {
  readonly tag: number
  readonly body: Buffer
}

export const TAG = { boolean: 1, integer: 2, oid: 6, utf8: 12, utcTime: 23, generalizedTime: 24, bmp: 30, sequence: 0x30 }

/** Not allowed in DER: contents that run up to an end marker. */
const INDEFINITE = 0x80

/** Returns the elements that follow one another in these bytes. Throws a RangeError if a length leads past the end. */
export function readDer(bytes: Buffer): Der[] {
  const elements: Der[] = []
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes.readUInt8(at)
    const first = bytes.readUInt8(at + 1)
    if (first === INDEFINITE) throw new RangeError('an element does not say how long it is')
    const lengthBytes = first < INDEFINITE ? 0 : first & 0x7f
    const start = at + 2 + lengthBytes
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes)
    if (start + length > bytes.length) throw new RangeError('an element reaches beyond its parent')
    elements.push({ tag, body: bytes.subarray(start, start + length) })
    at = start + length
  }
  return elements
}

/** Returns the elements inside the first element. */
export function insideFirst(bytes: Buffer): Der[] {
  const [first] = readDer(bytes)
  return first ? readDer(first.body) : []
}

/** Returns an OID with dots, such as `2.5.29.17`. */
export function oidText(body: Buffer): string {
  const arcs: number[] = []
  let arc = 0
  for (const byte of body) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      arcs.push(arc)
      arc = 0
    }
  }
  const [first = 0, ...rest] = arcs
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...rest].join('.')
}

/** Returns a string of any type that certificates use. */
export function derText({ tag, body }: Der): string {
  const text =
    tag === TAG.bmp ? Buffer.from(body).swap16().toString('utf16le') : body.toString(tag === TAG.utf8 ? 'utf8' : 'latin1')
  return cleanText(text)
}
