/** DNS messages laid out by hand from RFC 1035, section 4: an encoder that shares nothing with the decoder under test. */

export const CLASS = { in: 1, ch: 3 } as const
export const FLAGS = { qr: 0x8000, aa: 0x0400, tc: 0x0200, rd: 0x0100, ra: 0x0080, ad: 0x0020 } as const
/** The flags of a resolver's normal answer. */
export const ANSWER = FLAGS.qr | FLAGS.rd | FLAGS.ra
const OPT = 41
/** The offset of the question's name. */
export const QUESTION_AT = 12

export const u8 = (...values: number[]): Buffer => Buffer.from(values)

export const u16 = (...values: number[]): Buffer => Buffer.concat(values.map((value) => u8((value >>> 8) & 0xff, value & 0xff)))

export const u32 = (...values: number[]): Buffer => Buffer.concat(values.map((value) => u16(value >>> 16, value & 0xffff)))

export const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex')

/** Returns a message as it goes over TCP: its length in two bytes, and it (RFC 1035, section 4.2.2). */
export const framed = (bytes: Buffer): Buffer => Buffer.concat([u16(bytes.length), bytes])

/** Returns the bytes of an address in dotted decimal. */
export const bytesOf = (address: string): Buffer => u8(...address.split('.').map(Number))

/** Returns a length byte and the bytes: a label, or a character string. */
export function counted(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value as string, 'latin1')
  return Buffer.concat([u8(bytes.length), bytes])
}

/** Returns a name of plain letters, without compression; '' is the root. */
export const name = (text: string): Buffer => Buffer.concat([...text.split('.').filter(Boolean).map(counted), u8(0)])

export const pointer = (to: number): Buffer => u16(0xc000 | to)

interface RecordParts {
  /** Without one it is the name of the question. */
  name?: Buffer
  type: number
  dnsClass?: number
  ttl?: number
  data: Buffer
}

export function record({ name = pointer(QUESTION_AT), type, dnsClass = CLASS.in, ttl = 300, data }: RecordParts): Buffer {
  return Buffer.concat([name, u16(type, dnsClass), u32(ttl), u16(data.length), data])
}

type OptParts = { payload?: number; extendedRcode?: number; options?: readonly Buffer[] }

export function opt({ payload = 1232, extendedRcode = 0, options = [] }: OptParts = {}): Buffer {
  const data = Buffer.concat(options)
  return Buffer.concat([u8(0), u16(OPT, payload), u8(extendedRcode, 0), u16(0, data.length), data])
}

/** Returns an extended error (RFC 8914, section 2) as an EDNS option. */
export function extendedError(code: number, text: string): Buffer {
  const words = Buffer.from(text)
  return Buffer.concat([u16(15, words.length + 2, code), words])
}

export interface MessageParts {
  id?: number
  flags?: number
  rcode?: number
  question?: Buffer | null
  answers?: readonly Buffer[]
  authorities?: readonly Buffer[]
  additionals?: readonly Buffer[]
}

export function question(asked: string, type: number, dnsClass: number = CLASS.in): Buffer {
  return Buffer.concat([name(asked), u16(type, dnsClass)])
}

export function message(parts: MessageParts): Buffer {
  const { id = 0, flags = ANSWER, rcode = 0, question: asked = null, answers = [], authorities = [], additionals = [] } = parts
  const header = u16(id, flags | rcode, asked ? 1 : 0, answers.length, authorities.length, additionals.length)
  return Buffer.concat([header, asked ?? u8(), ...answers, ...authorities, ...additionals])
}
