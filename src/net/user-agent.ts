import pkg from '../../package.json' with { type: 'json' }

/** A text that is true of every server, with the path where its tools are listed and explained. */
const ANONYMOUS = 'network check; see /api/tools on the server that sent this'

/** Returns the User-Agent of requests, for readers of the target's log. The contact is fit for a comment (RFC 9110, section 5.6.5). */
export function userAgentOf(contact: string | null): string {
  return `doorstep/${pkg.version} (${contact ?? ANONYMOUS})`
}
