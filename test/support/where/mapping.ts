// A router's mappings by UPnP (miniupnpd), made by the device behind it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import { execute, run } from '../net/namespace.ts'
import type { Street } from './street.ts'

export const MAPPING_PROGRAMS = ['miniupnpd', 'upnpc']

const CONTROL_PORT = 49_999
const READY_TRIES = 50
const READY_POLL_MS = 100
const TABLE = `table inet mapped {
chain forward {
type filter hook forward priority 0
}
chain prerouting {
type nat hook prerouting priority -100
}
chain postrouting {
type nat hook postrouting priority 100
}
}
`
/** The address is not the router's own: at one that is reserved it would not map. */
const config = (inside: string) => `ext_ifname=wan
ext_ip=9.9.9.9
listening_ip=lan
http_port=${CONTROL_PORT}
enable_upnp=yes
enable_natpmp=no
uuid=00000000-0000-4000-8000-000000000001
upnp_table_name=mapped
upnp_nat_table_name=mapped
upnp_forward_chain=forward
upnp_nat_chain=prerouting
upnp_nat_postrouting_chain=postrouting
allow 1-65535 ${inside}.0/24 1-65535
`

/** Has the device of a street map a port to itself; it lasts until it is disposed of. */
export async function mapPort({ inside, shape }: Street, protocol: 'tcp' | 'udp', port: number): Promise<AsyncDisposable> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-mapping-'))
  undo.defer(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'config')
  const [network = ''] = shape.inside
  writeFileSync(file, config(network))
  await run(inside('home', ['nft', '-f', '-']), { input: TABLE })
  const command = [programPath('miniupnpd') ?? '', '-d', '-f', file, '-P', join(folder, 'pid')]
  const child = Bun.spawn(inside('home', command), { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
  undo.defer(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  const where = ['upnpc', '-u', `http://${network}.1:${CONTROL_PORT}/rootDesc.xml`]
  const map = [...where, '-a', `${network}.10`, String(port), String(port), protocol]
  for (let tries = 0; ; tries++) {
    const { exitCode, stdout } = await execute(inside('dev', map))
    if (exitCode === 0) return undo.move()
    if (tries === READY_TRIES) throw new Error(`no mapping: ${stdout}`)
    await Bun.sleep(READY_POLL_MS)
  }
}
