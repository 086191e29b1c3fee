import { CUSTOMER_ZONES, INTERNAL_ZONES, ROOT_ZONES, type ZoneFolders, zoneFile } from './zones.ts'

/** The address of each server, always with port 53. */
export const ADDRESSES = {
  root: ['198.18.53.1', '2001:db8:53::1'],
  primary: ['198.18.53.2', '2001:db8:53::2'],
  secondary: ['198.18.53.3', '2001:db8:53::3'],
  validating: ['198.18.53.10', '2001:db8:53::10'],
  otherView: ['198.18.53.11', '2001:db8:53::11'],
  plain: ['198.18.53.12', '2001:db8:53::12'],
} as const
export type Role = keyof typeof ADDRESSES

/** An address that the lab has, and where nothing listens. */
export const DEAD_ADDRESS = '198.18.53.99'

/** The program of each server, its arguments and the text of its configuration. */
interface Plan {
  program: string
  args: (config: string) => string[]
  config: (place: Place) => string
  /** The question by which it is seen to be ready: a name that it cannot know before. */
  question: [name: string, type: string]
}

interface Place {
  addresses: readonly string[]
  /** Its own, for whatever it writes. */
  folder: string
  zones: ZoneFolders
}

export const PLANS: Record<Role, Plan> = {
  root: { program: 'nsd', args: (config) => ['-d', '-c', config], config: nsd, question: ['.', 'SOA'] },
  primary: knotPlan('primary'),
  secondary: knotPlan('secondary'),
  validating: unboundPlan(true),
  plain: unboundPlan(false),
  otherView: {
    program: 'dnsmasq',
    args: (config) => ['--keep-in-foreground', `--conf-file=${config}`],
    config: dnsmasq,
    question: ['web.plain.test', 'A'],
  },
}

/** Returns a configuration without a rate limit: a test asks faster. */
function nsd({ addresses, folder, zones }: Place): string {
  return `server:
  server-count: 1
${addresses.map((address) => `  ip-address: ${address}\n`).join('')}  username: ""
  zonesdir: "${zones.root}"
  database: ""
  pidfile: "${folder}/pid"
  xfrdir: "${folder}"
  xfrdfile: "${folder}/xfrd.state"
  zonelistfile: "${folder}/zone.list"
  rrl-ratelimit: 0
${ROOT_ZONES.map((zone) => `zone:\n  name: "${zone}"\n  zonefile: "${zoneFile(zone)}"\n`).join('')}`
}

/** Returns a plan for a server that serves exactly the zone files: no journal, and nothing is written back. */
function knotPlan(role: 'primary' | 'secondary'): Plan {
  const config = ({ addresses, folder, zones }: Place) => `server:
  rundir: "${folder}"
  listen: [ ${addresses.map((address) => `${address}@53`).join(', ')} ]
  udp-workers: 1
  tcp-workers: 1
  background-workers: 1
control:
  listen: "${folder}/control"
database:
  storage: "${folder}/database"
log:
- target: stderr
  any: info
template:
- id: default
  storage: "${zones[role]}"
  zonefile-sync: -1
  zonefile-load: whole
  journal-content: none
zone:
${CUSTOMER_ZONES.map((zone) => `- domain: "${zone}"\n  file: "${zoneFile(zone)}"\n`).join('')}`
  return { program: 'knotd', args: (path) => ['-c', path], config, question: ['plain.test', 'SOA'] }
}

/**
 * Returns a plan for unbound. By default it holds that test., the documentation prefix and the reverse names of local networks are empty
 * (RFC 6761, RFC 6303); here they are not. As a company's resolver does, it knows where the internal zones are.
 */
function unboundPlan(validates: boolean): Plan {
  const config = ({ addresses, folder, zones }: Place) => `server:
${addresses.map((address) => `  interface: ${address}\n`).join('')}  access-control: 0.0.0.0/0 allow
  access-control: ::/0 allow
  username: ""
  chroot: ""
  directory: "${folder}"
  pidfile: ""
  use-syslog: no
  num-threads: 1
  root-hints: "${zones.hints}"
  do-not-query-localhost: no
  ede: yes
  prefetch: no
  log-queries: yes
  msg-cache-size: 1m
  rrset-cache-size: 1m
  key-cache-size: 1m
  local-zone: "test." nodefault
  local-zone: "8.b.d.0.1.0.0.2.ip6.arpa." nodefault
  local-zone: "168.192.in-addr.arpa." nodefault
  domain-insecure: "corp."
  domain-insecure: "168.192.in-addr.arpa."
  module-config: "${validates ? 'validator iterator' : 'iterator'}"
${validates ? `  trust-anchor-file: "${zones.anchor}"\n` : ''}remote-control:
  control-enable: yes
  control-interface: "${folder}/control"
  control-use-cert: no
${INTERNAL_ZONES.map((zone) => `stub-zone:\n  name: "${zone}."\n  stub-addr: ${ADDRESSES.primary[0]}\n`).join('')}`
  return { program: 'unbound', args: (path) => ['-d', '-c', path], config, question: ['web.plain.test', 'A'] }
}

/** Returns a configuration that asks the resolver that validates, and answers two names by itself. */
function dnsmasq({ addresses }: Place): string {
  return `no-resolv
no-hosts
no-poll
user=root
pid-file
log-facility=-
bind-interfaces
${addresses.map((address) => `listen-address=${address}\n`).join('')}server=${ADDRESSES.validating[0]}
host-record=split.plain.test,198.18.99.99
host-record=only-view.plain.test,198.18.99.98
`
}
