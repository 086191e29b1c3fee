import { type Static, Type } from '@sinclair/typebox'
import type { Where } from '../diagnostics/where/index.ts'
import type { DnssecVerdict } from '../net/dns/index.ts'
import type { Proof } from '../net/proof/index.ts'
import type { Address } from '../policy/address.ts'
import type { QueryName } from '../policy/target.ts'

/** A file that somebody has put where the answer to a challenge belongs, known by the hash of its content. */
export const CHALLENGE_FILE = Type.Object({
  name: Type.String({ pattern: '^doorstep-[A-Za-z0-9_-]{22,64}$', examples: ['doorstep-AAECAwQFBgcICQoLDA0ODw'] }),
  sha256: Type.String({
    pattern: '^[0-9A-Fa-f]{64}$',
    examples: ['ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  }),
})
export type ChallengeFile = Static<typeof CHALLENGE_FILE>

/** "other-content": status 200 with something else; "missing": another status; "not-reached": no answer, or none to which authorities follow. */
export const FILE_SEEN = ['delivered', 'other-content', 'missing', 'not-reached'] as const
export type FileSeen = (typeof FILE_SEEN)[number]

/** Everything that was seen of a name, as far as the methods that were asked for need it: what the judgement rests on, and nothing else. */
export interface Facts {
  readonly subject: Subject
  readonly dns: DnsFacts
  /** The file that was asked for in place of a challenge that nobody has set up; null without one. */
  readonly file: ChallengeFile | null
  /** IPv6 first; at most two of each family that are asked, and two that are not; none if no method needs them. */
  readonly addresses: readonly AddressFacts[]
  /** The number of further addresses that the name has. */
  readonly omitted: number
}

/** The answers of name servers about a name. Null where nothing was asked. */
export interface DnsFacts {
  readonly ipv4: Looked | null
  readonly ipv6: Looked | null
  readonly caa: CaaFacts | null
  /** The zone that a challenge is written into, or that of the name without DNS-01; null if it is unknown, or was not looked for. */
  readonly zone: ZoneFacts | null
  readonly challenge: ChallengeRecord | null
}

/** The answer about one name and type, with what is known of its signatures. */
export interface Looked {
  readonly status: string
  readonly reason: string | null
  readonly values: readonly string[]
  readonly dnssec: DnssecVerdict
}

/** The CAA records that count for a name (RFC 8659, section 3). */
export interface CaaFacts {
  /** The name that has them; null if no name up to the top has any. */
  readonly found: string | null
  /** The first name whose records could not be read, so that an authority refuses; null if none. */
  readonly failed: {
    readonly name: string
    readonly status: string
    readonly reason: string
    readonly dnssec: DnssecVerdict
  } | null
  readonly records: readonly CaaRecord[]
  /** Whether there are more records than were read, or names above that were not asked about. */
  readonly isPartial: boolean
}

/** A record as it came, cleaned: a sign that no value may contain is in place of each byte that cannot be shown. */
export interface CaaRecord {
  readonly flags: number
  readonly tag: string
  readonly value: string
}

export interface ZoneFacts {
  /** Null if none was found below the top-level domain, so that nobody has registered the domain. */
  readonly apex: string | null
  readonly servers: readonly ZoneServer[]
  /** Whether it is of a dynamic DNS service that lent the name, and is not known to let its customers write a challenge. */
  readonly isLent: boolean
}

export interface ZoneServer {
  readonly name: string
  readonly address: string | null
  /** Whether it answers for the challenge. "lame": it does not serve the zone. "no-address": none that the internet can reach. */
  readonly state: 'answers' | 'lame' | 'silent' | 'no-address' | 'not-asked'
  readonly reason: string | null
}

/** The name `_acme-challenge` below the subject. Its values are those left over from challenges; other texts mean nothing to an authority. */
export interface ChallengeRecord extends Looked {
  readonly name: string
  /** The end of its own CNAME records; null without any, or with those of a wildcard, which gives way to a record of this name. */
  readonly alias: string | null
  /** Whether the zone at the end of the CNAME records is somebody's and answers; null if unknown. */
  readonly aliasAnswers: boolean | null
}

/** An address of the name, and what was found there. */
export interface AddressFacts {
  readonly address: Address
  /** "not-checked": the rules of this server keep it from being asked. */
  readonly kind: 'public' | 'reserved' | 'not-checked'
  /** Whether it is the address that the request came from. */
  readonly isRequester: boolean
  /** The network of a reverse proxy that answers there on behalf of others; null if none was seen. */
  readonly proxy: string | null
  readonly http: HttpFacts | null
  readonly tls: TlsFacts | null
}

/** The end of packets to a port of the requester, where it did not answer. */
interface OwnPort {
  readonly where: Where | null
  readonly proof: Proof | null
}

/** The failures of a connection, as far as an authority would tell them apart. */
export const NO_ANSWERS = ['refused', 'silent', 'unreachable', 'limited'] as const
export type NoAnswer = (typeof NO_ANSWERS)[number]

/** "proof": a proof by a key answered, so that nothing else was asked. */
export const HTTP_OUTCOMES = ['response', 'proof', ...NO_ANSWERS, 'tls-on-http-port', 'not-http', 'broken'] as const
/** "offered": the server speaks it; "ignored": it went on with something else; "proof" as over HTTP. */
export const TLS_OUTCOMES = ['offered', 'proof', 'alert', 'ignored', ...NO_ANSWERS, 'plain-http', 'not-tls', 'broken'] as const

/** The answer to the request for a file, or for a challenge that nobody has set up, at the end of its redirects. */
export interface HttpFacts extends OwnPort {
  readonly outcome: (typeof HTTP_OUTCOMES)[number]
  readonly reason: string | null
  /** The last URL that was asked for. */
  readonly url: string
  readonly status: number | null
  /** The words of the server about itself. */
  readonly server: string | null
  readonly redirects: readonly { readonly url: string; readonly status: number; readonly location: string }[]
  /** The reason why the last redirect was not followed; null if there was none. */
  readonly stopped: RedirectStop | null
  /**
   * "page" is any page with status 200, "router" that of a router itself; "lost" one that a redirect to another scheme or host leads to without
   * the path; "login" one that asks for a password, or a status that does; "echo" the answer of servers that keep no file, "error" any other
   * status, or a missing page that may be a router's.
   */
  readonly page: 'missing' | 'page' | 'login' | 'lost' | 'router' | 'error' | 'echo' | null
  /** Null if no file was asked for, or this server did not come to the end. */
  readonly file: FileSeen | null
  /** The network of a reverse proxy that was seen in front; null if none was. */
  readonly proxy: string | null
  readonly elapsedMs: number
}

/** "slash": a slash is missing, so that the path became a part of the host; "unresolved": no address is known of the host. */
export type RedirectStop =
  | 'slash'
  | 'port'
  | 'scheme'
  | 'loop'
  | 'status'
  | 'to-address'
  | 'not-public'
  | 'unresolved'
  | 'elsewhere'
  | 'invalid'

/** The answer to a handshake that offers `acme-tls/1` alone. */
export interface TlsFacts extends OwnPort {
  readonly outcome: (typeof TLS_OUTCOMES)[number]
  readonly reason: string | null
  /** The number of the alert (RFC 8446, section 6.2). */
  readonly alert: number | null
  readonly alpn: string | null
  readonly elapsedMs: number
}

/** The name that a certificate is wanted for. */
export interface Subject {
  /** Without `*.`; in ASCII and lower case. */
  readonly ascii: string
  readonly unicode: string
  readonly wildcard: boolean
  /** To ask name servers about; null for a name of a local network, about which nobody is asked. */
  readonly query: QueryName | null
}

/** Returns the name that is to be in the certificate, in ASCII. */
export function nameOf({ ascii, wildcard }: Pick<Subject, 'ascii' | 'wildcard'>): string {
  return wildcard ? `*.${ascii}` : ascii
}
