import { shortLine } from '../../contract/good.ts'
import { ForeignProblem, type ForeignProblemBody } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import type { AskedOutside, PlacesSeen } from '../../home/index.ts'
import { actionLabel } from '../../operations/registry/action-labels.text.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import { patient } from '../../platform/testing.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { Config } from '../../settings/options.ts'
import type { NamedPlace } from '../../settings/parse-urls.ts'
import { comparisonOf, PLACE_MS, type Seen, sayDifference, saySeen, seenIn } from '../text/places.ts'
import { renderForeign, renderLines } from '../text/render.ts'
import { stepLines } from '../text/steps.ts'
import { placesText } from '../text/text.text.ts'
import { EXIT_FAILED, EXIT_OK, EXIT_USAGE, jsonText, type Printed } from './output.ts'
import { exitOf, goodOf, type Ran, sentenceOf } from './printed-answer.ts'
import { withProgress } from './progress.ts'
import type { ServerConfig } from './remote-request.ts'
import { type LocatedPlace, otherPlacesOf, type RemoteCall, runRemotely } from './remote-tool.ts'
import type { ToolCommand } from './tool-line.ts'

/** Result of one of several places; without an outcome it has refused, or cannot be asked. */
interface View extends NamedPlace {
  readonly ran: Ran | null
  readonly seen: Seen | null
  readonly code: number
  readonly problem: ForeignProblemBody | null
  readonly failure: string | null
}

interface Question {
  readonly named: NamedTool
  readonly call: Omit<RemoteCall, 'report'>
  readonly config: Config
}

/** Asks a doorstep and the other places that it names side by side: one line each, and a sentence on how they differ. */
export async function askPlaces(named: NamedTool, { body, line, config }: ToolCommand, server: URL): Promise<Printed> {
  const { locale } = line
  const others = await otherPlacesOf({ ...config, server })
  const views = await withProgress(named, locale, ({ report, signal }) => {
    const question = { named, call: { body, locale, signal }, config }
    return Promise.all([viewFrom(ownPlace(server), question, report), ...viewsFrom(others, question)])
  })
  return printedViews(named, views, line)
}

/** Has a doorstep and its other places look at a port of this computer, and compares what they see. */
export async function lookFromPlaces(
  named: NamedTool,
  { body, locale, signal }: Pick<AskedOutside, 'body' | 'locale' | 'signal'>,
  config: ServerConfig,
): Promise<PlacesSeen> {
  try {
    const places = [ownPlace(config.server), ...(await otherPlacesOf(config))]
    // The end of packets is looked for by the doorstep that was named.
    const call = { body: { ...body, explain: false }, locale, signal }
    const views = await Promise.all(viewsFrom(places, { named, call, config }))
    const { code: difference, sentence: headline, split } = sayDifference(comparisonOf(named), views, locale)
    return { seen: linesOf(named, views, locale), difference, headline, split }
  } catch (thrown) {
    if (!(thrown instanceof ConfigError)) throw thrown
    return { seen: [], difference: null, headline: thrown.in(locale), split: null }
  }
}

function ownPlace({ host, href }: URL): LocatedPlace {
  return { name: host, url: href, at: null }
}

/** Asks places, each of which has the time of another place. */
function viewsFrom(places: readonly LocatedPlace[], { call, ...question }: Question): Promise<View>[] {
  const bounded = { ...question, call: { ...call, withinMs: patient(PLACE_MS) } }
  return places.map((place) => viewFrom(place, bounded, null))
}

/** Only the doorstep that the user named is quoted: what other places write is never printed. */
async function viewFrom(
  { at, ...place }: LocatedPlace,
  { named, call, config }: Question,
  report: RemoteCall['report'],
): Promise<View> {
  const { locale, withinMs } = call
  if (typeof at === 'string') return { ...place, ...NOTHING, failure: placesText.say(locale, at, {}) }
  try {
    const ran = await runRemotely(
      named,
      { ...call, report, ...(at && { address: at }) },
      { ...config, server: new URL(place.url) },
    )
    const seen = seenIn(comparisonOf(named), ran.answer)
    if (seen) return { ...place, ran, seen, code: exitOf(named, ran), problem: null, failure: null }
    return { ...place, ...NOTHING, failure: placesText.say(locale, 'nonsense', {}) }
  } catch (thrown) {
    if (thrown instanceof ConfigError) return { ...place, ...NOTHING, failure: thrown.in(locale) }
    if (!(thrown instanceof ForeignProblem)) throw thrown
    const { problem } = thrown
    const refused = () => placesText.say(locale, 'refused', { status: Number(problem.status) })
    return {
      ...place,
      ...NOTHING,
      problem,
      failure: withinMs ? refused() : sentenceOf(problem, named, { locale, isHere: false }),
    }
  }
}

const NOTHING = { ran: null, seen: null, code: EXIT_USAGE, problem: null }

function printedViews(named: NamedTool, views: readonly View[], line: ToolCommand['line']): Printed {
  const by = comparisonOf(named)
  const { code: difference, sentence, situation, steps } = sayDifference(by, views, line.locale)
  const lines = renderLines(Object.fromEntries(linesOf(named, views, line.locale).map(({ name, said }) => [name, said])))
  // The first that one place stands for decides: with all, one bad finding is enough, with any, one good one.
  const order = line.on.has('any') ? [EXIT_OK, EXIT_USAGE] : [EXIT_FAILED, EXIT_USAGE]
  const otherwise = line.on.has('any') ? EXIT_FAILED : EXIT_OK
  const code = order.find((one) => views.some((view) => view.code === one)) ?? otherwise
  const answered = views.flatMap(({ name, ran }) => (ran ? [{ name, ran }] : []))
  const err = answered.length > 0 ? '' : lines.replaceAll(/^(?=.)/gm, 'doorstep: ')
  const failures = views.map(({ name, failure }) => (failure === null ? '' : `doorstep: ${name}: ${failure}\n`)).join('')
  if (line.on.has('short'))
    return { code, out: answered.map(({ name, ran }) => `${name}\t${shortLine(named.tool, ran.answer)}`).join(''), err: failures }
  if (line.on.has('json')) {
    const nextActions = steps.map((step) => ({ ...step, label: actionLabel(step.code, {}, line.locale) }))
    const places = views.map(({ name, url, ran, problem, failure }) => {
      return { name, url, good: ran && goodOf(named, ran), answer: ran?.answer ?? null, problem, error: failure }
    })
    return { code, out: jsonText({ places, difference, headline: sentence, situation, nextActions }), err }
  }
  if (answered.length === 0) return { code, out: '', err }
  const own = line.on.has('details') ? views[0]?.ran : null
  return {
    code,
    out: [
      lines,
      `${sentence}\n`,
      ...(steps.length > 0 ? [`${stepLines(steps)}\n`] : []),
      ...(own ? [renderForeign(named, own, line.locale, { details: true })] : []),
    ].join('\n'),
    err: '',
  }
}

function linesOf(named: NamedTool, views: readonly View[], locale: Locale): { name: string; said: string }[] {
  const by = comparisonOf(named)
  return views.map(({ name, seen, failure }) => ({ name, said: (seen ? saySeen(by, seen, locale) : failure) ?? '' }))
}
