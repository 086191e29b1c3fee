import { GOALS, type GoalId, goalText, judge } from './goals.ts'
import { isDisturbed } from './machine.ts'
import { type Section, table } from './section.ts'

/** A measurement that was not made, and why. */
export interface Skipped {
  readonly name: string
  readonly why: string
}

export interface Results {
  readonly date: string
  readonly machine: string
  /** The share of the machine that other work took during the measurements. */
  readonly others: number
  readonly isQuick: boolean
  /** Programs and data with their versions. */
  readonly versions: readonly (readonly [name: string, version: string])[]
  readonly sections: readonly Section[]
  readonly skipped: readonly Skipped[]
  readonly seconds: number
}

/** Measurements without a goal in the table, each a command of its own. */
const SEPARATE = ['cli', 'crowd', 'door', 'hostile', 'page', 'path', 'siege', 'silent', 'soak']

export function resultsText(results: Results): string {
  const { date, machine, others, isQuick, versions, sections, skipped, seconds } = results
  const reached: Partial<Record<GoalId, number>> = Object.assign({}, ...sections.map((section) => section.reached))
  const percent = `${(others * 100).toFixed(0)} %`
  const warnings = [
    ...(isDisturbed(others)
      ? [`**Other work took ${percent} of this machine meanwhile.** Absolute times say little, and ratios are rough.`]
      : []),
    ...(isQuick ? ['**A quick run**, with few and short rounds.'] : []),
  ]
  const parts = [
    '# Results',
    `Written by \`npm run bench${isQuick ? ' -- --quick' : ''}\` on ${date}, in ${seconds.toFixed(0)} seconds. ${machine}.`,
    ...warnings,
    `## Goals\n\n${goalTable(reached)}`,
    ...sections.map(({ title, text }) => `## ${title}\n\n${text}`),
    ...(skipped.length > 0 ? [`## Not measured\n\n${skipped.map(({ name, why }) => `- ${name}: ${why}`).join('\n')}`] : []),
    `## Versions\n\n${table(['what', 'version'], versions)}`,
    `## Measured separately\n\n${SEPARATE.map((name) => `\`npm run bench -- ${name}\``).join(', ')}: see [README](README.md).`,
  ]
  return `${parts.join('\n\n')}\n`
}

export function goalTable(reached: Partial<Record<GoalId, number>>): string {
  const ids = Object.keys(GOALS).filter((id): id is GoalId => id in GOALS)
  const rows = ids.map((id) => {
    const { reached: value, verdict } = judge(GOALS[id], reached[id])
    return [GOALS[id].what, goalText(GOALS[id]), value, verdict]
  })
  return table(['what', 'goal', 'reached', ''], rows)
}
