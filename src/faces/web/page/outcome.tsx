import { type Good, isGood } from '../../../contract/good.ts'
import { Actions } from './actions.tsx'
import type { ToolAnswer } from './answers.ts'
import { Below } from './below.tsx'
import { OwnLanguage } from './own-language.tsx'
import { Prose } from './prose.tsx'
import { ReachResult } from './reach-result.tsx'
import { resultOf } from './result.tsx'
import { Failed, Refused } from './trouble.tsx'
import type { Run } from './use-run.ts'
import { usePageWords, useToolWords } from './words.ts'

interface Props {
  readonly run: Run
  /** Which findings of the tool are good. */
  readonly good?: Good | null
  again(): void
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Draws a request in any of its states. */
export function Outcome(props: Props) {
  return (
    <OwnLanguage {...props}>
      {props.run.tool === 'reachability' ? <ReachResult {...props} /> : <ToolOutcome {...props} />}
    </OwnLanguage>
  )
}

function ToolOutcome({ run, good = null, again, open }: Props) {
  const [page, say] = [usePageWords(), useToolWords()]
  const { ending, events, tool } = run
  const answer = ending?.kind === 'answered' ? ending.answer : null
  return (
    <section class="outcome" aria-labelledby="outcome" aria-busy={ending === null}>
      <h2 id="outcome">
        {say('result.title')}
        <span class="quiet small" role="status">
          {answer ? say('result.took', { count: Math.round(answer.elapsedMs) }) : ending === null ? page('running') : ''}
        </span>
      </h2>
      {ending === null ? <div class="progress" /> : null}
      {answer ? <Headline answer={answer} good={good} /> : null}
      {resultOf(tool, answer, events)}
      {ending?.kind === 'refused' ? <Refused problem={ending.problem} again={again} /> : null}
      {ending?.kind === 'failed' ? <Failed why={ending.why} again={again} /> : null}
      {answer ? <Actions actions={answer.nextActions ?? []} open={open} /> : null}
      {answer ? <Below answer={answer} request={run.request} /> : null}
    </section>
  )
}

const MARKS = { true: 'reachable', false: 'blocked', null: 'plain' } as const

/** Renders the finding in one sentence, in the colour of good news or bad. */
function Headline({ answer, good }: { answer: ToolAnswer; good: Good | null }) {
  return (
    <p class={`verdict verdict-${MARKS[`${isGood(good, answer)}`]}`}>
      <Prose text={answer.headline} />
    </p>
  )
}
