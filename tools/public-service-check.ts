import { adviseOnPort, goodOf, SITUATION } from '../src/advice/index.ts'
import { DNS_STATUS, judgeLookup, sayMore } from '../src/diagnostics/dns/index.ts'
import { judgeResponse, SERVICE_HTTP, sayTrust, showServiceHttp } from '../src/diagnostics/http/index.ts'
import { inMs } from '../src/diagnostics/path/index.ts'
import { aboutOf, LAYERS, PORT_STATUSES, reachOf, sayReach } from '../src/diagnostics/port/index.ts'
import { type About, drawWay, lookAtOwn, sayEnd, sayWhere, WHERE, type Where } from '../src/diagnostics/where/index.ts'
import { connectTo, serviceOf } from '../src/router/index.ts'
import {
  type BlockOf,
  defineTool,
  facts,
  followUp,
  NEXT_ACTIONS,
  type Next,
  type NextAction,
  oneOf,
  orNull,
  PORT,
  publicService,
  type Say,
  t,
  usually,
} from '../src/tool.ts'
import { text } from './public-service-check.text.ts'

const VERDICTS = ['reachable', 'tcp-only', 'unreachable', 'unresolved', 'cannot-tell'] as const

const SHOWN = t.Object({
  situation: SITUATION,
  target: t.String(),
  unicodeTarget: t.Optional(t.String()),
  port: PORT,
  protocol: t.Literal('tcp'),
  resolved: t.Object({
    status: DNS_STATUS,
    addresses: t.Array(t.String()),
    omitted: t.Integer({ minimum: 0, description: 'how many more addresses there were than are shown' }),
    address: orNull(t.String()),
  }),
  tcp: orNull(
    t.Object({
      status: oneOf(...PORT_STATUSES),
      reason: orNull(t.String()),
      failedLayer: orNull(oneOf(...LAYERS)),
      latencyMs: orNull(t.Number()),
    }),
  ),
  where: orNull(WHERE),
  http: orNull(SERVICE_HTTP),
  verdict: oneOf(...VERDICTS),
})

type Locale = About['locale']
type PortStatus = (typeof PORT_STATUSES)[number]

/** Checks whether a public service is reachable: its name, its port and, on request, HTTP, each with a result of its own. */
export default defineTool({
  path: '/api/tools/public-service-check',
  group: 'port',
  rank: 30,
  programs: ['nc', 'ncat', 'netcat', 'telnet', 'nmap', 'tcping'],
  text,
  policy: publicService('target', 'port', { unresolved: 'finding' }),
  body: t.Object({
    target: t.String({ examples: ['example.com'] }),
    port: { ...PORT, examples: [443] },
    protocol: usually(t.Literal('tcp'), 'tcp'),
    scheme: t.Optional(oneOf('http', 'https')),
  }),
  result: t.Object({ ...SHOWN.properties, nextActions: NEXT_ACTIONS }),
  good: { field: 'verdict', values: ['reachable'] },
  judge({ situation, verdict, resolved: { status }, tcp, http }) {
    if (situation !== null) return goodOf(situation, tcp?.status === 'open' ? 'open' : 'shut')
    return verdict === 'unresolved' ? judgeLookup({ status, reason: null }) : http === null ? undefined : judgeResponse(http)
  },
  reach: { field: 'verdict', reached: ['reachable', 'tcp-only'], missed: ['unreachable'], address: ['resolved', 'address'] },
  details: ['resolved', 'where'],
  headline({ target: host, unicodeTarget: name = host, port, resolved, tcp, http, verdict }, { say, target, net }) {
    const slots = { target: name, port }
    const endpoint = target.endpoints.find(({ address }) => address.text === resolved.address)
    if (!tcp || !endpoint) return say('headline.unresolved', slots)
    const what = say('headline.place', slots)
    if (verdict === 'cannot-tell') return say('headline.error', { what })
    if (tcp.status === 'closed') return say('headline.closed', slots)
    if (tcp.status !== 'open') return say(`headline.${tcp.status}`, { what })
    if (verdict === 'tcp-only') return say('headline.tcp-only', { ...slots, scheme: http?.scheme ?? '' })
    const { seen, source } = reachOf({ target: endpoint.address, source: net.tcp.sourceTo(endpoint) })
    return source === null ? say(`headline.${seen}`, { what }) : say('headline.answers-from', { what, source })
  },
  blocks(answer, { say, locale }) {
    const { resolved, port, where, tcp } = answer
    const about = ownEnd(resolved.address, { port, where, status: tcp?.status }, locale)
    return [
      { kind: 'chain', links: stationsOf(answer, say, locale) },
      facts([[say('addresses'), addressesIn(resolved, locale)]]),
      about && { kind: 'note', text: drawWay(about) },
      about && { kind: 'note', text: sayEnd(about) },
      about && { kind: 'note', text: sayWhere(about), more: true },
    ]
  },
  async run({ body, target, net, ipdata, disclosure, caller, catalogue, locale, next }) {
    const { scheme } = body
    const { host, unicode, isAddress, port, status, endpoints, omitted } = target
    const found = await net.tcp.probeFirst(endpoints)
    const tcp = found?.finding ?? null
    const maybeOwn = found && { endpoint: found.endpoint, requester: caller.requester, found: found.finding }
    const where = maybeOwn && (await lookAtOwn(net, maybeOwn, { ipdata, disclosure }))
    const isAsked = scheme && found && tcp?.status === 'open'
    // The request goes to the address that has just answered.
    const answer = isAsked ? await net.http.head(scheme, { ...target, endpoints: [found.endpoint] }, 'GET') : null
    const http = scheme && answer ? showServiceHttp(scheme, target, answer) : null
    const service = { host, name: unicode, isAddress, port, scheme }
    const address = found?.endpoint.address ?? null
    const at = address?.text ?? null
    const reach = () => found && sayReach(locale, { target: found.endpoint.address, source: net.tcp.sourceTo(found.endpoint) })
    const about = ownEnd(at, { port, where, status: tcp?.status }, locale)
    const line = address && { address, known: await catalogue(), asn: ipdata.network(address).asn, locale }
    // At the requester's own address it is the advice of every tool, unless more was asked than whether the port is open.
    const isOwnOpen = at !== null && at === caller.requester?.text && tcp?.status === 'open' && !scheme
    const seen = isOwnOpen ? openAt(at, port, locale) : about && ({ port: 'shut', about } as const)
    const again = { again: againOf(service) }
    const own = line && seen && adviseOnPort({ ...line, port, protocol: 'tcp' }, { ...seen, requests: again })
    const others = () =>
      tcp && at !== null
        ? [...tcpGuidance(next, service, { ...tcp, address: at, reach }, http), ...httpGuidance(next, service, http)]
        : nameGuidance(next, service, status)
    return {
      situation: own?.situation ?? null,
      target: host,
      ...(unicode === host ? {} : { unicodeTarget: unicode }),
      port,
      protocol: 'tcp' as const,
      resolved: { status, addresses: endpoints.map((endpoint) => endpoint.address.text), omitted, address: at },
      tcp: tcp && { status: tcp.status, reason: tcp.reason, failedLayer: tcp.failedLayer, latencyMs: tcp.latencyMs },
      where,
      http,
      verdict: verdictOf(tcp, http),
      nextActions: own ? [...own.steps] : others(),
    }
  },
})

