import { cut } from '../src/diagnostics/http/index.ts'
import {
  judgeCertificates,
  listNames,
  OLD_PROTOCOLS,
  showTls,
  TLS_FIELDS,
  type TlsInspection,
  tlsTold,
  type Verdict,
} from '../src/diagnostics/tls/index.ts'
import {
  defineTool,
  type FollowUp,
  followUp,
  NEXT_ACTIONS,
  type Next,
  type NextAction,
  PORT,
  publicService,
  t,
  usually,
} from '../src/tool.ts'
import { text } from './ssl-check.text.ts'

const HTTPS_PORT = 443
const NAMES_SHOWN = 5
/** The longest name shown in a sentence. */
const NAME_LENGTH_MAX = 253

/** Checks whether clients trust the certificate of a server: the certificate, its problems, and the protocols of the server. */
export default defineTool({
  path: '/api/tools/ssl-check',
  group: 'web',
  rank: 100,
  programs: ['tls', 'ssl', 'openssl', 'testssl', 'cert', 'certificate'],
  text,
  policy: publicService('host', 'port', { usualPort: HTTPS_PORT }),
  weight: 3,
  body: t.Object({
    host: t.String({ examples: ['example.com'] }),
    port: usually(PORT, HTTPS_PORT),
  }),
  result: t.Object({ host: t.String(), port: PORT, ...TLS_FIELDS, nextActions: NEXT_ACTIONS }),
  good: { field: 'valid', values: [true] },
  short: { field: 'certificate', parts: ['validTo'] },
  compares: { field: 'certificate', parts: ['fingerprintSha256'] },
  reach: { field: 'outcome', reached: ['handshake', 'no-tls'], missed: ['connect-failed', 'timeout'], address: ['address'] },
  details: ['trusted', 'hostnameMatch', 'failedLayer', 'cipher', 'alpn', 'keyExchange', 'ocspStapled'],
  blocks: (answer, { locale }) => tlsTold(answer, locale),
  headline({ host, port, outcome, failedLayer, valid, problems, certificate }, { say }) {
    const slots = { host, port }
    if (failedLayer === 'local') return say('headline.not-checked', slots)
    if (outcome !== 'handshake') return say(`headline.${outcome}`, slots)
    if (!certificate) return say('headline.unreadable', slots)
    const date = certificate.validTo.split('T')[0] ?? ''
    if (valid) return say(problems.includes('expires-soon') ? 'headline.expires-soon' : 'headline.valid', { ...slots, date })
    const refusing = problems.filter((problem) => problem !== 'expires-soon').map((problem) => say(`problem.${problem}`))
    return say('headline.invalid', { ...slots, problems: refusing.join(', ') })
  },
  async run({ target, net, next }) {
    const { host, unicode, port } = target
    const inspection = await net.tls.inspect(target)
    const verdict = judgeCertificates(inspection, target, new Date())
    const issuance = target.isAddress || host.includes('_') ? undefined : followUp('certificate-check', { domain: host })
    const guidance = () => {
      if (inspection.outcome !== 'handshake') return [connectGuidance(next, inspection, { host, unicode, port, issuance })]
      if (!verdict) return [next('replace-unreadable', {}, issuance)]
      const facts = { ...verdict, next, host: unicode, issuance }
      return [...certificateGuidance(facts), ...protocolGuidance(next, inspection, verdict)]
    }
    return { host, port, ...showTls(inspection, verdict, net.budget), nextActions: guidance() }
  },
})

type Advise = Next<typeof text.en>
/** The check of whether another certificate would come; none for an address. */
type Issuance = FollowUp | undefined

function connectGuidance(
  next: Advise,
  { reason, failedLayer, ...inspection }: TlsInspection,
  { host, unicode, port, issuance }: { host: string; unicode: string; port: number; issuance: Issuance },
) {
  const address = inspection.address ?? host
  const service = followUp('public-service-check', { target: host, port })
  const again = followUp('ssl-check', { host, port })
  switch (reason) {
    case 'connection-refused':
      return next('start-server', { port, address }, service)
    case 'rate-limited':
      return next('wait-for-target', { address }, again)
    case 'http-on-port': {
      const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
      return next('not-tls-but-http', { port }, followUp('http-headers', { url }))
    }
    case 'not-tls':
      return next('not-tls', { port }, service)
    case 'name-refused':
      return next('serve-this-name', { host: unicode }, issuance)
    // Caddy refuses in this way until it has a certificate.
    case 'handshake-refused':
      return next('await-certificate', { reason }, issuance)
    case 'version-refused':
      return next('check-tls-settings', { reason })
    default:
      if (failedLayer === 'local') return next('try-again', { reason: reason ?? '' }, again)
      if (failedLayer === 'tls') return next('check-tls-service', { port, reason: reason ?? '' }, service)
      if (reason === 'no-answer') return next('open-port', { port, address }, service)
      return next('check-route', { address, reason: reason ?? '' }, followUp('traceroute', { host }))
  }
}

