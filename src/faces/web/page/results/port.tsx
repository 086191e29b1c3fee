import type { PortFinding } from '../answers.ts'
import { Fields } from '../value.tsx'
import { useToolWords } from '../words.ts'

const VERDICTS: Readonly<Record<string, string>> = {
  open: 'reachable',
  timeout: 'blocked',
  closed: 'blocked',
  refused: 'blocked',
}
const STATUSES = ['open', 'closed', 'timeout', 'refused'] as const

/** What the port did, as one sentence. */
export function PortResult({ answer }: { answer: PortFinding }) {
  const say = useToolWords()
  const { port, status, ...rest } = answer
  const known = STATUSES.find((one) => one === status) ?? 'error'
  return (
    <>
      <p class={`verdict verdict-${VERDICTS[status] ?? 'cannot-tell'}`}>{say(`port.${known}`, { port })}</p>
      <Fields record={rest} isWhole />
    </>
  )
}
