import { Secret } from '../platform/secret.ts'
import { Misfit } from './config-error.ts'

const OVER_TCP = ['redis:', 'rediss:', 'valkey:', 'valkeys:']
const OVER_A_SOCKET_FILE = ['redis+unix:', 'valkey+unix:']

const unexpected = () =>
  new Misfit(
    'is not the URL of a Redis or Valkey server (redis://:password@host:6379/0, rediss:// over TLS, redis+unix:///path of a socket)',
    'Redis나 Valkey 서버의 URL(redis://:비밀번호@호스트:6379/0, TLS는 rediss://, 소켓은 redis+unix:///경로)이 아닙니다',
  )
const unencoded = () =>
  new Misfit(
    'has a user name or password that is not percent-encoded (write %25 for %, %40 for @, %2F for /)',
    '사용자 이름이나 비밀번호가 퍼센트 인코딩되어 있지 않습니다(%는 %25, @는 %40, /는 %2F)',
  )
const notADatabase = () =>
  new Misfit('has a path that is not the number of a database (such as /0)', '경로가 데이터베이스 번호(예: /0)가 아닙니다')

/**
 * Returns the URL of the store of shared limits, as Bun's client takes it; null without one. Errors never repeat the text: a password may
 * be in it.
 */
export function parseStoreUrl(text: string): Secret | null {
  if (text === '') return null
  const url = /^[!-~]+$/.test(text) ? URL.parse(text) : null
  if (url === null || url.search !== '' || url.hash !== '') throw unexpected()
  if (!isEncoded(url.username) || !isEncoded(url.password)) throw unencoded()
  if (OVER_A_SOCKET_FILE.includes(url.protocol)) return socketFile(url)
  if (!OVER_TCP.includes(url.protocol) || url.hostname === '' || url.port === '0') throw unexpected()
  if (!/^(?:\/\d{0,4})?$/.test(url.pathname)) throw notADatabase()
  return new Secret(url.href, `${url.protocol}//${url.host}${url.pathname}`)
}

/** Reads the path of a socket file. The client uses a password only if there is a host, and ignores which host. */
function socketFile(url: URL): Secret {
  if (!['', 'localhost'].includes(url.host) || !/^\/[^%]+$/.test(url.pathname)) throw unexpected()
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
