import { type Static, Type } from '@sinclair/typebox'
import { called, foreign, orNull } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { type IdentityProtocol, type IdentityQuery, PAGE_PROTOCOLS } from '../../net/identity/index.ts'
import { identityText } from '../told.text.ts'

/** The words of a service about itself. */
export const IDENTITY = Type.Object(
  {
    kind: Type.String({
      description: 'the protocol in which it answered, such as "minecraft"; "router-page" is the page of the router itself',
    }),
    name: orNull(foreign(Type.String())),
    version: orNull(foreign(Type.String())),
    players: orNull(Type.Object({ now: Type.Integer(), max: Type.Integer() })),
  },
  { ...called('Identity'), description: 'what answers, in its own words' },
)
export type ShownIdentity = Static<typeof IDENTITY>

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

/** The one who answers at a port: the service that was asked, a page that may be its own or stand in front of it, the router itself, or another service. */
export type WhoAnswers = 'service' | 'page-in-front' | 'router' | 'other'

/** Returns who answers at a port; null if nobody said, or if what was asked at another port tells nothing of this one. */
export function whoAnswers(identity: ShownIdentity | null, query: IdentityQuery | null, port: number): WhoAnswers | null {
  if (!identity || !query) return null
  if (identity.kind === query.ask) return 'service'
  if ((query.port ?? port) !== port) return null
  if (identity.kind === 'router-page') return 'router'
  return mayHide(identity, query) ? 'page-in-front' : 'other'
}

/** Returns whether the service was heard at another port than this one. */
export function isHeardElsewhere(identity: ShownIdentity | null, query: IdentityQuery | null, port: number): boolean {
  return identity !== null && query !== null && identity.kind === query.ask && (query.port ?? port) !== port
}

/**
 * Returns whether a page may belong to a service that has pages: one to sign in on, as a reverse proxy puts in front, or one that names the
 * service, which may be at another path. Any page may where nobody named the service.
 */
function mayHide({ kind, name }: ShownIdentity, { ask, isLikely }: IdentityQuery): boolean {
  if (!PAGE_PROTOCOLS.some((protocol) => protocol === ask)) return false
  const isNamed = name?.toLowerCase().includes(ask.replace('-', ' ')) ?? false
  return kind === 'sign-in-page' || (kind === 'http' && (isLikely === true || isNamed))
}
