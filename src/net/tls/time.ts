import { type Der, TAG } from './der.ts'

/** Seconds may be missing, and there may be an offset: both are older than RFC 5280, which forbids them. */
const UTC_TIME = /^(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?(?<zone>Z|[+-]\d{4})$/
const GENERALIZED_TIME =
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?:(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,]\d{1,9})?)?)?(?<zone>Z|[+-]\d\d(?:\d\d)?)?$/
/** Two-digit years from 50 on are in the last century (RFC 5280, section 4.1.2.5.1). */
const CENTURY_TURN = 50
const TEXT_BYTES_MAX = 40
const MINUTE_MS = 60_000

/** Returns the moment that a UTCTime or GeneralizedTime (X.680) names, in whole seconds; null if it names none. */
export function derTime({ tag, body }: Der): Date | null {
  if (body.length > TEXT_BYTES_MAX || (tag !== TAG.utcTime && tag !== TAG.generalizedTime)) return null
  const pattern = tag === TAG.utcTime ? UTC_TIME : GENERALIZED_TIME
  const { year = '', month, day, hour, minute = 0, second = 0, zone = 'Z' } = pattern.exec(body.toString('latin1'))?.groups ?? {}
  if (year === '') return null
  const century = tag === TAG.utcTime ? (Number(year) < CENTURY_TURN ? 2000 : 1900) : 0
  const date = new Date(0)
  // Date.UTC takes years before 100 for years of the last century.
  date.setUTCFullYear(century + Number(year), Number(month) - 1, Number(day))
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  const offset = offsetMinutes(zone)
  if (!isDay || offset === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  date.setUTCHours(Number(hour), Number(minute), Number(second))
  return new Date(date.getTime() - offset * MINUTE_MS)
}

/** Returns the minutes by which a zone is ahead of UTC. */
function offsetMinutes(zone: string): number | null {
  if (zone === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3))]
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
