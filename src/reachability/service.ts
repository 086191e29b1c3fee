/** The steps of the way that visitors come: the name, the port, and the service behind it. */
import { type NameState, nameSeen } from '../advice/index.ts'
import { matchRequester, otherFamilyOf, showMatch, showResolver, showTime } from '../diagnostics/dns/index.ts'
import { showServiceHttp } from '../diagnostics/http/index.ts'
import { isHeardElsewhere, sayIdentity } from '../diagnostics/identity/index.ts'
import { sayReach } from '../diagnostics/port/index.ts'
import { judgeCertificates, showTls } from '../diagnostics/tls/index.ts'
import { isSilent, sayEnd } from '../diagnostics/where/index.ts'
import { proxyAt } from '../ipdata/index.ts'
import type { Layer } from '../net/findings.ts'
import { OUT_OF_TIME } from '../net/hearing.ts'
import type { PublicService } from '../policy/target.ts'
import { blockOf } from '../router/index.ts'
import { aboutEnd, type Check, type Code, type Evidence, type Finding, type PortFound, seenWho } from './check.ts'
import type { StepStatus } from './fields.ts'

/** The longest wait for name servers, which leaves time for the port and the service. */
const NAME_MS = 10_000
const WEB_PORTS: readonly number[] = [80, 443]

/** The findings on a name, by its state. */
const FINDINGS = {
  elsewhere: ['problem', 'name-elsewhere'],
  off: ['problem', 'name-off'],
  private: ['problem', 'name-private'],
  shared: ['problem', 'name-shared'],
  inside: ['problem', 'name-leads-inside'],
  missing: ['problem', 'name-missing'],
  'no-record': ['problem', 'record-missing'],
  'behind-proxy': ['problem', 'name-behind-proxy'],
  proxied: ['unknown', 'name-proxied'],
  propagating: ['unknown', 'name-propagating'],
  split: ['unknown', 'name-split'],
  'other-family': ['unknown', 'name-other-family'],
  unanswered: ['unknown', 'name-unanswered'],
  others: ['ok', 'name-matches-among-others'],
  'other-stale': ['ok', 'other-family-elsewhere'],
  'other-unchecked': ['ok', 'other-family-unchecked'],
  here: ['ok', 'name-matches'],
} as const satisfies Record<NameState, readonly [StepStatus, Code]>

/** Returns whether the name leads to the requester, as the name servers of its zone say. */
export async function nameStep(check: Check): Promise<Finding> {
  const { target, seen, net, ipdata, locale, port, finding } = check
  if (!target.domain) return finding('skipped', 'name-not-given', {})
  const { domain } = target
  const { ascii, unicode: hostname } = domain
  const type = seen.version === 4 ? 'A' : 'AAAA'
  const networkOf = (value: string) => proxyAt(value, ipdata)
  const match = await net.within(NAME_MS, ({ dns }) =>
    matchRequester(dns, domain, type, seen, (address) => networkOf(address) !== null),
  )
  const { budget } = net
  const name = nameSeen({
    ascii,
    hostname,
    type,
    ip: seen.text,
    match,
    networkOf,
    isPassedOn: isWeb(check),
    isPartial: budget.shortage !== null,
    other: otherFamilyOf(match, seen, ipdata),
  })
  const result = { hostname: ascii, recordType: type, publicIp: seen.text, ...showMatch(match, budget, locale) }
  const until = match.compared.convergesBy
  const slots = {
    hostname,
    ip: seen.text,
    type,
    port,
    values: name.values,
    resolvers: match.lagging.map(({ resolver, answer }) => showResolver(resolver, answer, locale).name).join(', '),
    time: until ? showTime(until) : '',
  }
  const [status, usual] = FINDINGS[name.state]
  const code = name.state === 'unanswered' && budget.shortage && !match.direct ? 'name-over-budget' : usual
  return { ...finding(status, code, slots, { tool: 'ddns-match', result }), name }
}

function isWeb({ port, protocol, scheme }: Check): boolean {
  return protocol === 'tcp' && (scheme === 'http' || scheme === 'https' || WEB_PORTS.includes(port))
}

/** Returns whether the port answers, and where packets to it end. */
export async function portStep(check: Check): Promise<Finding> {
  const { target, net, port, protocol: asked, seen, locale, probed, finding } = check
  const { found, isHost } = await probed()
  const evidence = { tool: 'port-check', result: found }
  const slots = { protocol: asked.toUpperCase(), port }
  const reason = found.reason ?? ''
  if (found.status === 'open') {
    const reach = sayReach(locale, { target: seen, source: net.tcp.sourceTo(target.at(port)) })
    if (found.proof === 'someone-else') return finding('problem', 'port-someone-else', slots, evidence)
    return finding('ok', found.proof === 'proven' ? 'port-proven' : 'port-open', { ...slots, reach }, evidence)
  }
  // Silence counts only if there was time to wait for an answer.
  if (reason === OUT_OF_TIME) return finding('unknown', 'out-of-time', {}, evidence)
  if (found.status === 'error') return finding('unknown', 'port-unchecked', { reason }, evidence)
  const told = aloneStep(check, found) ?? blockedStep(check, found) ?? endStep(check, found)
  if (told) return told
  // Over UDP a host answers this way; over TCP only a firewall does.
  const isRefusal = found.status === 'refused' || (asked === 'udp' && reason === 'port-unreachable' && isHost)
  if (isRefusal) return finding('problem', 'port-refused', { ...slots, ip: seen.text }, evidence)
  if (found.status === 'closed') return finding('problem', 'port-rejected', { ...slots, reason }, evidence)
  return asked === 'udp'
    ? finding('unknown', 'udp-silent', { port }, evidence)
    : finding('problem', 'port-silent', slots, evidence)
}

/** Returns the silence of a port whose program was heard on another one; null where it was not. */
function aloneStep({ query, port, finding }: Check, found: PortFound): Finding | null {
  if (found.status !== 'timeout' || !query?.port || !isHeardElsewhere(found.identity, query, port)) return null
  return finding('unknown', 'port-silent-alone', { port, query: query.port }, { tool: 'port-check', result: found })
}

/** Returns the silence of a port that the provider blocks on all its lines; null where the port was seen to get as far as the router. */
function blockedStep({ provider, port, protocol, locale, finding }: Check, found: PortFound): Finding | null {
  if (found.status !== 'timeout' || found.where?.forwardingRule === 'proven') return null
  if (!provider || blockOf(provider.isp, port, protocol)?.certainty !== 'always') return null
  const slots = { protocol: protocol.toUpperCase(), port, provider: provider.isp.name[locale] }
  return finding('problem', 'port-blocked-by-provider', slots, { tool: 'port-check', result: found })
}

function endStep(check: Check, found: PortFound): Finding | null {
  const { where } = found
  if (!where || where.verdict === 'cannot-tell') return null
  const isByDesign = check.protocol === 'udp' && isSilent(where)
  return {
    status: isByDesign ? 'unknown' : 'problem',
    code: `port-${where.verdict}`,
    summary: sayEnd(aboutEnd(check, where)),
    tool: 'port-check',
    result: found,
  }
}

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
