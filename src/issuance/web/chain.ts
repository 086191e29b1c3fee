import { createHash, timingSafeEqual } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { cut } from '../../net/budget.ts'
import { headerOf, wantsTls } from '../../net/http/index.ts'
import type { HttpFailure } from '../../net/http/outcome.ts'
import { said, withoutUnseen } from '../../net/identity/protocol.ts'
import { leadsToRouter, namesRouter, titleOf } from '../../net/identity/web.ts'
import type { Net } from '../../net/index.ts'
import { type Address, portOfUrl } from '../../policy/address.ts'
import type { PublicName } from '../../policy/target.ts'
import { CHALLENGES } from '../command-lines.ts'
import type { ChallengeFile, FileSeen, HttpFacts, NoAnswer, RedirectStop } from '../facts.ts'
import { PORTS } from '../fields.ts'
import { proxyNamedBy, type RedirectHosts } from './hosts.ts'

/** A file, or a challenge that nobody has set up, and the means to ask for it. */
export interface Asking {
  readonly target: Pick<PublicName, 'ascii' | 'at'>
  readonly token: string
  /** Null for a challenge that nobody has set up. */
  readonly file: ChallengeFile | null
  readonly net: Pick<Net, 'http' | 'tls' | 'signal' | 'tcp'>
  readonly hosts: RedirectHosts
  /** The time for each request. */
  readonly milliseconds: number
}

type Redirects = HttpFacts['redirects']
type Answer = Pick<HttpFacts, 'outcome' | 'reason' | 'status' | 'server' | 'stopped' | 'page' | 'file'>

/** The answer at the end of redirects, and where it came from. */
interface Followed extends Answer {
  readonly url: string
  readonly redirects: Redirects
  /** The network of a reverse proxy that one of the answers names; null if none does. */
  readonly named: string | null
  readonly address: Address
  readonly port: number
}

/** A request as far as it has come. */
interface Turn {
  readonly asked: readonly [URL, ...URL[]]
  readonly address: Address
  readonly redirects: Redirects
  readonly named: string | null
}

export const NO_ANSWER: Answer = {
  outcome: 'limited',
  reason: null,
  status: null,
  server: null,
  stopped: null,
  page: null,
  file: null,
}
/** Longer ones say nothing to people. */
const SHOWN_MAX = 512

/** Asks for a challenge at one address and follows redirects as authorities do, as long as they stay at addresses of the name. */
export async function followChallenge(asking: Asking, address: Address): Promise<Followed> {
  let turn: Turn = { asked: [challengeUrl(asking)], address, redirects: [], named: null }
  for (;;) {
    const next = await take(asking, turn)
    if (!('asked' in next)) return next
    turn = next
  }
}

/** Returns the URL at which every authority begins. */
export function challengeUrl({ target, token }: Pick<Asking, 'target' | 'token'>): URL {
  return new URL(`http://${target.ascii}${challengePath(token)}`)
}

/** Sends one request, and returns the next, or the end. */
async function take(asking: Asking, turn: Turn): Promise<Turn | Followed> {
  const { address, asked } = turn
  const { file } = asking
  const url = asked.at(-1) ?? asked[0]
  const port = portOfUrl(url) ?? PORTS['http-01']
  const end = (answer: Partial<Answer>, { redirects, named } = turn): Followed => {
    const whole = { ...NO_ANSWER, ...answer }
    return { ...whole, file: file && (whole.file ?? fileBefore(whole)), url: shown(url.href), redirects, named, address, port }
  }
  const endpoint = asking.target.at(address, port)
  if (typeof endpoint === 'string') return end({ reason: 'not-allowed' })
  if (asking.net.signal.aborted) return end({ reason: 'out-of-time' })
  const { signal, http } = asking.net
  const started = performance.now()
  const { result, body } = await http.page(url, endpoint, asking.milliseconds, file ? FILE_BYTES_MAX : undefined)
  if (!result.head) {
    const circumstances = { isOver: signal.aborted, hasRoute: asking.net.tcp.sourceTo(endpoint) !== null }
    return end(requestFailure(result, circumstances))
  }
  const { head } = result
  const seen = { ...turn, named: turn.named ?? proxyNamedBy(head) }
  const answer = { outcome: 'response', status: head.status, server: said(headerOf(head, 'server')) } as const
  const redirect = readRedirect(head, asked)
  if (!redirect) {
    // The rest of a file may come in time for an authority, which waits longer.
    const isLate = file && !body.isWhole && (signal.aborted || performance.now() - started >= asking.milliseconds)
    if (isLate) return end(signal.aborted ? { reason: 'out-of-time' } : { outcome: 'broken', reason: 'incomplete-answer' }, seen)
    return end({ ...answer, ...finalOf({ head, body: body.bytes, asked }, asking) }, seen)
  }
  const location = shown(headerOf(head, 'location') ?? '')
  const redirects = [...turn.redirects, { url: shown(url.href), status: head.status, location }]
  if ('stop' in redirect) return end({ ...answer, stopped: redirect.stop }, { ...seen, redirects })
  const led = await asking.hosts.from(address, redirect.next.hostname)
  if ('unknown' in led) return end({ reason: led.unknown }, { ...seen, redirects })
  if ('stop' in led) return end({ ...answer, stopped: led.stop }, { ...seen, redirects })
  return { ...seen, redirects, asked: [...asked, redirect.next], address: led.address }
}

