// The hostile answers of routers and hosts to a ping, a trace or a check of a port.
import type { Case } from './case.ts'
import { reverseAddress } from './dns-names.ts'
import { REVERSE_SHAPES } from './dns-peer.ts'
import { METHODS, type Method, pathTarget } from './path-peer.ts'
import { floodPort } from './peer.ts'
import type { Divisor } from './shape.ts'

const HOPS_MOST = 20

/** Returns a case of a trace that waits for late packets. */
function trace(method: Method, shape: string): Case {
  const body = (host: string) => ({ host, maxHops: HOPS_MOST, method })
  return {
    name: `traceroute ${method}: ${shape}`,
    request: (divisor) => ({ tool: 'traceroute', body: body(pathTarget(shape, divisor, method)) }),
  }
}

function ping(shape: string): Case {
  return {
    name: `ping: ${shape}`,
    request: (divisor) => ({ tool: 'ping', body: { host: pathTarget(shape, divisor, 'ping'), count: 10 } }),
  }
}

/** In the smallest size they send little; they wait long. */
const quiet = (one: Case, shape: string, method: Method): Case => ({
  ...one,
  isSlow: true,
  sizes: [16],
  target: pathTarget(shape, 16, method),
})

const QUIET: Readonly<Record<Method, readonly string[]>> = {
  udp: ['honest', 'routers-alone', 'silent'],
  icmp: ['honest', 'routers-alone', 'silent', 'foreign-replies', 'empty-errors'],
  tcp: ['honest', 'routers-alone', 'silent'],
  ping: ['honest', 'silent', 'foreign-replies', 'empty-errors'],
}
const FLOODS: Readonly<Record<Method, readonly string[]>> = {
  udp: ['same-answers', 'many-routers', 'long-errors', 'foreign-replies'],
  icmp: ['many-routers', 'all-errors'],
  tcp: ['same-answers', 'many-routers'],
  ping: ['same-answers', 'all-errors', 'long-errors'],
}

export const PATH_CASES: readonly Case[] = [
  ...METHODS.flatMap((method) =>
    QUIET[method].map((shape) => quiet(method === 'ping' ? ping(shape) : trace(method, shape), shape, method)),
  ),
  ...METHODS.flatMap((method) =>
    FLOODS[method].map((shape) => ({ ...(method === 'ping' ? ping(shape) : trace(method, shape)), sizes: [1] as const })),
  ),
  ...REVERSE_SHAPES.map((shape) => ({
    name: `traceroute, names of hops: ${shape}`,
    request: (divisor: Divisor) => ({ tool: 'traceroute', body: { host: reverseAddress(REVERSE_SHAPES, { shape, divisor }) } }),
  })),
  {
    name: 'port-check udp: thousands of datagrams',
    request: (divisor: Divisor) => ({ tool: 'port-check', body: { port: floodPort(divisor), protocol: 'udp' }, asClient: true }),
  },
]
