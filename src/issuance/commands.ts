import { type Static, Type } from '@sinclair/typebox'
import { oneOf, orNull } from '../contract/schema.ts'
import { authorityAmong, LARGEST } from './authorities.ts'
import { acmeShLines, caddyfile, certbotLine, isOpen } from './command-lines.ts'
import { commandsText } from './commands.text.ts'
import { ACME_SH_KEYS } from './dns-provider-keys.ts'
import type { Order, WebServer } from './order.ts'

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

/** Returns what has to be known of a line, and of the account or the rehearsal. */
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
