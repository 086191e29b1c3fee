import { type Locale, sayIn } from '../../contract/text.ts'
import { COMMAND_NAMES } from './command-names.ts'
import type { CommandKind } from './commands.ts'
import { planText } from './plan.text.ts'
import { ADDRESS_PLACEHOLDER } from './rules.ts'

/** A plan for a terminal: the rules as the router's form has them; with details also commands, checks, ways back and notes. */
interface Plan {
  situation: string | null
  service: { name: string }
  router: { name: string }
  menuPath: readonly string[]
  menuVariants: readonly { when: string; menuPath: readonly string[] }[]
  ports: readonly { internal: string; protocol: string; purpose: string }[]
  rules: readonly Rule[]
  commands: readonly { kind: CommandKind; where: 'device' | 'router'; lines: readonly string[] }[]
  listening: readonly { platform: 'windows' | 'linux' | 'macos'; check: string; listener: string | null }[]
  undo: readonly Lines[]
  ipv6: { text: string; commands: readonly Lines[] } | null
  alternatives: readonly (Lines & { kind: string; name: string; text: string })[]
  securityNotes: readonly string[]
  notes: readonly string[]
  nextActions: readonly { code: string; text: string }[]
}

interface Lines {
  text?: string
  lines: readonly string[]
}

interface Rule {
  externalPort: string
  internalPort: string
  protocol: string
  required: boolean
  form: readonly { label: string; value: string }[]
}

const GAP = '  '
const SYSTEMS = { windows: 'Windows', linux: 'Linux', macos: 'macOS' } as const

export function printPlan(plan: Plan, locale: Locale, details: boolean): string {
  const title = `${plan.service.name} - ${plan.router.name}`
  const rules = isToAdd(plan) ? table(plan, locale) : []
  if (!details) return joined(isTold(plan) ? [] : rules)
  return joined([
    title,
    ...(rules.length > 0 ? [...menus(plan), '', ...rules] : []),
    '',
    ...(rules.length === 0 ? ways(plan) : []),
    ...onMachines(plan, locale),
    ...afterwards(plan, locale),
    ...listed(plan.securityNotes),
  ])
}

/** Returns whether the steps lead to a rule: in a building there may be rules, but no router to add them to. */
function isToAdd({ rules, nextActions }: Plan): boolean {
  return rules.length > 0 && nextActions.some(({ code }) => code === 'add-rules')
}

/** Returns whether the steps say all that has to be added, and have enough to say besides. */
function isTold({ situation, rules, nextActions }: Plan): boolean {
  if (situation !== 'better-shut' && situation !== 'two-routers') return false
  const [step] = nextActions.filter(({ code }) => code === 'add-rules')
  return (
    situation === 'better-shut' || rules.every(({ required, externalPort }) => !required || step?.text.includes(externalPort))
  )
}

function joined(lines: readonly string[]): string {
  return lines.join('\n').trimEnd().concat('\n')
}

function menus({ menuPath, menuVariants }: Plan): string[] {
  return [menuPath.join(' > '), ...menuVariants.map(({ when, menuPath: path }) => `${when}: ${path.join(' > ')}`)]
}

/** Returns the commands, and what shows whether the program listens. */
function onMachines({ commands, listening }: Plan, locale: Locale): string[] {
  const say = sayIn(planText, locale)
  const head = (kind: CommandKind, where: 'device' | 'router') =>
    say(kind === 'upnpc' ? 'instead-of-rule' : `run-on-${where}`, { kind: COMMAND_NAMES[kind][locale] })
  return [
    ...commands.flatMap(({ kind, where, lines }) => section(head(kind, where), lines)),
    ...listening.flatMap(({ platform, check, listener }) => [
      ...section(say('is-it-listening', { platform: SYSTEMS[platform] }), [check]),
      ...(listener === null ? [] : section(say('throwaway-listener', { platform: SYSTEMS[platform] }), [listener])),
    ]),
  ]
}

/** Returns the way back, the way over IPv6 and the notes. */
function afterwards({ undo, ipv6, notes }: Plan, locale: Locale): string[] {
  const say = sayIn(planText, locale)
  const back = undo.flatMap(({ text = '', lines }) => [text, ...lines])
  const over = ipv6 ? [ipv6.text, ...ipv6.commands.flatMap(({ lines }) => lines)] : []
  return [...section(say('undo'), back), ...section(say('over-ipv6'), over), ...section(say('notes'), notes)]
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`# ${title}`, ...lines, '']
}

/** Returns the other ways, each with what to run or to say. */
function ways({ alternatives }: Plan): string[] {
  return alternatives.flatMap(({ name, text, lines }) => [`# ${name}`, text, ...lines, ''])
}

function listed(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [...lines.map((line) => `! ${line}`), '']
}

/** Returns the rules in the words and the order of the form; below them those that only some need, each with what it is for. */
function table({ rules, ports }: Plan, locale: Locale): string[] {
  const unknown = planText.say(locale, 'device-address', {})
  const head = rules[0]?.form.map(({ label }) => label) ?? []
  const cells = ({ form }: Rule) => form.map(({ value }) => (value === ADDRESS_PLACEHOLDER ? unknown : value))
  const [first = '', ...lines] = aligned([head, ...rules.map(cells)])
  const rows = rules.map((rule, index) => ({ ...rule, purpose: purposeOf(rule, ports), line: lines[index] ?? '' }))
  const needed = rows.some(({ required }) => required) ? rows.filter(({ required }) => required) : rows
  const spare = rows.filter((row) => !needed.includes(row))
  return [
    first,
    ...needed.map(({ line }) => line),
    ...spare.flatMap(({ purpose, line }, index) => {
      const isSame = spare[index - 1]?.purpose === purpose
      return isSame ? [line] : ['', planText.say(locale, 'optional', { purpose }), line]
    }),
  ]
}

function purposeOf({ internalPort, protocol }: Rule, ports: Plan['ports']): string {
  const port = ports.find((one) => one.internal === internalPort && (protocol === 'both' || one.protocol === protocol))
  return port?.purpose ?? ''
}

/** Returns aligned lines. Columns are as wide as a terminal shows them: Hangul takes two cells. */
function aligned(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => Bun.stringWidth(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell)))
      .join(GAP)
      .trimEnd(),
  )
}
