import type { PortFinding } from '../answers.ts'
import type { Pictured } from '../drawing.ts'
import { WherePath } from './where.tsx'

/** Renders the way to the port. */
export function PortPicture({ answer }: Pictured<PortFinding, unknown>) {
  if (!answer) return <WherePath ip={null} where={null} now="router" />
  const { status, protocol, port, ...found } = answer
  return <WherePath {...found} isOpen={status === 'open'} called={{ program: `${protocol.toUpperCase()} ${port}` }} />
}
