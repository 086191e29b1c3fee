import { isRecord } from '../../contract/clean.ts'
import { type Locale, negotiateLocale } from '../../contract/text.ts'

/** In the `_meta` of a message: the language of its answer, as Accept-Language writes it. It comes before that header. */
export const LANGUAGE_KEY = 'doorstep/language'
/** In the `_meta` of `tools/list`: "full" for the schemas of whole answers. */
const SCHEMAS_KEY = 'doorstep/schemas'
/** Longer than any list of languages that a person reads. */
const LANGUAGE_MAX = 100

/** Returns the language that a message names, otherwise the given one. */
export function localeIn(meta: unknown, otherwise: Locale): Locale {
  const wanted = isRecord(meta) ? meta[LANGUAGE_KEY] : null
  return typeof wanted === 'string' && wanted.length <= LANGUAGE_MAX ? negotiateLocale(wanted) : otherwise
}

/** Returns whether a message asks for the schemas of whole answers. */
export function wantsWhole(meta: unknown): boolean {
  return isRecord(meta) && meta[SCHEMAS_KEY] === 'full'
}
