import type { Static, TObject } from '@sinclair/typebox'
import { type Block, type BlockOf, facts, type Mark } from '../../contract/blocks.ts'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import { listNames } from '../../net/tls/general-name.ts'
import { tlsText } from '../told.text.ts'
import type { TLS_FIELDS } from './fields.ts'
import type { TlsProblem } from './verdict.ts'

type Words = Say<typeof tlsText.en>
type ShownTls = Static<TObject<typeof TLS_FIELDS>> & { readonly host: string; readonly port: number }

/** Draws a certificate, its life, its chain with each problem at the certificate that has it, and the versions of TLS. */
export function tlsTold(answer: ShownTls, locale: Locale): readonly (Block | null)[] {
  const say = sayIn(tlsText, locale)
  const { certificate, outcome, reason, omitted, protocol, supportedProtocols, ocspStapled } = answer
  const more = (count: number) => (count > 0 ? [say('more', { count })] : [])
  // Where no handshake was possible, nothing is known of any version.
  const versions = supportedProtocols.some(({ supported }) => supported !== null) ? supportedProtocols : []
  return [
    facts([
      [say('why'), outcome === 'handshake' ? null : say(outcome, { reason: reason ?? outcome })],
      [say('server'), `${answer.host}:${answer.port}`],
      [say('address'), answer.address],
      [say('names'), certificate && namesIn(certificate.san, [...more(certificate.omitted)], say)],
      [say('key'), certificate && [certificate.keyType.toUpperCase(), certificate.keyBits].filter(Boolean).join(' ')],
    ]),
    certificate && lifeTold(certificate, answer.problems, say),
    { kind: 'chain', title: say('chain'), links: linksOf(answer, say) },
    omitted > 0 ? { kind: 'note', text: say('more', { count: omitted }) } : null,
    facts(
      versions.map(({ name, supported }) => {
        const said = supported === null ? say('not-known') : say(supported ? 'supported' : 'not-supported')
        return [name, name === protocol ? `${said} (${say('used')})` : said]
      }),
      { title: say('versions') },
    ),
    facts(
      [
        [say('cipher'), answer.cipher],
        [say('exchange'), answer.keyExchange],
        ['ALPN', answer.alpn],
        ['OCSP', ocspStapled === null ? null : say(ocspStapled ? 'stapled' : 'not-stapled')],
        [say('signature'), certificate?.signatureAlgorithm],
        [say('serial'), certificate?.serialNumber],
        [say('fingerprint'), certificate?.fingerprintSha256],
      ],
      { more: true },
    ),
  ]
}

function namesIn(names: readonly string[], more: readonly string[], say: Words): readonly string[] {
  return names.length + more.length === 0 ? [say('none')] : [...names.map((name) => listNames([name])), ...more]
}

/** Draws how much of its life a certificate has behind it. */
function lifeTold(
  { daysRemaining, lifetimeUsedPercent, validFrom, validTo }: NonNullable<ShownTls['certificate']>,
  problems: readonly TlsProblem[],
  say: Words,
): Block {
  const isOver = daysRemaining < 0
  const mark: Mark | null = isOver || problems.includes('expired') ? 'bad' : problems.includes('expires-soon') ? 'unknown' : null
  const bar = {
    label: say(isOver ? 'days-over' : 'days-left'),
    value: lifetimeUsedPercent,
    text: String(Math.abs(daysRemaining)),
    mark,
  }
  return { kind: 'bars', from: 0, to: 100, ends: [dayOf(validFrom), dayOf(validTo)], bars: [bar] }
}

/** Returns the day of a time; a year before 0 or after 9999 is longer. */
function dayOf(time: string): string {
  return time.split('T')[0] ?? time
}

/** Problems shown at the end of the chain, since they are about its issuer; all others are about the server's own certificate. */
const AT_THE_END: readonly TlsProblem[] = ['untrusted-root', 'invalid-issuer']

/** Returns the certificates in the order in which they came, and the one that should have come where it is missing. */
function linksOf({ chain, problems, issuerUrl }: ShownTls, say: Words): BlockOf<'chain'>['links'] {
  const broken = chain.findIndex(({ issuer }, index) => chain[index + 1]?.subject !== issuer)
  const end = broken === -1 ? chain.length - 1 : broken
  const isMissing = problems.includes('incomplete-chain')
  return chain.flatMap(({ subject, issuer, validTo }, index) => {
    const own = problems.filter((one) => one !== 'incomplete-chain' && index === (AT_THE_END.includes(one) ? end : 0))
    const stray = index > end ? [say('stray')] : []
    const notes = [say('issued', { issuer: nameIn(issuer), date: dayOf(validTo) })]
    const badges = [...own.map((problem) => say(`problem.${problem}`)), ...stray]
    const link = { name: nameIn(subject), notes, badges, mark: own.length > 0 ? ('bad' as const) : null }
    const at = issuerUrl === null ? [] : [issuerUrl]
    const missing = { name: nameIn(issuer), notes: at, badges: [say('problem.incomplete-chain')], mark: 'bad' as const }
    return index === end && isMissing ? [link, missing] : [link]
  })
}

/** Returns the common name in a distinguished name, or all of it. */
function nameIn(distinguished: string): string {
  return /(?:^|[,/+]\s*)CN\s*=\s*([^,/+]+)/.exec(distinguished)?.[1] ?? distinguished
}
