import { inMs } from '../../../../contract/span.ts'
import type { PortFinding } from '../answers.ts'
import type { Pictured, Shown } from '../drawing.ts'
import { Prose } from '../prose.tsx'
import { waysText } from '../ways.text.ts'
import { useSay } from '../words.ts'
import { Figures } from './facts.tsx'
import { WherePath } from './where.tsx'

/** Renders the way to the port. */
export function PortPicture({ answer }: Pictured<PortFinding, unknown>) {
  if (!answer) return <WherePath ip={null} where={null} now="router" />
  const { status, protocol, port, ...found } = answer
  return <WherePath {...found} isOpen={status === 'open'} called={{ program: `${protocol.toUpperCase()} ${port}` }} />
}

/** Renders what the end of the packets means, or who answers. */
export function PortLead({ answer: { words } }: Pick<Shown<PortFinding>, 'answer'>) {
  const said = [words.meaning, words.identity].filter((line) => line !== null)
  return said.map((line) => (
    <p key={line}>
      <Prose text={line} />
    </p>
  ))
}

/** Renders what is known of the port. */
export function PortResult({ answer }: { answer: PortFinding }) {
  const say = useSay(waysText)
  const { latencyMs, service, identity } = answer
  const players = identity?.players
  return (
    <Figures
      facts={[
        [say('port.latency'), latencyMs === null ? null : `${inMs(latencyMs)} ms`],
        [say('port.players'), players && `${players.now} / ${players.max}`],
        [say('port.version'), identity?.version],
        [say('port.service'), service],
      ]}
    />
  )
}
