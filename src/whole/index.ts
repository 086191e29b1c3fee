import { createApp } from '../faces/http/app.ts'
import { fenced } from '../faces/http/fence.ts'
import type { Listener } from '../faces/http/listener.ts'
import { refusing } from '../faces/http/own-routes.ts'
import { type Served, servedBy } from '../faces/http/served.ts'
import type { Front, Lifecycle } from '../faces/http/service-routes.ts'
import type { Visitors } from '../faces/http/visitors.ts'
import type { Limits } from '../limits/index.ts'
import type { TargetLimit } from '../net/budget.ts'
import type { Logger } from '../observe/log.ts'
import type { Observing, Seen } from '../observing.ts'
import { isCompiled } from '../platform/compiled.ts'
import type { ToolSet, ToolSource } from '../plugins/index.ts'
import type { Peer } from '../policy/caller.ts'
import { answerChecks } from '../run/answer.ts'
import type { Around } from '../run/call.ts'
import { loggedFaults } from '../run/faults.ts'
import { prepare } from '../run/run.ts'
import type { OfflineServices } from '../run/tool-run.ts'
import { openServices } from '../services/index.ts'
import type { ExtraCa } from '../settings/extra-ca.ts'
import { type Config, OPTIONS } from '../settings/options.ts'
import type { OperatorSource } from '../settings/reload.ts'
import type { Opened } from '../sources.ts'

/** What is there before: a server answers queries with no more than this. */
export interface Basis {
  readonly config: Config
  readonly log: Logger
  readonly checkAnswers: boolean
  /** What targets may get from all requests together. */
  readonly targets: TargetLimit
  readonly limits: Limits
  readonly extraCa: ExtraCa
  readonly opened: Opened
  readonly front: Visitors & Pick<Front, 'theme'>
  readonly observing: Observing
  readonly lifecycle: Lifecycle
  /** The server that accepts now. */
  server(): Listener['server']
  /** Answers with something else from now on. */
  serve(next: Served): void
}

/** All faces of all tools. */
export interface Whole {
  readonly served: Served
  readonly catalogue: OfflineServices['catalogue']
  /** What can be reread of it. */
  readonly sources: readonly OperatorSource[]
}

/** Opens what tools work with, and builds every face of them. Throws if something cannot be used. */
export function openWhole(basis: Basis, tools: ToolSource): Whole {
  const { config, log, limits, observing } = basis
  const { services, source } = openServices(config, log, basis.targets, basis.extraCa, basis.opened)
  const front = {
    ...basis.front,
    ...services,
    log,
    publicOrigins: config.publicOrigins,
    isInside: config.allowTargets.length > 0,
    compat: config.compat,
    spend: ((payer, weight) => limits.spend(payer, weight)) satisfies Front['spend'],
  }
  // Every face of a set of tools: what SIGHUP builds anew when the plug-ins are read again.
  const servedOf = (set: ToolSet) => {
    const seen = observing.of(set.tools)
    // Schemas that are built in are compiled by a test, those of plug-ins when they are read.
    const compiles = isCompiled() ? 'on-use' : 'at-once'
    const runnables = prepare(set.tools, services, aroundRuns(set, basis, seen), compiles)
    const limitsOf = (caller: Peer) => limits.overview(caller, set.tools)
    const whole = { ...front, limitsOf, ...observing, ...seen }
    const free = new Set(set.tools.filter(({ tool }) => tool.body === null).map(({ tool }) => tool.path))
    const refuse = refusing(whole, basis.lifecycle, basis.server)
    const served = servedBy(createApp(runnables, whole, basis.lifecycle), basis.server)
    return fenced(served, { ...whole, ...basis, free, refuse })
  }
  return {
    served: servedOf(tools.current()),
    catalogue: services.catalogue,
    sources: [source, toolSource(config, tools, (set) => basis.serve(servedOf(set)))],
  }
}

/** Every face is built anew on the tools that were read; requests that run end with the old ones. */
function toolSource({ toolsDir }: Config, tools: ToolSource, use: (set: ToolSet) => void): OperatorSource {
  return { what: `--${OPTIONS.toolsDir.flag}`, path: toolsDir, read: () => tools.reload(use) }
}

/** What surrounds every run, the outermost first. */
function aroundRuns(
  { tools, around }: ToolSet,
  { log, checkAnswers, limits }: Pick<Basis, 'log' | 'checkAnswers' | 'limits'>,
  { arounds }: Seen,
): readonly Around[] {
  return [
    loggedFaults(log),
    ...(around ? [around] : []),
    limits.around,
    ...arounds,
    ...(checkAnswers ? [answerChecks(tools)] : []),
  ]
}
