// The hostile behaviour of servers of TLS and HTTP, for every tool that connects to them.
import { type Case, isWaiting, sparesOf } from './case.ts'
import { HTTP_SHAPES } from './http-shapes.ts'
import type { Divisor } from './shape.ts'
import { portOf } from './tcp-peer.ts'
import { TLS_SHAPES } from './tls-shapes.ts'

/** The address at which every port plays its shape. */
const HOST = '198.18.60.1'

export const TLS_CASES: readonly Case[] = [
  ...Object.keys(TLS_SHAPES).map((shape) => ({
    name: `ssl-check: ${shape}`,
    ...sparesOf(shape),
    isSlow: isWaiting(shape),
    request: (divisor: Divisor) => ({ tool: 'ssl-check', body: { host: HOST, port: portOf('tls', shape, divisor) } }),
  })),
  ...['empty-records', 'tiny-records', 'certificates-equal', 'names-many', 'data-endless'].flatMap((shape) =>
    overTls(shape, 'tls'),
  ),
  ...['fields-many', 'locations-long', 'head-endless'].flatMap((shape) => overTls(shape, 'https')),
  {
    name: 'ssl-check over real TLS: 3000 names',
    request: (divisor: Divisor) => ({ tool: 'ssl-check', body: { host: HOST, port: portOf('https', 'silent', divisor) } }),
  },
]

/** Returns cases for the tools that speak HTTP over TLS. */
function overTls(shape: string, protocol: 'tls' | 'https'): Case[] {
  const kind = protocol === 'tls' ? 'TLS' : 'HTTP over TLS'
  const port = (divisor: Divisor) => portOf(protocol, shape, divisor)
  return [
    {
      name: `http-headers, ${kind}: ${shape}`,
      request: (divisor) => ({ tool: 'http-headers', body: { url: `https://${HOST}:${port(divisor)}/` } }),
    },
    {
      name: `public-service-check, ${kind}: ${shape}`,
      request: (divisor) => ({ tool: 'public-service-check', body: { target: HOST, port: port(divisor), scheme: 'https' } }),
    },
  ]
}

export const HTTP_CASES: readonly Case[] = Object.keys(HTTP_SHAPES).flatMap((shape) => [
  {
    name: `http-headers: ${shape}`,
    ...sparesOf(shape),
    isSlow: isWaiting(shape),
    request: (divisor: Divisor) => ({ tool: 'http-headers', body: { url: `http://${HOST}:${portOf('http', shape, divisor)}/` } }),
  },
  ...(shape.startsWith('lines') || shape.startsWith('locations-l') || shape === 'fields-many'
    ? [
        {
          name: `public-service-check: ${shape}`,
          ...sparesOf(shape),
          request: (divisor: Divisor) => ({
            tool: 'public-service-check',
            body: { target: HOST, port: portOf('http', shape, divisor), scheme: 'http' },
          }),
        },
      ]
    : []),
])
