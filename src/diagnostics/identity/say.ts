import type { Locale } from '../../contract/text.ts'
import type { IdentityProtocol, IdentityQuery } from '../../net/identity/index.ts'
import type { ShownIdentity } from './fields.ts'
import { identityText } from './say.text.ts'
import { mayHide } from './who.ts'

/** The protocols of so many programs that an answer does not say whose it is: that of another game, or of the router itself. */
const COMMON: readonly IdentityProtocol[] = ['ssh', 'ftp', 'smtp', 'imap', 'rtsp', 'http', 'a2s', 'quake3']
/** A word that needs no quotes as a version, or as the name of a program. */
const BARE = /^[\w.+/-]{1,40}$/

/**
 * Says in one sentence who answers, and how it describes itself; null if nothing is known. `service` is the name of the service for people,
 * `asked` how it was asked: without it, nothing is claimed of the service.
 */
export function sayIdentity(
  identity: ShownIdentity | null,
  service: string | null,
  locale: Locale,
  asked: IdentityQuery | null = null,
): string | null {
  if (!identity) return null
  const { kind } = identity
  const own = detailsOf(identity, locale)
  const details = own && identityText.say(locale, 'details', { details: own })
  const words = own && identityText.say(locale, 'words', { details: own })
  if (kind === 'router-page') {
    return service === null
      ? identityText.say(locale, 'router-page', { words })
      : identityText.say(locale, 'router-page-instead', { words, service })
  }
  if (asked !== null && kind !== asked.ask && !mayHide(identity, asked)) {
    return identityText.say(locale, 'something-else', { kind: kindName(kind, locale), words })
  }
  const isOwn = kind === asked?.ask && !COMMON.includes(asked.ask)
  if (service !== null && isOwn) return identityText.say(locale, 'service', { service, details })
  return capital(identityText.say(locale, 'kind', { kind: kindName(kind, locale), details }))
}

/** Returns the words of a service, names in quotes: the version and the players of a game first, the name of anything else. */
function detailsOf({ kind, name, version, players }: ShownIdentity, locale: Locale): string {
  const versioned = version === null ? null : BARE.test(version) ? version : quoted(version)
  // The only one that names its program and no more.
  if (kind === 'ssh' && name !== null && BARE.test(name)) return [name, versioned].filter((part) => part !== null).join(' ')
  const named = name === null ? null : quoted(name)
  const counted = players ? identityText.say(locale, 'players', players) : null
  const inOrder = players ? [versioned, counted, named] : [named, versioned]
  return inOrder.filter((part) => part !== null).join(', ')
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', "'")}"`
}

function kindName(kind: string, locale: Locale): string {
  const names: Record<string, string> = identityText[locale]
  return names[`kind.${kind}`] ?? kind
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
