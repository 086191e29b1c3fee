import type { Block } from '../../../contract/blocks.ts'
import type { ToolAnswers, ToolEvents } from '../../../contract/tool-answers.gen.ts'

export type { ToolAnswers, ToolEvents }

/** Fields that the page knows of every answer. */
export interface ToolAnswer {
  readonly tool: string
  readonly checkedAt: string
  readonly elapsedMs: number
  readonly headline: string
  readonly nextActions?: readonly NextAction[]
  /** The drawing of the result, beside what the API answers. */
  readonly blocks?: readonly Block[]
  readonly [field: string]: unknown
}

export type NextAction = ToolAnswers['reachability']['nextStep']

/** A refusal, RFC 9457. */
export interface Problem {
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly field?: string
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
  readonly didYouMean?: readonly string[]
  readonly retryAfterS?: number
}

export type Reachability = ToolAnswers['reachability'] & Pick<ToolAnswer, 'blocks'>
export type ReachStep = Reachability['steps'][number]
export type Plan = ToolAnswers['port-forward-plan'] & Pick<ToolAnswer, 'blocks'>
export type Rule = Plan['rules'][number]
export type PortFinding = ToolAnswers['port-check']
