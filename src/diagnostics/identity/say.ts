import type { Locale } from '../../contract/text.ts'
import type { ShownIdentity } from './fields.ts'
import { identityText } from './say.text.ts'

/** Says in one sentence who answers, and how it describes itself; null if nothing is known. `service` is the name of the service for people. */
export function sayIdentity(identity: ShownIdentity | null, service: string | null, locale: Locale): string | null {
  if (!identity) return null
  return identityText.say(locale, 'answers', { service: service ?? identity.kind })
}