type Shown = (typeof SHOWN)['static']

type Station = BlockOf<'chain'>['links'][number]
type Words = Say<typeof text.en>

/** Returns what was asked one after the other, up to the first that did not answer: name, port, certificate, HTTP. */
function stationsOf(answer: Shown, say: Words, locale: Locale): readonly Station[] {
  const { target, unicodeTarget = target, resolved, http } = answer
  const isAddress = resolved.addresses[0] === target
  return [
    ...(isAddress ? [] : [nameStation(resolved, unicodeTarget, say)]),
    portStation(answer, say),
    ...(http ? httpStations(http, say, locale) : []),
  ]
}

/** Returns the addresses of a name that has several. */
function addressesIn({ addresses, omitted }: Shown['resolved'], locale: Locale): readonly string[] {
  return addresses.length + omitted > 1 ? [...addresses, sayMore(omitted, locale) ?? []].flat() : []
}

function nameStation({ status, addresses, omitted }: Shown['resolved'], target: string, say: Words): Station {
  const count = addresses.length + omitted
  const isMissing = status === 'nxdomain' || status === 'nodata'
  const seen = count === 0 ? say(`name.${status}`) : count === 1 ? say('name.one') : say('name.several', { count })
  return { name: say('at.name'), notes: [target, seen], mark: count > 0 ? 'good' : isMissing ? 'bad' : 'unknown' }
}

const PORT_MARKS = { open: 'good', closed: 'bad', refused: 'bad', timeout: 'unknown', error: 'unknown' } as const

function portStation({ port, tcp, resolved: { address } }: Shown, say: Words): Station {
  const name = say('at.port', { port })
  if (!tcp) return { name, notes: [say('not-asked')] }
  const { status, reason, latencyMs } = tcp
  const seen = status === 'open' && latencyMs !== null ? say('port.open-after', { ms: inMs(latencyMs) }) : say(`port.${status}`)
  const because = reason === null || reason === 'no-answer' ? seen : `${seen} (${reason})`
  return { name, notes: [...(address === null ? [] : [address]), because], mark: PORT_MARKS[status] }
}

