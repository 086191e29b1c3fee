import { useEffect, useRef } from 'preact/hooks'
import { Action } from './action.tsx'
import type { Plan, Reachability, ReachStep } from './answers.ts'
import { Foot } from './foot.tsx'
import { PlanForm } from './plan-form.tsx'
import { Prose } from './prose.tsx'
import { planIn } from './results/plan.tsx'
import { Steps } from './steps.tsx'
import { Failed, Refused } from './trouble.tsx'
import type { Run } from './use-run.ts'
import { usePageWords } from './words.ts'

interface Props {
  readonly run: Run
  again(): void
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Renders the steps as they come, then the verdict, the one thing to do and, where it helps, the form in the router. */
export function ReachResult({ run, again, open }: Props) {
  const { events, ending } = run
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => head.current?.scrollIntoView({ block: 'nearest' }), [run.request])
  if (ending?.kind === 'refused' && events.length === 0) return <Refused problem={ending.problem} again={again} />
  if (ending?.kind === 'failed' && events.length === 0) return <Failed why={ending.why} again={again} />
  // A seam: both are as the schema of the tool says.
  const answer = ending?.kind === 'answered' ? (ending.answer as Reachability) : null
  const steps = answer?.steps ?? (events as readonly ReachStep[])
  const plan = planIn(steps.find(({ step }) => step === 'router')?.result ?? null)
  return (
    <div class="reach-result" ref={head}>
      <Verdict answer={answer} isRunning={ending === null} />
      <Steps steps={steps} cause={answer?.blockedAt ?? null} isRunning={ending === null} />
      {answer && answer.families.length > 1 ? <Families families={answer.families} /> : null}
      {ending?.kind === 'failed' ? <Failed why={ending.why} again={again} /> : null}
      {ending?.kind === 'refused' ? <Refused problem={ending.problem} again={again} /> : null}
      {answer ? <Next answer={answer} again={again} open={open} /> : null}
      {answer && plan && plan.rules.length > 0 && answer.verdict !== 'reachable' ? <RouterPart plan={plan} /> : null}
      {answer ? <Foot answer={answer} request={run.request} good={null} /> : null}
    </div>
  )
}

/** Renders a line for each family: the steps are about the visitor's own. */
function Families({ families }: Pick<Reachability, 'families'>) {
  return (
    <div class="families">
      {families.map(({ ip, headline }) => (
        <p key={ip} class="quiet small">
          <Prose text={headline} />
        </p>
      ))}
    </div>
  )
}

function RouterPart({ plan }: { plan: Plan }) {
  const say = usePageWords()
  return (
    <section class="router-part" aria-labelledby="router-part">
      <h3 id="router-part">{say('reach.plan')}</h3>
      <PlanForm plan={plan} />
    </section>
  )
}

function Verdict({ answer, isRunning }: { answer: Reachability | null; isRunning: boolean }) {
  const say = usePageWords()
  const verdict = answer?.verdict ?? 'running'
  return (
    <p class={`verdict verdict-${verdict}`} role="status">
      {answer ? <Prose text={answer.headline} /> : isRunning ? say('running') : ' '}
    </p>
  )
}

/** Renders the one thing to do, with the button to check again, and below it what leads further. */
function Next({ answer, again, open }: { answer: Reachability } & Omit<Props, 'run'>) {
  const say = usePageWords()
  const { tool, ...step } = answer.nextStep
  const isCheck = tool === undefined || tool === 'reachability'
  const further = (answer.nextActions ?? []).slice(1).filter(({ code }) => code !== step.code)
  return (
    <section class="next" aria-labelledby="next">
      <h3 id="next">{say('reach.next')}</h3>
      <Action action={isCheck ? step : { ...step, tool }} open={open} />
      <div class="buttons">
        <button type="button" class={isCheck ? 'button main' : 'button'} onClick={again}>
          {say('reach.again')}
        </button>
      </div>
      {further.map((action) => (
        <Action key={action.code} action={action} open={open} />
      ))}
    </section>
  )
}
