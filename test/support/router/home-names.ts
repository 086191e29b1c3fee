// The names of the homes of home-lab.ts: a name server for their zone, and a resolver next to the server.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import { type Namespace, portsOpen } from '../net/namespace.ts'

const NAME_SERVER = '198.18.53.1'
const RESOLVER_PORT = 5300

/** Serves these records of home.test, and returns the address of the resolver for them. */
export async function startNames(internet: Namespace, folder: string, records: readonly string[]): Promise<string> {
  await internet.addAddress(NAME_SERVER)
  const zone = [
    '$ORIGIN home.test.',
    '$TTL 60',
    '@ SOA ns hostmaster 1 3600 600 604800 60',
    '@ NS ns',
    `ns A ${NAME_SERVER}`,
    ...records,
    '',
  ]
  const [zoneFile, nsd, unbound] = ['zone', 'nsd', 'unbound'].map((name) => join(folder, name))
  writeFileSync(zoneFile ?? '', zone.join('\n'))
  writeFileSync(
    nsd ?? '',
    `server:\n  server-count: 1\n  ip-address: ${NAME_SERVER}\n  username: ""\n  zonesdir: "${folder}"\n  database: ""\n  pidfile: "${folder}/nsd.pid"\n  xfrdir: "${folder}"\n  xfrdfile: "${folder}/xfrd.state"\n  zonelistfile: "${folder}/zone.list"\n  rrl-ratelimit: 0\nzone:\n  name: "home.test"\n  zonefile: "zone"\n`,
  )
  writeFileSync(
    unbound ?? '',
    `server:\n  interface: 127.0.0.1@${RESOLVER_PORT}\n  username: ""\n  chroot: ""\n  directory: "${folder}"\n  pidfile: ""\n  use-syslog: no\n  num-threads: 1\n  module-config: "iterator"\n  local-zone: "test." nodefault\nstub-zone:\n  name: "home.test."\n  stub-addr: ${NAME_SERVER}\n`,
  )
  internet.spawn([programPath('nsd') ?? '', '-d', '-c', nsd ?? ''])
  await portsOpen(internet, [53])
  internet.spawn([programPath('unbound') ?? '', '-d', '-c', unbound ?? ''])
  await portsOpen(internet, [RESOLVER_PORT])
  return `127.0.0.1:${RESOLVER_PORT}`
}
