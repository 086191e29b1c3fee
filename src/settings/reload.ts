import type { Logger } from '../platform/log.ts'

/** A file or folder that a setting names, and how to reread it. If that throws, the previous version stays in use. */
export interface OperatorSource {
  /** The flag that names it. */
  readonly what: string
  readonly path: string | null
  /** Resolves with what changed, where that is for the log. */
  readonly read: (() => void) | (() => Promise<object>)
}

/**
 * Rereads everything that the settings name, one after the other, and logs a line for each, so that the operator need not guess what SIGHUP did.
 * One failure does not stop the others.
 */
export async function reread(sources: readonly OperatorSource[], log: Logger): Promise<void> {
  const named = sources.filter(({ path }) => path !== null)
  if (named.length === 0) log.info('nothing to reload: no flag or variable names a file')
  for (const { what, path, read } of named) {
    try {
      const changes: unknown = await read()
      log.info('reloaded', { what, path, ...(changes instanceof Object && changes) })
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'cannot be read'
      log.error('not reloaded: the previous version stays in use', { what, path, reason })
    }
  }
}
