import { machineSources } from '../../home/computer/sources.ts'
import { type HomeTool, type HomeWorld, homeTools } from '../../home/index.ts'
import { openServices } from '../../opening/services.ts'
import { LOCAL_CALLER } from '../../policy/caller.ts'
import { prepare } from '../../run/run.ts'
import type { Config } from '../../settings/options.ts'
import { readSettings } from '../../settings/read.ts'
import { endingsOf } from './endings.ts'
import type { Ran } from './local-tool.ts'
import { complain } from './output.ts'
import { outsideOf } from './outside.ts'
import { printedAnswer, problemIn, refuseUnlinkable, sentenceOf, withLink } from './printed-answer.ts'
import { lineByLine, openProgress } from './progress.ts'
import { readToolLine, type ToolLine } from './tool-line.ts'
import { EXIT_USAGE, jsonText, type Outcome, printed, usageError, type World } from './verb.ts'

/** `doorstep home`, `listen`, `open`, `close`: run on this computer, with the doorstep of `--server` for the view from outside. */
export async function runAtHome(name: string, args: readonly string[], { environment }: World): Promise<Outcome> {
  const line = readToolLine(toolNamed(name, { sources: machineSources(), outside: null }), args, environment)
  const { config } = readSettings(line, environment)
  const named = toolNamed(name, { sources: machineSources(), outside: outsideOf(config, line.isFromPlaces) })
  if (line.asks === 'help') return printed((await import('./tool-help.ts')).toolHelp(named, line.locale))
  if (line.isFromPlaces && config.server === null) throw usageError('places-need-server', {})
  refuseUnlinkable(line, config)
  try {
    const ran = await runHere(named, line, config)
    if ('cutBy' in ran) return { code: ran.cutBy, out: '', err: '' }
    return await withLink(printedAnswer(named, ran, line, false), { named, answer: ran.answer, line, config })
  } catch (thrown) {
    const problem = problemIn(thrown, line.locale)
    if (problem === null) throw thrown
    const err = `doorstep: ${sentenceOf(problem, named, { locale: line.locale, isHere: true })}\n`
    return { code: EXIT_USAGE, out: line.isJson ? jsonText(problem) : '', err }
  }
}

function toolNamed(name: string, world: HomeWorld): HomeTool {
  const named = homeTools(world).find((one) => one.name === name)
  if (!named) throw new Error(`there is no ${name}`)
  return named
}

/**
 * Runs it until it is done, or until a signal of the system ends it. A command that changes something then takes it back, and still says what
 * became of it; all others were cut short, and say nothing.
 */
async function runHere(named: HomeTool, line: ToolLine, config: Config): Promise<Ran | { readonly cutBy: number }> {
  const { services } = openServices(config, { debug() {}, info() {}, warn: complain, error: complain }, null)
  const runnable = prepare([named], services, []).get(named.name)
  if (!runnable) throw new Error(`${named.name} was not prepared`)
  const body = line.body()
  const { locale } = line
  const { takesBack } = named
  using ending = endingsOf(!takesBack)
  const { report, end } = takesBack ? lineByLine(named, locale) : openProgress(named, locale)
  const { signal } = ending
  // Also where it is not waited for.
  process.once('exit', end)
  try {
    const ran = await runnable.run({ body, caller: LOCAL_CALLER, locale, signal, face: 'cli', ...(report && { report }) })
    const cutBy = ending.code()
    return !takesBack && cutBy !== null ? { cutBy } : ran
  } catch (thrown) {
    const cutBy = ending.code()
    if (cutBy === null) throw thrown
    return { cutBy }
  } finally {
    process.off('exit', end)
    end()
  }
}
