import pkg from '../../package.json' with { type: 'json' }

/** True of every server, and the place where its tools are listed and explained. */
const ANONYMOUS = 'network check; see /api/tools on the server that sent this'

/** How requests identify their sender, for anyone who finds them in a log. The contact is fit for a comment (RFC 9110, section 5.6.5). */
export function userAgentOf(contact: string | null): string {
  return `doorstep/${pkg.version} (${contact ?? ANONYMOUS})`
}
