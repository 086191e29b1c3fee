/** Homes with what is wrong with them, and what may be said of each. */
import { expect } from 'bun:test'
import type { Box } from '../../../src/home/looking/causes.ts'
import type { Verdict } from '../../../src/reachability/index.ts'
import { loss } from '../where/rules.ts'
import type { ShapeName } from '../where/shapes.ts'
import { ALL_PROTOCOLS, type GatewaySetup } from './gateway.ts'
import type { Home, HomeSetup } from './homes.ts'
import { firewallTable, providerTable, type StaticRule } from './router.ts'

/** A verdict with the box that it names. */
export type Said = Verdict | `${Verdict}, ${Box}`

/** A rule that a device of the home has asked its router for, by NAT-PMP. */
export type Mapped = { readonly at: 'dev' | 'neighbour'; readonly toPort?: number }

export interface HomeCase {
  readonly name: string
  readonly shape: ShapeName
  readonly protocol?: 'tcp' | 'udp'
  /** The version of IP by which the doorstep outside is asked. */
  readonly family?: 4 | 6 | 'both'
  /** Another server, and further words of the line. */
  readonly server?: (home: Home) => string
  readonly words?: (home: Home) => readonly string[]
  readonly setup: (home: Home, port: number) => HomeSetup
  readonly mapped?: Mapped
  /** The verdicts with the doorstep outside; the first is the best, the others claim less. */
  readonly joined: readonly Said[]
  /** Those without it. Where nothing is said of them, it cannot tell, and is asked for the table alone. */
  readonly inside?: readonly Said[]
  /** Fields that have to be in the joined answer. */
  readonly facts?: (home: Home, port: number) => object
}

const HERE = '192.168.1.10'
const NEIGHBOUR = '192.168.1.66'

const to = (device: string, port: number, protocol: StaticRule['protocol'] = 'tcp') => ({
  rules: [{ protocol, port, to: device }],
})
const listens = (port: number, more: object = {}) => [{ port, ...more }]
export const UNTOLD: readonly Said[] = ['cannot-tell']

/** Returns a case with one router, a rule and a program, but for what is said otherwise. */
function single(name: string, more: Partial<HomeCase> & Pick<HomeCase, 'joined'>): HomeCase {
  return { name, shape: 'single', setup: forwarding(), ...more }
}

interface Usual {
  readonly gateway?: GatewaySetup | null
  readonly rule?: string | null
  readonly listening?: object | null
  readonly more?: (home: Home, port: number) => HomeSetup
}

/** Returns the setup of a home whose router forwards the port to a program on the computer, but for what is said otherwise. */
function forwarding({ gateway = ALL_PROTOCOLS, rule = HERE, listening = {}, more = () => ({}) }: Usual = {}): HomeCase['setup'] {
  return (home, port) => ({
    ...(gateway && { gateway }),
    ...(rule !== null && { routers: { home: to(rule, port) } }),
    ...(listening !== null && { listens: listens(port, listening) }),
    ...more(home, port),
  })
}

/** A neighbour that answers at the port. */
const neighbourAnswers = (listening: boolean) => (_: Home, port: number) => ({
  neighbour: 'home',
  listens: [...(listening ? listens(port) : []), ...listens(port, { at: 'neighbour' })],
})

/** Steps with one that has this code, and names this address. A lab in a container has one before it. */
const stepOf = (code: string, address = '') =>
  expect.arrayContaining([expect.objectContaining({ code, text: expect.stringContaining(address) })])

/** A router with a rule, and a pinhole for the same port. */
const throughTo = (device: string, port: number) => ({ home: { ...to(device, port), pinholes: [port] } })

const gatewayIs = (protocols: readonly string[]) => ({ gateway: { protocols } })