/** Returns what the last answer is: a page, or the one by which a TLS server says that it was not spoken to in TLS. */
function finalOf(last: LastAnswer, { token, file }: Asking): Partial<Answer> {
  const reason = 'tls-on-http-port'
  if (last.asked.at(-1)?.protocol === 'http:' && wantsTls(last)) return { outcome: reason, reason }
  return { page: pageOf(last, token), file: file && fileIn(last, file) }
}

function shown(text: string): string {
  return cut(withoutUnseen(text), SHOWN_MAX)
}

/** Longer than any answer to a challenge. */
const FILE_BYTES_MAX = 1024
const OK = 200
/** Authorities pass over them at the end of a file. */
const SPACES = Buffer.from(' \t\r\n')

/** Returns what came of a request for a file at the end of its redirects. Nothing of the content is kept. */
function fileIn({ head, body }: LastAnswer, { sha256 }: ChallengeFile): FileSeen {
  if (head.status !== OK) return 'missing'
  const content = headerOf(head, 'content-encoding')?.toLowerCase() === 'gzip' ? unpacked(body) : body
  let end = content.length
  while (end > 0 && SPACES.includes(content[end - 1] ?? 0)) end -= 1
  const isWanted = (bytes: Buffer) => timingSafeEqual(createHash('sha256').update(bytes).digest(), Buffer.from(sha256, 'hex'))
  const isDelivered = body.length < FILE_BYTES_MAX && [content, content.subarray(0, end)].some(isWanted)
  return isDelivered ? 'delivered' : 'other-content'
}

/** Returns what came of a request for a file that ended before; null if an authority may have gone on where this server did not. */
function fileBefore({ outcome, stopped }: Pick<HttpFacts, 'outcome' | 'stopped'>): FileSeen | null {
  return outcome === 'limited' || stopped === 'elsewhere' || stopped === 'to-address' ? null : 'not-reached'
}

/** Returns content without its compression, which authorities take although this server does not ask for it. */
function unpacked(body: Buffer): Buffer {
  try {
    return gunzipSync(body, { maxOutputLength: FILE_BYTES_MAX })
  } catch {
    return body
  }
}

type Head = Parameters<typeof headerOf>[0]

/** The last answer to a request for a challenge. */
interface LastAnswer {
  readonly head: Head
  /** The beginning of the page. */
  readonly body: Buffer
  /** The URLs up to the one that answered. */
  readonly asked: readonly [URL, ...URL[]]
}

