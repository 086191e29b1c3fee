import { cleanText } from '../../contract/clean.ts'
import { addressOfBytes } from '../../policy/address.ts'
import { ITEMS_MAX, Malformed, type Name, quoteTxt, type Reader, TooManyItems } from './reader.ts'

/** The data of one record. */
export interface Rdata {
  /** The fields under the names in their RFC; domain names without the final dot, texts cleaned. */
  readonly data: Record<string, unknown>
  /** As a zone file shows it; domain names with the final dot. */
  readonly value: string
  /** `value` with domain names in lower case, so that two servers that spell a name differently can be seen to agree. */
  readonly normalised: string
  /** The domain names in it. */
  readonly names: readonly Name[]
}

/** Writes a domain name as in a zone file. */
type Spell = (name: Name) => string

/** Reads the fields of a record, and returns how a zone file shows them. */
type Decode = (reader: Reader) => [data: Record<string, unknown>, show: (spell: Spell) => string]

const oneName: Decode = (reader) => {
  const target = reader.name()
  return [{ target: displayName(target.text) }, (spell) => spell(target)]
}

const address: Decode = (reader) => {
  const text = addressOfBytes(reader.rest())?.text ?? ''
  return [{ address: text }, () => text]
}

const service: Decode = (reader) => {
  const [priority, target] = [reader.u16(), reader.name()]
  const params = readSvcParams(reader)
  return [
    { priority, target: displayName(target.text), params: Object.fromEntries(params.map(({ name, value }) => [name, value])) },
    (spell) => [priority, spell(target), ...showSvcParams(params)].join(' '),
  ]
}

