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
        `오리진 뒤에 다른 것이 붙어 있습니다. ${url.origin}로 쓰십시오`,
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
