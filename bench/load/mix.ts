// Draws requests from random numbers: for every tool and for every route around them.

import { randomBits, textOf } from '../../test/support/data/sources.ts'
import { bodyFor, type Schema } from '../../test/support/door/bodies.ts'
import { hostName, SILENT_PORT, zoneName } from './world.ts'

export type Random = () => number

export interface Operation {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly request: Schema | null
  readonly response: { readonly type?: string }
}

/** A request as it goes over the wire. */
export interface Asked {
  /** The name of a tool or of a route. */
  readonly name: string
  readonly bytes: string
}

const below = (random: Random, limit: number) => Math.floor(random() * limit)
export const oneOf = <Value>(random: Random, values: readonly [Value, ...Value[]]): Value =>
  values[below(random, values.length)] ?? values[0]

/** Clients of a trusted proxy, a few of which ask far more than they may. */
const GREEDY = ['198.18.250.1', '198.18.250.2', '2001:db8:1:fa::1'] as const
const GREEDY_SHARE = 0.04
const IPV6_SHARE = 0.2

export function clientAddress(random: Random): string {
  if (random() < GREEDY_SHARE) return oneOf(random, GREEDY)
  return random() < IPV6_SHARE ? address6(random) : address4(random)
}

const address4 = (random: Random) => `198.18.${below(random, 250)}.${below(random, 256)}`
const address6 = (random: Random) => `2001:db8:1:${below(random, 65_536).toString(16)}::${(1 + below(random, 9999)).toString(16)}`
const anyAddress = (random: Random) =>
  random() < 0.7 ? textOf(randomBits(random, 32), 4) : textOf((1n << 125n) | randomBits(random, 120), 6)
const target = (random: Random) => (random() < 0.5 ? address4(random) : hostName(below(random, 4096)))
const targetPort = (random: Random) => oneOf(random, [80, 443, 443, 9, 22])

type Make = (random: Random) => object
const RECORD_TYPES = ['A', 'AAAA', 'MX', 'NS', 'TXT', 'SOA', 'CAA', 'CNAME', 'HTTPS', 'PTR'] as const
const WORDS = ['minecraft-java', 'ssh', 'plex', 'web-server', 'wireguard', 'nas', '마인크래프트'] as const
const BRANDS = ['iptime', 'asus', 'tp-link', 'kt', 'fritzbox', 'nobody'] as const

/** The share of each tool in a thousand requests, and its body. Slow ones are few: they would only wait. */
const TOOLS: Readonly<Record<string, readonly [share: number, body: Make | null]>> = {
  ip: [170, null],
  'ip-json': [110, null],
  'ip-lookup': [150, (random) => ({ ip: anyAddress(random) })],
  'ip-location': [130, (random) => ({ ip: anyAddress(random) })],
  'port-forward-plan': [80, (random) => ({ useCase: oneOf(random, WORDS), routerBrand: oneOf(random, BRANDS) })],
  'router-login-route': [70, (random) => ({ routerBrand: oneOf(random, BRANDS), platform: oneOf(random, ['ios', 'windows']) })],
  'dns-lookup': [60, (random) => ({ domain: hostName(below(random, 4096)), recordType: oneOf(random, RECORD_TYPES) })],
  'reverse-dns': [35, (random) => ({ ip: address4(random) })],
  'dns-propagation': [15, (random) => ({ domain: hostName(below(random, 4096)) })],
  'ddns-match': [15, (random) => ({ hostname: hostName(below(random, 4096)), recordType: 'A' })],
  'port-check': [40, (random) => ({ port: targetPort(random), protocol: oneOf(random, ['tcp', 'tcp', 'udp']) })],
  'public-service-check': [20, (random) => ({ target: target(random), port: 80, scheme: 'http' })],
  'http-headers': [
    20,
    (random) => ({ url: `http${oneOf(random, ['', 's'])}://${target(random)}/${oneOf(random, ['', 'moved'])}` }),
  ],
  'ssl-check': [8, (random) => ({ host: target(random), port: random() < 0.02 ? SILENT_PORT : 443 })],
  ping: [10, (random) => ({ host: target(random), count: 1 + below(random, 2) })],
  traceroute: [4, (random) => ({ host: target(random), maxHops: 2, method: oneOf(random, ['udp', 'icmp', 'tcp']) })],
}

const ROUTES: readonly [string, ...string[]] = [
  ...(['GET /', 'GET /healthz', 'GET /readyz', 'GET /api/limits', 'GET /api/data', 'GET /api/tools', 'HEAD /api/ip'] as const),
  'HEAD /api/ip/json',
  'GET /nowhere',
  'GET /api/tools/ping',
  'DELETE /api/ip',
  'OPTIONS /api/tools/ping',
  'GET /api/catalog',
]
const FORMATS = ['', '', '', '', '', '?format=json', '?format=text', '?format=ndjson', '?format=sse'] as const
const LANGUAGES = ['en', 'ko', 'ko;q=0.5, en', 'fr'] as const
const TOTAL = 1000

/** As a client asks that means well. */
export function politeRequest(operations: ReadonlyMap<string, Operation>, random: Random): Asked {
  const client = clientAddress(random)
  let left = below(random, TOTAL)
  for (const [name, [share, body]] of Object.entries(TOOLS)) {
    const operation = operations.get(name)
    if (left < share && operation) return toolRequest(operation, body?.(random), client, random)
    left -= share
  }
  const [method = 'GET', path = '/'] = oneOf(random, ROUTES).split(' ')
  return { name: `${method} ${path}`, bytes: requestText({ method, path, client, language: oneOf(random, LANGUAGES) }) }
}

/** Returns a body of the published schema, right or wrong. */
export function hostileRequest(operations: ReadonlyMap<string, Operation>, random: Random): Asked {
  const [first, ...rest] = [...operations.values()]
  if (!first) throw new Error('no operations')
  const operation = oneOf(random, [first, ...rest])
  return toolRequest(operation, operation.request ? bodyFor(operation.request, random) : undefined, clientAddress(random), random)
}

/** Returns a request for a check that takes long and reports what it finds as it runs. */
export function longStream(random: Random, client: string | null): string {
  const [path, body] = oneOf<readonly [path: string, body: object]>(random, [
    ['/api/tools/ping', { host: address4(random), count: 10 }],
    ['/api/tools/traceroute', { host: address4(random) }],
    ['/api/tools/dns-propagation', { domain: zoneName(below(random, 16)) }],
  ])
  return requestText({ method: 'POST', path: `${path}?format=sse`, client, body: JSON.stringify(body) })
}

function toolRequest({ name, method, path }: Operation, body: unknown, client: string, random: Random): Asked {
  const format = path === '/api/ip' ? '' : oneOf(random, FORMATS)
  const text = body === undefined ? undefined : JSON.stringify(body)
  return { name, bytes: requestText({ method, path: path + format, client, body: text, language: oneOf(random, LANGUAGES) }) }
}

interface RequestParts {
  readonly method: string
  readonly path: string
  /** Named by the proxy; null where there is none. */
  readonly client: string | null
  readonly body?: string | undefined
  readonly language?: string
}

export function requestText({ method, path, client, body, language }: RequestParts): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: doorstep.test']
  if (client !== null) lines.push(`X-Forwarded-For: ${client}`)
  if (language) lines.push(`Accept-Language: ${language}`)
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}
