import type { Environment } from '../../settings/read.ts'

/** The environment variable of a role. Its prefix differs from that of settings, because it is not a setting. */
const VARIABLE = '_DOORSTEP_WORKER'

/** The role of this process among several. */
export interface Role {
  readonly index: number
  readonly count: number
  /** The port that the first one has found; null for the first one itself, which finds it. */
  readonly port: number | null
  /** The sockets that the parent has passed, each with the path of its file, if the server has made it; empty without any. */
  readonly sockets: readonly (string | null)[]
  /** Whether the log of the parent goes to a terminal. */
  readonly onTerminal: boolean
  /** The secret that the parent has chosen for the tokens of all of them; null if it is in the settings. */
  readonly pairSecret: string | null
}

export function environmentOf(role: Role, environment: Environment): Environment {
  return { ...environment, [VARIABLE]: JSON.stringify(role) }
}

/** Returns the role that the parent gave this process, and removes it from the environment, so that no child inherits it; null without a parent. */
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

/**
 * Returns the share that one of several processes has of a total, at least 1. The shares add up to the total if it is not smaller than
 * their number.
 */
export function shareOf(total: number, role: Pick<Role, 'index' | 'count'> | null): number {
  if (role === null) return total
  const { index, count } = role
  return Math.max(1, Math.floor(total / count) + (index < total % count ? 1 : 0))
}
