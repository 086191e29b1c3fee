import { isRecord } from '../../../contract/record.ts'
import type { ToolAnswer, ToolAnswers } from './answers.ts'
import { Blocks } from './blocks.tsx'
import type { AnyDrawing, Drawing } from './drawing.ts'
import { LoginGuide, LoginNotes } from './results/login.tsx'
import { PlanResult } from './results/plan.tsx'
import { PortLead, PortPicture, PortResult } from './results/port.tsx'
import { ReachGuide, ReachLead, ReachPicture, ReachWhy } from './results/reach.tsx'
import { DRAWN_ACTIONS } from './router-steps.tsx'

/** The actions that have the lines of a program. */
const ORDER_ACTIONS = ['use-certbot', 'use-caddy', 'use-acme-sh'] as const

/** The drawings of results by the name of their tool. Any other result, also of a plug-in, is drawn of its blocks. */
const DRAWINGS: { readonly [Tool in keyof ToolAnswers]?: Drawing<Tool> } = {
  reachability: {
    Picture: ReachPicture,
    Lead: ReachLead,
    Guide: ReachGuide,
    Body: ReachWhy,
    isBeside: true,
    numbers: () => true,
  },
  'port-check': { Picture: PortPicture, Lead: PortLead, Body: PortResult },
  'port-forward-plan': {
    Body: PlanResult,
    draws: ({ rules }) => (rules.length > 0 ? DRAWN_ACTIONS : []),
    numbers: ({ rules }) => rules.length > 0,
  },
  // The lines to type are among the blocks.
  'certificate-check': { Live: Told, draws: ({ commands }) => (commands.length > 0 ? ORDER_ACTIONS : []) },
  'router-login-route': { Guide: LoginGuide, Body: LoginNotes, isBeside: true },
}

/** Returns the drawing of a tool. A seam: the server keeps to the schemas of its answers, from which the types of drawings are made. */
export function drawingOf(tool: string): AnyDrawing {
  const drawing = Object.entries(DRAWINGS).find(([name]) => name === tool)?.[1]
  return drawing ? (drawing as unknown as AnyDrawing) : { Live: Told }
}

/** Renders the blocks of an answer; until it has come, those of what was reported last. */
function Told({ answer, events }: { answer: ToolAnswer | null; events: readonly unknown[] }) {
  // A seam: the server sends blocks with what it reports, and `Blocks` draws none where there are none.
  const drawn = answer ?? (events.findLast((event) => isRecord(event) && event.blocks) as ToolAnswer | undefined)
  return <Blocks blocks={drawn?.blocks} />
}