const MISSING = [404, 410]
const ASKING = [401, 403, 407]
/** A field for a password: attributes are looked through as far as pages have them. */
const PASSWORD = /<input\b[^>]{0,400}\btype\s*=\s*["']?password\b/i
/** Paths of pages that ask who somebody is. */
const LOGIN = /\/(?:log-?in|log-?on|sign-?in|auth|sso|oauth2?|authelia|session)\b/i
/** The thumbprint of an account (RFC 8555, section 8.1), which servers that keep no files put behind every token. */
const THUMBPRINT = /^\.[\w-]{43}\s*$/

/** Returns the path of a challenge that nobody has set up. */
export function challengePath(token: string): string {
  return `${CHALLENGES}${token}`
}

/** Returns what a page is to an authority that expected the answer to a challenge. */
export function pageOf({ head, body, asked }: LastAnswer, token: string): Exclude<HttpFacts['page'], null> {
  const { status } = head
  if (isRouter(head, body)) return 'router'
  const isTitled = namesRouter([said(titleOf(body))])
  // Somebody may write of routers, even where a page is missing.
  if (MISSING.includes(status)) return isTitled ? 'error' : 'missing'
  if (isTitled) return 'router'
  if (ASKING.includes(status)) return 'login'
  if (status !== 200) return 'error'
  const text = body.toString('latin1')
  if (text.startsWith(token) && THUMBPRINT.test(text.slice(token.length))) return 'echo'
  if (PASSWORD.test(text) || asked.some(({ pathname }) => !isChallenge({ pathname }) && LOGIN.test(pathname))) return 'login'
  return hasLostPath(asked) ? 'lost' : 'page'
}

/**
 * Returns whether a redirect to another scheme or host has dropped the path: it is for every path then. A server that sends people to another of
 * its own pages may do so only where a file is missing.
 */
function hasLostPath(asked: readonly URL[]): boolean {
  const at = asked.findIndex((url) => !isChallenge(url))
  return at > 0 && asked[at - 1]?.origin !== asked[at]?.origin
}

function isChallenge({ pathname }: Pick<URL, 'pathname'>): boolean {
  return pathname.startsWith(CHALLENGES)
}

function isRouter(head: Head, body: Buffer): boolean {
  const [realm, server] = [headerOf(head, 'www-authenticate'), headerOf(head, 'server')]
  return namesRouter([said(realm), said(server)]) || leadsToRouter(head.location, body)
}

/** The circumstances of a connection that failed. */
interface Circumstances {
  /** Whether the time of the whole check was up. */
  readonly isOver: boolean
  /** Whether this server has a way to the address at all: it may lack a version of IP. */
  readonly hasRoute: boolean
}

/** A connection without an answer, by the part that failed. */
interface Failed {
  readonly outcome: NoAnswer | 'broken'
  readonly reason: string
}

/** Reasons that routers give (src/net/libc/verdict.ts); any other is about this server, so that nothing is known. */
const UNREACHABLE =
  /unreachable|-prohibited$|-unknown$|^(?:no-route|reject-route|failed-policy|beyond-scope|hop-limit-exceeded|time-exceeded|parameter-problem|source-host-isolated)/
const BROKEN = ['connection-reset', 'connection-failed']
const NOT_HTTP = ['not-http', 'unsupported-http-version', 'malformed-status-line', 'not-tls']
const OUT_OF_TIME = { outcome: 'limited', reason: 'out-of-time' } as const

/** Returns what a connection that was not made says of an address. */
export function connectionFailure(reason: string, { isOver, hasRoute }: Circumstances): Failed {
  if (reason === 'connection-refused') return { outcome: 'refused', reason }
  if (reason === 'no-answer') return isOver ? OUT_OF_TIME : { outcome: 'silent', reason }
  if (BROKEN.includes(reason)) return { outcome: 'broken', reason }
  return { outcome: hasRoute && UNREACHABLE.test(reason) ? 'unreachable' : 'limited', reason }
}

/** Returns what a request without a response says of an address. */
export function requestFailure(failure: HttpFailure, circumstances: Circumstances): Pick<HttpFacts, 'outcome' | 'reason'> {
  const { outcome, reason, failedLayer } = failure
  if (failedLayer === 'local') return { outcome: 'limited', reason }
  if (outcome === 'connect-failed' || failedLayer === 'tcp') return connectionFailure(reason, circumstances)
  if (outcome === 'timeout') return circumstances.isOver ? OUT_OF_TIME : { outcome: 'broken', reason }
  if (reason === 'tls-on-http-port') return { outcome: reason, reason }
  return { outcome: NOT_HTTP.includes(reason) ? 'not-http' : 'broken', reason }
}

/** A redirect as authorities take it: the URL to ask for next, or why it is not followed. */
type Redirect = { readonly next: URL } | { readonly stop: RedirectStop }

/** The statuses by which authorities let themselves be led elsewhere (Baseline Requirements, 3.2.2.4.19), and the one that they refuse. */
const FOLLOWED = [301, 302, 307, 308]
const SEE_OTHER = 303
const REDIRECTS_MAX = 10
/** More than the largest authority follows. */
const PATH_MAX = 2000
const LOCATION_MAX = 8192
const REDIRECT_PORTS = ['', '80', '443']
/** Characters that URL parsers drop or turn into others, each in its own way. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
const AMBIGUOUS = /[\u0000-\u001f\u007f\\]/
/** A URL without a host, which some parsers find further on. */
const WITHOUT_HOST = /^(?:https?:(?!\/\/[^/?#])|\/{3})/i
/** A path that follows the host without a slash: "https://example.com.well-known/acme-challenge/". */
const SWALLOWED = /^(?:https?:)?\/\/[^/?#]*\.well-known(?:[/?#]|$)/i

/** Returns where a response leads; null if it is not a redirect. `asked`: the URLs so far, the last of which has redirected. */
export function readRedirect(
  { status, location }: { readonly status: number; readonly location: string | null },
  asked: readonly [URL, ...URL[]],
): Redirect | null {
  if (location === null) return null
  if (status === SEE_OTHER) return { stop: 'status' }
  return FOLLOWED.includes(status) ? follow(location.trim(), asked) : null
}

function follow(location: string, asked: readonly [URL, ...URL[]]): Redirect {
  if (asked.length > REDIRECTS_MAX) return { stop: 'loop' }
  if (SWALLOWED.test(location)) return { stop: 'slash' }
  const isReadable =
    location !== '' && location.length <= LOCATION_MAX && !AMBIGUOUS.test(location) && !WITHOUT_HOST.test(location)
  const url = isReadable ? URL.parse(location, asked.at(-1)) : null
  if (!url) return { stop: 'invalid' }
  const stop = stopAt(url)
  if (stop) return { stop }
  // No part of the next request, and a final dot means the same host.
  Object.assign(url, { hash: '', username: '', password: '', hostname: url.hostname.replace(/\.$/, '') })
  return asked.some(({ href }) => href === url.href) ? { stop: 'loop' } : { next: url }
}

function stopAt({ protocol, port, pathname }: URL): RedirectStop | null {
  if (protocol !== 'http:' && protocol !== 'https:') return 'scheme'
  if (!REDIRECT_PORTS.includes(port)) return 'port'
  return pathname.length > PATH_MAX ? 'invalid' : null
}
