import { parseArgs } from 'node:util'
import { cleanText } from '../../contract/clean.ts'
import { isGood } from '../../contract/good.ts'
import { ForeignProblem, type Problem, problemOf, Refusal } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { openTools } from '../../opening/files.ts'
import { loaders } from '../../registry/loaders.gen.ts'
import { type NamedTool, toolsOf } from '../../registry/tools.ts'
import { type Config, OPTIONS } from '../../settings/options.ts'
import { type Environment, readSettings } from '../../settings/read.ts'
import { renderForeign, renderText } from '../text/render.ts'
import { cliText } from './cli.text.ts'
import { complain } from './output.ts'
import { openProgress } from './progress.ts'
import { jsonText } from './switches.ts'
import { readToolLine, type ToolLine } from './tool-line.ts'
import { usageError } from './usage-error.ts'
import { EXIT_BY_SIGNAL, EXIT_FAILED, EXIT_OK, EXIT_USAGE, type Outcome, printed, type World } from './verb.ts'

/** Result of a run, here or on another doorstep. */
type Ran = Awaited<ReturnType<typeof import('./local-tool.ts').runHere>>

/** Returns the tool with this name, loaded alone, or all names if it does not exist. Plug-ins are loaded only for a name that is not built in. */
export async function findTool(
  name: string,
  args: readonly string[],
  environment: Environment,
): Promise<NamedTool | { readonly known: readonly string[] }> {
  const found = loaders.find(({ file }) => file === name)
  const [builtIn] = found ? toolsOf([{ file: found.file, module: await found.load() }]) : []
  if (builtIn) return builtIn
  const { toolsDir } = readSettings({ given: givenFolder(args) }, environment).config
  const tools = toolsDir === null ? null : (await openTools({ toolsDir }, complainOf)).current().tools
  return (
    tools?.find((named) => named.name === name) ?? { known: tools?.map((named) => named.name) ?? loaders.map(({ file }) => file) }
  )
}

/** Returns the folder of plug-ins; the flags of the tool are not known yet. */
function givenFolder(args: readonly string[]): ReadonlyMap<string, string> {
  const { flag } = OPTIONS.toolsDir
  const { values } = parseArgs({ args: [...args], options: { [flag]: { type: 'string' } }, strict: false })
  const folder = values[flag]
  return new Map(typeof folder === 'string' ? [[flag, folder]] : [])
}

function complainOf(error: unknown): void {
  complain(error instanceof Error ? error.message : String(error))
}

/** `doorstep ping ...`: runs a tool on this machine, or asks the doorstep that `--server` names. */
export async function runTool(named: NamedTool, args: readonly string[], { environment }: World): Promise<Outcome> {
  const line = readToolLine(named, args, environment)
  if (line.asks === 'help') return printed((await import('./tool-help.ts')).toolHelp(named, line.locale))
  if (line.asks === 'version') throw usageError('version-of-tool', {})
  const { config, warnings } = readSettings(line, environment)
  const err = warnings
    .map((warning) => `doorstep: ${cliText.say(line.locale, 'warning', { text: warning[line.locale] })}\n`)
    .join('')
  try {
    const outcome = await outcomeOf(named, line, config)
    const code = isGood(named.tool.good, outcome.answer) === false ? EXIT_FAILED : EXIT_OK
    return { code, out: line.isJson ? jsonText(outcome.answer) : textOf(named, outcome, config, line), err }
  } catch (thrown) {
    const problem = problemIn(thrown, line.locale)
    if (problem === null) throw thrown
    const sentence = `doorstep: ${cleanText(sentenceOf(problem, named, { line, config }))}\n`
    return { code: EXIT_USAGE, out: line.isJson ? jsonText(problem) : '', err: err + sentence }
  }
}

async function outcomeOf(named: NamedTool, line: ToolLine, config: Config): Promise<Ran> {
  const { locale } = line
  const body = line.body()
  const { server } = config
  if (server) refuseUseless(line)
  const progress = openProgress(named)
  const stop = () => {
    progress.end()
    process.exit(EXIT_BY_SIGNAL + 2)
  }
  process.once('SIGINT', stop)
  try {
    if (server) {
      const { runRemotely } = await import('./remote-tool.ts')
      return await runRemotely(named, { body, locale, report: progress.report }, { ...config, server })
    }
    const { runHere } = await import('./local-tool.ts')
    return await runHere(named, { body, locale, report: progress.report }, config)
  } finally {
    process.off('SIGINT', stop)
    progress.end()
  }
}

/** Refuses flags that a run on another server would ignore. */
function refuseUseless({ given }: ToolLine): void {
  const useful: readonly string[] = [OPTIONS.server.flag, OPTIONS.extraCa.flag, OPTIONS.contact.flag]
  const useless = [...given.keys()].find((flag) => !useful.includes(flag))
  if (useless !== undefined) throw usageError('no-effect', { flag: useless })
}

/** Returns the answer for a terminal. An answer that is a text has no line feed of its own. */
function textOf(named: NamedTool, outcome: Ran, { server }: Config, { locale, details }: ToolLine): string {
  const render = server ? renderForeign : renderText
  const text = render(named, outcome, locale, details)
  return text.endsWith('\n') ? text : `${text}\n`
}

/** Returns why a request was refused, here or by the server; null if something else went wrong. */
function problemIn(thrown: unknown, locale: Locale): Problem | null {
  if (thrown instanceof Refusal) return problemOf(thrown, locale)
  return thrown instanceof ForeignProblem ? thrown.problem : null
}

/** Returns every mistake, and where to find help. */
function sentenceOf(
  { title, detail, code, errors = [] }: Problem,
  { name }: NamedTool,
  { line: { locale }, config }: { line: ToolLine; config: Config },
): string {
  const whole = errors.length > 1 ? errors.map(({ message }) => message).join(' ') : detail
  const isLocal = config.server === null
  if (code === 'invalid-request') return `${title}: ${whole} ${cliText.say(locale, 'see-help', { tool: name })}`
  if (code === 'requester-not-public' && isLocal) return `${title}: ${whole} ${cliText.say(locale, 'name-a-server', {})}`
  return `${title}: ${whole}`
}
