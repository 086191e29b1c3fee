import type { FileSeen } from '../../../src/issuance/facts.ts'
import type { Method, MethodVerdict, ProblemCode } from '../../../src/issuance/fields.ts'
import { THUMBPRINT } from './client.ts'

/** A name with its servers, and what an authority makes of it. In all texts, {4}, {4b}, {6}, {domain}, {root}, {folder} and {thumbprint} (of the account) stand for its own. */
export interface Setup {
  readonly title: string
  /** The label of its zone below `test`, and the folder of its files. */
  readonly label: string
  /** The name to order for; by default that of its zone. */
  readonly domain?: string
  /** The records of its zone; by default its IPv4 address. Null if nobody has registered it. */
  readonly zone?: readonly string[] | null
  /** The addresses of its name servers, by their names in `test`; by default the one that works. */
  readonly servers?: readonly string[]
  /** The inside of nginx's server on port 80; by default it serves files. Null for none. */
  readonly on80?: string | null
  /** The same on port 443, with TLS. */
  readonly on443?: string | null
  /** Further blocks of nginx. */
  readonly nginx?: string
  /** A further program. */
  readonly program?: readonly string[]
  /** An address of its own beside the usual one, for servers with known networks. */
  readonly address4?: string
  /** Its owner's router, where it is at home: doorstep is asked from there. */
  readonly home?: { readonly rule: boolean; readonly listens: boolean }
  /** Rules of the provider's firewall. */
  readonly onTheWay?: readonly string[]
  /** Rules of the firewall before its servers. */
  readonly firewall?: readonly string[]
  /** The name whose TXT record is written for DNS-01; by default that of the challenge. Null if none can be written. */
  readonly txt?: { readonly zone: string; readonly owner: string } | null
  /** Whether the program on 443 can be made to answer TLS-ALPN-01: not if another one ends TLS before it. */
  readonly alpn?: 'answered' | 'never'
  /** The end with the largest authority, where the one of the lab does something else; the reason is in the table. */
  readonly differs?: Partial<Record<Method, { readonly issues: boolean; readonly because: string }>>
  /** The verdicts that were decided for it. */
  readonly expected: Readonly<Record<Method, MethodVerdict>>
  /** The problems that have to be named. */
  readonly problems?: Partial<Record<Method, readonly ProblemCode[]>>
  /** The methods whose orders end in silence, for which an authority waits a quarter of a minute. */
  readonly silent?: readonly Method[]
  /** The findings at each of its addresses of a file that was made where a client would put its own. */
  readonly file?: readonly (FileSeen | null)[]
  /** Whether it is tried on every machine. */
  readonly always?: boolean
}

/** The place of a set-up in the lab. */
export interface Place {
  readonly setup: Setup
  readonly domain: string
  readonly address4: string
  /** The address that its programs listen on; another one at home. */
  readonly bound4: string
  /** A second address over IPv4. */
  readonly other4: string
  readonly address6: string
  /** The folder that its server shows. */
  readonly root: string
  /** The folder of the lab. */
  readonly folder: string
}

type Judged = Pick<Setup, 'expected' | 'problems'>
type There = Omit<Setup, 'title' | 'label' | keyof Judged>

export const [WORKS, FAILS, OPEN] = ['would-work', 'would-fail', 'cannot-tell'] as const

export const setup = (title: string, label: string, judged: Judged, there: There = {}): Setup => ({
  title,
  label,
  ...judged,
  ...there,
})

/** The verdicts by HTTP, TLS and DNS. */
export const judged = (
  verdicts: readonly [MethodVerdict, MethodVerdict, MethodVerdict],
  problems?: Setup['problems'],
): Judged => ({
  expected: { 'http-01': verdicts[0], 'tls-alpn-01': verdicts[1], 'dns-01': verdicts[2] },
  ...(problems && { problems }),
})

/** The verdict by HTTP, where the other methods would work. */
export const httpIs = (http: MethodVerdict, ...codes: ProblemCode[]): Judged =>
  judged([http, WORKS, WORKS], codes.length > 0 ? { 'http-01': codes } : undefined)

export const domainOf = ({ label, domain }: Setup): string => domain ?? `${label}.test`

export function fill(text: string, { domain, address4, other4, address6, root, folder }: Place): string {
  const values: Readonly<Record<string, string>> = {
    4: address4,
    '4b': other4,
    6: address6,
    domain,
    root,
    folder,
    thumbprint: THUMBPRINT,
  }
  return text.replace(/\{(4b?|6|domain|root|folder|thumbprint)\}/g, (_, name: string) => values[name] ?? '')
}
