import type { Static, TObject } from '@sinclair/typebox'
import { createContext } from 'preact'
import type portCheck from '../../../../tools/port-check.ts'
import type portForwardPlan from '../../../../tools/port-forward-plan.ts'
import type reachability from '../../../../tools/reachability.ts'
import type { Block, Plain } from '../../../contract/blocks.ts'
import type { ForeignProblemBody } from '../../../contract/problem.ts'
import type { Locale } from '../../../contract/text.ts'
import type { AddressFacts } from '../../../contract/written.ts'
import type { Comparison } from '../../text/places.ts'

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

/** The end of a request: an answer, a refusal, or neither. */
export type Ending =
  /** `other`: the same answer in the other language, where the server sent it. */
  | { readonly kind: 'answered'; readonly answer: ToolAnswer; readonly other?: ToolAnswer }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'failed'; readonly why: Failure }

export type Failure = 'offline' | 'unreachable' | 'cut' | 'stopped'

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

/** Answers to the card of the router, as typed; `routerWanIp` is the internet address that the router shows. */
export type HomeFields = Readonly<Record<'routerBrand' | 'internalIp' | 'routerWanIp', string>>

/** An answer to draw, and the request that it answers. */
export interface Answered<Answer> {
  readonly answer: Answer
  readonly request: Request
}

/** Actions of the drawing of a result, in the view that it stands in. */
export interface ResultActions {
  /** Opens a tool, and runs the request there. */
  open(tool: string, request: Request): void
  /** Sends the request again, with what was typed since. */
  again(more?: Partial<HomeFields>): void
  /** The facts of a home that were typed since the request, kept where the next one is sent. */
  readonly home: Partial<HomeFields>
  set(field: keyof HomeFields, value: string): void
}

export const Actions = createContext<ResultActions>({ open() {}, again() {}, home: {}, set() {} })

/** The requester, as `/api/ip/json` answers. */
export interface Visitor extends AddressFacts {
  readonly ipVersion: 4 | 6
  readonly dataDate: string
  readonly scope: string
}

/** A tool in the list. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly group: string
  /** The heading of a group that is the tool's own. */
  readonly groupTitle?: string
  readonly summary: string
}

/** Additions of a vendor to the page, from the file of `--theme`. */
export interface Theme {
  readonly name: string
  /** A data: URL. */
  readonly logo: string | null
  readonly links: readonly { readonly text: string; readonly url: string }[]
}

/** Everything that the document shows before its script sends requests. */
export interface PageState {
  readonly locale: Locale
  readonly visitor: Visitor
  readonly tools: readonly ListedTool[]
  /** The sources of data whose licences ask for a credit. */
  readonly credits: readonly { readonly attribution: string; readonly url: string | null }[]
  readonly theme: Theme | null
  /** Other origins of this server, which may be reached over the other family of addresses. */
  readonly origins: readonly string[]
  /** The other places that the page may ask, the name of this one, and how the answers of each tool are compared that they may be asked for. */
  readonly places: {
    readonly name: string
    readonly others: readonly { readonly name: string; readonly url: string }[]
    readonly by: Readonly<Record<string, Comparison>>
  } | null
  /** A tool that the address of the page asks to run, and how that ended. */
  readonly asked: { readonly tool: string; readonly request: Request; readonly ending: Ending } | null
  /** Whether this server is in the visitor's network, and so cannot look from outside. */
  readonly isAtHome: boolean
  readonly version: string
}

/** The other places that the visitor's browser may ask; null if there are none. */
export const OtherPlaces = createContext<PageState['places']>(null)
