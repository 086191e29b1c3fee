import { basename } from 'node:path'
import { type Both, both, Misfit, saidBy } from '../../platform/misfit.ts'
import { patient } from '../../platform/testing.ts'
import * as kit from '../../tool.ts'
import { byRank, type NamedTool, OWN_PATHS } from '../registry/tools.ts'
import type { Around } from '../run/call.ts'
import { type Changes, type Mistake, PlugInError, type ToolSet, type ToolSource } from './index.ts'
import { judgeModule } from './judge.ts'
import { KIT, readToolFiles, type ToolFile } from './tool-files.ts'

export type TellFault = (error: unknown) => void

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

/** The time that a folder may take to load: a module that waits for something would keep the start waiting. */
const LOAD_MS = patient(10_000)

/** The plug-ins of a folder, as they were when it was read. */
interface Loaded {
  readonly tools: readonly NamedTool[]
  /** The digest of each tool's files, by its name: equal if nothing changed. */
  readonly prints: ReadonlyMap<string, string>
  /** Ends the timers and sockets that the modules opened when they were loaded. */
  dispose(): void
}

interface PlugIn {
  readonly named: NamedTool
  readonly path: string
}

/**
 * Loads a folder into a module graph of its own, so that a later version can be loaded beside it. All or nothing: throws a
 * PlugInError with every mistake.
 */
async function loadFolder(folder: string, builtIn: readonly NamedTool[], tell: TellFault): Promise<Loaded> {
  const { files, mistakes, isOpen } = readToolFiles(folder)
  if (isOpen) throw new PlugInError(folder, mistakes)
  provideKit()
  const graph = new Bun.ModuleGraph({ onError: tell })
  const found = [...mistakes]
  const plugIns: PlugIn[] = []
  try {
    // The first module of a graph is its main module, which no plug-in is to be.
    await graph.import(KIT)
    for (const file of files) {
      const loaded = await loadTool(graph, file)
      if ('mistakes' in loaded) found.push(...loaded.mistakes)
      else plugIns.push(loaded)
    }
    found.push(...repeated(plugIns, builtIn))
    if (found.length > 0) throw new PlugInError(folder, found)
  } catch (error) {
    graph.dispose()
    throw error
  }
  const prints = new Map(files.map(({ name, texts }) => [name, Bun.hash([...texts].flat().join('\0')).toString()]))
  return { tools: plugIns.map(({ named }) => named), prints, dispose: () => graph.dispose() }
}

let isProvided = false

/** Makes `import ... from 'doorstep'` the kit of this very process. */
function provideKit(): void {
  if (isProvided) return
  isProvided = true
  const { isTool: _, ...exports } = kit
  Bun.plugin({ name: KIT, setup: (build) => void build.module(KIT, () => ({ exports, loader: 'object' })) })
}

async function loadTool(graph: Bun.ModuleGraph, file: ToolFile): Promise<PlugIn | { readonly mistakes: readonly Mistake[] }> {
  const { name, path } = file
  try {
    const judged = judgeModule(name, await withinTime(graph.import<object>(path)))
    if ('tool' in judged) return { named: { name, tool: judged.tool }, path }
    return { mistakes: judged.faults.map((says) => ({ path, line: null, says })) }
  } catch (error) {
    return { mistakes: [mistakeOf(error, file)] }
  }
}

const tooSlow = () =>
  new Misfit(`does not finish loading within ${LOAD_MS / 1000} seconds`, `${LOAD_MS / 1000}초 안에 불러오지 못했습니다`)

async function withinTime<Value>(loading: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tooSlow()), LOAD_MS)
  return await Promise.race([loading, promise]).finally(() => clearTimeout(timer))
}

/** Returns a mistake for an error of a module that is loaded, with its first position in a file of the plug-in. */
function mistakeOf(error: unknown, { path, texts }: ToolFile): Mistake {
  const says = error instanceof Error ? saidBy(error) : both(String(error), String(error))
  const position = error instanceof BuildMessage ? error.position : null
  if (position) return { path: position.file, line: position.line, says }
  const missing = /^Export named '(.+)' not found in module '(.+)'/.exec(says.en)
  if (missing) return missingExport({ name: missing[1] ?? '', module: missing[2] ?? '' }, { path, texts })
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const places = [...stack.matchAll(/\(?(\/[^\n()]+|[A-Z]:\\[^\n()]+):(\d+):\d+\)?$/gm)]
  const place = places.find(([, file = '']) => texts.has(file))
  return { path: place?.[1] ?? path, line: place ? Number(place[2]) : null, says }
}

function missingExport(missed: { name: string; module: string }, { path, texts }: Pick<ToolFile, 'path' | 'texts'>): Mistake {
  const from = missed.module === KIT ? `'${KIT}' (kit ${kit.KIT_VERSION})` : basename(missed.module)
  const says = both(
    `imports ${missed.name}, which ${from} does not export`,
    `${from}에서 내보내지 않는 이름을 가져옵니다: ${missed.name}`,
  )
  const word = new RegExp(`\\b${RegExp.escape(missed.name)}\\b`)
  for (const [file, text] of texts) {
    const index = text.split('\n').findIndex((line) => word.test(line))
    if (file !== missed.module && index >= 0) return { path: file, line: index + 1, says }
  }
  return { path, line: null, says }
}

const BUILT_IN = both('a built-in tool', '내장 도구')

function repeated(plugIns: readonly PlugIn[], builtIn: readonly NamedTool[]): Mistake[] {
  const owners = new Map<string, Both>(OWN_PATHS.map((path) => [path, both('the server itself', '서버')]))
  for (const { name, tool } of builtIn) owners.set(name, BUILT_IN).set(tool.path, BUILT_IN)
  return plugIns.flatMap(({ named: { name, tool }, path }): Mistake[] => {
    const words = [['path', '경로', tool.path] as const, ['name', '이름', name] as const]
    const taken = words
      .map(([en, ko, text]) => ({ en, ko, text, owner: owners.get(text) }))
      .find(({ owner }) => owner !== undefined)
    owners.set(name, both(path, path)).set(tool.path, both(path, path))
    if (!taken?.owner) return []
    const { en, ko, text, owner } = taken
    const says = both(`has the ${en} ${text}, which ${owner.en} already has`, `이미 쓰이는 ${ko}입니다: ${text} (${owner.ko})`)
    return [{ path, line: null, says }]
  })
}
