import type { Environment } from '../../settings/read.ts'

/** Does not begin like a setting: it is none. */
const VARIABLE = '_DOORSTEP_WORKER'

/** Which of several processes this is. */
export interface Role {
  /** From 0 on. */
  readonly index: number
  /** How many there are. */
  readonly count: number
  /** Where the first one listens; null for the first one itself, which finds the port. */
  readonly port: number | null
  /** Whether the log of the parent is read by a person. */
  readonly onTerminal: boolean
}

export function environmentOf(role: Role, environment: Environment): Environment {
  return { ...environment, [VARIABLE]: JSON.stringify(role) }
}

/** Returns the role that the parent gave this process; null without a parent. Takes it away: no process that this one starts has it. */
export function takeRole(environment: Record<string, string | undefined>): Role | null {
  const text = environment[VARIABLE]
  if (text === undefined) return null
  delete environment[VARIABLE]
  // A seam: written by `environmentOf` of the same file.
  return JSON.parse(text) as Role
}

/** Returns whether a process, known by its environment as /proc shows it, is a worker. */
export function isWorker(environ: string): boolean {
  return environ.split('\0').some((entry) => entry.startsWith(`${VARIABLE}=`))
}

/** Returns the part that one of several processes has of a total: all parts together are the total, unless that is smaller than their number. */
export function shareOf(total: number, role: Pick<Role, 'index' | 'count'> | null): number {
  if (role === null) return total
  const { index, count } = role
  return Math.max(1, Math.floor(total / count) + (index < total % count ? 1 : 0))
}
