import { type Block, facts } from '../../contract/blocks.ts'
import type { Locale } from '../../contract/text.ts'
import { METHOD_VERDICTS } from '../../issuance/index.ts'
import type { ListenFound } from '../fields.ts'
import { sightText } from '../say.text.ts'
import { type Certificate, spokenOf } from './certificate.ts'
import { listenText } from './listen.text.ts'
import { LISTEN_TABLE } from './outcomes.ts'

type Family = ListenFound['families'][number]

/** Says what was found in one sentence: of the certificate where one was asked for and the port leads here, otherwise of the port. */
export function sayListening({ port, protocol, families, verdict, certificate }: ListenFound, locale: Locale): string {
  const slots = { port, protocol: protocol.toUpperCase() }
  const [best] = families
  if (!best || best.outcome === 'unchecked' || best.ip === null) return listenText.say(locale, 'headline.unchecked', slots)
  const judged = best.outcome === 'proven' ? METHOD_VERDICTS.find((known) => known === verdict) : undefined
  if (certificate && judged) {
    const named = { ...slots, ip: best.ip, hostname: certificate.domain, method: certificate.method.toUpperCase() }
    return listenText.say(locale, `headline.${spokenOf(certificate, judged)}`, named)
  }
  const same = families.flatMap(({ outcome, ip }) => (outcome === best.outcome && ip !== null ? [ip] : []))
  return listenText.say(locale, 'headline.seen', { ...slots, ip: same.join(', '), sight: saySight(best, locale) })
}

/** Returns each version of IP where there are two, who was heard where nothing is proven, and what is known of the certificate. */
export function listeningTold({ families, heard, proof, certificate }: ListenFound, locale: Locale): readonly Block[] {
  const rows = families.map((one) => [`IPv${one.ipVersion}`, [one.ip, saySight(one, locale)].filter(Boolean).join('  ')] as const)
  const addresses = [...new Set(heard.map(({ from }) => from))].join(', ')
  return [
    facts(families.length > 1 ? rows : []),
    ...(proof === 'proven' || addresses === '' ? [] : [note(listenText.say(locale, 'line.from', { addresses }))]),
    ...(certificate ? certificateTold(certificate, locale) : []),
  ]
}

const note = (text: string): Block => ({ kind: 'note', text })

function certificateTold({ domain, method, reason, problems, commands }: Certificate, locale: Locale): readonly Block[] {
  if (reason !== null) return [note(listenText.say(locale, 'line.certificate-unchecked', { hostname: domain, reason }))]
  const title = listenText.say(locale, 'line.certificate', { hostname: domain, method: method.toUpperCase() })
  const checks = problems.map(({ severity, text }) => ({ label: text, mark: severity === 'error' ? 'bad' : 'warning' }) as const)
  return [
    ...(checks.length > 0 ? [{ kind: 'checks', title, lists: [{ checks }] } as const] : []),
    ...commands.map(({ program, lines }) => ({ kind: 'code', title: program, lines }) as const),
  ]
}

/** Says an outcome: where the packets ended that did not arrive is for the steps. */
function saySight({ outcome, reason }: Family, locale: Locale): string {
  const { sight } = LISTEN_TABLE[outcome]
  return sightText.say(locale, sight === 'unchecked' && reason !== null ? 'unchecked-because' : sight, { reason: reason ?? '' })
}
