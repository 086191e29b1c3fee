import { cleanText, isRecord } from '../../contract/clean.ts'

/** The questions that are put to web pages. A page that does not answer them may still be the service, behind another page. */
export const PAGE_PROTOCOLS = ['http', 'plex', 'jellyfin', 'emby', 'home-assistant', 'synology', 'qnap', 'icecast'] as const

/** The protocols in which a service can be asked who it is over TCP; the catalogue names one for a service. */
export const TCP_PROTOCOLS = ['minecraft', 'ssh', 'ftp', 'smtp', 'imap', 'rtsp', ...PAGE_PROTOCOLS] as const
export type TcpProtocol = (typeof TCP_PROTOCOLS)[number]

const UDP_PROTOCOLS = ['raknet', 'a2s', 'quake3', 'mumble', 'teamspeak', 'luanti'] as const
export type UdpProtocol = (typeof UDP_PROTOCOLS)[number]

export const IDENTITY_PROTOCOLS = [...TCP_PROTOCOLS, ...UDP_PROTOCOLS] as const
export type IdentityProtocol = (typeof IDENTITY_PROTOCOLS)[number]

/** The answer of a service to a harmless question, in its own words: cleaned, and cut to 100 characters each. */
export interface Identified {
  /** The protocol it answered in, or what it turned out to be instead: "http", "router-page". */
  readonly kind: string
  readonly name: string | null
  readonly version: string | null
  readonly players: { readonly now: number; readonly max: number } | null
}

/** The host and the port of a service, as questions name them. */
export interface Recipient {
  readonly host: string
  readonly port: number
  /** The name of this program, for those that ask over HTTP. */
  readonly userAgent?: string
}

/** Another message to send: over UDP on the same socket, over TCP on a connection of its own. Counts once. */
export interface Again {
  readonly send: Buffer
  /** The answer if nothing comes back. */
  readonly known?: Identified
}

/** One way to ask a service who it is. Neither function throws, whatever the bytes, and both take time linear in them. */
export interface Protocol {
  /** Whether it is spoken inside TLS as well, where most ports do not say which of the two it is. */
  readonly maybeSecure?: true
  /** Returns the first bytes to send; null where the server speaks first. */
  hello(to: Recipient): Buffer | null
  /**
   * Reads all that has come (TCP) or one datagram (UDP): what it says, "more" to wait on, another message to send (once), or null: it is not
   * this protocol. `isLast`: nothing more comes.
   */
  read(bytes: Buffer, isLast?: boolean, to?: Recipient): Identified | 'more' | Again | null
}

const CHARACTERS_MAX = 100
/** More than fits a text once it is cleaned, so that long ones cost no more. */
const READ_MAX = 1024
const PLAYERS_MAX = 1_000_000

const UNSEEN = /(?!\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu

/** Returns a text without characters that nobody sees, by which a text that agents read can be hidden from people; those that choose an emoji stay. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '')
}

/** Returns the words of a service on one line, without control characters, cut to 100 characters; null if nothing is left. */
export function said(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const words = withoutUnseen(cleanText(text.slice(0, READ_MAX).toWellFormed()))
    .split(' ')
    .filter(Boolean)
    .join(' ')
  return [...words].slice(0, CHARACTERS_MAX).join('').trim() || null
}

/** Returns the numbers of players; null unless both are numbers that a server can have. */
export function playersOf(now: unknown, max: unknown): Identified['players'] {
  const isCount = (value: unknown): value is number =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= PLAYERS_MAX
  return isCount(now) && isCount(max) ? { now, max } : null
}

/** Returns the value as an object whose fields may be anything; null for everything else. */
export function recordOf(value: unknown): Record<string, unknown> | null {
  return isRecord(value) ? value : null
}
