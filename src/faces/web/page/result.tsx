import type { ComponentChild } from 'preact'
import type { ToolAnswer, ToolAnswers, ToolEvents } from './answers.ts'
import { DRAWN_ACTIONS } from './plan-form.tsx'
import { CertificatesResult } from './results/certificates.tsx'
import { HeadersResult } from './results/headers.tsx'
import { IssuanceResult } from './results/issuance.tsx'
import { LoginResult } from './results/login.tsx'
import { PingResult } from './results/ping.tsx'
import { PlanResult } from './results/plan.tsx'
import { PortLead, PortResult } from './results/port.tsx'
import { PropagationResult } from './results/propagation.tsx'
import { ReachGuide, ReachLead, ReachLive } from './results/reach.tsx'
import { ServiceResult } from './results/service.tsx'
import { TraceResult } from './results/trace.tsx'
import { WholeResult } from './value.tsx'

/** An answer to draw, and the way from it to another tool. */
export interface Shown<Answer> {
  readonly answer: Answer
  /** The request that it answers. */
  readonly request: Readonly<Record<string, unknown>>
  open(tool: string, request: Readonly<Record<string, unknown>>): void
  /** Sends the request again. */
  again(): void
}

type EventOf<Tool> = Tool extends keyof ToolEvents ? ToolEvents[Tool] : never

/** Parts of a result between its headline and the words for programs. The frame puts the next step between `Lead` and the rest. */
export interface Drawing<Tool extends keyof ToolAnswers> {
  /** Drawn above the next step. */
  readonly Lead?: (props: Shown<ToolAnswers[Tool]>) => ComponentChild
  /** Returns the codes of actions that it draws itself, so that no list repeats them. */
  readonly draws?: (answer: ToolAnswers[Tool]) => readonly string[]
  /** Drawn right below the next step: how to do it. */
  readonly Guide?: (props: Shown<ToolAnswers[Tool]>) => ComponentChild
  readonly Body?: (props: Shown<ToolAnswers[Tool]>) => ComponentChild
  /** Drawn in place of `Body`, from the first event on; `answer` is null until it has come. */
  readonly Live?: (props: {
    readonly answer: ToolAnswers[Tool] | null
    readonly events: readonly EventOf<Tool>[]
    readonly isRunning: boolean
  }) => ComponentChild
  /** Whether `Live` is narrow enough to stand beside everything else on a wide screen, and is drawn before the first event. */
  readonly isBeside?: true
}

/** The drawings of results by the name of their tool. Any other result, also of a plug-in, is rendered from the shape of its answer. */
const DRAWINGS: { readonly [Tool in keyof ToolAnswers]?: Drawing<Tool> } = {
  reachability: { Lead: ReachLead, Guide: ReachGuide, Live: ReachLive, isBeside: true },
  'port-check': { Lead: PortLead, Body: PortResult },
  'public-service-check': { Body: ServiceResult },
  'port-forward-plan': { Body: PlanResult, draws: ({ rules }) => (rules.length > 0 ? DRAWN_ACTIONS : []) },
  'router-login-route': { Body: LoginResult },
  'dns-propagation': { Body: PropagationResult },
  'ssl-check': { Body: CertificatesResult },
  'certificate-check': { Body: IssuanceResult },
  'http-headers': { Body: HeadersResult },
  ping: { Live: PingResult },
  traceroute: { Live: TraceResult },
}

/** A drawing whose answer is of a tool that is known only by its name. */
interface AnyDrawing {
  readonly draws?: (answer: ToolAnswer) => readonly string[]
  readonly Lead?: (props: Shown<ToolAnswer>) => ComponentChild
  readonly Guide?: (props: Shown<ToolAnswer>) => ComponentChild
  readonly Body?: (props: Shown<ToolAnswer>) => ComponentChild
  readonly Live?: (props: {
    readonly answer: ToolAnswer | null
    readonly events: readonly unknown[]
    readonly isRunning: boolean
  }) => ComponentChild
  readonly isBeside?: true
}

/** Returns the drawing of a tool. A seam: the server keeps to the schemas of its answers, from which the types of drawings are made. */
export function drawingOf(tool: string): AnyDrawing {
  const drawing = Object.entries(DRAWINGS).find(([name]) => name === tool)?.[1]
  return drawing ? (drawing as unknown as AnyDrawing) : { Body: WholeResult }
}
