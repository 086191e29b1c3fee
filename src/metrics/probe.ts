import { added, gauge } from './samples.ts'

/** The fields of the answers of tools that become metrics; no tool has all of them. */
export interface Probed {
  readonly elapsedMs: number
  readonly good: boolean
  readonly situation?: string | null
  readonly ip?: string
  readonly publicIp?: string
  readonly address?: string | null
  readonly resolved?: { readonly address: string | null }
  readonly resolver?: { readonly address: string }
  readonly status?: string | number | null
  readonly finalUrl?: string
  readonly httpVersion?: string | null
  readonly redirects?: readonly unknown[]
  readonly redirectsOmitted?: number
  readonly timingMs?: Readonly<Record<'dns', number> & Record<'connect' | 'tls' | 'firstByte', number | null>>
  readonly tls?: { readonly protocol: string } | null
  readonly http?: Web | null
  readonly protocol?: string | null
  readonly chain?: readonly { readonly validTo: string }[]
  readonly rttMs?: { readonly avg: number } | null
  readonly records?: readonly unknown[]
  readonly omitted?: number
}

/** The answer to a request for a page. */
interface Web {
  readonly url: string
  readonly status: number | null
  readonly tls?: Probed['tls']
}

type Value = number | null | undefined | readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]

/** The metrics of a probe: those that blackbox_exporter has too bear its names, and mean the same. What an answer does not tell is left out. */
const METRICS: Readonly<Record<string, { readonly help: string; read(answer: Probed): Value }>> = {
  probe_success: { help: 'Displays whether or not the probe was a success', read: ({ good }) => Number(good) },
  probe_duration_seconds: {
    help: 'Returns how long the probe took to complete in seconds',
    read: ({ elapsedMs }) => elapsedMs / 1000,
  },
  doorstep_situation: {
    help: 'The cause that explains the rest; the value is always 1',
    read: ({ situation }) => (situation ? [[{ situation }, 1]] : null),
  },
  probe_ip_protocol: {
    help: 'Specifies whether probe ip protocol is IP4 or IP6',
    read: ({ ip, publicIp, address, resolved, resolver }) =>
      familyOf(ip ?? publicIp ?? address ?? resolved?.address ?? resolver?.address),
  },
  probe_dns_lookup_time_seconds: {
    help: 'Returns the time taken for probe dns lookup in seconds',
    read: ({ timingMs }) => timingMs && timingMs.dns / 1000,
  },
  probe_dns_answer_rrs: {
    help: 'Returns number of entries in the answer resource record list',
    read: ({ records, omitted = 0 }) => records && records.length + omitted,
  },
  probe_http_status_code: { help: 'Response HTTP status code', read: (answer) => statusIn(webIn(answer)) },
  probe_http_ssl: {
    help: 'Indicates if SSL was used for the final redirect',
    read: (answer) => reached(answer, ({ url }) => Number(url.startsWith('https:'))),
  },
  probe_http_redirects: {
    help: 'The number of redirects',
    read: ({ redirects, redirectsOmitted = 0 }) => redirects && redirects.length + redirectsOmitted,
  },
  probe_http_version: {
    help: 'Returns the version of HTTP of the probe response',
    read: ({ httpVersion }) => (httpVersion ? Number(httpVersion) : null),
  },
  probe_http_duration_seconds: {
    help: 'Duration of the last http request by phase',
    read: ({ timingMs }) => timingMs && phases(timingMs),
  },
  probe_icmp_duration_seconds: {
    help: 'Duration of icmp request by phase, the average of all that were answered',
    read: ({ rttMs }) => (rttMs ? [[{ phase: 'rtt' }, rttMs.avg / 1000]] : null),
  },
  probe_ssl_earliest_cert_expiry: {
    help: 'Returns last SSL chain expiry in unixtime',
    read: ({ chain = [] }) => (chain.length > 0 ? Math.min(...chain.map(({ validTo }) => Date.parse(validTo))) / 1000 : null),
  },
  probe_tls_version_info: {
    help: 'Returns the TLS version used, or NaN when unknown',
    read: (answer) => versionOf(answer.chain ? answer.protocol : webIn(answer)?.tls?.protocol),
  },
}

export const PROBE_METRICS: readonly string[] = Object.keys(METRICS)

/** Prints the answer of a tool as the metrics of a probe. */
export function printProbe(answer: Probed): Promise<string> {
  const samples = Object.entries(METRICS).flatMap(([name, { help, read }]) => {
    const value = read(answer)
    if (value === null || value === undefined) return []
    const values = typeof value === 'number' ? value : value.map(([labels, each]) => ({ labels, value: each }))
    return [gauge(name, help, values, 'first')]
  })
  return added([samples]).metrics()
}

function familyOf(address: string | null | undefined): number | null {
  return address ? (address.includes(':') ? 6 : 4) : null
}

/** Returns what a page was answered with, by the tool that follows redirects or by the one that looks at a service. */
function webIn({ finalUrl: url, status, tls, http }: Probed): Web | null {
  return url === undefined ? (http ?? null) : { url, status: typeof status === 'number' ? status : null, tls }
}

/** Returns the status as blackbox_exporter does: 0 where nothing was answered. */
function statusIn(web: Web | null): number | null {
  return web && (web.status ?? 0)
}

function reached(answer: Probed, read: (web: Web) => number): number | null {
  const web = webIn(answer)
  return web && (web.status === null ? 0 : read(web))
}

function phases({ dns, connect, tls, firstByte }: NonNullable<Probed['timingMs']>): Value {
  const named = Object.entries({ resolve: dns, connect, tls, processing: firstByte })
  return named.flatMap(([phase, ms]) => (ms === null ? [] : [[{ phase }, ms / 1000] as const]))
}

function versionOf(protocol: string | null | undefined): Value {
  return protocol ? [[{ version: protocol.replace('TLSv', 'TLS ') }, 1]] : null
}
