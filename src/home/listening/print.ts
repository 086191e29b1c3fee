import type { Locale } from '../../contract/text.ts'
import { METHOD_VERDICTS } from '../../issuance/index.ts'
import { sightText } from '../sight.text.ts'
import { listenText } from '../tools/listen.text.ts'
import { type Certificate, type LISTEN_VERDICTS, spokenOf } from './certificate.ts'
import type { Family } from './family.ts'

interface Printed {
  readonly families: readonly Pick<Family, 'ipVersion' | 'ip' | 'outcome' | 'reason'>[]
  readonly heard: readonly { readonly from: string }[]
  readonly proof: Family['proof']
  readonly certificate: Certificate | null
}

interface Said extends Pick<Printed, 'families' | 'certificate'> {
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

/** Prints a line for each version of IP where there are two, and who was heard where nothing is proven. */
export function printListening({ families, heard, proof, certificate }: Printed, locale: Locale): string {
  const lines = families.map((one) =>
    [`IPv${one.ipVersion}`, one.ip ?? '', saySight(one, locale)].filter((part) => part !== '').join('  '),
  )
  const addresses = [...new Set(heard.map(({ from }) => from))].join(', ')
  const from = proof === 'proven' || addresses === '' ? [] : [listenText.say(locale, 'line.from', { addresses })]
  return [...(families.length > 1 ? lines : []), ...from, ...(certificate ? certificateLines(certificate, locale) : []), ''].join(
    '\n',
  )
}

function certificateLines({ domain, method, reason, problems, commands }: Certificate, locale: Locale): string[] {
  if (reason !== null) return [listenText.say(locale, 'line.certificate-unchecked', { hostname: domain, reason })]
  const slots = { hostname: domain, method: method.toUpperCase() }
  const found = problems.map(({ severity, text }) => `${severity === 'error' ? '✗' : '!'} ${text}`)
  const blocks = commands.flatMap(({ program, lines }) => ['', `${program}:`, ...lines.map((line) => `    ${line}`)])
  return [...(found.length > 0 ? [listenText.say(locale, 'line.certificate', slots), ...found] : []), ...blocks]
}

/** Says an outcome: where the packets ended that did not arrive is for the steps. */
function saySight({ outcome, reason }: Pick<Family, 'outcome' | 'reason'>, locale: Locale): string {
  const isSeen = ['proven', 'someone-else', 'changed', 'answer-lost'] as const
  const key = isSeen.find((one) => one === outcome) ?? (outcome === 'unchecked' ? outcome : 'nothing')
  return sightText.say(locale, key === 'unchecked' && reason !== null ? 'unchecked-because' : key, { reason: reason ?? '' })
}
