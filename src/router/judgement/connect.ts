import { defineText, type Locale } from '../../contract/text.ts'
import { isOnRange, neededOf, portsOf } from '../catalogue/ports.ts'
import type { Isp } from '../catalogue/schema.ts'
import { needOf, type Service } from './judgement.ts'

/** The address and the port for a program that has a field for each. */
const connectText = defineText({
  en: { separate: '{host}, port {port}' },
  ko: { separate: '{host}(포트 {port})' },
})

/** Ports on which web programs usually speak HTTPS. */
const OF_TLS: readonly number[] = [443, 5001, 5443, 8443, 8920, 9443, 10_443, 18_443]

/** Returns what others type to connect to a service, the port only where their program needs it; null where nobody connects. The usual port is that of the catalogue. */
export function connectTo(
  service: Service,
  { host, externalPort, protocol }: { host: string; externalPort: number; protocol: 'tcp' | 'udp' | 'both' },
  locale: Locale,
): string | null {
  const need = needOf(service)
  if ((need !== 'rule' && need !== 'careful') || service.connect?.as === 'account') return null
  const own = service.ports.filter((port) => port.forward && (protocol === 'both' || port.protocol === protocol))
  const port = own.find(({ external }) => isOnRange(external, externalPort)) ?? null
  const [main] = neededOf(own)
  // A port that the service has only because the caller named it is in no program's settings.
  const isUsual = service.id !== 'custom' && main !== undefined && portsOf(main.external).first === externalPort
  const as = service.connect?.as ?? 'host'
  if (as === 'url') return urlAt(host, externalPort, port ?? main ?? null)
  const together = `${bracketed(host)}:${externalPort}`
  if (as === 'host-port') return together
  if (isUsual) return host
  return as === 'separate' ? connectText.say(locale, 'separate', { host, port: externalPort }) : together
}

function urlAt(host: string, port: number, listed: Service['ports'][number] | null): string {
  const isTls = OF_TLS.includes(port) || (port !== 80 && listed?.tls === true)
  const usual = isTls ? 443 : 80
  return `${isTls ? 'https' : 'http'}://${bracketed(host)}${port === usual ? '' : `:${port}`}`
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** A provider's habit with a port: blocked on all of its lines, or on some. */
export interface Block {
  readonly certainty: 'always' | 'sometimes'
  readonly note: Readonly<Record<Locale, string>>
}

/** Returns whether a provider is known to block a port on all its lines, or on some; null if nothing is known of it. */
export function blockOf(isp: Isp | null, port: number, protocol: 'tcp' | 'udp'): Block | null {
  const inList = (list: Isp['blocked'] = []) =>
    list.find(
      (one) =>
        (one.protocol === 'both' || one.protocol === protocol) && one.ports.split(',').some((range) => isOnRange(range, port)),
    )
  const always = inList(isp?.blocked)
  if (always) return { certainty: 'always', note: always.note }
  const sometimes = inList(isp?.mayBlock)
  return sometimes ? { certainty: 'sometimes', note: sometimes.note } : null
}
