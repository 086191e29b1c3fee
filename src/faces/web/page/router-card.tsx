import type { Plan, ToolAnswer } from './answers.ts'
import { PlanForm } from './plan-form.tsx'
import { usePageWords } from './words.ts'

interface Props {
  /** The plan in the answer; null where it has none: then the card requests it. */
  readonly plan: Plan | null
  readonly answer: ToolAnswer
  /** The request of the answer. */
  readonly request: Readonly<Record<string, unknown>>
  open(tool: string, request: Readonly<Record<string, unknown>>): void
  /** Checks again; without it, the card does not end with that button. */
  again?(): void
}

/** Renders what to do in the router: which it is, how to open it, what to enter there, and what else helps where no rule can. */
export function RouterCard({ plan }: Props) {
  const say = usePageWords()
  if (plan === null || plan.rules.length === 0) return null
  return (
    <section class="router-part" aria-labelledby="router-part">
      <h3 id="router-part">{say('reach.plan')}</h3>
      <PlanForm plan={plan} />
    </section>
  )
}
