import type { PortFinding } from '../answers.ts'
import { useFoundWords, useToolWords } from '../words.ts'

const VERDICTS: Readonly<Record<string, string>> = {
  open: 'reachable',
  timeout: 'blocked',
  closed: 'blocked',
  refused: 'blocked',
}
const STATUSES = ['open', 'closed', 'timeout', 'refused'] as const

/** What the port did, as one sentence. */
export function PortResult({ answer }: { answer: PortFinding }) {
  const [say, found] = [useToolWords(), useFoundWords()]
  const { port, status, ip, protocol, latencyMs, service } = answer
  const known = STATUSES.find((one) => one === status) ?? 'error'
  const figures = [
    { label: found('port.address'), value: `${ip} ${protocol.toUpperCase()} ${port}` },
    ...(latencyMs === null ? [] : [{ label: found('port.latency'), value: `${latencyMs} ms` }]),
    ...(service === null ? [] : [{ label: found('port.service'), value: service }]),
  ]
  return (
    <>
      <p class={`verdict verdict-${VERDICTS[status] ?? 'cannot-tell'}`}>{say(`port.${known}`, { port })}</p>
      <dl class="figures">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
