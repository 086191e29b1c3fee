import type { Good } from '../../../contract/good.ts'
import type { ToolAnswer } from './answers.ts'
import { Below } from './below.tsx'

export interface FootProps {
  readonly answer: ToolAnswer
  readonly request: Readonly<Record<string, unknown>>
  /** Which findings of the tool are good. */
  readonly good: Good | null
}

/** Renders what leads out of a result: to other people, to paper, and to programs. */
export function Foot({ answer, request }: FootProps) {
  return <Below answer={answer} request={request} />
}
