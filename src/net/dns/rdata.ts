import { cleanText } from '../../contract/clean.ts'
import { addressOfBytes } from '../../policy/address.ts'
import { ITEMS_MAX, Malformed, type Name, quoteTxt, type Reader, TooManyItems } from './reader.ts'

export interface Rdata {
  /** The fields under the names in their RFC; domain names without the final dot, texts cleaned. */
  readonly data: Record<string, unknown>
  /** As a zone file shows it; domain names with the final dot. */
  readonly value: string
  /** `value` with domain names in lower case, so that two servers that spell a name differently can be seen to agree. */
  readonly normalised: string
  readonly names: readonly Name[]
}

type Spell = (name: Name) => string

/** A field as it was read, or several of them: as JSON, and as a zone file shows it. */
interface Field<Data = unknown> {
  readonly data: Data
  show(spell: Spell): string | number
}

type ReadField<Data = unknown> = (reader: Reader) => Field<Data>

/** Reads the fields of a record under the names in their RFC. */
type Decode = ReadField<Record<string, unknown>>

const number = (data: number): Field => ({ data, show: () => data })
const u8: ReadField = (reader) => number(reader.u8())
const u16: ReadField = (reader) => number(reader.u16())
const u32: ReadField = (reader) => number(reader.u32())
const plain = (data: string): Field => ({ data, show: () => data })
const address: ReadField = (reader) => plain(addressOfBytes(reader.rest())?.text ?? '')
const hexRest: ReadField = (reader) => plain(hex(reader.rest()))
const base64Rest: ReadField = (reader) => plain(reader.rest().toString('base64'))
const quoted = (bytes: Buffer): Field => ({ data: utf8(bytes), show: () => quoteTxt(bytes) })
const text: ReadField = (reader) => quoted(reader.text())
const textRest: ReadField = (reader) => quoted(reader.rest())
const name: ReadField = (reader) => {
  const found = reader.name()
  return { data: displayName(found.text), show: (spell) => spell(found) }
}

/** Reads fields in this order, which a zone file shows with a blank between them. */
function fields(layout: Record<string, ReadField>): Decode {
  return (reader) => {
    const read = Object.entries(layout).map(([key, field]) => [key, field(reader)] as const)
    const data = Object.fromEntries(read.map(([key, field]) => [key, field.data]))
    return { data, show: (spell) => read.map(([, field]) => field.show(spell)).join(' ') }
  }
}

const target = fields({ target: name })
const priorityAndTarget = fields({ priority: u16, target: name })

const service: Decode = (reader) => {
  const first = priorityAndTarget(reader)
  const params = readSvcParams(reader)
  const shown = params.map(({ name: key, shown }) => (shown === '' ? key : `${key}=${shown}`))
  return {
    data: { ...first.data, params: Object.fromEntries(params.map(({ name: key, value }) => [key, value])) },
    show: (spell) => [first.show(spell), ...shown].join(' '),
  }
}

const texts: Decode = (reader) => {
  const parts = reader.items(() => reader.text())
  const data = { text: utf8(Buffer.concat(parts)), strings: parts.map(utf8) }
  return { data, show: () => parts.map(quoteTxt).join(' ') }
}

const authorisation: Decode = (reader) => {
  const flags = reader.u8()
  const tag = reader.text().toString('latin1')
  const value = reader.rest()
  // A tag is letters and digits; anything else must not pass for one.
  const shownTag = /^[a-z0-9]+$/i.test(tag) ? tag : quoteTxt(Buffer.from(tag, 'latin1'))
  const data = { flags, critical: (flags & 0x80) !== 0, tag: cleanText(tag), value: utf8(value) }
  return { data, show: () => `${flags} ${shownTag} ${quoteTxt(value)}` }
}

/** Every record type that is supported, its number (IANA) and the layout of its data. */
const RECORDS = {
  A: [1, exactly(4, fields({ address }))],
  AAAA: [28, exactly(16, fields({ address }))],
  CNAME: [5, target],
  // RFC 1035, section 3.3.9
  MX: [15, fields({ preference: u16, exchange: name })],
  NS: [2, target],
  TXT: [16, texts],
  // RFC 1035, section 3.3.13
  SOA: [6, fields({ mname: name, rname: name, serial: u32, refresh: u32, retry: u32, expire: u32, minimum: u32 })],
  // RFC 2782
  SRV: [33, fields({ priority: u16, weight: u16, port: u16, target: name })],
  // RFC 8659, section 4.1
  CAA: [257, authorisation],
  PTR: [12, target],
  // RFC 9460
  HTTPS: [65, service],
  SVCB: [64, service],
  // RFC 4034, section 5.1
  DS: [43, fields({ keyTag: u16, algorithm: u8, digestType: u8, digest: hexRest })],
  // RFC 4034, section 2.1
  DNSKEY: [48, fields({ flags: u16, protocol: u8, algorithm: u8, publicKey: base64Rest })],
  // RFC 6698, section 2.1
  TLSA: [52, fields({ usage: u8, selector: u8, matchingType: u8, certificate: hexRest })],
  // RFC 3403, section 4.1
  NAPTR: [35, fields({ order: u16, preference: u16, flags: text, services: text, regexp: text, replacement: name })],
} as const satisfies Record<string, readonly [type: number, decode: Decode]>

