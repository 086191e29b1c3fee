import { createApp } from '../faces/http/app.ts'
import type { App } from '../faces/http/bun-routes.ts'
import { quickLookups } from '../faces/http/quick-lookups.ts'
import type { Site } from '../faces/http/site.ts'
import type { Limits } from '../limits/limits.ts'
import type { Opened } from '../operations/opening/files.ts'
import { openServices } from '../operations/opening/services.ts'
import type { ToolSet, ToolSource } from '../operations/plugins/index.ts'
import { answerChecks } from '../operations/run/answer.ts'
import type { Around } from '../operations/run/call.ts'
import { prepare, type Runnable } from '../operations/run/run.ts'
import { isCompiled } from '../platform/compiled.ts'
import { TESTING } from '../platform/testing.ts'
import { type Config, OPTIONS } from '../settings/options.ts'
import type { OperatorSource } from '../settings/reload.ts'

/** The faces of one set of tools. */
export interface Faces extends App {
  readonly set: ToolSet
  readonly runnables: ReadonlyMap<string, Runnable>
}

/** The faces in use, with the catalogue and the files that can be reread. */
export type OpenedFaces = ReturnType<typeof openFaces>

/** The parts of a server that its faces work with. */
export interface Ground {
  readonly config: Config
  readonly checkAnswers: boolean
  readonly opened: Opened
  readonly limits: Limits
  readonly site: Site
}

/** The functions of the server that its faces call. */
interface Hooks {
  /** Returns the wrappers of the runs of a set, the outermost first. */
  readonly arounds: (set: ToolSet) => readonly Around[]
  /** Called with the new faces after the plug-ins were reread. */
  readonly replaced: (faces: Faces) => void
}

/** Opens the services that tools work with, and builds every face. Throws if something cannot be used. */
export function openFaces(
  source: ToolSource,
  { config, opened, limits, site, checkAnswers }: Ground,
  { arounds, replaced }: Hooks,
) {
  const targets = TESTING.unlimitedTargets ? null : limits.targets
  const { services, source: catalogueSource } = openServices(config, site.log, targets, opened)
  // A test compiles the built-in schemas; those of plug-ins are compiled when they are read.
  const compiles = isCompiled() ? 'on-use' : 'at-once'
  const facesOf = (set: ToolSet): Faces => {
    const around = [...arounds(set), ...(checkAnswers ? [answerChecks(set.tools, compiles)] : [])]
    const runnables = prepare(set.tools, services, around, compiles)
    return {
      set,
      runnables,
      quickly: quickLookups(builtIn(set, runnables), site),
      answer: createApp(runnables, site).compile().fetch,
    }
  }
  let current = facesOf(source.current())
  // All faces are rebuilt from the tools that were read; running requests end with the old ones.
  const read = () =>
    source.reload((set) => {
      const next = facesOf(set)
      replaced(next)
      current = next
    })
  const plugIns: OperatorSource = { what: `--${OPTIONS.toolsDir.flag}`, path: config.toolsDir, read }
  return { current: () => current, catalogue: services.catalogue, sources: [catalogueSource, plugIns] }
}

/** Returns the tools that end in the turn in which they begin: a plug-in may take its time. */
function builtIn({ plugIns }: ToolSet, runnables: ReadonlyMap<string, Runnable>): Runnable[] {
  return [...runnables.values()].filter(({ name }) => !plugIns.includes(name))
}
