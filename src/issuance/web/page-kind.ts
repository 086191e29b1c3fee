import { headerOf } from '../../net/http/index.ts'
import { titleOf } from '../../net/identity/page.ts'
import { leadsToRouter, namesRouter } from '../../net/identity/router-words.ts'
import { said } from '../../net/identity/said.ts'
import { CHALLENGES } from '../command-lines.ts'
import type { HttpFacts } from '../facts.ts'

type Head = Parameters<typeof headerOf>[0]

/** The last answer to a request for a challenge. */
export interface LastAnswer {
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
  if (PASSWORD.test(text) || asked.some(isLogin)) return 'login'
  return hasLostPath(asked) ? 'lost' : 'page'
}

function isLogin({ pathname }: URL): boolean {
  return !isChallenge({ pathname }) && LOGIN.test(pathname)
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
