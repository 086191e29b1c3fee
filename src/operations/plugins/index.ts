import { type Both, Misfit } from '../../platform/misfit.ts'
import type { NamedTool } from '../registry/tools.ts'
import type { Around } from '../run/call.ts'

/** The tools of a server: the built-in ones and those of the operator's folder, by rank. */
export interface ToolSet {
  readonly tools: readonly NamedTool[]
  /** The names of those that are plug-ins. */
  readonly plugIns: readonly string[]
  /** Counts the runs of these tools, so that nothing is taken from under one. Null if they are built in, and stay. */
  readonly around: Around | null
}

export interface ToolSource {
  current(): ToolSet
  /**
   * Rereads the folder, all or nothing, and says which tools changed. The new set is in use once `use` has returned. Throws a PlugInError
   * if the folder has mistakes, or what `use` throws, and keeps the previous set.
   */
  reload(use: (set: ToolSet) => void): Promise<Changes>
  /** Ends what the modules opened. */
  close(): void
}

export interface Changes {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** Only what is built in. */
export function builtInSource(tools: readonly NamedTool[]): ToolSource {
  const set: ToolSet = { tools, plugIns: [], around: null }
  return { current: () => set, reload: async () => ({ added: [], changed: [], removed: [] }), close() {} }
}

export interface Mistake {
  /** The file or folder, as the operator finds it. */
  readonly path: string
  /** Null for the file as a whole, or if it is not known. */
  readonly line: number | null
  /** "has no default export made by defineTool or defineQuery" */
  readonly says: Both
}

const SHOWN_MAX = 50

/** A folder of plug-ins that cannot be used. The message lists every mistake, one on a line. */
export class PlugInError extends Misfit {
  constructor(folder: string, mistakes: readonly Mistake[]) {
    const { length } = mistakes
    const place = JSON.stringify(folder)
    const inAll = (locale: keyof Both, head: string, more: string) =>
      [
        head,
        // In the form that editors and terminals turn into a link.
        ...mistakes
          .slice(0, SHOWN_MAX)
          .map(
            ({ path, line, says }) => `  ${path}${line === null ? '' : `:${line}`}: ${says[locale].replace(/\s*\n\s*/g, ' ')}`,
          ),
        ...(length > SHOWN_MAX ? [`  ${more}`] : []),
      ].join('\n')
    super(
      inAll('en', `${length} ${length === 1 ? 'mistake' : 'mistakes'} in ${place}`, `and ${length - SHOWN_MAX} more`),
      inAll('ko', `${place} 폴더에 오류 ${length}개`, `그 밖에 ${length - SHOWN_MAX}개`),
    )
  }
}
