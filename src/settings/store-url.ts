import { Secret } from '../platform/secret.ts'

const OVER_TCP = ['redis:', 'rediss:', 'valkey:', 'valkeys:']
const OVER_A_SOCKET_FILE = ['redis+unix:', 'valkey+unix:']

const EXPECTED =
  'is not the URL of a Redis or Valkey server (redis://:password@host:6379/0, rediss:// over TLS, redis+unix:///path of a socket)'
const UNENCODED = 'has a user name or password that is not percent-encoded (write %25 for %, %40 for @, %2F for /)'
const NO_DATABASE = 'has a path that is not the number of a database (such as /0)'

/**
 * Returns the URL of the store of shared limits, as Bun's client takes it; null without one. Errors never repeat the text: a password may
 * be in it.
 */
export function parseStoreUrl(text: string): Secret | null {
  if (text === '') return null
  const url = /^[!-~]+$/.test(text) ? URL.parse(text) : null
  if (url === null || url.search !== '' || url.hash !== '') throw new Error(EXPECTED)
  if (!isEncoded(url.username) || !isEncoded(url.password)) throw new Error(UNENCODED)
  if (OVER_A_SOCKET_FILE.includes(url.protocol)) return socketFile(url)
  if (!OVER_TCP.includes(url.protocol) || url.hostname === '' || url.port === '0') throw new Error(EXPECTED)
  if (!/^(?:\/\d{0,4})?$/.test(url.pathname)) throw new Error(NO_DATABASE)
  return new Secret(url.href, `${url.protocol}//${url.host}${url.pathname}`)
}

/** Reads the path of a socket file. The client uses a password only if there is a host, and ignores which host. */
function socketFile(url: URL): Secret {
  if (!['', 'localhost'].includes(url.host) || !/^\/[^%]+$/.test(url.pathname)) throw new Error(EXPECTED)
  return new Secret(url.href, `${url.protocol}//${url.pathname}`)
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
