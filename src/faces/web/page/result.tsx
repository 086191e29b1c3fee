import type { ComponentChild } from 'preact'
import type { ToolAnswer } from './answers.ts'
import { CertificatesResult } from './results/certificates.tsx'
import { HeadersResult } from './results/headers.tsx'
import { IssuanceResult } from './results/issuance.tsx'
import { LoginResult } from './results/login.tsx'
import { PingResult } from './results/ping.tsx'
import { PlanResult } from './results/plan.tsx'
import { PortResult } from './results/port.tsx'
import { PropagationResult } from './results/propagation.tsx'
import { TraceResult } from './results/trace.tsx'
import { WholeResult } from './value.tsx'

type Draw = (answer: ToolAnswer) => ComponentChild
type DrawLive = (answer: ToolAnswer | null, events: readonly unknown[]) => ComponentChild

/** Makes a drawing of one answer out of a component. A seam: what a tool answers is as its schema says. */
const of = <Shape,>(draw: (props: { answer: Shape }) => ComponentChild): Draw => {
  const Drawing = draw
  return (answer) => <Drawing answer={answer as unknown as Shape} />
}

/** Does the same for a tool that is drawn while it runs. */
const live = <Shape,>(draw: (props: { answer: Shape | null; events: readonly unknown[] }) => ComponentChild): DrawLive => {
  const Drawing = draw
  // A seam, as above.
  return (answer, events) => <Drawing answer={answer as unknown as Shape | null} events={events} />
}

/** The drawings of results by the name of their tool. Any other result, also of a plug-in, is rendered from the shape of its answer. */
const DRAWINGS: Readonly<Record<string, Draw>> = {
  'port-check': of(PortResult),
  'port-forward-plan': of(PlanResult),
  'router-login-route': of(LoginResult),
  'dns-propagation': of(PropagationResult),
  'ssl-check': of(CertificatesResult),
  'certificate-check': of(IssuanceResult),
  'http-headers': of(HeadersResult),
}
const LIVE: Readonly<Record<string, DrawLive>> = { ping: live(PingResult), traceroute: live(TraceResult) }

export function resultOf(tool: string, answer: ToolAnswer | null, events: readonly unknown[]): ComponentChild {
  const drawLive = Object.hasOwn(LIVE, tool) ? LIVE[tool] : undefined
  if (drawLive) return answer || events.length > 0 ? drawLive(answer, events) : null
  if (!answer) return null
  const draw = Object.hasOwn(DRAWINGS, tool) ? DRAWINGS[tool] : undefined
  return draw ? draw(answer) : <WholeResult answer={answer} />
}
