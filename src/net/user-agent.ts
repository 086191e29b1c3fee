import pkg from '../../package.json' with { type: 'json' }

/** True of every server, and where its list of tools says what they do. */
const ANONYMOUS = 'network check; see /api/tools on the server that sent this'

/** What requests say of who sends them, for whoever finds them in a log. The contact is fit for a comment (RFC 9110, section 5.6.5). */
export function userAgentOf(contact: string | null): string {
  return `doorstep/${pkg.version} (${contact ?? ANONYMOUS})`
}
