/** The parsers of settings that are places on the web, or secrets. */
import { Secret } from '../platform/log.ts'
import { Misfit } from './config-error.ts'
import { parseList } from './parse.ts'

/** Origins in the spelling of browsers: scheme, host and, unless it is the usual one, the port. */
export function parseOrigins(text: string): readonly string[] {
  return parseList(text, parseOrigin)
}

function parseOrigin(text: string): string {
  const url = URL.parse(text)
  // A content security policy names it: there, a star is any host and a semicolon an end.
  if (!url || !/^https?:$/.test(url.protocol) || !/^[\w.:[\]-]+$/.test(url.host))
    throw new Misfit('is not an origin (for example https://ip.example.com)', '오리진(예: https://ip.example.com)이 아닙니다')
  if (url.href !== `${url.origin}/`)
    throw new Misfit(
      `is more than an origin: write ${url.origin}`,
      `오리진 뒤에 다른 것이 붙어 있습니다. 올바른 값: ${url.origin}`,
    )
  return url.origin
}

/** Another doorstep that people trust as they trust this one. */
export interface NamedPlace {
  readonly name: string
  /** Its origin. */
  readonly url: string
}

const PLACES_MAX = 8
const NAME_LENGTH_MAX = 40

/** Returns places written as `Seoul=https://a.example,Frankfurt=https://b.example`, each once. */
export function parsePlaces(text: string): readonly NamedPlace[] {
  const places = parseList(text, parsePlace)
  if (places.length > PLACES_MAX)
    throw new Misfit(`names more than ${PLACES_MAX} places`, `장소는 최대 ${PLACES_MAX}개까지 지정할 수 있습니다`)
  const name = secondOf(places.map((place) => place.name))
  if (name !== undefined) throw new Misfit(`uses the name "${name}" twice`, `"${name}" 이름을 두 번 썼습니다`)
  const url = secondOf(places.map((place) => place.url))
  if (url !== undefined) throw new Misfit(`names ${url} twice`, `${url} 오리진을 두 번 썼습니다`)
  return places
}

function parsePlace(text: string): NamedPlace {
  const [, name = '', origin = ''] = /^([^=]*?)\s*=\s*(.*)$/.exec(text) ?? []
  if (name === '')
    throw new Misfit(
      'is not NAME=ORIGIN (for example Seoul=https://a.example)',
      '이름=오리진(예: Seoul=https://a.example)이 아닙니다',
    )
  if (name.length > NAME_LENGTH_MAX || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    throw new Misfit(
      `has a name of more than ${NAME_LENGTH_MAX} characters, or one with control characters`,
      `이름이 ${NAME_LENGTH_MAX}자를 넘거나 제어 문자가 들어 있습니다`,
    )
  return { name, url: parseOrigin(origin) }
}

/** Returns the first text that is there a second time, in any case of its letters. */
function secondOf(texts: readonly string[]): string | undefined {
  const keys = texts.map((text) => text.toLowerCase())
  return texts.find((_, index) => keys.indexOf(keys[index] ?? '') < index)
}

const CONTACT_LENGTH_MAX = 200
/** Printable ASCII without blanks: everything else in a URL has to be percent-encoded. */
const CONTACT = /^[!-~]+$/
/** As the HTML standard checks it, without the characters that would end a comment. */
const MAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i

/** Returns a web page or an email address, as written in the comment of a User-Agent; null if empty. */
export function parseContact(text: string): string | null {
  if (text === '') return null
  if (text.length > CONTACT_LENGTH_MAX)
    throw new Misfit(`is longer than ${CONTACT_LENGTH_MAX} characters`, `${CONTACT_LENGTH_MAX}자를 넘습니다`)
  if (MAIL.test(text)) return text
  const url = CONTACT.test(text) ? URL.parse(text) : null
  const isPage = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPage)
    throw new Misfit(
      'is neither an email address nor an http or https URL (for example https://example.com/about)',
      '이메일 주소나 http(s) URL(예: https://example.com/about)이 아닙니다',
    )
  return `+${url.href.replaceAll('(', '%28').replaceAll(')', '%29')}`
}

const notADoorstep = () =>
  new Misfit(
    'is not the URL of a doorstep (https://doorstep.example.com or http://192.168.0.2:8080)',
    'doorstep 서버의 URL(https://doorstep.example.com, http://192.168.0.2:8080)이 아닙니다',
  )

/** Returns the URL of another doorstep, with a slash at its end: it may be below a path. Without a scheme it is one of https, or of http at a port. */
export function parseServer(text: string): URL | null {
  if (text === '') return null
  if (/[\s,]/.test(text))
    throw new Misfit(
      'names more than one server: --places also asks the other places of a server',
      '서버는 하나만 지정할 수 있습니다. --places 옵션을 쓰면 그 서버의 다른 장소에서도 함께 확인합니다',
    )
  const isWhole = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  const whole = isWhole ? text : `${/^(?:[^/:]+|\[[^\]]*\]):(?!443(?:\/|$))/.test(text) ? 'http' : 'https'}://${text}`
  const url = /^https?:\/\/[!-~]+$/i.test(whole) ? URL.parse(whole) : null
  if (url === null || url.search !== '' || url.hash !== '') throw notADoorstep()
  if (url.username !== '' || url.password !== '')
    throw new Misfit('has a user name or password, which doorstep does not ask for', '사용자 이름이나 비밀번호는 쓰지 않습니다')
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

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

/** As many bytes as the code of a token has: a shorter secret would be easier to guess than the code. */
const LEAST_BYTES = 32
const SHOWN = '(secret)'

/**
 * Returns the secret of tokens of `/api/pair`; null without one. The text is used as it is written: whether it is hexadecimal or base64
 * does not matter, as long as all instances have the same.
 */
export function parsePairSecret(text: string): Secret | null {
  if (text === '') return null
  if (Buffer.byteLength(text) >= LEAST_BYTES) return new Secret(text, SHOWN)
  throw new Misfit(
    `is shorter than ${LEAST_BYTES} bytes (make one with: openssl rand -base64 32)`,
    `값이 ${LEAST_BYTES}바이트보다 짧습니다. openssl rand -base64 32 명령으로 만드십시오`,
  )
}

/** Returns a secret for the processes of one server. */
export function randomPairSecret(): Secret {
  return new Secret(Buffer.from(crypto.getRandomValues(new Uint8Array(LEAST_BYTES))).toString('base64url'), SHOWN)
}
