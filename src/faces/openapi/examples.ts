import type { Locale } from '../../contract/text.ts'
import examples from './examples.gen.json'
import type { ProblemExamples } from './problems.ts'

/** Recorded request, with its answer in each format. */
export interface ToolExample {
  readonly request?: unknown
  readonly json?: unknown
  readonly text?: string
  readonly ndjson?: string
  readonly sse?: string
}

/** Recorded answers, by tool, by path and by code. */
export interface Examples {
  readonly tools: Readonly<Record<string, ToolExample>>
  readonly services: Readonly<Record<string, ToolExample>>
  readonly problems: ProblemExamples
}

export const EXAMPLES: Readonly<Record<Locale, Examples>> = examples