/** Every record type that is supported, its number (IANA) and the layout of its data. */
const RECORDS = {
  A: [1, exactly(4, address)],
  AAAA: [28, exactly(16, address)],
  CNAME: [5, oneName],
  // RFC 1035, section 3.3.9
  MX: [
    15,
    (reader) => {
      const [preference, exchange] = [reader.u16(), reader.name()]
      return [{ preference, exchange: displayName(exchange.text) }, (spell) => `${preference} ${spell(exchange)}`]
    },
  ],
  NS: [2, oneName],
  TXT: [
    16,
    (reader) => {
      const parts = reader.items(() => reader.text())
      const data = { text: utf8(Buffer.concat(parts)), strings: parts.map(utf8) }
      return [data, () => parts.map(quoteTxt).join(' ')]
    },
  ],
  // RFC 1035, section 3.3.13
  SOA: [
    6,
    (reader) => {
      const [mname, rname] = [reader.name(), reader.name()]
      const [serial, refresh, retry] = [reader.u32(), reader.u32(), reader.u32()]
      const [expire, minimum] = [reader.u32(), reader.u32()]
      return [
        { mname: displayName(mname.text), rname: displayName(rname.text), serial, refresh, retry, expire, minimum },
        (spell) => [spell(mname), spell(rname), serial, refresh, retry, expire, minimum].join(' '),
      ]
    },
  ],
  // RFC 2782
  SRV: [
    33,
    (reader) => {
      const [priority, weight, port] = [reader.u16(), reader.u16(), reader.u16()]
      const target = reader.name()
      return [
        { priority, weight, port, target: displayName(target.text) },
        (spell) => [priority, weight, port, spell(target)].join(' '),
      ]
    },
  ],
  // RFC 8659, section 4.1
  CAA: [
    257,
    (reader) => {
      const [flags, tag] = [reader.u8(), reader.text().toString('latin1')]
      const value = reader.rest()
      const data = { flags, critical: (flags & 0x80) !== 0, tag: cleanText(tag), value: utf8(value) }
      // A tag is letters and digits; anything else must not pass for one.
      const shownTag = /^[a-z0-9]+$/i.test(tag) ? tag : quoteTxt(Buffer.from(tag, 'latin1'))
      return [data, () => `${flags} ${shownTag} ${quoteTxt(value)}`]
    },
  ],
  PTR: [12, oneName],
  HTTPS: [65, service],
  SVCB: [64, service],
  // RFC 4034, section 5.1
  DS: [
    43,
    (reader) => {
      const [keyTag, algorithm, digestType] = [reader.u16(), reader.u8(), reader.u8()]
      const digest = hex(reader.rest())
      return [{ keyTag, algorithm, digestType, digest }, () => [keyTag, algorithm, digestType, digest].join(' ')]
    },
  ],
  // RFC 4034, section 2.1
  DNSKEY: [
    48,
    (reader) => {
      const [flags, protocol, algorithm] = [reader.u16(), reader.u8(), reader.u8()]
      const publicKey = reader.rest().toString('base64')
      return [{ flags, protocol, algorithm, publicKey }, () => [flags, protocol, algorithm, publicKey].join(' ')]
    },
  ],
  // RFC 6698, section 2.1
  TLSA: [
    52,
    (reader) => {
      const [usage, selector, matchingType] = [reader.u8(), reader.u8(), reader.u8()]
      const certificate = hex(reader.rest())
      return [{ usage, selector, matchingType, certificate }, () => [usage, selector, matchingType, certificate].join(' ')]
    },
  ],
  // RFC 3403, section 4.1
  NAPTR: [
    35,
    (reader) => {
      const [order, preference] = [reader.u16(), reader.u16()]
      const [flags, services, regexp] = [reader.text(), reader.text(), reader.text()]
      const replacement = reader.name()
      return [
        {
          order,
          preference,
          flags: utf8(flags),
          services: utf8(services),
          regexp: utf8(regexp),
          replacement: displayName(replacement.text),
        },
        (spell) => [order, preference, quoteTxt(flags), quoteTxt(services), quoteTxt(regexp), spell(replacement)].join(' '),
      ]
    },
  ],
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
  const [data, show] = fieldsOf(type, reader)
  const names: Name[] = []
  const value = show((name) => {
    names.push(name)
    return absolute(name.text)
  }).trimEnd()
  const spell = BARE.has(type) ? displayName : absolute
  const isSame = spell === absolute && names.every(({ text, lower }) => text === lower)
  return { data, value, normalised: isSame ? value : show((name) => spell(name.lower)).trimEnd(), names }
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
  return [{ hex: hex(bytes) }, () => `\\# ${bytes.length} ${hex(bytes)}`]
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

type DecodeParameter = (reader: Reader) => Pick<SvcParam, 'value' | 'shown'>

const text: DecodeParameter = (reader) => {
  const bytes = reader.rest()
  return { value: cleanText(bytes.toString('utf8')), shown: quoteTxt(bytes) }
}

const flag: DecodeParameter = () => ({ value: true, shown: '' })

const addresses =
  (length: 4 | 16): DecodeParameter =>
  (reader) => {
    const value = reader.items(() => addressOfBytes(reader.take(length))?.text ?? '')
    return { value, shown: value.join(',') }
  }

/** The registry of service parameter keys (IANA, "DNS Service Bindings"). */
const PARAMS: Record<number, [name: string, decode: DecodeParameter]> = {
  0: [
    'mandatory',
    (reader) => {
      const value = reader.items(() => paramName(reader.u16()))
      return { value, shown: value.join(',') }
    },
  ],
  1: [
    'alpn',
    (reader) => {
      const protocols = reader.items(() => reader.text())
      return {
        value: protocols.map((bytes) => cleanText(bytes.toString('utf8'))),
        shown: quoteTxt(commaSeparated(protocols)),
      }
    },
  ],
  2: ['no-default-alpn', flag],
  3: [
    'port',
    (reader) => {
      const value = reader.u16()
      return { value, shown: String(value) }
    },
  ],
  4: ['ipv4hint', addresses(4)],
  5: [
    'ech',
    (reader) => {
      const value = reader.rest().toString('base64')
      return { value, shown: value }
    },
  ],
  6: ['ipv6hint', addresses(16)],
  7: ['dohpath', text],
  8: ['ohttp', flag],
}

/** Returns the parameters in wire order, which RFC 9460 requires to be ascending and unique; throws TooManyItems. */
export function readSvcParams(reader: Reader): SvcParam[] {
  const params: SvcParam[] = []
  for (let last = -1; !reader.isAtEnd; ) {
    if (params.length === ITEMS_MAX) throw new TooManyItems()
    const key = reader.u16()
    if (key <= last) throw new Malformed('service parameters out of order')
    last = key
    const part = reader.part(reader.u16())
    const decoded = (PARAMS[key]?.[1] ?? text)(part)
    if (!part.isAtEnd) throw new Malformed('a service parameter is longer than its value')
    params.push({ name: paramName(key), ...decoded })
  }
  return params
}

export function showSvcParams(params: readonly SvcParam[]): string[] {
  return params.map(({ name, shown }) => (shown === '' ? name : `${name}=${shown}`))
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
