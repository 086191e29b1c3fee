import { cleanText } from '../../contract/clean.ts'

/** An element of DER (X.690), the form in which certificates are written. */
export interface Der {
  readonly tag: number
  readonly body: Buffer
}

/** The tags of elements that are read by themselves. */
export const TAG = { integer: 2, utf8: 12, utcTime: 23, generalizedTime: 24, bmp: 30 }

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

export function derText({ tag, body }: Der): string {
  const text =
    tag === TAG.bmp ? Buffer.from(body).swap16().toString('utf16le') : body.toString(tag === TAG.utf8 ? 'utf8' : 'latin1')
  return cleanText(text)
}

/** Seconds may be missing, and there may be an offset: both are older than RFC 5280, which forbids them. */
const UTC_TIME = /^(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?(?<zone>Z|[+-]\d{4})$/
const GENERALIZED_TIME =
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?:(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,]\d{1,9})?)?)?(?<zone>Z|[+-]\d\d(?:\d\d)?)?$/
/** Two-digit years from 50 on are in the last century (RFC 5280, section 4.1.2.5.1). */
const CENTURY_TURN = 50
const TIME_BYTES_MAX = 40
const MINUTE_MS = 60_000

/** Returns the moment that a UTCTime or GeneralizedTime (X.680) names, in whole seconds; null if it names none. */
export function derTime({ tag, body }: Der): Date | null {
  const isShort = tag === TAG.utcTime
  if (body.length > TIME_BYTES_MAX || (!isShort && tag !== TAG.generalizedTime)) return null
  const pattern = isShort ? UTC_TIME : GENERALIZED_TIME
  const { year = '', month, day, hour, minute = 0, second = 0, zone = 'Z' } = pattern.exec(body.toString('latin1'))?.groups ?? {}
  if (year === '') return null
  const century = Number(year) < CENTURY_TURN ? 2000 : 1900
  const date = new Date(0)
  // Date.UTC takes years before 100 for years of the last century.
  date.setUTCFullYear(Number(year) + (isShort ? century : 0), Number(month) - 1, Number(day))
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  const offset = offsetMinutes(zone)
  if (!isDay || offset === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  date.setUTCHours(Number(hour), Number(minute), Number(second))
  return new Date(date.getTime() - offset * MINUTE_MS)
}

/** Returns the minutes by which a zone is ahead of UTC. */
function offsetMinutes(zone: string): number | null {
  if (zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3))
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
