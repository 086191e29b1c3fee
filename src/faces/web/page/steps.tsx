import type { ReachStep } from './answers.ts'
import { Icon } from './icon.tsx'
import { Prose } from './prose.tsx'
import { usePageWords } from './words.ts'

/** The steps of a check, in their order. */
const STEPS = ['address', 'nat', 'name', 'port', 'service', 'router'] as const

interface Props {
  readonly steps: readonly ReachStep[]
  readonly cause: ReachStep['step'] | null
}

/** Renders the six steps. */
export function Steps({ steps, cause }: Props) {
  const say = usePageWords()
  return (
    <ol class="steps" aria-label={say('reach.steps')}>
      {STEPS.map((name) => (
        <StepRow key={name} name={name} step={steps.find(({ step }) => step === name)} isCause={name === cause} />
      ))}
    </ol>
  )
}

/** Says the steps, as they come, to those who do not see the picture. */
export function StepLog({ steps }: Pick<Props, 'steps'>) {
  const say = usePageWords()
  return (
    <div class="hidden" role="log">
      {steps.map(({ step, status, summary }) => (
        <p key={step}>{`${say(`step.${step}`)}: ${say(`status.${status}`)}. ${summary}`}</p>
      ))}
    </div>
  )
}

interface Row {
  readonly name: ReachStep['step']
  readonly step: ReachStep | undefined
  readonly isCause: boolean
}

function StepRow({ name, step, isCause }: Row) {
  const say = usePageWords()
  const status = step?.status ?? 'waiting'
  const shown = step ? say(`status.${step.status}`) : say('step.waiting')
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
