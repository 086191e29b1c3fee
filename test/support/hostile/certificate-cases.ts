// The hostile servers that a name may lead certificate-check to: name servers and web servers.
import { type Case, isWaiting } from './case.ts'
import { DNS, nameOf, ZONE } from './dns-names.ts'
import type { Packet } from './packets.ts'
import { LOCATIONS } from './web-locations.ts'
import { webAddress, webName } from './web-names.ts'
import { WEB_PEERS } from './web-peer.ts'

/** A case, and the addresses that are the name's own. */
interface CertificateCase extends Case {
  readonly isOwn: (address: string) => boolean
}

const TOOL = 'certificate-check'
const LABELS = Array.from({ length: 100 }, () => 'x')
/** Name servers and web servers of these shapes keep a request waiting until its time is up. */
const WAITING_DNS = ['tcp-pieces', 'flood-names']
const WAITING_WEB = /drip|silent/
const OWN_OF_SHAPES = /^198\.18\.(?:60\.1|1[2-9]\d\.\d+|2[0-4]\d\.\d+)$|^2001:0?db8:/
/** The shapes that this tool alone reads further, or follows in its own way; the others are those of dns.test.ts. */
const SHAPES = [
  ...['a-many', 'a-silent', 'aaaa-many', 'cname-chain', 'cname-circle', 'cname-self'],
  ...['caa-long', 'caa-many', 'caa-critical', 'caa-parameters', 'caa-blanks', 'txt-many', 'txt-long', 'txt-strings', 'ns-long'],
  ...['referral-names', 'referral-self', 'referral-deeper', 'nxns-addresses', 'nxns-names', 'nxns-silent'],
  ...['tcp-pieces', 'tcp-drip', 'flood-names', 'silent'],
]

function named(shape: string, ...labels: readonly string[]): CertificateCase {
  const domain = nameOf({ shape, divisor: 1, place: 'both' }, ...labels)
  return {
    name: `name servers: ${shape}${labels.length > 0 ? `, ${labels.length} labels` : ''}`,
    isSlow: isWaiting(shape) || WAITING_DNS.includes(shape),
    isOwn: (address) => OWN_OF_SHAPES.test(address) || address === DNS.victim,
    request: () => ({ tool: TOOL, body: { domain } }),
  }
}

export const CERTIFICATE_CASES: readonly CertificateCase[] = [
  ...SHAPES.map((shape) => named(shape)),
  named('cname-labels', 'n0', ...LABELS),
  named('caa-many', ...LABELS),
  ...WEB_PEERS.map(({ name }, index) => ({
    name: `web servers: ${name}`,
    isSlow: WAITING_WEB.test(name),
    isOwn: (address: string) => address === webAddress('page', index),
    request: () => ({ tool: TOOL, body: { domain: webName('page', index) } }),
  })),
]

/** Redirects, of which each is asked for by a name with an address of its own. */
export const REDIRECT_CASES: readonly CertificateCase[] = LOCATIONS.map(({ name }, index) => ({
  name,
  isOwn: (address) => address === webAddress('redirect', index),
  request: () => ({ tool: TOOL, body: { domain: webName('redirect', index), methods: ['http-01'] } }),
}))

const RESOLVING: readonly string[] = [...DNS.resolvers, DNS.unbound, DNS.authority]
const NEIGHBOURS = /^(?:ff02|fe80):|^198\.18\.0\.|^2001:0?db8:0?0?0?1:/
const HTTP_PORTS = [80, 443]
/** A quarter of what an address may get from all together. */
const CONNECTIONS_MOST = 30
const ADDRESSES_MOST = 4

/** Returns what was sent to others than the resolvers, the name servers and the addresses of the name, and what was too much. */
export function elsewhere(packets: readonly Packet[], isOwn: CertificateCase['isOwn'], names = 1): string[] {
  // The kernel looks for its neighbours by itself.
  const others = packets.filter(({ to, kind }) => !RESOLVING.includes(to) && !(kind === 'other' && NEIGHBOURS.test(to)))
  const asked = Map.groupBy(
    others.filter(({ kind, port }) => kind === 'syn' && port !== 53),
    ({ to }) => to,
  )
  return [
    ...others.filter(({ to }) => !isOwn(to)).map(({ to, port, kind }) => `${kind} to ${to}, port ${port}`),
    ...others
      .filter(({ kind, port, to }) => to !== DNS.victim && kind === 'syn' && !HTTP_PORTS.includes(port ?? 0))
      .map(({ to, port }) => `a connection to port ${port} of ${to}`),
    ...(asked.size > ADDRESSES_MOST * names ? [`${asked.size} addresses were asked`] : []),
    ...[...asked]
      .filter(([, { length }]) => length > CONNECTIONS_MOST)
      .map(([to, { length }]) => `${length} handshakes with ${to}`),
  ]
}

/** A name of which nothing is hostile. */
export const POLITE_NAME = `polite.${ZONE}`
