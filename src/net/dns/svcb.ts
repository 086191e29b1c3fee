import { cleanText } from '../../contract/clean.ts'
import { addressOfBytes } from '../../policy/address.ts'
import { ITEMS_MAX, Malformed, quoteTxt, type Reader, TooManyItems } from './reader.ts'

/** A service parameter of an SVCB or HTTPS record (RFC 9460): its registered name, its value, and its form in a zone file. */
interface SvcParam {
  readonly name: string
  readonly value: unknown
  readonly shown: string
}

type Decode = (reader: Reader) => Pick<SvcParam, 'value' | 'shown'>

const text: Decode = (reader) => {
  const bytes = reader.rest()
  return { value: cleanText(bytes.toString('utf8')), shown: quoteTxt(bytes) }
}

const flag: Decode = () => ({ value: true, shown: '' })

const addresses =
  (length: 4 | 16): Decode =>
  (reader) => {
    const value = reader.items(() => addressOfBytes(reader.take(length))?.text ?? '')
    return { value, shown: value.join(',') }
  }

/** The registry of service parameter keys (IANA, "DNS Service Bindings"). */
const PARAMS: Record<number, [name: string, decode: Decode]> = {
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
