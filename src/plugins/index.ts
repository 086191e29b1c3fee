import { type Both, Misfit } from '../platform/misfit.ts'
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

/** The source of the tools. */
export interface ToolSource {
  /** The set that is in use. */
  current(): ToolSet
  /**
   * Rereads the folder, all or nothing, and says which tools changed. The new set is in use once `use` has returned. Throws a PlugInError
   * if the folder has mistakes, or what `use` throws, and keeps the previous set.
   */
  reload(use: (set: ToolSet) => void): Promise<Changes>
  /** Ends what the modules opened. */
  close(): void
}

/** Names of plug-ins. */
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

/** A mistake in a plug-in. */
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
  constructor(
    folder: string,
    readonly mistakes: readonly Mistake[],
  ) {
    const more = mistakes.length - SHOWN_MAX
    const shown = (locale: keyof Both) => mistakes.slice(0, SHOWN_MAX).map((mistake) => `  ${textOf(mistake, locale)}`)
    const place = JSON.stringify(folder)
    super(
      [
        `${mistakes.length} ${mistakes.length === 1 ? 'mistake' : 'mistakes'} in ${place}`,
        ...shown('en'),
        ...(more > 0 ? [`  and ${more} more`] : []),
      ].join('\n'),
      [`${place} 폴더에 오류 ${mistakes.length}개`, ...shown('ko'), ...(more > 0 ? [`  그 밖에 ${more}개`] : [])].join('\n'),
    )
  }
}

/** In the form that editors and terminals turn into a link. */
function textOf({ path, line, says }: Mistake, locale: keyof Both): string {
  return line === null ? `${path}: ${oneLine(says[locale])}` : `${path}:${line}: ${oneLine(says[locale])}`
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}
