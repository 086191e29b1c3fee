import { problemText } from '../../contract/problem.text.ts'
import { Refusal } from '../../contract/problem.ts'

/** uri-host and port as RFC 3986, section 3.2.2, writes them; empty where a target has no authority (RFC 9112, section 3.2). */
const SOUND = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::(\d{0,5}))?$/i
const PORT_MAX = 65_535

/**
 * Why a request with more than one Host, which the runtime joins as `a, b`, or with one that is not a host is refused (RFC 9112,
 * section 3.2): whoever stands in front may have read another name. HTTP/1.0 may do without; the runtime sees to HTTP/1.1.
 */
export function oddHostOf({ headers }: Request): Refusal | null {
  const host = headers.get('host')
  if (host === null) return null
  const parts = SOUND.exec(host)
  return !parts || Number(parts[1] ?? 0) > PORT_MAX ? ODD_HOST : null
}

const ODD_HOST = new Refusal('malformed-request', (locale) => problemText.say(locale, 'odd-host-detail', {}))