const SINGLE: readonly HomeCase[] = [
  single('rule, a program listens', {
    inside: UNTOLD,
    joined: ['reachable'],
    facts: ({ seen }) => ({ line: { nat: 'none', publicIp: seen }, gateway: { wanIp: seen }, proof: null }),
  }),
  single('rule, nothing listens', {
    setup: forwarding({ listening: null }),
    inside: ['blocked, computer'],
    joined: ['reachable'],
    facts: () => ({ proof: 'proven', computer: { listening: null } }),
  }),
  single('rule, nothing listens, UDP', {
    protocol: 'udp',
    setup: (_, port) => ({ gateway: ALL_PROTOCOLS, routers: { home: to(HERE, port, 'udp') } }),
    inside: ['blocked, computer'],
    joined: ['reachable'],
    facts: () => ({ proof: 'proven' }),
  }),
  single('rule, the program listens on loopback alone', {
    setup: forwarding({ listening: { host: '127.0.0.1' } }),
    inside: ['blocked, computer'],
    joined: ['blocked, computer'],
    facts: () => ({ computer: { listening: { onlyLoopback: true } } }),
  }),
  single('rule, the firewall of the computer drops', {
    setup: forwarding({ more: (_, port) => ({ tables: { dev: firewallTable(`tcp dport ${port} drop`) } }) }),
    inside: ['blocked, firewall'],
    joined: ['blocked, firewall'],
    facts: () => ({ computer: { firewall: { blocks: 'yes' } } }),
  }),
  single('no rule', {
    inside: UNTOLD,
    setup: forwarding({ rule: null }),
    joined: ['blocked, router'],
    facts: () => ({ gateway: { rules: [] } }),
  }),
  single('no rule, nothing listens', {
    setup: forwarding({ rule: null, listening: null }),
    inside: ['blocked, computer'],
    joined: ['blocked, router'],
    facts: () => ({ proof: 'no-answer' }),
  }),
  single('no rule, a router that speaks no protocol', {
    setup: forwarding({ rule: null, gateway: null }),
    joined: ['blocked, router'],
    facts: () => gatewayIs([]),
  }),
  single('no rule, PCP alone', {
    setup: forwarding({ rule: null, gateway: { pcp: true } }),
    joined: ['blocked, router'],
    facts: ({ seen }) => ({ gateway: { protocols: ['pcp'], wanIp: seen, wanIpFrom: 'pcp', rules: null } }),
  }),
  single('no rule, NAT-PMP alone', {
    setup: forwarding({ rule: null, gateway: { natPmp: true } }),
    joined: ['blocked, router'],
    facts: ({ seen }) => ({ gateway: { protocols: ['nat-pmp'], wanIp: seen, wanIpFrom: 'nat-pmp', rules: null } }),
  }),
  single('no rule, UPnP alone', {
    setup: forwarding({ rule: null, gateway: { upnp: true } }),
    joined: ['blocked, router'],
    facts: ({ seen }) => ({ gateway: { protocols: ['upnp-igd2'], wanIp: seen, wanIpFrom: 'upnp', rules: [] } }),
  }),
  single('rule to another device, by UPnP', {
    setup: forwarding({ rule: null, more: neighbourAnswers(true) }),
    mapped: { at: 'neighbour' },
    inside: ['blocked, router'],
    joined: ['blocked, router'],
    facts: () => ({ gateway: { rules: [{ internalIp: NEIGHBOUR }] } }),
  }),
  single('rule to another device, entered, nothing listens here', {
    setup: forwarding({ rule: NEIGHBOUR, listening: null, more: neighbourAnswers(false) }),
    inside: ['blocked, computer'],
    joined: ['blocked, router'],
    facts: () => ({ proof: 'someone-else' }),
  }),
  single('rule to another port of the computer', {
    setup: forwarding({ rule: null }),
    mapped: { at: 'dev', toPort: 9 },
    inside: ['blocked, router'],
    joined: ['blocked, router'],
  }),
  single('rule, a VPN takes everything', {
    setup: forwarding({ more: () => ({ vpn: true }) }),
    joined: ['cannot-tell'],
    facts: ({ vpn }) => ({ computer: { vpn: true, address: HERE }, line: { publicIp: vpn } }),
  }),
  single('rule, the provider blocks the port', {
    setup: forwarding({ more: (_, port) => ({ tables: { r1: providerTable(`tcp dport ${port} drop`) } }) }),
    joined: ['blocked, provider'],
  }),
  single('rule, a program listens, a tenth of all packets gets lost', {
    setup: forwarding({ more: () => ({ tables: { r2: loss(10) } }) }),
    joined: ['reachable', 'cannot-tell'],
  }),
  single('rule, a tunnel holds the default route', {
    setup: forwarding({ gateway: null, more: () => ({ tunnel: true }) }),
    joined: ['cannot-tell'],
    facts: () => ({ computer: { vpn: true }, nextActions: stepOf('connect-directly') }),
  }),
  single('rule, nothing answers at the port of the server', {
    server: ({ street }) => `https://${street.server[4]}`,
    setup: forwarding({ gateway: null }),
    joined: ['cannot-tell'],
    facts: () => ({
      headline: expect.stringMatching(/^https:\S+ cannot be asked: nothing answers at port 443;/),
      nextStep: { code: 'look-from-outside' },
    }),
  }),
  single('no way in over either version of IP', {
    family: 'both',
    setup: forwarding({ rule: null }),
    joined: ['blocked, router'],
    facts: ({ own6 }) => ({ ipVersion: 4, other: { ipVersion: 6, cause: 'pinhole' }, nextActions: stepOf('open-pinhole', own6) }),
  }),
  single('IPv6, a pinhole; over IPv4 a rule to nobody', {
    family: 'both',
    setup: forwarding({ gateway: null, more: (_, port) => ({ routers: throughTo('192.168.1.99', port) }) }),
    joined: ['reachable'],
    facts: () => ({ ipVersion: 6, other: { ipVersion: 4 }, nextActions: stepOf('correct-rule-address', HERE) }),
  }),
  single('IPv6, a pinhole', {
    family: 6,
    setup: forwarding({ rule: null, more: (_, port) => ({ routers: { home: { pinholes: [port] } } }) }),
    joined: ['reachable'],
  }),
  single('IPv6, no pinhole', { family: 6, setup: forwarding({ rule: null }), joined: ['blocked, router'] }),
]

