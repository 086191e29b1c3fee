import { showServiceHttp } from '../diagnostics/http/index.ts'
import { sayIdentity } from '../diagnostics/identity/index.ts'
import { judgeCertificates, showTls } from '../diagnostics/tls/index.ts'
import type { Layer } from '../net/findings.ts'
import type { PublicService } from '../policy/target.ts'
import { type Check, type Evidence, type Finding, seenWho } from './check.ts'

/** Reasons that show that a port does not speak the protocol of the request. */
const OTHER_PROTOCOL: readonly string[] = [
  'not-tls',
  'http-on-port',
  'not-http',
  'tls-on-http-port',
  'malformed-status-line',
  'unsupported-http-version',
]
const SERVER_ERROR = 500
/** The time for a handshake and the first bytes of an answer. */
const SERVICE_MS = 8000

/** Returns whether the program on the port speaks the protocol that visitors will use. It is contacted at the requester's own address. */
export async function serviceStep(check: Check): Promise<Finding> {
  const { scheme, protocol, key, finding } = check
  // With a key, a listener is on the port, not the service.
  if (key !== null) return finding('skipped', 'service-not-given', {})
  const told = identityStep(check)
  if (told && (scheme === null || told.status !== 'ok')) return told
  if (scheme === null) return finding('skipped', 'service-not-given', {})
  if (protocol === 'udp') return finding('skipped', 'service-needs-tcp', { scheme: scheme.toUpperCase() })
  return scheme === 'tls' ? tlsStep(check) : httpStep(check, scheme)
}

function identityStep(check: Check): Finding | null {
  const { useCase, query, port, locale, found, finding } = check
  const who = seenWho(check)
  if (who === 'router') return finding('unknown', 'service-router-page', {})
  // An answer at another port tells nothing of this one, unless it is that of the service itself.
  if (!query || !useCase || (who === null && (query.port ?? port) !== port)) return null
  const name = useCase.name[locale]
  const said = sayIdentity(found()?.identity ?? null, name, locale, query)
  if (said === null && found()?.status !== 'open') return finding('skipped', 'same-reason', {})
  if (said === null) return finding('skipped', 'service-unidentified', { service: name })
  return who === 'other' ? finding('problem', 'service-other', { said }) : finding('ok', 'service-identified', { said })
}

/** Returns the service of the requester under the name that visitors use, otherwise under its address. */
function serviceOf({ target, seen, port }: Check): PublicService {
  const { domain } = target
  const host = domain && isHost(domain.ascii) ? domain : { ascii: seen.text, unicode: seen.text }
  const isAddress = host !== domain
  const found = { host: host.ascii, unicode: host.unicode, isAddress, status: 'noerror', resolveMs: 0, omitted: 0 } as const
  return { ...found, port, endpoints: [target.at(port)] }
}

/** Zones contain names that no URL can have, such as "0/29.example". */
function isHost(name: string): boolean {
  const url = `http://${name}/`
  return URL.canParse(url) && new URL(url).hostname === name
}

async function httpStep(check: Check, scheme: 'http' | 'https'): Promise<Finding> {
  const { net, target, finding } = check
  const service = serviceOf(check)
  const http = showServiceHttp(
    scheme,
    service,
    await net.within(SERVICE_MS, (limited) => limited.http.head(scheme, service, 'GET')),
  )
  const evidence = { tool: 'public-service-check', result: { http } }
  const slots = { scheme: scheme.toUpperCase() }
  const { status, error, failedLayer, tls } = http
  if (status === null) return unanswered(check, slots.scheme, { reason: error, failedLayer }, evidence)
  // Without a name, no certificate fits.
  if (target.domain && tls && !tls.authorized) {
    return finding('ok', 'certificate-not-trusted', { ...slots, reason: tls.error ?? '' }, evidence)
  }
  return finding('ok', status < SERVER_ERROR ? 'service-answers' : 'service-error', { ...slots, status }, evidence)
}

async function tlsStep(check: Check): Promise<Finding> {
  const { net, target, finding } = check
  const service = serviceOf(check)
  const found = await net.within(SERVICE_MS, ({ tls }) => tls.inspect(service))
  const verdict = judgeCertificates(found, service, new Date())
  const evidence = { tool: 'ssl-check', result: showTls(found, verdict, net.budget) }
  if (found.outcome !== 'handshake') return unanswered(check, 'TLS', found, evidence)
  const [problem] = verdict?.problems ?? []
  if (target.domain && verdict && !verdict.valid && problem !== undefined) {
    return finding('ok', 'certificate-not-trusted', { scheme: 'TLS', reason: problem }, evidence)
  }
  return finding('ok', 'tls-answers', { version: found.protocol ?? 'TLS' }, evidence)
}

interface Unanswered {
  readonly reason: string | null
  readonly failedLayer: Layer | null
}

function unanswered({ finding }: Check, scheme: string, { reason: why, failedLayer }: Unanswered, evidence: Evidence): Finding {
  const reason = why ?? ''
  // A limit of this server says nothing about the program.
  if (failedLayer === 'local') return finding('unknown', 'service-unchecked', { scheme, reason }, evidence)
  const code = OTHER_PROTOCOL.includes(reason) ? 'service-other-protocol' : 'service-silent'
  return finding('problem', code, { scheme, reason }, evidence)
}
