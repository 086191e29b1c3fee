import { type App, bunRoutes } from '../faces/http/bun-routes.ts'
import { ownPaths, pathsOf, toolPaths } from '../faces/http/paths.ts'
import { queriesOf } from '../faces/http/queries.ts'
import type { Site } from '../faces/http/site.ts'
import type { Limits } from '../limits/index.ts'
import type { Opened } from '../opening/files.ts'
import { TESTING } from '../platform/testing.ts'
import type { ToolSet, ToolSource } from '../plugins/index.ts'
import { loaders } from '../registry/loaders.gen.ts'
import { queries } from '../registry/queries.gen.ts'
import { methodsOf, pathOfCheck, toolsOf } from '../registry/tools.ts'
import type { Around } from '../run/call.ts'
import { loggedFaults } from '../run/faults.ts'
import { prepareQueries } from '../run/tool-run.ts'
import type { Config } from '../settings/options.ts'
import type { OperatorSource } from '../settings/reload.ts'
import type { Faces, OpenedFaces } from './faces.ts'
import type { Observing } from './observing.ts'

/** The tools of a server, and how they are run. */
export interface Tooling {
  /** The tools, or a function that loads them on the first request that is not a query. */
  readonly tools: ToolSource | (() => Promise<ToolSource>)
  readonly checkAnswers: boolean
}

/** The parts of a server that its faces work with. */
interface Ground {
  readonly opened: Opened
  readonly limits: Limits
  readonly observing: Observing
  readonly site: Site
}

/** The faces of a server, loaded by the first request that needs them: a server that is asked only for addresses never loads them. */
export class LateFaces {
  #loading: Promise<OpenedFaces> | null = null
  #loaded: OpenedFaces | null = null

  constructor(
    private readonly config: Config,
    private readonly tooling: Tooling,
    private readonly ground: Ground,
    private readonly replaced: (faces: Faces) => void,
  ) {}

  get sources(): readonly OperatorSource[] {
    return this.#loaded?.sources ?? []
  }

  /** Loads the faces. If it throws, the next request tries again. */
  load(): Promise<OpenedFaces> {
    this.#loading ??= this.open().catch((error) => {
      this.#loading = null
      throw error
    })
    return this.#loading
  }

  /** Returns routes that answer queries at once and let all other requests wait. */
  firstRoutes() {
    const { opened, site } = this.ground
    const tools = toolsOf(queries)
    const checks = loaders.filter(({ file }) => !tools.some(({ name }) => name === file))
    const later = checks.map(({ file, load }) => {
      const example = async () => (await toolPaths(toolsOf([{ file, module: await load() }]))[0]?.example?.()) ?? ''
      return { path: pathOfCheck(file), methods: methodsOf('POST'), tool: file, example }
    })
    const services = { ipdata: opened.ipdata, catalogue: site.catalogue }
    const runnables = prepareQueries(tools, services, this.arounds({ tools, plugIns: [], around: null }))
    const app: App = {
      quickly: (visit) => this.#loaded?.current().quickly(visit) ?? null,
      answer: async (request) => (await this.load()).current().answer(request),
    }
    return bunRoutes(pathsOf([...toolPaths(tools), ...later, ...ownPaths(site)]), queriesOf(runnables, site.marksIds), site, app)
  }

  private async open(): Promise<OpenedFaces> {
    const { config, tooling, replaced } = this
    const { opened, limits, site } = this.ground
    const source = typeof tooling.tools === 'function' ? await tooling.tools() : tooling.tools
    const { openFaces } = await import('./faces.ts')
    const { checkAnswers } = tooling
    const targets = TESTING.unlimitedTargets ? null : limits.targets
    const arounds = (set: ToolSet) => this.arounds(set)
    this.#loaded = openFaces(source, { config, opened, targets, site, checkAnswers, arounds, replaced })
    return this.#loaded
  }

  /** Returns the wrappers of every run, the outermost first. */
  private arounds({ tools, around }: ToolSet): Around[] {
    const { limits, observing, site } = this.ground
    return [loggedFaults(site.log), ...(around ? [around] : []), limits.around, ...observing.arounds(tools)]
  }
}

/** Returns the routes of all faces. */
export function routesOf(faces: Faces, site: Site) {
  const { set, runnables } = faces
  return bunRoutes(
    pathsOf([...toolPaths(set.tools), ...ownPaths(site)]),
    queriesOf(runnables.values(), site.marksIds),
    site,
    faces,
  )
}
