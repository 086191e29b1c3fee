import type { Here } from '../advice/index.ts'
import type { ComputerSeen } from './computer/index.ts'
import { linesFor, type Typed } from './typed-line.ts'

type Told = Omit<Here, 'firewall' | 'device' | 'program' | 'lines' | 'router' | 'external'> & Partial<Here>

/** Returns what this computer tells for advice, beside the cause that was seen. */
export function hereOf({ address, inside, listening, firewall }: Omit<ComputerSeen, 'gateways'>, told: Told, typed: Typed): Here {
  return {
    ...{ firewall, router: null, external: typed.port, program: listening?.program ?? null, lines: linesFor(typed) },
    // The address inside a machine is not one that a router can forward to.
    device: inside === null ? address : null,
    ...told,
  }
}
