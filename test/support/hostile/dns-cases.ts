// The hostile answers of name servers, for every tool that asks them.
import { listed } from '../listed.ts'
import { type Case, isWaiting, sparesOf } from './case.ts'
import { nameOf, type Place, reverseAddress } from './dns-names.ts'
import { REVERSE_SHAPES } from './dns-peer.ts'
import { FILLINGS } from './dns-records.ts'
import { WAYS } from './dns-ways.ts'
import type { Divisor } from './shape.ts'

/** Names with this many labels are still names. */
const LABELS = Array.from({ length: 100 }, () => 'x')
/** Shapes that work and also wait: one size is enough. */
const LONG: Readonly<Record<string, Divisor>> = { 'flood-names': 1, 'nxns-silent': 1, 'a-silent': 16 }

const sizesOf = (shape: string): Pick<Case, 'sizes'> => (LONG[shape] ? { sizes: [LONG[shape]] } : {})
const typeOf = (shape: string) => (FILLINGS[shape] ?? WAYS[shape])?.type ?? 'A'

function lookup(shape: string): Case {
  const recordType = typeOf(shape)
  const domain = (divisor: Divisor) => nameOf({ shape, divisor, place: 'resolvers' })
  return {
    name: `dns-lookup, resolvers: ${shape}`,
    ...sizesOf(shape),
    ...sparesOf(shape),
    isSlow: isWaiting(shape),
    request: (divisor) => ({ tool: 'dns-lookup', body: { domain: domain(divisor), recordType } }),
  }
}

function propagation(place: Place, shape: string, labels: readonly string[] = []): Case {
  const recordType = typeOf(shape)
  const domain = (divisor: Divisor) => nameOf({ shape, divisor, place }, ...labels)
  return {
    name: `dns-propagation, ${place}: ${shape}`,
    ...sizesOf(shape),
    ...sparesOf(shape),
    isSlow: isWaiting(shape),
    request: (divisor) => ({ tool: 'dns-propagation', body: { domain: domain(divisor), recordType } }),
  }
}

function match(place: Place, shape: string, labels: readonly string[] = []): Case {
  const hostname = (divisor: Divisor) => nameOf({ shape, divisor, place }, ...labels)
  return {
    name: `ddns-match, ${place}: ${shape}`,
    ...sizesOf(shape),
    ...sparesOf(shape),
    isSlow: isWaiting(shape),
    request: (divisor) => ({ tool: 'ddns-match', body: { hostname: hostname(divisor) }, asClient: true }),
  }
}

/** Returns a case in which the name servers of a stranger act on the check of his own port. */
function reach(place: Place, shape: string, labels: readonly string[] = []): Case {
  const hostname = (divisor: Divisor) => nameOf({ shape, divisor, place }, ...labels)
  return {
    name: `reachability, ${place}: ${shape}`,
    ...sizesOf(shape),
    ...sparesOf(shape),
    isSlow: isWaiting(shape),
    request: (divisor) => ({ tool: 'reachability', body: { port: 9, hostname: hostname(divisor) }, asClient: true }),
  }
}

function reverse(shape: string): Case {
  const ip = (divisor: Divisor) => reverseAddress(REVERSE_SHAPES, { shape, divisor })
  return { name: `reverse-dns: ${shape}`, request: (divisor) => ({ tool: 'reverse-dns', body: { ip: ip(divisor) } }) }
}

/** The tools that resolve a name and connect to what they find. */
const REACHING: Record<string, (host: string) => object> = {
  ping: (host) => ({ host, count: 1 }),
  traceroute: (host) => ({ host, maxHops: 1 }),
  'ssl-check': (host) => ({ host }),
  'http-headers': (host) => ({ url: `http://${host}/` }),
  'public-service-check': (target) => ({ target, port: 443, scheme: 'https' }),
}

function reaching(shape: string): Case[] {
  return Object.entries(REACHING).map(([tool, body]) => ({
    name: `${tool}, resolvers: ${shape}`,
    ...sizesOf(shape),
    ...sparesOf(shape),
    isSlow: isWaiting(shape),
    request: (divisor) => ({ tool, body: body(nameOf({ shape, divisor, place: 'resolvers' })) }),
  }))
}

/** These shapes look like others if nothing is sent to their addresses. */
const ADDRESSES_ALONE = ['a-silent', 'aaaa-unrouted']
/** These shapes need no labels in front. */
const REFERRALS = Object.keys(WAYS).filter((shape) => /^(referral-(names|self)|nxns-)/.test(shape))
const AUTHORITY = listed(`
  cname-self tc-always tcp-pieces tcp-drip tcp-surplus flood-ids flood-answers silent servfail refused formerr
`)
const RESOLVERS = [...AUTHORITY, 'flood-names', 'flood-garbage']
const EVERYWHERE = listed(`
  mx-long ns-long txt-strings txt-long svcb-keys a-many cname-chain deep-owners ede-many other-sections
`)

export const DNS_CASES: readonly Case[] = [
  ...Object.keys(FILLINGS)
    .filter((shape) => !ADDRESSES_ALONE.includes(shape))
    .map(lookup),
  ...RESOLVERS.map(lookup),
  ...EVERYWHERE.map((shape) => propagation('both', shape)),
  ...[...REFERRALS, ...AUTHORITY].map((shape) => propagation('authority', shape)),
  propagation('authority', 'referral-deeper', LABELS.slice(0, 50)),
  propagation('authority', 'cname-labels', ['n0', ...LABELS]),
  ...['referral-names', 'nxns-addresses', 'nxns-names'].map((shape) => match('authority', shape)),
  match('both', 'a-many'),
  match('authority', 'cname-labels', ['n0', ...LABELS]),
  ...['referral-names', 'nxns-addresses', 'nxns-names'].map((shape) => reach('authority', shape)),
  reach('both', 'a-many'),
  reach('authority', 'cname-labels', ['n0', ...LABELS]),
  ...REVERSE_SHAPES.map(reverse),
  ...['a-many', 'a-equal', 'a-silent', 'aaaa-many', 'aaaa-unrouted', 'cname-chain', 'silent'].flatMap(reaching),
]

/** The cases that a validating resolver passes on. */
export const RESOLVED_CASES: readonly Case[] = [
  ...['mx-long', 'txt-long', 'cname-chain', 'referral-names', 'nxns-addresses', 'nxns-names', 'silent'].map((shape) =>
    propagation('authority', shape),
  ),
  match('authority', 'cname-labels', ['n0', ...LABELS]),
].map((one) => ({ ...one, sizes: [1] }))
