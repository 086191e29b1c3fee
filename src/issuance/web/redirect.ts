import type { RedirectStop } from '../facts.ts'

/** A redirect as authorities take it: the URL to ask for next, or why it is not followed. */
type Redirect = { readonly next: URL } | { readonly stop: RedirectStop }

/** The statuses by which authorities let themselves be led elsewhere (Baseline Requirements, 3.2.2.4.19), and the one that they refuse. */
const FOLLOWED = [301, 302, 307, 308]
const SEE_OTHER = 303
const REDIRECTS_MAX = 10
/** More than the largest authority follows. */
const PATH_MAX = 2000
const LOCATION_MAX = 8192
const PORTS = ['', '80', '443']
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
  if (!PORTS.includes(port)) return 'port'
  return pathname.length > PATH_MAX ? 'invalid' : null
}
