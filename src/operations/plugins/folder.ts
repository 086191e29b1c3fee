import { byRank, type NamedTool } from '../registry/tools.ts'
import type { Around } from '../run/call.ts'
import type { Changes, ToolSet, ToolSource } from './index.ts'
import { type Loaded, loadFolder, type TellFault } from './load.ts'

/** Loads a folder of plug-ins; throws a PlugInError if it has mistakes. */
export async function openFolder(folder: string, builtIn: readonly NamedTool[], tell: TellFault): Promise<ToolSource> {
  const load = async () => new Generation(await loadFolder(folder, builtIn, tell), builtIn)
  let current = await load()
  return {
    current: () => current,
    async reload(use) {
      const [old, next] = [current, await load()]
      try {
        use(next)
      } catch (error) {
        next.retire()
        throw error
      }
      current = next
      old.retire()
      // Everything that was built on the old tools. Left to itself, the runtime lets twice the memory of a server pile up first.
      Bun.gc(true)
      return changesBetween(old.loaded.prints, next.loaded.prints)
    },
    close: () => current.retire(),
  }
}

/** A version of the folder. Its modules are let go of once it is replaced and its last run has ended. */
class Generation implements ToolSet {
  readonly tools: readonly NamedTool[]
  readonly plugIns: readonly string[]
  #running = 0
  #isRetired = false

  constructor(
    readonly loaded: Loaded,
    builtIn: readonly NamedTool[],
  ) {
    this.tools = byRank([...builtIn, ...loaded.tools])
    this.plugIns = loaded.tools.map(({ name }) => name)
  }

  readonly around: Around = ({ tool }, _, go) => {
    if (!this.loaded.tools.some((own) => own.tool === tool)) return go()
    this.#running++
    const end = () => {
      this.#running--
      this.#disposeIfIdle()
    }
    let outcome: ReturnType<typeof go> | null = null
    try {
      outcome = go()
      return outcome instanceof Promise ? outcome.finally(end) : outcome
    } finally {
      if (!(outcome instanceof Promise)) end()
    }
  }

  retire(): void {
    this.#isRetired = true
    this.#disposeIfIdle()
  }

  #disposeIfIdle(): void {
    if (this.#isRetired && this.#running === 0) this.loaded.dispose()
  }
}

function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Changes {
  const names = [...after.keys()]
  return {
    added: names.filter((name) => !before.has(name)),
    changed: names.filter((name) => before.has(name) && before.get(name) !== after.get(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
  }
}
