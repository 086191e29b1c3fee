import { headerOf } from '../../net/http/index.ts'
import { titleOf } from '../../net/identity/page.ts'
import { leadsToRouter, namesRouter } from '../../net/identity/router-words.ts'
import { said } from '../../net/identity/said.ts'
import type { HttpFacts } from '../facts.ts'

type Head = Parameters<typeof headerOf>[0]

/** The last answer to a request for a challenge. */
export interface LastAnswer {
  readonly head: Head
  /** The beginning of the page. */
  readonly body: Buffer
  readonly url: URL
}

const CHALLENGES = '/.well-known/acme-challenge/'
const MISSING = [404, 410]
const ASKING = [401, 403, 407]
/** A field for a password: attributes are looked through as far as pages have them. */
const PASSWORD = /<input\b[^>]{0,400}\btype\s*=\s*["']?password\b/i
/** The thumbprint of an account (RFC 8555, section 8.1), which servers that keep no files put behind every token. */
const THUMBPRINT = /^\.[\w-]{43}\s*$/

/** Returns the path of a challenge that nobody has set up. */
export function challengePath(token: string): string {
  return `${CHALLENGES}${token}`
}

/** Returns what a page is to an authority that expected the answer to a challenge. */
export function pageOf({ head, body, url }: LastAnswer, token: string): Exclude<HttpFacts['page'], null> {
  const { status } = head
  if (isRouter(head, body)) return 'router'
  if (MISSING.includes(status)) return 'missing'
  if (ASKING.includes(status)) return 'login'
  if (status !== 200) return 'error'
  const text = body.toString('latin1')
  if (text.startsWith(token) && THUMBPRINT.test(text.slice(token.length))) return 'echo'
  return PASSWORD.test(text) || !url.pathname.startsWith(CHALLENGES) ? 'login' : 'page'
}

function isRouter(head: Head, body: Buffer): boolean {
  const [realm, server] = [headerOf(head, 'www-authenticate'), headerOf(head, 'server')]
  return namesRouter([said(titleOf(body)), said(realm), said(server)]) || leadsToRouter(head.location, body)
}
