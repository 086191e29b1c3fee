import type { Here, Lines } from '../advice/index.ts'
import type { NextAction } from '../contract/next-action.ts'
import { otherPort } from '../router/index.ts'
import type { ComputerSeen } from './computer/index.ts'

interface TypedFor {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly hostname?: string | null
  /** The doorstep outside, as it was named; null without one. */
  readonly server: string | null
  /** Whether the address that the router shows is still to be found out. */
  readonly isUntold?: boolean
  /** Whether other places were asked as well. */
  readonly isFromPlaces?: boolean
  /** Whether the port was proven, so that a certificate can be proven as well. */
  readonly isProven?: boolean
}

/** Returns another port for a service, of which its own is taken: never the same. */
export function portInstead(port: number): number {
  const other = otherPort(port)
  return other === port ? port - 1 : other
}

/** Returns the lines to type for a port; `URL`, `NAME` and `WAN` stand for what nobody has named. */
export function linesFor({
  port,
  protocol,
  hostname = '',
  server,
  isUntold = false,
  isFromPlaces = false,
  isProven = false,
}: TypedFor): Lines {
  const name = /^[\w.-]+$/.test(hostname ?? '') ? `--hostname ${hostname}` : ''
  const udp = protocol === 'udp' ? '--protocol udp' : ''
  const line = (outside: string | null, ...words: readonly string[]) =>
    ['doorstep', ...words, outside === null ? '' : `--server ${outside}`].filter((word) => word !== '').join(' ')
  const home = [`home --port ${port}`, udp, name, isUntold ? '--router-wan-ip WAN' : '', isFromPlaces ? '--places' : '']
  const some = server ?? 'URL'
  return {
    open: line(server, `open ${port}`, udp),
    listen: line(some, `listen ${port}`, udp),
    again: line(server, ...home),
    look: line(some, ...home),
    certify: line(some, ...(isProven ? [`listen ${port}`, name] : [`certificate-check ${name === '' ? 'NAME' : hostname}`])),
  }
}

type HereTold = Omit<Here, 'firewall' | 'device' | 'program' | 'lines' | 'router' | 'external'> & Partial<Here>

/** Returns what this computer tells for advice, beside the cause that was seen. */
export function hereOf(
  { address, inside, listening, firewall }: Omit<ComputerSeen, 'gateways'>,
  told: HereTold,
  typed: TypedFor,
): Here {
  return {
    firewall,
    router: null,
    external: typed.port,
    program: listening?.program ?? null,
    lines: linesFor(typed),
    // The address inside a machine is not one that a router can forward to.
    device: inside === null ? address : null,
    ...told,
  }
}

/** Returns every action once, as two causes may ask for the same. */
export function uniqueActions(steps: readonly NextAction[]): NextAction[] {
  return steps.filter(({ text }, index) => steps.findIndex((step) => step.text === text) === index)
}
