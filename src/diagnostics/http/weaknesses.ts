import type { ResponseHead } from '../../net/http/response.ts'

/** A header that a response lacks and that browsers would act on, most important first. */
type Weakness =
  | { readonly code: 'add-hsts' | 'add-csp' | 'add-nosniff' | 'fix-header-lines' }
  | { readonly code: 'lengthen-hsts'; readonly days: number }
  | { readonly code: 'secure-cookies' | 'hide-cookies' | 'limit-cookies'; readonly names: string }

/** The way by which the response arrived: HSTS counts only over a trusted connection, and never for an address (RFC 6797, section 8.1). */
interface Arrival {
  readonly isHttps: boolean
  readonly isTrusted: boolean
  readonly isAddress: boolean
}

/** The age that the browsers' preload lists and the usual tests accept as long enough. */
const HSTS_MIN_DAYS = 180
const DAY_SECONDS = 86_400
const NAMES_MAX = 5
const NAME_MAX_LENGTH = 40
/** Content in which browsers run scripts, and content whose type they guess. */
const DOCUMENT = /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|)$/i

export function weaknessesOf({ headers, hasOddLines }: Pick<ResponseHead, 'headers' | 'hasOddLines'>, way: Arrival): Weakness[] {
  const valuesOf = (wanted: string) => headers.filter(({ name }) => name.toLowerCase() === wanted).map(({ value }) => value)
  const [type = ''] = valuesOf('content-type')
  const isDocument = DOCUMENT.test(type.split(';')[0]?.trim() ?? '')
  const isNosniff = valuesOf('x-content-type-options')[0]?.split(',')[0]?.trim().toLowerCase() === 'nosniff'
  return [
    ...(way.isTrusted && !way.isAddress ? weakHsts(valuesOf('strict-transport-security')) : []),
    ...(way.isHttps ? weakCookies(valuesOf('set-cookie')) : []),
    ...(isDocument && valuesOf('content-security-policy').length === 0 ? [{ code: 'add-csp' } as const] : []),
    ...(isNosniff ? [] : [{ code: 'add-nosniff' } as const]),
    ...(hasOddLines ? [{ code: 'fix-header-lines' } as const] : []),
  ]
}

/** Returns the weaknesses of HSTS. Only the first field counts, and browsers ignore one without an age. */
function weakHsts([first]: readonly string[]): Weakness[] {
  const directives = first?.split(';').map((directive) => directive.trim()) ?? []
  const age = directives
    .map((directive) => /^max-age\s*=\s*"?(\d+)"?$/i.exec(directive)?.[1])
    .find((digits) => digits !== undefined)
  if (age === undefined) return [{ code: 'add-hsts' }]
  const days = Math.floor(Number(age) / DAY_SECONDS)
  return days < HSTS_MIN_DAYS ? [{ code: 'lengthen-hsts', days }] : []
}

const COOKIE_ATTRIBUTES = [
  ['secure', 'secure-cookies'],
  ['httponly', 'hide-cookies'],
  ['samesite', 'limit-cookies'],
] as const

function weakCookies(lines: readonly string[]): Weakness[] {
  const cookies = lines.map((line) => {
    const [pair = '', ...attributes] = line.split(';')
    return {
      name: (pair.split('=')[0] ?? '').trim().slice(0, NAME_MAX_LENGTH),
      attributes: attributes.map((attribute) => (attribute.split('=')[0] ?? '').trim().toLowerCase()),
    }
  })
  return COOKIE_ATTRIBUTES.flatMap(([attribute, code]) => {
    const names = cookies.filter(({ attributes }) => !attributes.includes(attribute)).map(({ name }) => name)
    if (names.length === 0) return []
    const shown = [...new Set(names)].slice(0, NAMES_MAX)
    return [{ code, names: `${shown.join(', ')}${shown.length < new Set(names).size ? ', ...' : ''}` }]
  })
}