/** The facts behind the advice on a certificate. */
interface CertificateFacts extends Verdict {
  readonly next: Advise
  readonly host: string
  readonly issuance: Issuance
}

/** The advice on each problem of a certificate. */
const ADVICE: Record<Verdict['problems'][number], (facts: CertificateFacts) => NextAction[]> = {
  expired: ({ next, dates, leaf, trust, issuance }) => [
    ...(dates === 'expired' ? [next('renew', { date: day(leaf.validTo) }, issuance)] : []),
    ...defects(trust, 'expired').map((one) =>
      next('replace-expired-issuer', { issuer: nameOf(one.subject), date: day(one.validTo) }),
    ),
  ],
  'not-yet-valid': ({ next, dates, leaf, trust }) =>
    [...(dates === 'not-yet-valid' ? [leaf] : []), ...defects(trust, 'not-yet-valid')].map((one) =>
      next('wait-until-valid', { name: nameOf(one.subject), date: day(one.validFrom) }),
    ),
  'hostname-mismatch': ({ next, host, leaf, issuance }) => {
    const names = leaf.san.filter(({ kind }) => kind !== 'other').map(({ value }) => value)
    if (names.length === 0) return [next('add-alternative-name', { host }, issuance)]
    return [next('fix-hostname', { names: shownNames(names), host }, issuance)]
  },
  'self-signed': ({ next, issuance }) => [next('replace-self-signed', {}, issuance)],
  'untrusted-root': ({ next, issuance, ...verdict }) => [next('trust-root', { root: missingIssuer(verdict) }, issuance)],
  'incomplete-chain': ({ next, issuerUrl: url, ...verdict }) => {
    const issuer = missingIssuer(verdict)
    if (url === null) return [next('send-intermediates', { issuer })]
    return [next('send-intermediates.known', { issuer, url })]
  },
  'invalid-issuer': ({ next, trust }) =>
    defects(trust, 'invalid-issuer').map((one) => next('replace-issuer', { name: nameOf(one.subject) })),
  'wrong-purpose': ({ next, trust }) =>
    defects(trust, 'wrong-purpose').map((one) => next('issue-for-servers', { name: nameOf(one.subject) })),
  'weak-key': ({ next, weakKeys }) =>
    weakKeys.map(({ subject, key }) =>
      next('use-stronger-key', { name: nameOf(subject), key: `${key.type.toUpperCase()} ${key.bits}` }),
    ),
  'weak-signature': ({ next, weakSignatures }) =>
    weakSignatures.map(({ subject, signatureAlgorithm: algorithm }) =>
      next('use-stronger-signature', { name: nameOf(subject), algorithm }),
    ),
  'weak-protocol': () => [],
  'expires-soon': ({ next, leaf, issuance }) => [next('renew-soon', { date: day(leaf.validTo) }, issuance)],
}

/** Returns the advice in the order of severity: what makes clients refuse comes first. */
function certificateGuidance(facts: CertificateFacts): NextAction[] {
  const isMisordered = facts.trust.issue === 'misordered'
  const order = isMisordered ? [facts.next('reorder-chain', {})] : []
  return [...facts.problems.flatMap((problem) => ADVICE[problem](facts)), ...order]
}

function defects(trust: Verdict['trust'], why: Verdict['trust']['defects'][number]['why']) {
  return trust.defects.filter((one) => one.why === why).map(({ certificate }) => certificate)
}

/** Returns the name of the issuer at which the chain ends. */
function missingIssuer({ trust, leaf }: Pick<Verdict, 'trust' | 'leaf'>): string {
  return nameOf(trust.path.at(-1)?.issuer ?? leaf.issuer)
}

function shownNames(names: readonly string[]): string {
  const some = listNames(names.slice(0, NAMES_SHOWN).map((name) => cut(name, NAME_LENGTH_MAX)))
  return names.length > NAMES_SHOWN ? `${some}, ...` : some
}

function protocolGuidance(next: Advise, { protocol, supportedProtocols }: TlsInspection, { problems }: Verdict) {
  if (problems.includes('weak-protocol')) return [next('enable-modern-protocols', { protocol: protocol ?? '' })]
  const old = supportedProtocols
    .filter(({ name, supported }) => supported && OLD_PROTOCOLS.includes(name))
    .map(({ name }) => name)
  return old.length > 0 ? [next('disable-old-protocols', { protocols: old.join(', ') })] : []
}

function nameOf({ commonName, text: whole }: { commonName: string | null; text: string }): string {
  return cut(commonName ?? (whole || '?'), NAME_LENGTH_MAX)
}

function day(date: Date): string {
  return date.toISOString().split('T')[0] ?? ''
}
