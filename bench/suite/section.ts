import type { GoalId } from './goals.ts'
import type { Children } from './processes.ts'

/** The setting of a measurement. */
export interface Bench {
  readonly children: Children
  /** For files of the measurement; it is deleted afterwards. */
  readonly folder: string
  /** Few and short rounds. */
  readonly isQuick: boolean
  readonly cores: { readonly server: number; readonly client: number }
  /** The executable of echoip, if there is one. */
  readonly echoip: string | null
}

/** The result of a measurement. */
export interface Section {
  readonly title: string
  /** Markdown, without the title. */
  readonly text: string
  readonly reached: Partial<Record<GoalId, number>>
}

export type Measurement = (bench: Bench) => Promise<Section>

/** Returns a table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
