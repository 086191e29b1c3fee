import { inMs } from '../../../../contract/span.ts'
import type { PortFinding } from '../answers.ts'
import { Prose } from '../prose.tsx'
import { waysText } from '../ways.text.ts'
import { useSay } from '../words.ts'
import { Figures } from './facts.tsx'
import { WherePath } from './where.tsx'

/** Renders what the end of the packets means, or who answers. */
export function PortLead({ answer: { words } }: { answer: PortFinding }) {
  const said = [words.meaning, words.identity].filter((line) => line !== null)
  return said.map((line) => (
    <p key={line}>
      <Prose text={line} />
    </p>
  ))
}

/** Renders the way to the port, and what is known of it. */
export function PortResult({ answer }: { answer: PortFinding }) {
  const say = useSay(waysText)
  const { ip, status, where, proof, latencyMs, service, identity } = answer
  const players = identity?.players
  return (
    <>
      {where || status === 'open' ? <WherePath ip={ip} where={where} proof={proof} identity={identity} /> : null}
      <Figures
        facts={[
          [say('port.latency'), latencyMs === null ? null : `${inMs(latencyMs)} ms`],
          [say('port.players'), players && `${players.now} / ${players.max}`],
          [say('port.version'), identity?.version],
          [say('port.service'), service],
        ]}
      />
    </>
  )
}
