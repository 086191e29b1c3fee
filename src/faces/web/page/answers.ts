import type { Static, TObject } from '@sinclair/typebox'
import type certificateCheck from '../../../../tools/certificate-check.ts'
import type portCheck from '../../../../tools/port-check.ts'
import type portForwardPlan from '../../../../tools/port-forward-plan.ts'
import type reachability from '../../../../tools/reachability.ts'
import type { Block, Plain } from '../../../contract/blocks.ts'

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

export type NextAction = Reachability['nextStep']

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

/** The answer of a tool, with what all answers begin with. */
export type AnswerOf<Tool extends { readonly result: TObject }> = Plain<Static<Tool['result']>> &
  Pick<ToolAnswer, 'tool' | 'checkedAt' | 'elapsedMs' | 'headline' | 'blocks'> & {
    readonly good: boolean | null
    readonly understood?: readonly { readonly field: string; readonly value: string | number }[]
  }

export type Reachability = AnswerOf<typeof reachability>
export type ReachStep = Reachability['steps'][number]
export type Plan = AnswerOf<typeof portForwardPlan>
export type Rule = Plan['rules'][number]
export type PortFinding = AnswerOf<typeof portCheck>
export type Issuance = AnswerOf<typeof certificateCheck>
