import { headlineIn } from '../../contract/envelope.ts'
import type { ForeignProblemBody } from '../../contract/problem.ts'
import { shortLine } from '../../contract/short.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { renderForeign, renderLines } from '../text/render.ts'
import { sayDifference } from './difference.ts'
import type { Ran } from './local-tool.ts'
import { exitOf, goodOf } from './printed-answer.ts'
import { withProgress } from './progress.ts'
import { problemIn, sentenceOf } from './refusal.ts'
import { runRemotely } from './remote-tool.ts'
import { jsonText } from './switches.ts'
import type { Asked } from './tool-line.ts'
import { EXIT_FAILED, EXIT_OK, EXIT_USAGE, type Outcome } from './verb.ts'

/** Result of one of several servers; without an outcome it has refused, or cannot be asked. */
interface View {
  readonly name: string
  readonly server: URL
  readonly ran: Ran | null
  /** The exit code that it stands for. */
  readonly code: number
  readonly problem: ForeignProblemBody | null
  /** The sentence on why there is no outcome. */
  readonly failure: string | null
}

/** Asks several doorsteps side by side: one line each, and a sentence on how they differ. */
export async function askSeveral(named: NamedTool, asked: Asked): Promise<Outcome> {
  const { servers } = asked.config
  const names = namesOf(servers)
  const views = await withProgress({ named, locale: asked.line.locale }, (report) =>
    Promise.all(
      servers.map((server, index) => {
        const name = names[index] ?? server.href
        return viewFrom({ name, server }, { named, asked, report: report && ((event) => report(event, name)) })
      }),
    ),
  )
  return printedViews(named, views, asked)
}

/** Returns short names of servers: without the scheme, where this distinguishes them. */
function namesOf(servers: readonly URL[]): readonly string[] {
  const short = servers.map(({ host, pathname }) => `${host}${pathname.slice(0, -1)}`)
  return new Set(short).size === servers.length ? short : servers.map(({ href }) => href)
}

interface Question {
  readonly named: NamedTool
  readonly asked: Asked
  readonly report: ((event: unknown) => void) | null
}

async function viewFrom(
  place: { readonly name: string; readonly server: URL },
  { named, asked: { body, line, config }, report }: Question,
): Promise<View> {
  const { locale } = line
  try {
    const ran = await runRemotely(named, { body, locale, report }, { ...config, server: place.server })
    return { ...place, ran, code: exitOf(named, ran), problem: null, failure: null }
  } catch (thrown) {
    const nothing = { ...place, ran: null, code: EXIT_USAGE }
    if (thrown instanceof ConfigError) return { ...nothing, problem: null, failure: thrown.in(locale) }
    const problem = problemIn(thrown, locale)
    if (problem === null) throw thrown
    return { ...nothing, problem, failure: sentenceOf(problem, named, { locale, isHere: false }) }
  }
}

function printedViews(named: NamedTool, views: readonly View[], { line }: Asked): Outcome {
  const answered = views.flatMap(({ name, ran }) => (ran ? [{ name, ran }] : []))
  const difference = sayDifference(named, answered, line.locale)
  const lines = renderLines(Object.fromEntries(views.map((view) => [view.name, headlineOf(named, view, line.locale)])))
  // The first that one server stands for decides: with all, one bad finding is enough, with any, one good one.
  const order = line.isAny ? [EXIT_OK, EXIT_USAGE] : [EXIT_FAILED, EXIT_USAGE]
  const otherwise = line.isAny ? EXIT_FAILED : EXIT_OK
  const code = order.find((one) => views.some((view) => view.code === one)) ?? otherwise
  const err = answered.length > 0 ? '' : lines.replaceAll(/^(?=.)/gm, 'doorstep: ')
  if (line.isShort) return { code, out: shortOf(named, answered), err: failuresIn(views) }
  if (line.isJson) return { code, out: jsonText({ servers: views.map((view) => bodyOf(named, view)), ...difference }), err }
  if (answered.length === 0) return { code, out: '', err }
  const whole = line.details ? answered.map(({ name, ran }) => `${name}\n\n${renderForeign(named, ran, line.locale, true)}`) : []
  return { code, out: [lines, `${difference.headline}\n`, ...whole].join('\n'), err: '' }
}

/** Returns the one value of each server, after its name and a tab. */
function shortOf({ tool }: NamedTool, answered: readonly { readonly name: string; readonly ran: Ran }[]): string {
  return answered.map(({ name, ran }) => `${name}\t${shortLine(tool, ran.answer)}`).join('')
}

function failuresIn(views: readonly View[]): string {
  return views.map(({ name, failure }) => (failure === null ? '' : `doorstep: ${name}: ${failure}\n`)).join('')
}

/** Returns a view for a script. */
function bodyOf(named: NamedTool, { server, ran, problem, failure }: View): object {
  return { server: server.href, good: ran && goodOf(named, ran), answer: ran?.answer ?? null, problem, error: failure }
}

/** Returns the finding of one server in a line, or why there is none. */
function headlineOf(named: NamedTool, { ran, failure }: View, locale: Asked['line']['locale']): string {
  if (ran === null) return failure ?? ''
  return headlineIn(ran.answer) ?? renderForeign(named, ran, locale).split('\n')[0] ?? ''
}
