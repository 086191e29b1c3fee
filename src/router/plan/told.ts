import type { Block } from '../../contract/blocks.ts'
import type { NextAction } from '../../contract/next-action.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import { neededOf } from '../catalogue/ports.ts'
import { INSTALL_ON_LINUX } from './alternatives.ts'
import { type CommandKind, commandName } from './commands.ts'
import type { Plan } from './fields.ts'
import { planText } from './plan.text.ts'
import { ADDRESS_PLACEHOLDER, PORT_PLACEHOLDER } from './rules.ts'

/** A plan as it is told, with its situation and its steps. */
type Told = Plan & { readonly situation: string | null; readonly nextActions: readonly NextAction[] }
type Rule = Plan['rules'][number]

const SYSTEMS = { windows: 'Windows', linux: 'Linux', macos: 'macOS' } as const

/** Draws a plan: the rules as the router's form has them, then commands, checks, the way back and notes; or the other ways where there is no rule to add. */
export function planTold(plan: Told, locale: Locale): readonly Block[] {
  const say = sayIn(planText, locale)
  const { commands, listening, undo, ipv6, alternatives, notes, securityNotes, saferAlternative: safer } = plan
  const on = (kind: CommandKind, where: 'device' | 'router') =>
    say(kind === 'upnpc' ? 'instead-of-rule' : `run-on-${where}`, { kind: commandName(kind, locale) })
  return [
    // In a building there may be rules, but no router to add them to.
    ...(plan.rules.length > 0 && plan.nextActions.some(({ code }) => code === 'add-rules')
      ? rulesTold(plan, locale)
      : alternatives.map(({ name, text, lines }): Block => ({ ...shell(name, lines, text), plain: true }))),
    ...commands.map(({ kind, where, lines }) => shell(on(kind, where), lines)),
    ...listening.flatMap(({ platform, check, listener }) => [
      shell(say('is-it-listening', { platform: SYSTEMS[platform] }), [check]),
      shell(say('throwaway-listener', { platform: SYSTEMS[platform] }), listener === null ? [] : [listener]),
    ]),
    ...undo.map(({ text, lines }, index) => shell(index === 0 ? say('undo') : text, lines, index === 0 ? text : undefined)),
    shell(say('over-ipv6'), ipv6?.commands.flatMap(({ lines }) => lines) ?? [], ipv6?.text),
    { kind: 'list', title: say('notes'), more: true, items: notes },
    { kind: 'list', title: say('security'), more: true, items: [...securityNotes, ...(safer === null ? [] : [safer])] },
  ]
}

/** Draws lines for a shell with what they are for; where there are none, that alone. */
function shell(title: string, lines: readonly string[], note?: string): Block {
  if (note !== undefined && lines.length === 0) return { kind: 'note', title, more: true, text: note }
  return { kind: 'code', title, more: true, shell: true, lines, ...(note !== undefined && { note }) }
}

function rulesTold(plan: Told, locale: Locale): readonly Block[] {
  const { rules, ports, menuPath, menuVariants } = plan
  const needed = neededOf(rules)
  const purposeOf = (rule: Rule) => {
    const isOf = (one: Plan['ports'][number]) => rule.protocol === 'both' || one.protocol === rule.protocol
    return ports.find((one) => one.internal === rule.internalPort && isOf(one))?.purpose ?? ''
  }
  const cellOf = (value: string) => (value === ADDRESS_PLACEHOLDER ? planText.say(locale, 'device-address', {}) : value)
  const rowOf = ({ form }: Rule) => form.map(({ value }) => cellOf(value))
  const others = rules.filter((rule) => !needed.includes(rule))
  const apart = [...Map.groupBy(others, purposeOf)].flatMap(([purpose, some]) => [
    [''],
    [planText.say(locale, 'optional', { purpose })],
    ...some.map(rowOf),
  ])
  return [
    {
      kind: 'table',
      plain: true,
      more: isTold(plan),
      columns: rules[0]?.form.map(({ label }) => label) ?? [],
      rows: [...needed.map(rowOf), ...apart],
    },
    {
      kind: 'list',
      plain: true,
      more: true,
      items: [menuPath.join(' > '), ...menuVariants.map(({ when, menuPath: path }) => `${when}: ${path.join(' > ')}`)],
    },
  ]
}

/** Returns whether the steps say all that has to be added, and have enough to say besides: for a console, UPnP comes before any rule. */
function isTold({ situation, rules, nextActions, service }: Told): boolean {
  if (situation === 'better-shut') return true
  const step = nextActions.find(({ code }) => code === 'add-rules')
  // A port that is yet to be chosen is nothing to copy.
  const portOf = ({ externalPort, internalPort }: Rule) => (externalPort === PORT_PLACEHOLDER ? internalPort : externalPort)
  const isLong = situation === 'two-routers' || situation === 'shared-ports' || service.category === 'console'
  return isLong && rules.every((rule) => !rule.required || step?.text.includes(portOf(rule)))
}

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

type Way = Plan['alternatives'][number]

/** Returns the steps that a terminal shows: those that everybody needs, in their order; where there is no rule to add, how to begin with the best way. */
export function shortSteps({
  nextActions,
  alternatives,
  upnp,
}: Pick<Told, 'nextActions' | 'alternatives' | 'upnp'>): readonly NextAction[] {
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
export function warningOf({ nextActions, caution }: Pick<Told, 'nextActions' | 'caution'>, locale: Locale): string | null {
  const isOpened = nextActions.some(({ code }) => code === 'add-rules')
  const isSaid = caution === null || nextActions.some(({ text }) => text.includes(caution))
  return isSaid || !isOpened ? null : planText.say(locale, 'warning', { note: caution })
}
