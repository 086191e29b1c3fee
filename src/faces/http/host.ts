import { problemText } from '../../contract/problem.text.ts'
import { Refusal } from '../../contract/problem.ts'

/** uri-host and port as RFC 3986, section 3.2.2, writes them, a port up to 65535; empty where a target has no authority (RFC 9112, section 3.2). */
const SOUND =
  /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::(?:[0-5]?\d{0,4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/i

/**
 * Why a request with more than one Host, which the runtime joins as `a, b`, or with one that is not a host is refused (RFC 9112,
 * section 3.2): whoever stands in front may have read another name. HTTP/1.0 may do without; the runtime sees to HTTP/1.1.
 */
export function oddHostOf({ headers }: Request): Refusal | null {
  const host = headers.get('host')
  if (host === null || host === lastSound) return null
  if (!SOUND.test(host)) return ODD_HOST
  lastSound = host
  return null
}

/** Nearly all requests name the same host, which is read once. */
let lastSound = ''

const ODD_HOST = new Refusal('malformed-request', (locale) => problemText.say(locale, 'odd-host-detail', {}))
