import type { Static, TObject } from '@sinclair/typebox'
import type portCheck from '../../../../tools/port-check.ts'
import type portForwardPlan from '../../../../tools/port-forward-plan.ts'
import type reachability from '../../../../tools/reachability.ts'
import type { Block, Plain } from '../../../contract/blocks.ts'
import type { ForeignProblemBody } from '../../../contract/problem.ts'

export type Request = Readonly<Record<string, unknown>>

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
export type Problem = Omit<ForeignProblemBody, 'type'>

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

/** Fields of the router's card, as typed. */
export interface Home {
  readonly routerBrand: string
  readonly internalIp: string
  /** Internet address that the router shows. */
  readonly routerWanIp: string
}

/** An answer to draw, and the ways on from it. */
export interface Shown<Answer> {
  readonly answer: Answer
  /** The request that it answers. */
  readonly request: Request
  /** Opens a tool, and runs the request there. */
  open(tool: string, request: Request): void
  /** Sends the request again, with what was typed since. */
  again(more?: Partial<Home>): void
}
export type Open = Shown<unknown>['open']
