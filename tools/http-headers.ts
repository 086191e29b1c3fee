import {
  CHAIN_FIELDS,
  chainTold,
  cut,
  type HttpChain,
  judgeResponse,
  METHOD_FIELD,
  printCurl,
  showChain,
  weaknessesOf,
} from '../src/diagnostics/http/index.ts'
import { defineTool, followUp, NEXT_ACTIONS, type Next, type NextAction, publicUrl, t, usually } from '../src/tool.ts'
import { text } from './http-headers.text.ts'

const HTTP_PORT = 80
/** The most characters of a URL in a sentence. */
const URL_LENGTH_MAX = 200
const CUT = ['closed-without-answer', 'closed-early', 'connection-reset']

/** Follows a URL: where it leads, the status and headers there, and how long each step took. */
export default defineTool({
  path: '/api/tools/http-headers',
  group: 'web',
  rank: 110,
  programs: ['curl', 'wget', 'http', 'https', 'httpie', 'xh', 'headers'],
  text,
  policy: publicUrl('url'),
  body: t.Object({ url: t.String({ examples: ['https://example.com/'] }), method: usually(METHOD_FIELD, 'GET') }),
  result: t.Object({ ...CHAIN_FIELDS, nextActions: NEXT_ACTIONS }),
  good: { field: 'outcome', values: ['response'] },
  judge: judgeResponse,
  short: { field: 'status' },
  compares: { field: 'status' },
  news: ['status', 'finalUrl'],
  details: ['failedLayer', 'timingMs', 'tls'],
  print: printCurl,
  blocks: (answer, { locale }) => chainTold(answer, locale),
  headline({ url: asked, finalUrl: last, status, outcome, failedLayer }, { say }) {
    const [url, finalUrl] = [cut(asked, URL_LENGTH_MAX), cut(last, URL_LENGTH_MAX)]
    if (failedLayer === 'local') return say('headline.not-checked', { url })
    if (outcome !== 'response') return say(`headline.${outcome}`, { url })
    const slots = { url, status: status ?? '' }
    return last === asked ? say('headline.response', slots) : say('headline.redirected', { ...slots, finalUrl })
  },
  async run({ body, target, net, next }) {
    const started = performance.now()
    const chain = await net.http.follow(target, body.method ?? 'GET')
    const totalMs = target.host.resolveMs + performance.now() - started
    const nextActions = chain.outcome === 'response' ? responseGuidance(next, chain) : [failureGuidance(next, chain)]
    return { ...showChain(target.url.href, chain, totalMs, net.budget), nextActions }
  },
})

type Advise = Next<typeof text.en>

function followUps({ final: { url, host } }: HttpChain) {
  const { port } = host
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const otherScheme = new URL(url)
  otherScheme.protocol = scheme === 'https' ? 'http:' : 'https:'
  const samePort = new URL(otherScheme)
  samePort.port = String(port)
  return {
    ssl: followUp('ssl-check', { host: host.host, port }),
    service: followUp('public-service-check', { target: host.host, port, scheme }),
    /** The other scheme at its own default port, and at the same port. */
    otherScheme: followUp('http-headers', { url: otherScheme.href }),
    otherSchemeHere: followUp('http-headers', { url: samePort.href }),
  }
}

function responseGuidance(next: Advise, chain: HttpChain): NextAction[] {
  const { final, last, redirects } = chain
  const { url, host } = final
  const { ssl, otherScheme } = followUps(chain)
  const isHttps = url.protocol === 'https:'
  const isTrusted = last.tls?.authorized ?? false
  const visited = [...redirects.map((hop) => hop.url), url.href]
  const downgrade = visited.find((from, index) => from.startsWith('https:') && visited[index + 1]?.startsWith('http:'))
  const weaknesses = last.head ? weaknessesOf(last.head, { isHttps, isTrusted, isAddress: host.isAddress }) : []
  return [
    ...(last.tls?.error ? [next('check-certificate', { host: host.unicode, error: last.tls.error }, ssl)] : []),
    ...(downgrade === undefined ? [] : [next('stay-on-https', { from: cut(downgrade, URL_LENGTH_MAX) })]),
    ...(isHttps || downgrade !== undefined
      ? []
      : [next('redirect-to-https', { host: host.unicode }, host.port === HTTP_PORT ? otherScheme : undefined)]),
    ...weaknesses.map((weakness) => {
      switch (weakness.code) {
        case 'lengthen-hsts':
          return next(weakness.code, { days: weakness.days })
        case 'secure-cookies':
        case 'hide-cookies':
        case 'limit-cookies':
          return next(weakness.code, { names: weakness.names })
        default:
          return next(weakness.code, {})
      }
    }),
  ]
}

function failureGuidance(next: Advise, chain: HttpChain): NextAction {
  const { outcome, final, failedLayer, redirects } = chain
  const reason = chain.reason ?? outcome
  const where = { host: final.host.unicode, port: final.host.port }
  const because = { ...where, reason }
  const from = cut(redirects.at(-1)?.url ?? final.url.href, URL_LENGTH_MAX)
  const { ssl, service, otherSchemeHere } = followUps(chain)
  // Limits of this server say nothing of the other one.
  if (outcome === 'connect-failed' && reason === 'budget-exceeded') return next('redirect-directly', { from })
  if (outcome === 'connect-failed' && reason === 'rate-limited') return next('wait-for-target', { address: where.host })
  if (failedLayer === 'local') return next('try-again', { reason })
  switch (outcome) {
    case 'connect-failed':
      return reason === 'connection-refused' ? next('start-server', where, service) : next('check-connection', because, service)
    case 'tls-failed':
      return reason === 'not-tls' ? next('use-http', where, otherSchemeHere) : next('check-tls', because, ssl)
    case 'timeout':
      if (failedLayer === 'dns') return next('check-name-servers', { from })
      if (failedLayer === 'tcp') return next('check-firewall', { address: where.host, port: where.port }, service)
      return failedLayer === 'tls' ? next('check-tls', because, ssl) : next('check-web-server', because, service)
    case 'too-many-redirects':
      return next('break-redirect-loop', { url: cut(final.url.href, URL_LENGTH_MAX) })
    case 'redirect-refused':
      return refusalGuidance(next, chain, from)
    default:
      if (reason === 'tls-on-http-port') return next('use-https', where, otherSchemeHere)
      if (reason === 'header-too-large') return next('shorten-headers', {})
      return next(CUT.includes(reason) ? 'see-who-hangs-up' : 'check-service', because, service)
  }
}

function refusalGuidance(next: Advise, { reason, refusedUrl }: HttpChain, from: string): NextAction {
  const name = refusedUrl === null ? null : new URL(refusedUrl).hostname
  switch (reason) {
    case 'unresolvable-target':
      return name === null
        ? next('check-name-servers', { from })
        : next('create-record', { from, name }, followUp('dns-lookup', { domain: name }))
    case 'target-not-public':
      return next('redirect-to-public', { from })
    case 'location-too-long':
      return next('shorten-location', { from })
    case 'port-not-allowed':
      return next('redirect-to-other-port', { from })
    default:
      return next('fix-location', { from })
  }
}
