import type { NextAction } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import { INSTALL_ON_LINUX } from './alternatives.ts'
import { planText } from './plan.text.ts'
import type { Plan } from './plan.ts'

/** The most steps that a reader follows in one sitting. */
const STEPS_MAX = 8
/** The actions that nobody needs to begin with; details and JSON have them. */
const LATER: readonly string[] = ['remove-rules', 'old-ip-data', 'port-taken']
/** The action that is left out of a long list. */
const SPARE = 'find-brand'

/** The steps that name other ways. */
const OF_WAYS: readonly string[] = ['use-relay', 'use-safer-way']
/** The most lines of another way that stand in the short text. */
const SHORT_LINES = 4

type Told = Pick<Plan, 'alternatives' | 'upnp'> & { readonly nextActions: readonly NextAction[] }
type Way = Plan['alternatives'][number]

/** Returns the steps that a terminal shows: those that everybody needs, in their order; where there is no rule to add, how to begin with the best way. */
export function shortSteps({ nextActions, alternatives, upnp }: Told): readonly NextAction[] {
  const needed = nextActions.filter(({ code }) => !LATER.includes(code))
  // A safer way names the relay of the service.
  const isSaid = (way: Way) =>
    nextActions.some(({ code, text }) =>
      OF_WAYS.includes(code) ? code !== 'use-relay' && way.text === upnp.note : text.includes(way.text),
    )
  const best = nextActions.some(({ code }) => code === 'add-rules') ? null : bestWay(alternatives.filter((way) => !isSaid(way)))
  const at = best === null ? -1 : needed.findIndex(({ code, text }) => OF_WAYS.includes(code) && !text.includes(best))
  const told = needed.map((step, index) => (index === at ? { ...step, text: `${step.text} ${best}` } : step))
  return told.length > STEPS_MAX ? told.filter(({ code }) => code !== SPARE) : told
}

/** Returns the best of the ways that need nobody's consent, in two sentences and a few lines. */
function bestWay(alternatives: readonly Way[]): string | null {
  const best = alternatives.find(({ kind }) => kind !== 'public-address')
  if (!best) return null
  const sentences = best.text.split(/(?<=[.다]\.?) (?=\S)/).slice(0, 2)
  const lines = best.lines.length <= SHORT_LINES ? best.lines.map((line) => `\`${line}\``).join(', ') : ''
  const isForLinux = lines !== '' && best.lines[0] === INSTALL_ON_LINUX
  return [...sentences, ...(isForLinux ? ['Linux:'] : []), lines].join(' ').trimEnd()
}

/** Returns the caution about a service that is to be opened; null where nothing is. */
export function warningOf(
  { nextActions, caution }: { readonly nextActions: readonly NextAction[]; readonly caution: string | null },
  locale: Locale,
): string | null {
  const isOpened = nextActions.some(({ code }) => code === 'add-rules')
  const isSaid = caution === null || nextActions.some(({ text }) => text.includes(caution))
  return isSaid || !isOpened ? null : planText.say(locale, 'warning', { note: caution })
}
