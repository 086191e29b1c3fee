import { type App, type BunRoutes, bunRoutes, ownPaths, pathsOf, toolPaths } from '../faces/http/bun-routes.ts'
import { queriesOf } from '../faces/http/queries.ts'
import type { ToolSet, ToolSource } from '../operations/plugins/index.ts'
import { loaders } from '../operations/registry/loaders.gen.ts'
import { queries } from '../operations/registry/queries.gen.ts'
import { CHECKS_PATH, methodsOf, toolsOf } from '../operations/registry/tools.ts'
import type { Around } from '../operations/run/call.ts'
import { faultLog } from '../operations/run/faults.ts'
import { prepareQueries } from '../operations/run/tool-run.ts'
import type { OperatorSource } from '../settings/reload.ts'
import type { Faces, Ground, OpenedFaces } from './faces.ts'
import type { Observing } from './observing.ts'

/** The tools of a server, or a function that loads them on the first request that is not a query. */
export type Tools = ToolSource | (() => Promise<ToolSource>)

interface LateParts extends Ground {
  readonly tools: Tools
  readonly observing: Observing
  /** Called with the new routes after the plug-ins were reread. */
  serve(routes: BunRoutes): void
}

/** The faces of a server, loaded by the first request that needs them: a server that is asked only for addresses never loads them. */
export class LateFaces {
  private loading: Promise<OpenedFaces> | null = null
  private loaded: OpenedFaces | null = null

  constructor(private readonly parts: LateParts) {}

  get sources(): readonly OperatorSource[] {
    return this.loaded?.sources ?? []
  }

  /** Loads the faces. If it throws, the next request tries again. */
  load(): Promise<OpenedFaces> {
    this.loading ??= this.open().catch((error) => {
      this.loading = null
      throw error
    })
    return this.loading
  }

  /** Returns the routes of a server that starts. Where tools are loaded later, they answer queries at once and let all other requests wait. */
  async firstRoutes(): Promise<BunRoutes> {
    return typeof this.parts.tools === 'function' ? this.waitingRoutes() : this.routesOf((await this.load()).current())
  }

  private waitingRoutes(): BunRoutes {
    const { opened, site } = this.parts
    const tools = toolsOf(queries)
    const checks = loaders.filter(({ file }) => !tools.some(({ name }) => name === file))
    const later = checks.map(({ file, load }) => {
      const example = async () => (await toolPaths(toolsOf([{ file, module: await load() }]))[0]?.example?.()) ?? ''
      return { path: CHECKS_PATH + file, methods: methodsOf('POST'), tool: file, example }
    })
    const services = { ipdata: opened.ipdata, catalogue: site.catalogue }
    const runnables = prepareQueries(tools, services, this.arounds({ tools, plugIns: [], around: null }))
    const app: App = {
      quickly: (visit) => this.loaded?.current().quickly(visit) ?? null,
      answer: async (request) => (await this.load()).current().answer(request),
    }
    return bunRoutes(pathsOf([...toolPaths(tools), ...later, ...ownPaths(site)]), queriesOf(runnables, site.marksIds), site, app)
  }

  private routesOf(faces: Faces): BunRoutes {
    const { site } = this.parts
    const paths = pathsOf([...toolPaths(faces.set.tools), ...ownPaths(site)])
    return bunRoutes(paths, queriesOf(faces.runnables.values(), site.marksIds), site, faces)
  }

  private async open(): Promise<OpenedFaces> {
    const { tools } = this.parts
    const source = typeof tools === 'function' ? await tools() : tools
    const { openFaces } = await import('./faces.ts')
    this.loaded = openFaces(source, this.parts, {
      arounds: (set) => this.arounds(set),
      replaced: (faces) => this.parts.serve(this.routesOf(faces)),
    })
    return this.loaded
  }

  /** Returns the wrappers of every run, the outermost first. */
  private arounds({ tools, around }: ToolSet): Around[] {
    const { limits, observing, site } = this.parts
    const faults = faultLog((fault) => site.log.error('a tool failed', fault))
    return [faults, ...(around ? [around] : []), limits.around, ...observing.arounds(tools)]
  }
}
