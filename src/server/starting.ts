import type { Notifier } from './notify.ts'
import type { Sockets } from './sockets.ts'
import type { TellListening } from './start-line.ts'
import type { Role } from './workers/role.ts'

/** The parts of a start that are there before the server. */
export interface Starting {
  readonly role: Role | null
  readonly tellListening: TellListening
  readonly notifier: Notifier
  readonly sockets: Sockets
}
