/** The parsers of settings that are places on the web. */
import { Misfit } from './config-error.ts'
import { parseList } from './parse.ts'

/** Origins in the spelling of browsers: scheme, host and, unless it is the usual one, the port. */
export function parseOrigins(text: string): readonly string[] {
  return parseList(text, (item) => {
    const url = URL.parse(item)
    if (!url || !/^https?:$/.test(url.protocol))
      throw new Misfit('is not an origin (for example https://ip.example.com)', '오리진(예: https://ip.example.com)이 아닙니다')
    if (url.href !== `${url.origin}/`)
      throw new Misfit(
        `is more than an origin: write ${url.origin}`,
        `오리진 뒤에 다른 것이 붙어 있습니다. 올바른 값: ${url.origin}`,
      )
    return url.origin
  })
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

const SERVERS_MAX = 8
const notADoorstep = () =>
  new Misfit(
    'is not the URL of a doorstep (https://doorstep.example.com or http://192.168.0.2:8080)',
    'doorstep 서버의 URL(https://doorstep.example.com, http://192.168.0.2:8080)이 아닙니다',
  )

/** Returns the URLs of other doorsteps, separated by commas or blanks, each once. */
export function parseServers(text: string): readonly URL[] {
  const urls = parseList(text.replaceAll(/[\s,]+/g, ','), parseServer)
  const servers = [...new Map(urls.map((url) => [url.href, url])).values()]
  if (servers.length <= SERVERS_MAX) return servers
  throw new Misfit(`names more than ${SERVERS_MAX} servers`, `서버는 최대 ${SERVERS_MAX}개까지 지정할 수 있습니다`)
}

/** Returns the URL of another doorstep, with a slash at its end: it may be below a path. Without a scheme it is one of https, or of http at a port. */
function parseServer(text: string): URL {
  const isWhole = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  const whole = isWhole ? text : `${/^(?:[^/:]+|\[[^\]]*\]):(?!443(?:\/|$))/.test(text) ? 'http' : 'https'}://${text}`
  const url = /^https?:\/\/[!-~]+$/i.test(whole) ? URL.parse(whole) : null
  if (url === null || url.search !== '' || url.hash !== '') throw notADoorstep()
  if (url.username !== '' || url.password !== '')
    throw new Misfit('has a user name or password, which doorstep does not ask for', '사용자 이름이나 비밀번호는 쓰지 않습니다')
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}
