import type { ComponentChildren } from 'preact'
import { type Good, isGood } from '../../../contract/good.ts'
import { Action } from './action.tsx'
import type { NextAction, ToolAnswer } from './answers.ts'
import { Foot } from './foot.tsx'
import { actionsBesideLines } from './issuance.ts'
import { Prose } from './prose.tsx'
import { ReachResult } from './reach-result.tsx'
import { isRepeating } from './repeating.ts'
import { drawingOf } from './result.tsx'
import { Commands } from './results/commands.tsx'
import { Failed, Refused } from './trouble.tsx'
import type { Run } from './use-run.ts'
import { Language, useFoundWords, useLocale, usePageWords, useToolWords } from './words.ts'

interface Props {
  readonly run: Run
  /** Which findings of the tool are good. */
  readonly good?: Good | null
  again(): void
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Renders a request in any of its states. */
export function Outcome(props: Props) {
  return (
    <OwnLanguage {...props}>
      {props.run.tool === 'reachability' ? <ReachResult {...props} /> : <ToolOutcome {...props} />}
    </OwnLanguage>
  )
}

/**
 * Keeps a result in the language of its request, all of it: nothing is sent again without being asked to. Where the page speaks
 * another one by now, that is one click.
 */
function OwnLanguage({ run, again, children }: Pick<Props, 'run' | 'again'> & { children: ComponentChildren }) {
  const found = useFoundWords()
  const isOther = run.locale !== useLocale() && run.ending !== null
  return (
    <>
      {isOther ? (
        <p class="other-language">
          {found('language.other')}{' '}
          <button type="button" class="button" onClick={again}>
            {found('language.again')}
          </button>
        </p>
      ) : null}
      <div lang={run.locale}>
        <Language.Provider value={run.locale}>{children}</Language.Provider>
      </div>
    </>
  )
}

function ToolOutcome({ run, good = null, again, open }: Props) {
  const [page, say] = [usePageWords(), useToolWords()]
  const { ending, events, tool } = run
  const answer = ending?.kind === 'answered' ? ending.answer : null
  const { Lead, Body, Live } = drawingOf(tool)
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
      {answer && Lead ? <Lead answer={answer} open={open} /> : null}
      {answer && Body ? <Body answer={answer} open={open} /> : null}
      {Live && (answer || events.length > 0) ? <Live answer={answer} events={events} /> : null}
      {ending?.kind === 'refused' ? <Refused problem={ending.problem} again={again} /> : null}
      {ending?.kind === 'failed' ? <Failed why={ending.why} again={again} /> : null}
      {answer ? <Actions actions={actionsBesideLines(answer)} run={run} again={again} open={open} /> : null}
      {answer ? <Commands answer={answer} /> : null}
      {answer ? <Foot answer={answer} request={run.request} good={good} /> : null}
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

interface ActionsProps extends Pick<Props, 'run' | 'again' | 'open'> {
  readonly actions: readonly NextAction[]
}

/**
 * Renders what a result suggests, in its order; an action that can be run from here is a button. What ends in the same check again has one
 * button for all, since its label names what to do before.
 */
function Actions({ actions, run, again, open }: ActionsProps) {
  const [page, say] = [usePageWords(), useToolWords()]
  if (actions.length === 0) return null
  const repeating = actions.filter((action) => isRepeating(action, run))
  return (
    <section class="actions">
      <h3>{say('result.next')}</h3>
      <ol>
        {actions.map((action) => (
          <li key={action.code + action.text}>
            <Action action={repeating.includes(action) ? withoutTool(action) : action} open={open} />
          </li>
        ))}
      </ol>
      {repeating.length === 0 ? null : (
        <button type="button" class="button" onClick={again}>
          {page('reach.again')}
        </button>
      )}
    </section>
  )
}

function withoutTool({ tool, request, ...rest }: NextAction): NextAction {
  return rest
}
