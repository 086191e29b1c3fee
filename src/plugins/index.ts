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
