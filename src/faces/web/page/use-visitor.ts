import { useEffect, useState } from 'preact/hooks'
import type { Locale } from '../../../contract/text.ts'
import { getJson } from './ask.ts'
import type { Visitor } from './state.ts'

/** Returns the visitor in a language: names of places are requested again when it changes. */
export function useVisitor(first: Visitor, firstLocale: Locale, locale: Locale): Visitor {
  const [visitor, setVisitor] = useState({ locale: firstLocale, visitor: first })
  useEffect(() => {
    if (visitor.locale === locale) return
    let isWanted = true
    getJson('api/ip/json', locale).then(
      // A seam: the server keeps to the schema of its answer.
      (answer) => isWanted && setVisitor({ locale, visitor: answer as Visitor }),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [locale])
  return visitor.visitor
}

/** Stands in place of an address of the other family when none was seen. */
export const NONE = 'none'
/** The longest wait for another origin: it is one short request. */
const OTHER_MS = 8000

/**
 * Returns the visitor's address in the other family, from the first other origin of this server that is reached over it; null until then,
 * and `NONE` when all of them have answered or failed.
 */
export function useOtherFamily({ ip, ipVersion }: Visitor, origins: readonly string[]): string | null {
  const [other, setOther] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    const seen = origins
      .filter((origin) => origin !== location.origin)
      .map(async (origin) => {
        const reply = await fetch(`${origin}/api/ip`, { signal: AbortSignal.timeout(OTHER_MS) })
        const address = (await reply.text()).trim()
        const version = address.includes(':') ? 6 : 4
        if (isWanted && reply.ok && version !== ipVersion) setOther(address)
      })
    void Promise.allSettled(seen).then(() => isWanted && setOther((last) => last ?? NONE))
    return () => {
      isWanted = false
    }
  }, [ip])
  return other
}
