import type { Logger } from '../platform/log.ts'

/** A file or folder that a setting names, and how to reread it. If that throws, the previous version stays in use. */
export interface OperatorSource {
  /** The flag that names it. */
  readonly what: string
  readonly path: string | null
  /** Resolves with what changed, where that is for the log. */
  readonly read: (() => void) | (() => Promise<object>)
}

/** The result of SIGHUP for one of them. */
export interface Reread {
  readonly what: string
  readonly path: string
  readonly outcome: 'read' | 'kept'
  /** The reason for keeping the previous version. */
  readonly reason: string | null
  /** The changes, if the source states them. */
  readonly changes?: object
}

/** Rereads everything that the settings name. One failure does not stop the others. */
export async function readAgain(sources: readonly OperatorSource[]): Promise<Reread[]> {
  const rereads: Reread[] = []
  for (const { what, path, read } of sources) if (path !== null) rereads.push(await readOne(what, path, read))
  return rereads
}

async function readOne(what: string, path: string, read: OperatorSource['read']): Promise<Reread> {
  try {
    const changes: unknown = await read()
    return { what, path, outcome: 'read', reason: null, ...(changes instanceof Object && { changes }) }
  } catch (error) {
    return { what, path, outcome: 'kept', reason: error instanceof Error ? error.message : 'cannot be read' }
  }
}

/** Logs a line for each, so that the operator need not guess what SIGHUP did. */
export function logReread(rereads: readonly Reread[], log: Logger): void {
  if (rereads.length === 0) log.info('nothing to reload: no flag or variable names a file')
  for (const { what, path, outcome, reason, changes } of rereads) {
    if (outcome === 'read') log.info('reloaded', { what, path, ...changes })
    else log.error('not reloaded: the previous version stays in use', { what, path, reason })
  }
}
