import type { Static, TObject } from '@sinclair/typebox'
import type { ComponentChild } from 'preact'
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

/** Fields of the router's card, as typed. */
export interface Home {
  readonly routerBrand: string
  readonly internalIp: string
  /** Internet address that the router shows. */
  readonly routerWanIp: string
}

/** An answer to draw, and the way from it to another tool. */
export interface Shown<Answer> {
  readonly answer: Answer
  /** The request that it answers. */
  readonly request: Readonly<Record<string, unknown>>
  open(tool: string, request: Readonly<Record<string, unknown>>): void
  /** Sends the request again, with what was typed since. */
  again(more?: Partial<Home>): void
}

/** The parts of a run that a picture is drawn from, from its start. */
export interface Pictured<Answer, Event> {
  /** Null until it has come. */
  readonly answer: Answer | null
  readonly events: readonly Event[]
  readonly request: Readonly<Record<string, unknown>>
  readonly isRunning: boolean
}

/** The drawing of the answers of one tool: parts of a result between its headline and the words for programs. The frame puts the next step between `Lead` and the rest. */
export interface Drawing<Answer, Event = never> {
  /** Drawn right below the headline, from the start: it keeps its height, so that nothing moves when it is filled in. */
  readonly Picture?: (props: Pictured<Answer, Event>) => ComponentChild
  /** Drawn above the next step. */
  readonly Lead?: (props: Shown<Answer>) => ComponentChild
  /** Returns the codes of actions that it draws itself, so that no list repeats them. */
  readonly draws?: (answer: Answer) => readonly string[]
  /** Returns whether it numbers steps of its own, so that no list beside them has numbers. */
  readonly numbers?: (answer: Answer) => boolean
  /** Drawn right below the next step: how to do it. */
  readonly Guide?: (props: Shown<Answer>) => ComponentChild
  /** Drawn in place of the blocks. */
  readonly Body?: (props: Shown<Answer>) => ComponentChild
  /** Whether what is below the next step is narrow enough to stand beside it on a wide screen. */
  readonly isBeside?: true
}

/** A drawing whose answer is of a tool that is known only by its name. */
export type AnyDrawing = Drawing<ToolAnswer, unknown>
