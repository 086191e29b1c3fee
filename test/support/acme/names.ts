// The names of the orders: a real name server for the root, test. and the zone of each set-up, and a resolver that validates.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import { type Namespace, portsOpen, run } from '../net/namespace.ts'
import { fill, type Place } from './setup.ts'

export const RESOLVER = '198.18.53.53'
/** The addresses of name servers, by their names in test: one answers, one knows no zone, one is silent. */
export const NAME_SERVERS = { ns: '198.18.53.1', lame: '198.18.53.9', silent: '198.18.53.99' } as const
const OPERATORS = ['198.18.53.1', '198.18.53.9', '198.18.53.99']

const head = (server: string) => ['$TTL 60', `@ SOA ${server} hostmaster.test. 1 3600 600 604800 60`]

/** A TXT record, and the name at which an authority looks for it. */
type Written = { readonly zone: string; readonly owner: string; readonly value: string; readonly challengeName: string }

/** Starts the name servers; `write` puts a TXT record into a zone. */
export async function startNameServers(world: Namespace, folder: string, places: readonly Place[], further: readonly string[]) {
  await world.addAddress(...OPERATORS)
  const zones = writeZones(folder, places, further)
  const [config, nsd] = [join(folder, 'knot.conf'), join(folder, 'nsd.conf')]
  mkdirSync(join(folder, 'knot'))
  writeFileSync(config, knot(folder, zones))
  writeFileSync(nsd, lameServer(folder))
  world.spawn([programPath('knotd') ?? '', '-c', config])
  world.spawn([programPath('nsd') ?? '', '-d', '-c', nsd])
  await portsOpen(world, [53])
  const control = (...words: string[]) => run([programPath('knotc') ?? '', '-s', join(folder, 'knot', 'control'), '-b', ...words])
  const flush = (name: string) =>
    run([programPath('unbound-control') ?? '', '-c', join(folder, 'unbound.conf'), 'flush_zone', name])
  let last = Promise.resolve()
  return {
    /** One after the other: a zone has one transaction at a time. */
    write({ zone, owner, value, challengeName }: Written): Promise<void> {
      last = last.then(async () => {
        await control('zone-begin', zone)
        await control('zone-set', zone, owner, '60', 'TXT', `"${value}"`)
        await control('zone-commit', zone)
        // The resolver may remember that there was nothing.
        for (const name of [owner, challengeName]) await flush(name)
      })
      return last
    },
  }
}

/** Writes the zone files; returns their names. */
function writeZones(folder: string, places: readonly Place[], further: readonly string[]): string[] {
  const files = new Map<string, readonly string[]>()
  const hosts = Object.entries(NAME_SERVERS).map(([name, address]) => `${name} A ${address}`)
  const registered = places.filter(({ setup }) => setup.zone !== null)
  const delegations = registered.flatMap(({ setup: { label, servers = ['ns'] } }) =>
    servers.map((server) => `${label} NS ${server}.test.`),
  )
  files.set('.', [...head('ns.test.'), '@ NS ns.test.', 'test NS ns.test.', `ns.test. A ${NAME_SERVERS.ns}`])
  files.set('test', [...head('ns.test.'), '@ NS ns', ...hosts, ...delegations, ...further])
  for (const place of registered) {
    const { label, zone = ['@ A {4}'], servers = ['ns'] } = place.setup
    if (!servers.includes('ns')) continue
    const records = (zone ?? []).map((line) => fill(line, place))
    files.set(`${label}.test`, [...head('ns.test.'), ...servers.map((server) => `@ NS ${server}.test.`), ...records])
  }
  for (const [zone, lines] of files) writeFileSync(join(folder, `${zone}.zone`), `${lines.join('\n')}\n`)
  return [...files.keys()]
}

function knot(folder: string, zones: readonly string[]): string {
  return `server:
  rundir: "${folder}/knot"
  listen: ${NAME_SERVERS.ns}@53
  udp-workers: 1
  tcp-workers: 1
  background-workers: 1
control:
  listen: "${folder}/knot/control"
database:
  storage: "${folder}/knot"
template:
- id: default
  storage: "${folder}"
  zonefile-sync: -1
  zonefile-load: whole
  journal-content: none
zone:
${zones.map((zone) => `- domain: "${zone}"\n  file: "${zone}.zone"\n`).join('')}`
}

function lameServer(folder: string): string {
  return `server:
  server-count: 1
  ip-address: ${NAME_SERVERS.lame}
  username: ""
  zonesdir: "${folder}"
  database: ""
  pidfile: "${folder}/nsd.pid"
  xfrdir: "${folder}"
  xfrdfile: "${folder}/xfrd.state"
  zonelistfile: "${folder}/zone.list"
  rrl-ratelimit: 0
`
}

/** Starts the resolver. A zone with a trust anchor that is not its key is bogus to it. */
export async function startResolver(authority: Namespace, folder: string, bogus: readonly string[]): Promise<void> {
  await authority.addAddress(RESOLVER)
  const [config, hints] = [join(folder, 'unbound.conf'), join(folder, 'hints')]
  writeFileSync(hints, `. 3600 NS ns.test.\nns.test. 3600 A ${NAME_SERVERS.ns}\n`)
  const anchors = bogus.map((zone) => `  trust-anchor: "${zone}. DS 1 13 2 ${'0'.repeat(64)}"\n`).join('')
  writeFileSync(
    config,
    `server:
  interface: ${RESOLVER}
  outgoing-interface: ${RESOLVER}
  access-control: 0.0.0.0/0 allow
  username: ""
  chroot: ""
  directory: "${folder}"
  pidfile: ""
  use-syslog: no
  num-threads: 1
  root-hints: "${hints}"
  ede: yes
  local-zone: "test." nodefault
  module-config: "validator iterator"
${anchors}remote-control:
  control-enable: yes
  control-interface: "${folder}/control"
  control-use-cert: no
`,
  )
  authority.spawn([programPath('unbound') ?? '', '-d', '-c', config])
  await portsOpen(authority, [53])
}
