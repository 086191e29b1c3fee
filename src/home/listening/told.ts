import { type Block, facts } from '../../contract/blocks.ts'
import type { Locale } from '../../contract/text.ts'
import { METHOD_VERDICTS } from '../../issuance/index.ts'
import { sightText } from '../sight.text.ts'
import { listenText } from '../tools/listen.text.ts'
import { type Certificate, type LISTEN_VERDICTS, spokenOf } from './certificate.ts'
import type { Family } from './judge.ts'

interface Told {
  readonly families: readonly Pick<Family, 'ipVersion' | 'ip' | 'outcome' | 'reason'>[]
  readonly heard: readonly { readonly from: string }[]
  readonly proof: Family['proof']
  readonly certificate: Certificate | null
}

interface Said extends Pick<Told, 'families' | 'certificate'> {
  readonly port: number
  readonly protocol: string
  readonly verdict: (typeof LISTEN_VERDICTS)[number]
}

/** Says what was found in one sentence: of the certificate where one was asked for and the port leads here, otherwise of the port. */
export function sayListening({ port, protocol, families, verdict, certificate }: Said, locale: Locale): string {
  const slots = { port, protocol: protocol.toUpperCase() }
  const [best] = families
  if (!best || best.outcome === 'unchecked' || best.ip === null) return listenText.say(locale, 'headline.unchecked', slots)
  const found = { ...slots, ip: best.ip }
  const judged = best.outcome === 'proven' ? METHOD_VERDICTS.find((one) => one === verdict) : undefined
  if (certificate && judged) {
    const named = { ...found, hostname: certificate.domain, method: certificate.method.toUpperCase() }
    return listenText.say(locale, `headline.${spokenOf(certificate, judged)}`, named)
  }
  const same = families.flatMap(({ outcome, ip }) => (outcome === best.outcome && ip !== null ? [ip] : []))
  return listenText.say(locale, 'headline.seen', { ...slots, ip: same.join(', '), sight: saySight(best, locale) })
}

/** Returns each version of IP where there are two, who was heard where nothing is proven, and what is known of the certificate. */
export function listeningTold({ families, heard, proof, certificate }: Told, locale: Locale): readonly Block[] {
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
function saySight({ outcome, reason }: Pick<Family, 'outcome' | 'reason'>, locale: Locale): string {
  const isSeen = ['proven', 'someone-else', 'changed', 'answer-lost'] as const
  const key = isSeen.find((one) => one === outcome) ?? (outcome === 'unchecked' ? outcome : 'nothing')
  return sightText.say(locale, key === 'unchecked' && reason !== null ? 'unchecked-because' : key, { reason: reason ?? '' })
}
