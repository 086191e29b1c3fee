import { problemText } from '../../contract/problem.text.ts'
import { Refusal } from '../../contract/problem.ts'

/** The host and port of RFC 3986, section 3.2.2, with a port up to 65535; empty for a target without authority (RFC 9112, section 3.2). */
const SOUND =
  /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::(?:[0-5]?\d{0,4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/i

/**
 * Returns the refusal of a request with more than one Host, which the runtime joins as `a, b`, or with one that is not a host (RFC 9112,
 * section 3.2): a proxy in front may have read another name. Null if it is sound. HTTP/1.0 may omit Host; the runtime checks HTTP/1.1.
 */
export function oddHostOf({ headers }: Request): Refusal | null {
  const host = headers.get('host')
  if (host === null || host === lastSound) return null
  if (!SOUND.test(host)) return ODD_HOST
  lastSound = host
  return null
}

/** The last sound host: nearly all requests have the same one, so it is checked once. */
let lastSound = ''

const ODD_HOST = new Refusal('malformed-request', (locale) => problemText.say(locale, 'odd-host-detail', {}))
