import type { PortFinding } from '../answers.ts'
import { useFoundWords } from '../words.ts'

/** Renders the port, what is known of it, and where packets to it end or what answers. */
export function PortResult({ answer }: { answer: PortFinding }) {
  const found = useFoundWords()
  const { port, ip, protocol, latencyMs, service, words } = answer
  const figures = [
    { label: found('port.address'), value: `${ip} ${protocol.toUpperCase()} ${port}` },
    ...(latencyMs === null ? [] : [{ label: found('port.latency'), value: `${latencyMs} ms` }]),
    ...(service === null ? [] : [{ label: found('port.service'), value: service }]),
  ]
  const said = words ? [words.way, words.meaning, words.identity] : []
  return (
    <>
      <dl class="figures">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {said.map((line) => line && <p key={line}>{line}</p>)}
    </>
  )
}
