import type { ToolAnswers } from './answers.ts'
import type { AnyDrawing, Drawing } from './drawing.ts'
import { CertificatesResult } from './results/certificates.tsx'
import { DdnsLead, DdnsResult } from './results/ddns.tsx'
import { HeadersResult } from './results/headers.tsx'
import { IpResult } from './results/ip.tsx'
import { IssuanceResult } from './results/issuance.tsx'
import { LocationResult } from './results/location.tsx'
import { LoginResult } from './results/login.tsx'
import { LookupResult } from './results/lookup.tsx'
import { PingResult } from './results/ping.tsx'
import { PlanResult } from './results/plan.tsx'
import { PortLead, PortPicture, PortResult } from './results/port.tsx'
import { PropagationResult } from './results/propagation.tsx'
import { ReachGuide, ReachLead, ReachPicture, ReachWhy } from './results/reach.tsx'
import { ReverseResult } from './results/reverse.tsx'
import { ServiceResult } from './results/service.tsx'
import { TraceResult } from './results/trace.tsx'
import { DRAWN_ACTIONS } from './router-steps.tsx'
import { WholeResult } from './value.tsx'

/** The drawings of results by the name of their tool. Any other result, also of a plug-in, is rendered from the shape of its answer. */
const DRAWINGS: { readonly [Tool in keyof ToolAnswers]?: Drawing<Tool> } = {
  reachability: { Picture: ReachPicture, Lead: ReachLead, Guide: ReachGuide, Body: ReachWhy, isBeside: true },
  'port-check': { Picture: PortPicture, Lead: PortLead, Body: PortResult },
  'public-service-check': { Body: ServiceResult },
  'port-forward-plan': { Body: PlanResult, draws: ({ rules }) => (rules.length > 0 ? DRAWN_ACTIONS : []) },
  'router-login-route': { Body: LoginResult, isBeside: true },
  'ddns-match': { Lead: DdnsLead, Body: DdnsResult },
  'dns-lookup': { Body: LookupResult },
  'reverse-dns': { Body: ReverseResult },
  'ip-lookup': { Body: IpResult },
  'ip-location': { Body: LocationResult },
  'dns-propagation': { Body: PropagationResult },
  'ssl-check': { Body: CertificatesResult },
  'certificate-check': { Body: IssuanceResult },
  'http-headers': { Body: HeadersResult },
  ping: { Live: PingResult },
  traceroute: { Live: TraceResult },
}

/** Returns the drawing of a tool. A seam: the server keeps to the schemas of its answers, from which the types of drawings are made. */
export function drawingOf(tool: string): AnyDrawing {
  const drawing = Object.entries(DRAWINGS).find(([name]) => name === tool)?.[1]
  return drawing ? (drawing as unknown as AnyDrawing) : { Body: WholeResult }
}
