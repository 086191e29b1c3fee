// Real gateways: miniupnpd on a router of a home, with each of its protocols switched on or off.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import { execute, run } from '../net/namespace.ts'
import { MAPPED } from './router.ts'

export const GATEWAY_PROGRAMS = ['miniupnpd', 'nft', 'cat', 'ip']

const READY_MS = 20_000
const POLL_MS = 50
const PMP_PORT = 5351
const SSDP_PORT = 1900

/** The protocols of a gateway, and its manners. Debian's miniupnpd has NAT-PMP and PCP on one port; `pcp` or `natPmp` alone is a filter on it. */
export interface GatewaySetup {
  readonly upnp?: boolean
  readonly pcp?: boolean
  readonly natPmp?: boolean
  /** Whether a device may ask for itself alone; it may by default. */
  readonly secure?: boolean
  /** The address that it says it has, where that is not its own. */
  readonly extIp?: string
  /** Lines of its configuration. */
  readonly more?: readonly string[]
}

export const ALL_PROTOCOLS: GatewaySetup = { upnp: true, pcp: true, natPmp: true }

interface Place {
  /** The command that runs a command on the router. */
  readonly inside: (command: readonly string[]) => string[]
  /** The network that may ask. */
  readonly network: string
}

export interface RunningGateway extends AsyncDisposable {
  /** Everything it has said. */
  log(): string
}

/** Starts a gateway on a router whose table is that of router.ts. */
export async function startGateway({ inside, network }: Place, setup: GatewaySetup): Promise<RunningGateway> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-gateway-'))
  undo.defer(() => rmSync(folder, { recursive: true }))
  const [config, logFile] = [join(folder, 'config'), join(folder, 'log')]
  writeFileSync(config, linesOf(setup, network).join('\n'))
  const { pcp = false, natPmp = false, upnp = false } = setup
  if (!pcp || !natPmp)
    await run(inside(['nft', '-f', '-']), { input: portFilter(pcp ? '!= 2 drop' : natPmp ? '!= 0 drop' : null) })
  const log = openSync(logFile, 'w')
  const command = inside([programPath('miniupnpd') ?? '', '-d', '-f', config, '-P', join(folder, 'pid')])
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: log, stderr: log })
  closeSync(log)
  undo.defer(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  const said = () => readFileSync(logFile, 'utf8')
  await listens(inside, [...(upnp ? [SSDP_PORT] : []), ...(pcp || natPmp ? [PMP_PORT] : [])], said)
  const owned = undo.move()
  return { log: said, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function linesOf({ upnp = false, pcp = false, natPmp = false, secure = true, extIp, more = [] }: GatewaySetup, network: string) {
  const yes = (isOn: boolean) => (isOn ? 'yes' : 'no')
  return [
    'ext_ifname=wan',
    ...(extIp === undefined ? [] : [`ext_ip=${extIp}`]),
    'listening_ip=lan',
    'http_port=0',
    `enable_upnp=${yes(upnp)}`,
    `enable_natpmp=${yes(pcp || natPmp)}`,
    `secure_mode=${yes(secure)}`,
    'uuid=00000000-0000-4000-8000-000000000002',
    'friendly_name=Router at home',
    `upnp_table_name=${MAPPED.table}`,
    `upnp_nat_table_name=${MAPPED.table}`,
    `upnp_forward_chain=${MAPPED.forward}`,
    `upnp_nat_chain=${MAPPED.nat}`,
    `upnp_nat_postrouting_chain=${MAPPED.postrouting}`,
    ...more,
    `allow 1-65535 ${network}.0/24 1-65535`,
    '',
  ]
}

/** Returns a filter for the port of NAT-PMP and PCP: what becomes of the versions (the first byte) that it does not speak. Null: it speaks none. */
function portFilter(versions: string | null): string {
  return `table inet versions {
chain input {
type filter hook input priority 0
udp dport ${PMP_PORT} ${versions === null ? 'reject' : `@th,64,8 ${versions}`}
}
}
`
}

async function listens(inside: Place['inside'], ports: readonly number[], said: () => string): Promise<void> {
  const hex = ports.map((port) => port.toString(16).toUpperCase().padStart(4, '0'))
  for (const started = performance.now(); performance.now() - started < READY_MS; await Bun.sleep(POLL_MS)) {
    const { stdout } = await execute(inside(['cat', '/proc/net/udp']))
    if (hex.every((port) => stdout.includes(`:${port} `))) return
  }
  throw new Error(`the gateway does not listen: ${said()}`)
}