const INNER = '192.168.2.10'
const SHARED = { cause: 'shared-or-no-rule' }

/** Returns the setup of a home with two routers, of which each leads the port to an address; the neighbour listens, or the computer. */
const leading =
  (rules: Readonly<Record<string, string>>, listener: 'dev' | 'neighbour' = 'dev'): HomeCase['setup'] =>
  (_, port) => ({
    gateway: ALL_PROTOCOLS,
    listens: listens(port, { at: listener }),
    routers: Object.fromEntries(Object.entries(rules).map(([router, device]) => [router, to(device, port)])),
    ...(listener === 'neighbour' && { neighbour: 'home' }),
  })
const silent: HomeCase['setup'] = (_, port) => ({ listens: listens(port) })
const natIs = (nat: string) => () => ({ line: { nat } })

const BEHIND: readonly HomeCase[] = [
  {
    name: 'two routers, both rules',
    shape: 'double',
    setup: leading({ home: '192.168.1.2', inner: INNER }),
    joined: ['reachable'],
    facts: natIs('double-nat'),
  },
  {
    name: 'two routers, the inner rule alone',
    shape: 'double',
    setup: leading({ inner: INNER }),
    inside: UNTOLD,
    joined: ['blocked, second-router'],
    facts: natIs('double-nat'),
  },
  {
    name: 'two routers, the outer rule leads elsewhere',
    shape: 'double',
    setup: leading({ home: NEIGHBOUR, inner: INNER }, 'neighbour'),
    inside: ['blocked, computer'],
    joined: ['blocked, second-router', 'blocked, router'],
    facts: () => ({ proof: 'someone-else' }),
  },
  {
    name: "the carrier's translation, rule at home",
    shape: 'carrier',
    setup: leading({ inner: HERE }),
    inside: ['blocked, provider'],
    joined: ['blocked, provider'],
    facts: natIs('carrier-grade'),
  },
  ...(['carrier', 'tens'] as const).map(
    (shape): HomeCase => ({
      name: `the carrier's translation, a router that speaks no protocol: ${shape}`,
      shape,
      setup: silent,
      joined: ['cannot-tell'],
      facts: () => ({ ...SHARED, nextActions: stepOf('compare-router-address') }),
    }),
  ),
  {
    name: "the carrier's translation, a router that speaks no protocol, both versions of IP",
    shape: 'carrier',
    setup: silent,
    family: 'both',
    joined: ['cannot-tell'],
    facts: ({ own6 }) => ({ ...SHARED, other: { cause: 'pinhole' }, nextActions: stepOf('open-pinhole', own6) }),
  },
  {
    name: "the carrier's translation, as the page of the router shows it",
    shape: 'carrier',
    setup: silent,
    words: ({ wan }) => ['--router-wan-ip', wan],
    joined: ['blocked, provider'],
    facts: () => ({ cause: 'carrier-nat', line: { nat: 'carrier-grade' } }),
  },
  {
    name: "the carrier's translation, a neighbour's mapping",
    shape: 'carrier',
    setup: leading({ home: '100.64.0.66', inner: HERE }, 'neighbour'),
    inside: ['blocked, provider'],
    joined: ['blocked, provider'],
    facts: natIs('carrier-grade'),
  },
]

export const HOME_CASES: readonly HomeCase[] = [...SINGLE, ...BEHIND]
