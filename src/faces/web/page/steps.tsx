import type { ReachStep } from './answers.ts'
import { Icon } from './icon.tsx'
import { Prose } from './prose.tsx'
import { usePageWords } from './words.ts'

/** The steps of a check, in their order. */
export const STEPS = ['address', 'nat', 'name', 'port', 'service', 'router'] as const

interface Props {
  readonly steps: readonly ReachStep[]
  readonly cause: ReachStep['step'] | null
  readonly isRunning: boolean
}

/** Renders the six steps, in place from the start, so that nothing moves while they are ticked off. */
export function Steps({ steps, cause, isRunning }: Props) {
  const say = usePageWords()
  return (
    <>
      <ol class="steps" aria-label={say('reach.steps')}>
        {STEPS.map((name, index) => {
          const step = steps.find((one) => one.step === name)
          return (
            <StepRow key={name} name={name} step={step} isCause={name === cause} isNow={isRunning && index === steps.length} />
          )
        })}
      </ol>
      <div class="hidden" role="log">
        {(isRunning ? steps : []).map(({ step, status, summary }) => (
          <p key={step}>{`${say(`step.${step}`)}: ${say(`status.${status}`)}. ${summary}`}</p>
        ))}
      </div>
    </>
  )
}

interface Row {
  readonly name: ReachStep['step']
  readonly step: ReachStep | undefined
  readonly isCause: boolean
  readonly isNow: boolean
}

function StepRow({ name, step, isCause, isNow }: Row) {
  const say = usePageWords()
  const status = step?.status ?? (isNow ? 'running' : 'waiting')
  const shown = step ? say(`status.${step.status}`) : isNow ? say('step.running') : say('step.waiting')
  return (
    <li class={`step step-${status}${isCause ? ' step-cause' : ''}`}>
      <span class="tick">
        <Icon name={step?.status ?? 'waiting'} />
        <span class="hidden">{shown}</span>
      </span>
      <div>
        <h3>
          {say(`step.${name}`)}
          {isCause ? <span class="badge">{say('reach.cause')}</span> : null}
        </h3>
        <p>
          <Prose text={step?.summary ?? ' '} />
        </p>
      </div>
    </li>
  )
}