export type RecordType = keyof typeof RECORDS

/** A seam: the keys of the table are its record types, and there is at least one. */
export const RECORD_TYPES = Object.keys(RECORDS) as [RecordType, ...RecordType[]]

const BY_NUMBER = new Map<number, { name: string; decode: Decode }>(
  Object.entries(RECORDS).map(([name, [type, decode]]) => [type, { name, decode }]),
)

/** Types whose names are compared as people write them, without the final dot. */
const BARE: ReadonlySet<number> = new Set((['CNAME', 'MX', 'NS', 'PTR', 'SRV'] as const).map((type) => RECORDS[type][0]))

export function typeNumber(type: RecordType): number {
  return RECORDS[type][0]
}

/** Returns the mnemonic of a type; `TYPE99` for one that is not supported (RFC 3597). */
export function typeName(type: number): string {
  return BY_NUMBER.get(type)?.name ?? `TYPE${type}`
}

export function decodeRdata(type: number, reader: Reader): Rdata {
  const { data, show } = fieldsOf(type, reader)
  const names: Name[] = []
  const shownWith = (spell: Spell) => String(show(spell)).trimEnd()
  const value = shownWith((found) => {
    names.push(found)
    return absolute(found.text)
  })
  const spell = BARE.has(type) ? displayName : absolute
  const isSame = spell === absolute && names.every(({ text, lower }) => text === lower)
  return { data, value, normalised: isSame ? value : shownWith(({ lower }) => spell(lower)), names }
}

/** Returns the decoded data of a record. Data with more items than anyone would read are shown like those of an unknown type. */
function fieldsOf(type: number, reader: Reader): ReturnType<Decode> {
  try {
    const fields = (BY_NUMBER.get(type)?.decode ?? unknown)(reader)
    if (!reader.isAtEnd) throw new Malformed('a record is longer than its data')
    return fields
  } catch (error) {
    if (error instanceof TooManyItems) return unknown(reader.again())
    throw error
  }
}

const unknown: Decode = (reader) => {
  const bytes = reader.rest()
  return { data: { hex: hex(bytes) }, show: () => `\\# ${bytes.length} ${hex(bytes)}` }
}

function exactly(length: number, decode: Decode): Decode {
  return (reader) => {
    if (reader.left !== length) throw new Malformed('an address of another length')
    return decode(reader)
  }
}

function absolute(name: string): string {
  return `${name}.`
}

/** Returns a name outside a zone file: without the final dot, except for the root. */
export function displayName(name: string): string {
  return name === '' ? '.' : name
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex').toUpperCase()
}

function utf8(bytes: Buffer): string {
  return cleanText(bytes.toString('utf8'))
}

/** A service parameter of an SVCB or HTTPS record (RFC 9460): its registered name, its value, and its form in a zone file. */
interface SvcParam {
  readonly name: string
  readonly value: unknown
  readonly shown: string
}

const flag: ReadField = () => ({ data: true, show: () => '' })

function listOf(read: (reader: Reader) => string): ReadField {
  return (reader) => {
    const data = reader.items(() => read(reader))
    return { data, show: () => data.join(',') }
  }
}

function addresses(length: 4 | 16): ReadField {
  return listOf((reader) => addressOfBytes(reader.take(length))?.text ?? '')
}

/** The registry of service parameter keys (IANA, "DNS Service Bindings"). */
const PARAMS: Record<number, [name: string, read: ReadField]> = {
  0: ['mandatory', listOf((reader) => paramName(reader.u16()))],
  1: [
    'alpn',
    (reader) => {
      const protocols = reader.items(() => reader.text())
      return { data: protocols.map(utf8), show: () => quoteTxt(commaSeparated(protocols)) }
    },
  ],
  2: ['no-default-alpn', flag],
  3: ['port', u16],
  4: ['ipv4hint', addresses(4)],
  5: ['ech', base64Rest],
  6: ['ipv6hint', addresses(16)],
  7: ['dohpath', textRest],
  8: ['ohttp', flag],
}

/** Returns the parameters in wire order, which RFC 9460 requires to be ascending and unique; throws TooManyItems. */
function readSvcParams(reader: Reader): SvcParam[] {
  const params: SvcParam[] = []
  for (let last = -1; !reader.isAtEnd; ) {
    if (params.length === ITEMS_MAX) throw new TooManyItems()
    const key = reader.u16()
    if (key <= last) throw new Malformed('service parameters out of order')
    last = key
    const part = reader.part(reader.u16())
    const { data, show } = (PARAMS[key]?.[1] ?? textRest)(part)
    if (!part.isAtEnd) throw new Malformed('a service parameter is longer than its value')
    params.push({ name: paramName(key), value: data, shown: String(show((found) => absolute(found.text))) })
  }
  return params
}

function paramName(key: number): string {
  return PARAMS[key]?.[0] ?? `key${key}`
}

/**
 * Returns items separated by commas. A comma within an item is escaped once for the list, and its backslash once more for the string
 * (appendix A.1).
 */
function commaSeparated(items: readonly Buffer[]): Buffer {
  const escaped = items.map((bytes) => bytes.toString('latin1').replace(/[\\,]/g, (character) => `\\${character}`))
  return Buffer.from(escaped.join(','), 'latin1')
}
