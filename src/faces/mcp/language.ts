import { type Locale, negotiateLocale } from '../../contract/text.ts'

/** In the `_meta` of a message: the language of its answer, as Accept-Language writes it. It comes before that header. */
export const LANGUAGE_KEY = 'doorstep/language'
/** Longer than any list of languages that a person reads. */
const LANGUAGE_MAX = 100

export function localeOf(meta: unknown, otherwise: Locale): Locale {
  const wanted = typeof meta === 'object' && meta !== null && LANGUAGE_KEY in meta ? meta[LANGUAGE_KEY] : null
  return typeof wanted === 'string' && wanted.length <= LANGUAGE_MAX ? negotiateLocale(wanted) : otherwise
}
