import type { Logger } from '../observe/log.ts'

/** A file or folder that the operator named, and how it is read again; a read that throws leaves what was read before. */
export interface OperatorSource {
  /** The flag that names it. */
  readonly what: string
  readonly path: string | null
  read(): void
}

/** What became of one of them on SIGHUP. */
export interface Reread {
  readonly what: string
  readonly path: string
  readonly outcome: 'read' | 'kept'
  /** Why what was read before is kept. */
  readonly reason: string | null
}

/** Reads everything again that the operator named, each by itself. */
export function readAgain(sources: readonly OperatorSource[]): Reread[] {
  return sources.flatMap(({ what, path, read }): Reread[] => {
    if (path === null) return []
    try {
      read()
      return [{ what, path, outcome: 'read', reason: null }]
    } catch (error) {
      return [{ what, path, outcome: 'kept', reason: error instanceof Error ? error.message : 'cannot be read' }]
    }
  })
}

/** A line for each, so that nobody has to guess what SIGHUP did. */
export function logReread(rereads: readonly Reread[], log: Logger): void {
  if (rereads.length === 0) log.info('nothing to read again: no flag or variable names a file')
  for (const { what, path, outcome, reason } of rereads) {
    if (outcome === 'read') log.info('read again', { what, path })
    else log.error('not read again, what was read before stays in use', { what, path, reason })
  }
}
