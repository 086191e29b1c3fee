import { type Locale, sayIn } from '../../contract/text.ts'
import { planText } from './plan.text.ts'

/** A plan for a terminal: the menu path, what to enter there, the same as commands, then the notes. */
interface Plan {
  service: { name: string }
  router: { name: string; known: boolean; fields: Fields }
  menuPath: readonly string[]
  menuVariants: readonly { when: string; menuPath: readonly string[] }[]
  rules: readonly (Fields & { required: boolean })[]
  commands: readonly { kind: string; where: 'device' | 'router'; lines: readonly string[] }[]
  listening: readonly { platform: string; check: string; listener: string | null }[]
  alternatives: readonly { name: string; text: string; lines: readonly string[] }[]
  forwardingWorks: 'yes' | 'no' | 'unknown'
  securityNotes: readonly string[]
  notes: readonly string[]
}

interface Fields {
  name: string
  externalPort: string
  internalPort: string
  protocol: string
  internalIp: string
}

const GAP = '  '

export function printPlan(plan: Plan, locale: Locale): string {
  const say = sayIn(planText, locale)
  const { service, router, rules, securityNotes, notes, forwardingWorks } = plan
  const title = `${service.name} - ${router.name}`
  if (forwardingWorks === 'no') return joined([title, '', ...ways(plan), ...listed('!', securityNotes)])
  return joined([
    title,
    ...(rules.length > 0 ? [...menus(plan), '', ...table([cellsOf(router.fields), ...rules.map(rowOf)])] : []),
    '',
    ...plan.commands.flatMap(({ kind, where, lines }) => [`# ${say(`run-on-${where}`, { kind })}`, ...lines, '']),
    ...plan.listening.flatMap(({ platform, check, listener }) => [
      `# ${say('is-it-listening', { platform })}`,
      check,
      ...(listener === null ? [] : [`# ${say('throwaway-listener', { platform })}`, listener]),
      '',
    ]),
    ...(rules.length === 0 ? ways(plan) : []),
    ...listed('!', securityNotes),
    ...listed('*', notes),
  ])
}

function joined(lines: readonly string[]): string {
  return lines.join('\n').trimEnd().concat('\n')
}

function menus({ menuPath, menuVariants }: Plan): string[] {
  return [menuPath.join(' > '), ...menuVariants.map(({ when, menuPath: path }) => `(${when}) ${path.join(' > ')}`)]
}

/** Returns the other ways, each with what to run or to say. */
function ways({ alternatives }: Plan): string[] {
  return alternatives.flatMap(({ name, text, lines }, index) => [`${index + 1}. ${name}`, text, ...lines, ''])
}

function listed(mark: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [...lines.map((line) => `${mark} ${line}`), '']
}

function cellsOf({ name, externalPort, internalPort, protocol, internalIp }: Fields): string[] {
  return [name, externalPort, internalPort, protocol, internalIp]
}

/** Returns the cells of a rule. Optional rules are in brackets, as in a manual. */
function rowOf({ required, ...rule }: Plan['rules'][number]): string[] {
  const name = required ? rule.name : `[${rule.name}]`
  const protocol = rule.protocol === 'both' ? 'TCP/UDP' : rule.protocol.toUpperCase()
  return cellsOf({ ...rule, name, protocol })
}

/** Returns aligned lines. Columns are as wide as a terminal shows them: Hangul takes two cells. */
function table(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => Bun.stringWidth(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell)))
      .join(GAP)
      .trimEnd(),
  )
}
