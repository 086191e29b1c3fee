import { city, country, ends, type Layout, type Meaning, network, type Reader } from './rows.ts'

/**
 * IPinfo's files say in a header line, or in each line of JSON, which column is which: `network` and `country_code` in IPinfo Lite, `start_ip`, `end_ip` and
 * `country` in the files before it.
 */
export function isNamed(names: readonly string[]): boolean {
  const isPlaced = names.includes('network') || (names.includes('start_ip') && names.includes('end_ip'))
  return isPlaced && (names.includes('asn') || names.includes(codeIn(names)))
}

/** Returns the column with the code of the country: `country` holds its name if there is a `country_code`. */
function codeIn(names: readonly string[]): string {
  return names.includes('country_code') || names.includes('network') ? 'country_code' : 'country'
}

export function namedReaders(names: readonly string[]): Layout['readers'] {
  const at = new Map(names.map((name, index) => [name, index]))
  const valueIn = (columns: readonly string[], name: string) => columns[at.get(name) ?? -1]
  const endsIn = (columns: readonly string[]) =>
    at.has('network') ? ends(valueIn(columns, 'network')) : ([valueIn(columns, 'start_ip'), valueIn(columns, 'end_ip')] as const)
  const code = codeIn(names)
  const ifCode =
    (read: (columns: readonly string[], code: string) => Meaning): Reader =>
    (columns) => {
      const value = valueIn(columns, code) ?? ''
      return /^[A-Z]{2}$/.test(value) ? read(columns, value) : 'nothing'
    }
  const organization = names.includes('as_name') ? 'as_name' : 'name'
  return {
    ...(at.has('asn') && {
      asn: (columns) => {
        const asn = valueIn(columns, 'asn')
        return asn === '' || asn === undefined ? 'nothing' : network(...endsIn(columns), asn, valueIn(columns, organization))
      },
    }),
    ...(at.has(code) && {
      country: ifCode((columns, value) => country(...endsIn(columns), value)),
      city: ifCode((columns, value) => city(...endsIn(columns), { country: value })),
    }),
  }
}
