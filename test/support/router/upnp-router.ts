import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import { makeNamespace, type Outcome } from '../net/namespace.ts'

export const UPNP_ROUTER_PROGRAMS = ['ip', 'nft', 'sysctl', 'upnpc', 'miniupnpd']

const ROUTER = '192.168.0.1'
const CONTROL_PORT = 49_999
const READY_TRIES = 100
const READY_POLL_MS = 100
/** A shortcut for lines that look for the router, which takes seconds each time. The lines stay unchanged. */
const KNOWN_ROUTER = `upnpc() { command upnpc -u http://${ROUTER}:${CONTROL_PORT}/rootDesc.xml "$@"; }`

const SETUP = [
  'ip link add lan type veth peer name lan-end',
  'ip link set lan-end up',
  `ip addr add ${ROUTER}/24 dev lan`,
  'ip link set lan up',
  'ip route add 239.0.0.0/8 dev lan',
  'sysctl -qw net.ipv4.ip_forward=1',
  'nft add table inet filter',
  "nft 'add chain inet filter miniupnpd'",
  "nft 'add chain inet filter prerouting_miniupnpd { type nat hook prerouting priority -100; }'",
  "nft 'add chain inet filter postrouting_miniupnpd { type nat hook postrouting priority 100; }'",
]
const CONFIG = [
  'ext_ifname=host',
  // The router's description of itself; it would not forward at a private address.
  'ext_ip=9.9.9.9',
  'listening_ip=lan',
  `http_port=${CONTROL_PORT}`,
  'enable_upnp=yes',
  'enable_natpmp=no',
  'secure_mode=no',
  'uuid=00000000-0000-4000-8000-000000000000',
  'upnp_table_name=filter',
  'upnp_nat_table_name=filter',
  'upnp_forward_chain=miniupnpd',
  'upnp_nat_chain=prerouting_miniupnpd',
  'upnp_nat_postrouting_chain=postrouting_miniupnpd',
  'allow 1-65535 192.168.0.0/24 1-65535',
  '',
]

/** A port that is forwarded: protocol in capitals, target as address:port. */
export interface Mapping {
  protocol: string
  external: number
  target: string
  name: string
}

/** A router at 192.168.0.1 that obeys UPnP, in a namespace of its own. */
export interface UpnpRouter extends AsyncDisposable {
  /** Runs lines as a shell on its network would; the first that fails ends them. */
  run(lines: readonly string[]): Promise<Outcome>
  /** Runs lines, but the router has to be found first. */
  discover(lines: readonly string[]): Promise<Outcome>
  mappings(): Promise<Mapping[]>
  /** Removes all mappings. */
  forget(): Promise<void>
}

export async function startUpnpRouter(): Promise<UpnpRouter> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-upnp-'))
  undo.defer(() => rmSync(folder, { recursive: true }))
  const machine = undo.use(await makeNamespace())
  const discover = (lines: readonly string[]) => machine.exec(['sh', '-euc', lines.join('\n')])
  const run = (lines: readonly string[]) => discover([KNOWN_ROUTER, ...lines])
  const must = async (lines: readonly string[]) => {
    const { exitCode, stderr, stdout } = await run(lines)
    if (exitCode !== 0) throw new Error(`${stderr}${stdout}`)
    return stdout
  }
  await must(SETUP)
  const [config, logFile] = [join(folder, 'config'), join(folder, 'log')]
  writeFileSync(config, CONFIG.join('\n'))
  const log = openSync(logFile, 'w')
  machine.spawn([programPath('miniupnpd') ?? '', '-d', '-f', config, '-P', join(folder, 'pid')], { log })
  closeSync(log)
  for (let tries = 0; (await run(['upnpc -s'])).exitCode !== 0; tries++) {
    if (tries === READY_TRIES) throw new Error(`the router does not answer: ${readFileSync(logFile, 'utf8')}`)
    await Bun.sleep(READY_POLL_MS)
  }
  const mappings = async () => {
    const listed = (await must(['upnpc -l'])).matchAll(/^ *\d+ (TCP|UDP) +(\d+)->(\S+) +'(\S*)'/gm)
    return [...listed].map(([, protocol = '', external, target = '', name = '']) => {
      return { protocol, external: Number(external), target, name }
    })
  }
  const owned = undo.move()
  return {
    run,
    discover,
    mappings,
    async forget() {
      const lines = (await mappings()).map(({ external, protocol }) => `upnpc -d ${external} ${protocol}`)
      await must(lines)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
