import { parseArgs } from 'node:util'
import { openTools } from '../../opening/files.ts'
import { isLookup } from '../../policy/policies.ts'
import { loaders } from '../../registry/loaders.gen.ts'
import { type NamedTool, toolsOf } from '../../registry/tools.ts'
import { type Config, OPTIONS } from '../../settings/options.ts'
import { type Environment, readSettings } from '../../settings/read.ts'
import { cliText } from './cli.text.ts'
import type { Ran } from './local-tool.ts'
import { complain } from './output.ts'
import { printedAnswer, problemIn, refuseUnlinkable, sentenceOf, withLink } from './printed-answer.ts'
import { withProgress } from './progress.ts'
import { type Asked, readToolLine, type ToolLine } from './tool-line.ts'
import { EXIT_USAGE, jsonText, type Outcome, printed, usageError, type World } from './verb.ts'

/** Returns the tool with this name, loaded alone, or how all are loaded if it does not exist. Plug-ins are loaded only for a name that is not built in. */
export async function findTool(
  name: string,
  args: readonly string[],
  environment: Environment,
): Promise<NamedTool | { known(): Promise<readonly NamedTool[]> }> {
  const found = loaders.find(({ file }) => file === name)
  const [builtIn] = found ? toolsOf([{ file: found.file, module: await found.load() }]) : []
  if (builtIn) return builtIn
  const { toolsDir } = readSettings({ given: givenFolder(args) }, environment).config
  const tools = toolsDir === null ? null : (await openTools({ toolsDir }, complainOf)).current().tools
  const all = async () => tools ?? toolsOf((await import('../../registry/manifest.gen.ts')).manifest)
  return tools?.find((named) => named.name === name) ?? { known: all }
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

/** `doorstep ping ...`: runs a tool on this machine, or asks the doorstep of `--server`, perhaps with its other places. */
export async function runTool(named: NamedTool, args: readonly string[], { environment }: World): Promise<Outcome> {
  const line = readToolLine(named, args, environment)
  if (line.asks === 'help') return printed((await import('./tool-help.ts')).toolHelp(named, line.locale))
  if (line.asks === 'version') throw usageError('version-of-tool', {})
  const { config, warnings } = readSettings(line, environment)
  const asked = { body: line.body(), line, config }
  if (readsInput(named, asked.body)) return (await import('./many.ts')).lookUpInput(named, asked)
  refuseUseless(line, config)
  refuseUnlinkable(line, config)
  const { code, out, err } =
    line.isFromPlaces && config.server
      ? await (await import('./several-places.ts')).askPlaces(named, asked, config.server)
      : await runOnce(named, asked)
  const warned = warnings.map((warning) => `doorstep: ${cliText.say(line.locale, 'warning', { text: warning[line.locale] })}\n`)
  return { code, out, err: warned.join('') + err }
}

/** Returns whether the addresses to look up are on standard input. */
function readsInput({ tool: { policy } }: NamedTool, body: Asked['body']): boolean {
  return isLookup(policy) && body[policy.field] === '-'
}

/** Runs a tool on this machine, or on the one server. */
async function runOnce(named: NamedTool, asked: Asked): Promise<Outcome> {
  const { line, config } = asked
  try {
    const ran = await outcomeOf(named, asked)
    const printedRan = printedAnswer(named, ran, line, config.server !== null)
    return await withLink(printedRan, { named, answer: ran.answer, line, config })
  } catch (thrown) {
    const problem = problemIn(thrown, line.locale)
    if (problem === null) throw thrown
    const sentence = `doorstep: ${sentenceOf(problem, named, { locale: line.locale, isHere: config.server === null })}\n`
    return { code: EXIT_USAGE, out: line.isJson ? jsonText(problem) : '', err: sentence }
  }
}

async function outcomeOf(named: NamedTool, { body, line: { locale }, config }: Asked): Promise<Ran> {
  const { server } = config
  return withProgress({ named, locale }, async (report) => {
    if (server) return (await import('./remote-tool.ts')).runRemotely(named, { body, locale, report }, { ...config, server })
    return (await import('./local-tool.ts')).runHere(named, { body, locale, report }, config)
  })
}

/** Refuses flags that a run on another server, or here, would ignore. */
function refuseUseless({ given, isAny, isFromPlaces }: ToolLine, { server }: Config): void {
  if (isAny && !isFromPlaces) throw usageError('any-needs-places', {})
  if (isFromPlaces && server === null) throw usageError('places-need-server', {})
  if (server === null) return
  const useful: readonly string[] = [OPTIONS.server.flag, OPTIONS.extraCa.flag, OPTIONS.contact.flag]
  const useless = [...given.keys()].find((flag) => !useful.includes(flag))
  if (useless !== undefined) throw usageError('no-effect', { flag: useless })
}
