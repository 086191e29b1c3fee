import { FormatRegistry, type TSchema } from '@sinclair/typebox'
import { parseAddress } from '../policy/address.ts'

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const HOSTNAME = new RegExp(`^(?=.{1,253}$)${LABEL}(\\.${LABEL})*$`, 'i')
const DATE = /^\d{4}-\d{2}-\d{2}$/
/** RFC 3339, as everybody writes it. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** The formats of JSON Schema that a field may have; the validator's texts describe each under its name. */
const FORMATS = {
  date: isDate,
  'date-time': (text) => isDate(DATE_TIME.exec(text)?.[1] ?? ''),
  hostname: (text) => HOSTNAME.test(text),
  ipv4: (text) => parseAddress(text)?.version === 4,
  ipv6: (text) => parseAddress(text)?.version === 6,
  uri: (text) => URL.canParse(text),
} as const satisfies Record<string, (text: string) => boolean>
type Format = keyof typeof FORMATS

for (const [name, check] of Object.entries(FORMATS)) FormatRegistry.Set(name, check)

/** Tests whether a text is a day that exists in the calendar: the runtime reads 30 February as 2 March. */
function isDate(text: string): boolean {
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export function isFormat(name: unknown): name is Format {
  return typeof name === 'string' && Object.hasOwn(FORMATS, name)
}

/** Throws if a schema has an unknown format: no value would ever match it. */
export function checkFormats({ format, properties, patternProperties, items, anyOf, allOf }: TSchema): void {
  if (format !== undefined && !isFormat(format))
    throw new Error(`the format "${format}" is not known; known are ${Object.keys(FORMATS).join(', ')}`)
  const fields = [properties, patternProperties].flatMap((parts) => Object.values(parts ?? {}))
  const parts: TSchema[] = [fields, items ?? [], anyOf ?? [], allOf ?? []].flat()
  for (const part of parts) checkFormats(part)
}