function httpStations(http: NonNullable<Http>, say: Words, locale: Locale): readonly Station[] {
  const { scheme, ok, status, server, location, error, tls } = http
  const failed = error === null ? say('http.silent') : say('http.silent-because', { reason: error })
  const answered = status === null ? failed : [status, server].filter((part) => part !== null).join(' · ')
  const seen = location === null ? answered : `${answered} → ${location}`
  const asked: Station = { name: scheme.toUpperCase(), notes: [seen], mark: ok ? 'good' : 'bad' }
  if (!tls) return [asked]
  return [{ name: say('at.certificate'), notes: [sayTrust(tls, locale)], mark: tls.authorized ? 'good' : 'bad' }, asked]
}

type Advise = Next<typeof text.en>
type Http = ReturnType<typeof showServiceHttp> | null

interface Service {
  readonly host: string
  /** The name as people write it, with Unicode. */
  readonly name: string
  readonly isAddress: boolean
  readonly port: number
  readonly scheme?: 'http' | 'https' | undefined
}

interface Tcp {
  readonly status: PortStatus
  readonly reason: string | null
}

/** Returns an open port of one's own, and what others type. */
function openAt(host: string, port: number, locale: Locale) {
  const place = connectTo(serviceOf(null, [{ port }]), { host, externalPort: port, protocol: 'tcp' }, locale)
  return { port: 'open', place } as const
}

/** Returns what the words on the end of packets need, where the service is at the requester's own address; null for anybody else's. */
function ownEnd(
  ip: string | null,
  found: { port: number; where: Where | null; status: PortStatus | undefined },
  locale: Locale,
): About | null {
  return ip === null ? null : aboutOf({ ip, protocol: 'tcp', ...found }, locale)
}

function verdictOf(tcp: Tcp | null, http: Http): (typeof VERDICTS)[number] {
  if (!tcp) return 'unresolved'
  if (tcp.status === 'error' || http?.failedLayer === 'local') return 'cannot-tell'
  if (tcp.status !== 'open') return 'unreachable'
  return http && http.status === null ? 'tcp-only' : 'reachable'
}

function againOf({ host, port, scheme }: Service) {
  return followUp('public-service-check', { target: host, port, ...(scheme ? { scheme } : {}) })
}

function tcpGuidance(
  next: Advise,
  service: Service,
  { status, reason, address, reach }: Tcp & { readonly address: string; reach(): string | null },
  http: Http,
): NextAction[] {
  const { host, name, port } = service
  const again = againOf(service)
  const trace = followUp('traceroute', { host, method: 'tcp' })
  const isUnasked = http?.failedLayer === 'local'
  const why = isUnasked ? http.error : reason
  const slots = { address, port, reason: why ?? '' }
  switch (isUnasked ? 'error' : status) {
    case 'open':
      if (http && http.status === null) return []
      return [next('service-reachable', { target: name, port, reach: reach() ?? '' })]
    case 'refused':
      return [next('start-service', slots, again)]
    case 'closed':
      return [next('open-firewall', slots, again), next('trace-route', { address }, trace)]
    case 'timeout':
      return [next('check-host', slots, again), next('trace-route', { address }, trace)]
    case 'error':
      return [why === 'rate-limited' ? next('wait-for-target', { address }, again) : next('try-again', slots, again)]
  }
}

/** The refusals of a server that has no certificate for the name, among others. */
const WITHOUT_CERTIFICATE: readonly string[] = ['handshake-refused', 'name-refused']

function httpGuidance(next: Advise, { host, name, isAddress, port }: Service, http: Http): NextAction[] {
  if (!http || http.failedLayer === 'local') return []
  const headers = followUp('http-headers', { url: http.url })
  const withoutScheme = followUp('public-service-check', { target: host, port })
  const certificate = followUp('ssl-check', { host, port })
  const { error, scheme, tls, status, ok } = http
  const isName = !isAddress && !host.includes('_')
  const lacksCertificate = isName && error !== null && WITHOUT_CERTIFICATE.includes(error)
  const issuance = followUp('certificate-check', { domain: host })
  const actions: NextAction[] = []
  if (lacksCertificate) actions.push(next('check-issuance', { target: name }, issuance))
  if (error !== null) {
    actions.push(next('check-http', { port, reason: error, scheme }, headers), next('try-without-http', {}, withoutScheme))
  }
  if (tls && !tls.authorized) actions.push(next('check-certificate', { target: name, error: tls.error ?? '' }, certificate))
  if (status !== null && !ok) actions.push(next('look-at-status', { status }, headers))
  return actions
}

function nameGuidance(next: Advise, { host, name }: Service, status: string): NextAction[] {
  const isMissing = status === 'nxdomain' || status === 'nodata'
  const key = isMissing ? 'check-name' : 'ask-name-service'
  return [next(key, { target: name, status }, followUp('dns-lookup', { domain: host }))]
}
