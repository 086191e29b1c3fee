import { askEcho, type EchoSeen } from '../net/echo/index.ts'
import { firstHops } from '../net/path/home-hops.ts'
import { type Address, parseAddress } from '../policy/address.ts'
import { isMachine } from '../policy/gateway.ts'
import type { ComputerSeen } from './computer/index.ts'
import { type LineClues, type LineSeen, lineSeen } from './line.ts'
import type { HomeWorld } from './world.ts'

type Outside = HomeWorld['outside']

/** Returns the routers of the first hops towards the server, and what its echo port will say: it asks a silent router several times. */
export async function towardsServer(outside: Outside, computer: ComputerSeen, signal: AbortSignal) {
  const server = await serverOver4(outside, computer)
  const echoed = echoFrom(outside, server, signal)
  return { hops: await hopsTo(server, computer, signal), echoed }
}

/** Returns what the way back alone proves of the line; null without an echo port, where nothing is sent. */
export async function lineFrom(outside: Outside, computer: ComputerSeen, signal: AbortSignal): Promise<LineSeen | null> {
  const server = await serverOver4(outside, computer)
  const echo = await echoFrom(outside, server, signal)
  if (!echo) return null
  const hops = await hopsTo(server, computer, signal)
  return lineSeen({ gateway: null, own: computer.address, hops, echo, outside: [], isVpn: computer.vpn })
}

/** Returns the address of the server of `--server` over IPv4, which is what is translated; null where nobody can look. */
async function serverOver4(outside: Outside, { address, vpn }: ComputerSeen): Promise<Address | null> {
  const server = vpn || address === null ? null : await outside?.address?.(4).catch(() => null)
  const towards = server ? parseAddress(server) : null
  // A name may lead anywhere: to this computer, or to a group.
  return towards && isMachine(towards) ? towards : null
}

/** Returns the first hops: the nearest is the gateway, which speaks to one computer only so often. */
async function hopsTo(
  server: Address | null,
  { gateways: { v4 } }: ComputerSeen,
  signal: AbortSignal,
): Promise<LineClues['hops']> {
  const [first, ...more] = server ? await firstHops(server, signal) : []
  return first === undefined ? null : [first ?? v4?.host ?? null, ...more]
}

/** Returns what the echo port of the server shows of the way back to this computer. */
async function echoFrom(outside: Outside, server: Address | null, signal: AbortSignal): Promise<EchoSeen | null> {
  const port = server && (await outside?.echoPort?.())
  return server && port ? askEcho({ address: server, port }, signal) : null
}
