import type { Locale } from '../contract/text.ts'
import { LARGEST } from './authorities.ts'
import { CHALLENGES, INDENT, WEBROOT } from './command-lines.ts'
import { commandsText } from './commands.text.ts'
import type { Command } from './commands.ts'
import type { Method } from './fields.ts'
import type { Problem } from './judge.ts'
import type { Slots } from './judging/problem.ts'
import type { WebServer } from './order.ts'

/** More than authorities have. */
const METHODS_MAX = 10

/** The particulars of a line of a zone file or of a web server. */
interface Changing {
  /** The name in ASCII, without its wildcard. */
  readonly name: string
  readonly webServer: WebServer
  readonly method: Method
  readonly locale: Locale
}

/** Returns the lines to change: one CAA record, and the exception of the web server for the path of challenges. */
export function changesFor(problems: readonly Problem[], about: Changing): Command[] {
  const { locale } = about
  const record = problems.map((problem) => caaLine(problem, about.method)).find((line) => line !== null)
  const zone: Command[] = record ? [{ program: 'zone-file', note: commandsText.say(locale, 'zone', {}), lines: [record] }] : []
  const exception = problems.some(isInTheWay) ? exceptionFor(problems, about) : null
  return [...zone, ...(exception ? [exception] : [])]
}

const IN_THE_WAY = /^(?:redirect-.*|challenge-page-caught|challenge-status)$/
/** The answers of another device, whose settings change nothing. */
const ELSEWHERE: ReadonlySet<unknown> = new Set(['router', 'someone-else'])

/** Returns whether an exception of the web server mends a problem. */
function isInTheWay({ code, slots }: Problem): boolean {
  return IN_THE_WAY.test(code) && code !== 'redirect-elsewhere' && !ELSEWHERE.has(slots.kind)
}

/** Returns the CAA record that lets the order through, as the line of a zone file; null for a problem that no record mends. */
export function caaLine({ code, slots }: Problem, method: Method): string | null {
  const zone = `${slots.found}.`
  switch (code) {
    case 'caa-forbids':
      return `${zone} IN CAA 0 issue "${LARGEST}"`
    case 'caa-wildcard':
      return `${zone} IN CAA 0 issuewild "${LARGEST}"`
    case 'caa-method':
      return withMethod(zone, slots, method)
    default:
      return null
  }
}

/** A URI that stands in a line as it is. */
const PLAIN_URI = /^https:\/\/[\w.~:/-]{1,250}$/

/** Returns a record that allows one more method, and still only the account that may order now; null if that cannot be repeated. */
function withMethod(zone: string, { tag = 'issue', issuer, account = '', methods = '' }: Slots, method: Method): string | null {
  if (account !== '' && !PLAIN_URI.test(String(account))) return null
  const bound = account === '' ? '' : `; accounturi=${account}`
  return `${zone} IN CAA 0 ${tag} "${issuer}; validationmethods=${methodsWith(String(methods), method)}${bound}"`
}

function methodsWith(allowed: string, method: Method): string {
  const known = allowed
    .split(/[\s,]+/)
    .filter((one) => /^[\w-]{1,40}$/.test(one))
    .slice(0, METHODS_MAX)
  return [...new Set([...known, method])].join(',')
}

/** Returns the lines by which a web server delivers the files of challenges itself; null if it is not known which it is. */
function exceptionFor(problems: readonly Problem[], { name, webServer, locale }: Changing): Command | null {
  const isRedirected = problems.some(({ code }) => code.startsWith('redirect-'))
  const say = (note: 'nginx-exception' | 'nginx-redirect' | 'caddy-exception' | 'apache-redirect') =>
    commandsText.say(locale, note, {})
  if (webServer === 'nginx') {
    const note = say(isRedirected ? 'nginx-redirect' : 'nginx-exception')
    return { program: 'nginx', note, lines: [...NGINX, ...(isRedirected ? NGINX_REDIRECT : [])] }
  }
  if (webServer === 'caddy') return { program: 'caddyfile', note: say('caddy-exception'), lines: CADDY }
  if (webServer !== 'apache' || !isRedirected) return null
  const line = `RedirectMatch permanent "^/(?!\\.well-known/acme-challenge/)(.*)" "https://${name}/$1"`
  return { program: 'apache', note: say('apache-redirect'), lines: [line] }
}

const NGINX = [`location ^~ ${CHALLENGES} {`, `${INDENT}root ${WEBROOT};`, `${INDENT}auth_basic off;`, '}']
const NGINX_REDIRECT = ['location / {', `${INDENT}return 301 https://$host$request_uri;`, '}']
const CADDY = [`handle ${CHALLENGES}* {`, `${INDENT}root * ${WEBROOT}`, `${INDENT}file_server`, '}']
