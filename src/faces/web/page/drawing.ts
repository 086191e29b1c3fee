import type { ComponentChild } from 'preact'
import type { ToolAnswer } from './answers.ts'
import type { Home } from './contexts.ts'

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
  readonly Body?: (props: Shown<Answer>) => ComponentChild
  /** Drawn in place of `Body`, from the first event on; `answer` is null until it has come. */
  readonly Live?: (props: Pictured<Answer, Event>) => ComponentChild
  /** Whether what is below the next step is narrow enough to stand beside it on a wide screen. */
  readonly isBeside?: true
}

/** A drawing whose answer is of a tool that is known only by its name. */
export type AnyDrawing = Drawing<ToolAnswer, unknown>
