import { type Static, Type } from '@sinclair/typebox'
import { oneOf, orNull } from '../contract/schema.ts'
import type { Locale } from '../contract/text.ts'
import { commandsText } from './advice.text.ts'
import { authorityAmong, LARGEST } from './caa.ts'
import {
  ACME_SH_KEYS,
  acmeShLines,
  CHALLENGES,
  caddyfile,
  certbotLine,
  INDENT,
  isOpen,
  type Order,
  WEBROOT,
  type WebServer,
} from './command-lines.ts'
import type { Method } from './fields.ts'
import type { Problem, Slots } from './judging/sight.ts'

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

/** The programs whose lines are told. */
const PROGRAMS = ['certbot', 'caddy', 'caddyfile', 'acme.sh', 'nginx', 'apache', 'zone-file'] as const

/** A line to type, or lines to put into a file. */
export const COMMAND = Type.Object({
  program: oneOf(...PROGRAMS),
  note: orNull(Type.String({ description: 'what has to be known before' })),
  lines: Type.Array(Type.String(), { description: 'lines of a shell, or of a file of this program' }),
})
export type Command = Static<typeof COMMAND>
/** The lines of a program that orders. */
export type OrderCommand = Command & { readonly program: 'certbot' | 'caddy' | 'caddyfile' | 'acme.sh' }

type Note = keyof typeof commandsText.en

/** Returns the whole lines with which each program orders the certificate, the program that runs already first. */
export function commandsFor(order: Order): OrderCommand[] {
  const commands = [certbot(order), ...caddy(order), acmeSh(order)].filter((one) => one !== null)
  const first = commands.filter(({ program }) => order.webServer === 'caddy' && program.startsWith('caddy'))
  return [...first, ...commands.filter((one) => !first.includes(one))]
}

/** An order on the computer that listens on the port itself, as another doorstep judges it. */
interface ListenerOrder extends Pick<Order, 'domain' | 'method' | 'isRehearsal' | 'locale'> {
  /** The authorities that CAA records allow, in the words of that doorstep; empty if all may. */
  readonly issuers: readonly string[]
}

/** Returns the lines for a client that listens itself. Nothing in them is of another doorstep: they are typed as root. */
export function commandsForListener({ issuers, ...order }: ListenerOrder): OrderCommand[] {
  const authority = authorityAmong(issuers) ?? authorityAmong([LARGEST])
  return authority ? commandsFor({ ...order, authority, webServer: 'none', provider: null, without: null }) : []
}

/** Returns the line of certbot; null for TLS-ALPN-01, which it does not know. */
function certbot(order: Order): OrderCommand | null {
  const line = certbotLine(order)
  if (line === null) return null
  const { provider, method, webServer } = order
  const plugin = method === 'dns-01' ? provider?.certbot : null
  const credentials: Note = plugin?.credentials ? 'plugin' : 'plugin-only'
  const form = method === 'dns-01' ? (plugin ? credentials : 'manual') : NOTE_OF_FORM[webServer]
  return { program: 'certbot', note: noteOf(order, form, { plugin: plugin?.package ?? '' }), lines: [line] }
}

/** Returns what Caddy needs: the line that adds a module, and the file; none where the provider of the zone is not known, or has no module. */
function caddy(order: Order): OrderCommand[] {
  const { provider, method, webServer } = order
  // A rehearsal of Caddy would need a change of the file.
  const certain = { ...order, isRehearsal: false }
  const file = { program: 'caddyfile' as const, lines: caddyfile(order) }
  if (method !== 'dns-01') {
    const isFree = webServer === 'none' || webServer === 'caddy'
    return [{ ...file, note: noteOf(certain, isFree ? 'caddyfile' : 'caddy-instead', {}) }]
  }
  if (!provider?.caddy) return []
  const module = { program: 'caddy' as const, note: null, lines: [`caddy add-package ${provider.caddy.path}`] }
  return [module, { ...file, note: noteOf(certain, 'caddy-keys', {}) }]
}

function acmeSh(order: Order): OrderCommand {
  const lines = acmeShLines(order)
  const { provider, method, webServer } = order
  const hook = provider?.acmeSh ?? null
  const keys: Note = hook === null ? 'manual-twice' : ACME_SH_KEYS[hook] ? 'keys' : 'keys-unnamed'
  const alpn: Note = method === 'tls-alpn-01' ? 'standalone-tls' : NOTE_OF_FORM[webServer]
  const note = noteOf(order, method === 'dns-01' ? keys : alpn, { test: 'test-acme-sh' })
  return { program: 'acme.sh', note, lines }
}

const NOTE_OF_FORM = {
  nginx: 'web-server',
  apache: 'web-server',
  caddy: 'webroot',
  other: 'webroot',
  none: 'standalone',
} as const satisfies Readonly<Record<WebServer, Note>>

function noteOf(
  order: Order,
  note: Note,
  { plugin = '', test = 'test' }: { readonly plugin?: string; readonly test?: 'test' | 'test-acme-sh' },
): string {
  const { authority, provider, isRehearsal, locale } = order
  const slots = { plugin, provider: provider?.name[locale] ?? '', authority: authority.name }
  const notes: Note[] = [note, ...(isOpen(order) ? [] : ['account' as const]), ...(isRehearsal && isOpen(order) ? [test] : [])]
  return notes.map((one) => commandsText.say(locale, one, slots)).join(' ')
}
