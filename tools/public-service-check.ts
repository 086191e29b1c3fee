import { DNS_STATUS, dnsStatusOf } from '../src/diagnostics/dns/index.ts'
import { cut, requestHead } from '../src/diagnostics/http/index.ts'
import { LAYERS, PORT_STATUSES, probeFirst, sayReach, sourceTo } from '../src/diagnostics/port/index.ts'
import { defineTool, followUp, NEXT_ACTIONS, type NextAction, oneOf, orNull, publicHost, t, usually } from '../src/tool.ts'
import { text } from './public-service-check.text.ts'

const FINDING = { reason: orNull(t.String()), failedLayer: orNull(oneOf(...LAYERS)) }

/** Can my public service be reached: its name, its port and, if asked for, HTTP, each with a result of its own. */
export default defineTool({
  path: '/api/tools/public-service-check',
  group: 'port',
  text,
  policy: publicHost('target', { port: 'port', unresolved: 'finding' }),
  body: t.Object({
    target: t.String({ examples: ['example.com'] }),
    port: t.Integer({ minimum: 1, maximum: 65_535, examples: [443] }),
    protocol: usually(t.Literal('tcp'), 'tcp'),
    scheme: t.Optional(oneOf('http', 'https')),
  }),
  result: t.Object({
    target: t.String(),
    unicodeTarget: t.Optional(t.String()),
    port: t.Integer(),
    protocol: t.Literal('tcp'),
    resolved: t.Object({
      status: DNS_STATUS,
      addresses: t.Array(t.String()),
      omitted: t.Integer({ minimum: 0, description: 'how many more addresses there were than are shown' }),
      address: orNull(t.String()),
    }),
    tcp: orNull(t.Object({ status: oneOf(...PORT_STATUSES), ...FINDING, latencyMs: orNull(t.Number()) })),
    http: orNull(
      t.Object({
        scheme: oneOf('http', 'https'),
        url: t.String(),
        ok: t.Boolean(),
        status: orNull(t.Integer()),
        server: orNull(t.String()),
        location: orNull(t.String()),
        latencyMs: orNull(t.Number()),
        error: orNull(t.String()),
        failedLayer: orNull(oneOf(...LAYERS)),
        tls: orNull(t.Object({ authorized: t.Boolean(), protocol: t.String(), error: orNull(t.String()) })),
      }),
    ),
    verdict: oneOf('reachable', 'tcp-only', 'unreachable', 'unresolved'),
    nextActions: NEXT_ACTIONS,
  }),
  print({ target, port, resolved, tcp, http, verdict }) {
    const stages = [
      `resolved: ${resolved.addresses.join(', ') || resolved.status}${resolved.omitted > 0 ? ` (${resolved.omitted} more)` : ''}`,
      ...(tcp
        ? [
            `tcp: ${resolved.address} ${tcp.status}${tcp.reason ? ` (${tcp.reason})` : ''}${tcp.latencyMs ? `, ${tcp.latencyMs} ms` : ''}`,
          ]
        : []),
      ...(http ? [`${http.scheme}: ${http.status ?? http.error}${http.latencyMs ? `, ${http.latencyMs} ms` : ''}`] : []),
    ]
    return [`${target} port ${port}: ${verdict}`, ...stages, ''].join('\n')
  },
  async run({ body, target, net, locale, next }) {
    const { port, scheme } = body
    const name = target.unicode
    const status = dnsStatusOf(target.status)
    const again = followUp('public-service-check', { target: target.host, port, ...(scheme ? { scheme } : {}) })
    const trace = followUp('traceroute', { host: target.host, method: 'tcp' })
    const addresses = target.targets.map(({ address }) => address.text)
    const found = await probeFirst(target, port, net)
    const tcp = found?.finding ?? null
    const http = scheme && found && tcp?.status === 'open' ? await askHttp(scheme, found.target) : null

    async function askHttp(asked: 'http' | 'https', pinned: (typeof target.targets)[number]) {
      const authority = target.host.includes(':') ? `[${target.host}]` : target.host
      const url = new URL(`${asked}://${authority}:${port}/`)
      const host = { ...target, targets: [pinned] }
      const { signal, budget, extraCa, userAgent } = net
      const { head, reason, failedLayer, tls, timingMs } = await requestHead({
        url,
        port,
        host,
        method: 'GET',
        extraCa,
        userAgent,
        signal,
        budget,
      })
      const headerOf = (wanted: string) => {
        const found = head?.headers.find((header) => header.name.toLowerCase() === wanted)
        return found ? cut(found.value) : null
      }
      return {
        scheme: asked,
        url: url.href,
        ok: head !== null && head.status < 400,
        status: head?.status ?? null,
        server: headerOf('server'),
        location: headerOf('location'),
        latencyMs: timingMs.firstByte,
        error: reason,
        failedLayer,
        tls,
      }
    }

    const reachOf = (reached: (typeof target.targets)[number]) =>
      sayReach(locale, { target: reached.address, source: sourceTo(reached) })

    const verdict = () => {
      if (!tcp) return 'unresolved' as const
      if (tcp.status !== 'open') return 'unreachable' as const
      return http && http.status === null ? ('tcp-only' as const) : ('reachable' as const)
    }

    const tcpActions = ({ target: reached, finding: { status: outcome, reason } }: NonNullable<typeof found>): NextAction[] => {
      const address = reached.address.text
      const slots = { address, port, reason: reason ?? '' }
      switch (outcome) {
        case 'open':
          if (http && http.status === null) return []
          return [next('service-reachable', { target: name, port, reach: reachOf(reached) })]
        case 'refused':
          return [next('start-service', slots, again)]
        case 'closed':
          return [next('open-firewall', slots, again), next('trace-route', { address }, trace)]
        case 'timeout':
          return [next('check-host', slots, again), next('trace-route', { address }, trace)]
        case 'error':
          return [next('try-again', slots, again)]
      }
    }

    const httpActions = (): NextAction[] => {
      if (!http) return []
      const headers = followUp('http-headers', { url: http.url })
      const withoutScheme = followUp('public-service-check', { target: target.host, port })
      const distrust = http.tls && !http.tls.authorized ? (http.tls.error ?? '') : null
      return [
        ...(http.error === null
          ? []
          : [
              next('check-http', { port, reason: http.error, scheme: http.scheme }, headers),
              next('try-without-http', {}, withoutScheme),
            ]),
        ...(distrust === null
          ? []
          : [next('check-certificate', { target: name, error: distrust }, followUp('ssl-check', { host: target.host, port }))]),
        ...(http.status !== null && !http.ok ? [next('look-at-status', { status: http.status }, headers)] : []),
      ]
    }

    const nameActions = () => {
      const lookup = followUp('dns-lookup', { domain: target.host })
      const isMissing = status === 'nxdomain' || status === 'nodata'
      return [next(isMissing ? 'check-name' : 'ask-name-service', { target: name, status }, lookup)]
    }

    return {
      target: target.host,
      ...(target.unicode === target.host ? {} : { unicodeTarget: target.unicode }),
      port,
      protocol: 'tcp' as const,
      resolved: { status, addresses, omitted: target.omitted, address: found?.target.address.text ?? null },
      tcp: tcp && { status: tcp.status, reason: tcp.reason, failedLayer: tcp.failedLayer, latencyMs: tcp.latencyMs },
      http,
      verdict: verdict(),
      nextActions: found ? [...tcpActions(found), ...httpActions()] : nameActions(),
    }
  },
})
