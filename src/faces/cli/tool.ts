import { parseArgs } from 'node:util'
import { HOME_NAMES } from '../../home/names.ts'
import { openTools } from '../../operations/opening/files.ts'
import { isAtHome, type NamedTool, toolsOf } from '../../operations/registry/tools.ts'
import { isLookup } from '../../policy/policies.ts'
import { nearest } from '../../settings/command-line.ts'
import { type Config, OPTIONS } from '../../settings/options.ts'
import { type Environment, readSettings } from '../../settings/read.ts'
import { cliText } from './cli.text.ts'
import { builtInTool } from './fields.ts'
import { complain, EXIT_BY_SIGNAL, EXIT_USAGE, jsonText, type Printed, printed } from './output.ts'
import { printedAnswer, problemIn, sentenceOf, withLink } from './printed-answer.ts'
import { CutShort, withProgress } from './progress.ts'
import { type ToolCommand, ToolLine } from './tool-line.ts'
import { usageError } from './usage-error.ts'
import type { World } from './verb.ts'

/**
 * Returns the tool, the command at home or the plug-in with this name, loaded alone; plug-ins are loaded only for a name that is not ours. Throws
 * a ConfigError that names the command which may be meant, perhaps one of the others.
 */
export async function toolNamed(
  name: string,
  args: readonly string[],
  environment: Environment,
  others: readonly string[],
): Promise<NamedTool> {
  const builtIn = await builtInTool(name)
  if (builtIn) return builtIn
  const atHome = async () => (await import('./outside.ts')).homeCommands()
  const own = HOME_NAMES.includes(name) ? (await atHome()).find((one) => one.name === name) : undefined
  if (own) return own
  const { toolsDir } = readSettings({ given: givenFolder(args) }, environment).config
  const tools =
    toolsDir === null
      ? toolsOf((await import('../../operations/registry/manifest.gen.ts')).manifest)
      : (await openTools({ toolsDir }, (error) => complain(error instanceof Error ? error.message : String(error)))).current()
          .tools
  const plugIn = tools.find((named) => named.name === name)
  if (plugIn) return plugIn
  const known = [...tools, ...(await atHome())]
  const meant = known.find(({ tool }) => tool.programs.includes(name.toLowerCase()))
  if (meant) throw usageError(cliText, 'other-program', { name, tool: meant.name })
  const near = nearest(name, [...others, ...known.map((one) => one.name)])
  const written = JSON.stringify(name)
  throw near === null
    ? usageError(cliText, 'unknown-command', { name: written })
    : usageError(cliText, 'unknown-command-near', { name: written, near })
}

function givenFolder(args: readonly string[]): ReadonlyMap<string, string> {
  const { flag } = OPTIONS.toolsDir
  const { values } = parseArgs({ args: [...args], options: { [flag]: { type: 'string' } }, strict: false })
  const folder = values[flag]
  return new Map(typeof folder === 'string' ? [[flag, folder]] : [])
}

/** `doorstep ping ...`, `doorstep home ...`: runs it on this machine, or asks the doorstep of `--server`, perhaps with its other places. */
export async function runTool(found: NamedTool, args: readonly string[], { environment }: World): Promise<Printed> {
  const line = new ToolLine(found, args, environment)
  if (line.on.has('help')) return printed((await import('./tool-help.ts')).toolHelp(found, line.locale))
  if (line.on.has('version')) throw usageError(cliText, 'version-of-tool')
  const watched = line.watching()
  if (watched) return (await import('./watch.ts')).watchHere(found, watched, line, environment)
  const { config, warnings } = readSettings(line, environment)
  const named = await withOutside(found, line, config)
  const asked = { body: line.body(), line, config }
  if (isLookup(named.tool.policy) && asked.body[named.tool.policy.field] === '-')
    return (await import('./many.ts')).lookUpInput(named, asked)
  refuseUseless(named, line, config)
  const { code, out, err } = await runOrAsk(named, asked)
  // Nothing is said of what was cut short.
  const due = isAtHome(named) || code > EXIT_BY_SIGNAL ? [] : warnings
  const warned = due.map((warning) => `doorstep: ${cliText.say(line.locale, 'warning', { text: warning[line.locale] })}\n`)
  return { code, out, err: warned.join('') + err }
}

/** Gives a command at home the doorstep of `--server` for the view from outside. */
async function withOutside(named: NamedTool, line: ToolLine, config: Config): Promise<NamedTool> {
  if (!isAtHome(named)) return named
  const { homeCommands } = await import('./outside.ts')
  return homeCommands(config, line.on.has('places')).find(({ name }) => name === named.name) ?? named
}

function refuseUseless(named: NamedTool, { given, on }: ToolLine, { server }: Config): void {
  if (on.has('any') && !on.has('places')) throw usageError(cliText, 'any-needs-places')
  if (on.has('places') && server === null) throw usageError(cliText, 'places-need-server')
  // There has to be one page that draws the result.
  if (on.has('link') && (server === null || on.has('places'))) throw usageError(cliText, 'link-needs-server')
  if (server === null || isAtHome(named)) return
  const useful: readonly string[] = [OPTIONS.server.flag, OPTIONS.extraCa.flag, OPTIONS.contact.flag]
  const useless = [...given.keys()].find((flag) => !useful.includes(flag))
  if (useless !== undefined) throw usageError(cliText, 'no-effect', { flag: useless })
}

async function runOrAsk(named: NamedTool, asked: ToolCommand): Promise<Printed> {
  const { line, config } = asked
  const { locale } = line
  const server = isAtHome(named) ? null : config.server
  try {
    if (server && line.on.has('places')) return await (await import('./several-places.ts')).askPlaces(named, asked, server)
    const ran = await withProgress(named, locale, async (running) => {
      if (!server) return (await import('./local-tool.ts')).runHere(named, asked, running)
      const call = { body: asked.body, locale, ...running }
      return (await import('./remote-tool.ts')).runRemotely(named, call, { ...config, server })
    })
    return await withLink(printedAnswer(named, ran, line, server !== null), { named, answer: ran.answer, line, config })
  } catch (thrown) {
    if (thrown instanceof CutShort) return { code: thrown.code, out: '', err: '' }
    const problem = problemIn(thrown, locale)
    if (problem === null) throw thrown
    const sentence = sentenceOf(problem, named, { locale, isHere: server === null })
    return { code: EXIT_USAGE, out: line.on.has('json') ? jsonText(problem) : '', err: `doorstep: ${sentence}\n` }
  }
}
