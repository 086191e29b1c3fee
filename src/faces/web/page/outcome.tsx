import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { understoodIn } from '../../../contract/envelope.ts'
import { readText } from '../../text/read.text.ts'
import type { ToolAnswer } from './answers.ts'
import { Elsewhere } from './elsewhere.tsx'
import { Foot } from './foot.tsx'
import { foundText } from './found.text.ts'
import { frameText } from './frame.text.ts'
import { Guarded } from './guarded.tsx'
import { Head } from './head.tsx'
import { useDescriptions } from './lists.ts'
import { type Mark, markOf } from './mark.ts'
import { Further, Next } from './next.tsx'
import { type NextSteps, nextStepsOf } from './next-steps.ts'
import { Prose } from './prose.tsx'
import { Restored } from './restored.tsx'
import { drawingOf } from './result.tsx'
import { Failed, Refused } from './trouble.tsx'
import type { Home } from './typed-home.ts'
import type { Run } from './use-run.ts'
import { Language, useLocale, usePageWords, useSay } from './words.ts'

interface Props {
  readonly run: Run
  again(more?: Partial<Home>): void
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Renders a request in any of its states: every tool has this one frame, and draws its own parts into it. */
export function Outcome({ run, again, open }: Props) {
  return (
    <OwnLanguage run={run} again={again}>
      <Restored run={run} />
      <Guarded run={run}>
        <Framed run={run} again={again} open={open} />
      </Guarded>
    </OwnLanguage>
  )
}

/**
 * Keeps a result in the language of its request, all of it: nothing is sent again without being asked to. Where the page speaks
 * another one by now, that is one click.
 */
function OwnLanguage({ run, again, children }: Pick<Props, 'run' | 'again'> & { children: ComponentChildren }) {
  const found = useSay(foundText)
  const isOther = run.locale !== useLocale() && run.ending !== null
  return (
    <>
      {isOther ? (
        <p class="other-language">
          {found('language.other')}{' '}
          <button type="button" class="button" onClick={() => again()}>
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

function Framed({ run, again, open }: Props) {
  const { ending, events, tool, request } = run
  const answer = ending?.kind === 'answered' ? ending.answer : null
  const { draws, numbers, Picture, Lead, Guide, Body, Live, isBeside } = drawingOf(tool)
  const isRunning = ending === null
  const guide = useScroll(run)
  const mark = answer && markOf(answer)
  const drawn = (answer && draws?.(answer)) ?? []
  const isPlain = (answer && numbers?.(answer)) ?? false
  const told = answer ? (answer.nextActions ?? []).filter(({ code }) => !drawn.includes(code)) : []
  const steps = nextStepsOf(told, run)
  const shown = answer && { answer, request, open, again }
  const isLive = Live && (answer !== null || events.length > 0)
  const pictured = { answer, events, request, isRunning }
  return (
    <section class={isBeside ? 'outcome beside' : 'outcome'} aria-labelledby="outcome" aria-busy={isRunning}>
      <Said answer={answer} steps={steps} isRunning={isRunning} />
      <div class="guide" ref={guide}>
        <RunHead answer={answer} mark={mark} isRunning={isRunning} />
        {Picture && (isRunning || answer || events.length > 0) ? <Picture {...pictured} /> : null}
      </div>
      <div class="guide">
        {shown && Lead ? <Lead {...shown} /> : null}
        {answer ? <Next steps={steps} mark={mark} again={() => again()} open={open} /> : null}
        {shown && Guide ? <Guide {...shown} /> : null}
      </div>
      {isLive || (shown && Body) ? (
        <div class="evidence">
          {isBeside ? <Further steps={steps} isPlain={isPlain} open={open} /> : null}
          {isLive ? <Live {...pictured} /> : null}
          {shown && Body ? <Body {...shown} /> : null}
        </div>
      ) : null}
      {ending?.kind === 'refused' ? <Refused problem={ending.problem} run={run} again={() => again()} open={open} /> : null}
      {ending?.kind === 'failed' ? <Failed why={ending.why} again={() => again()} /> : null}
      {isBeside ? null : <Further steps={steps} isPlain={isPlain} open={open} />}
      {answer ? <Ways answer={answer} run={run} /> : null}
    </section>
  )
}

/** Renders the ways on from a result: other places, unless it is an old one, then other people, paper and programs. */
function Ways({ answer, run }: { answer: ToolAnswer; run: Run }) {
  return (
    <>
      {run.isRestored ? null : <Elsewhere key={answer.checkedAt} run={run} answer={answer} />}
      <Foot answer={answer} request={run.request} />
    </>
  )
}

/** Follows a run: brings its head into view when it starts, and again when it ends. A result that was there already stays where it is. */
function useScroll({ request, ending }: Run) {
  const guide = useRef<HTMLDivElement>(null)
  const before = useRef({ request, isRunning: false })
  useEffect(() => {
    const isRunning = ending === null
    const hasEnded = !isRunning && before.current.isRunning
    before.current = { request, isRunning }
    const box = guide.current
    if (!box || !(isRunning || hasEnded)) return
    const { top, bottom } = box.getBoundingClientRect()
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (top < 0 || bottom > innerHeight)
      box.scrollIntoView({ block: isRunning ? 'nearest' : 'start', behavior: isCalm ? 'auto' : 'smooth' })
  }, [request, ending])
  return guide
}

/** Says to those who do not see it that a check runs, what it found, and what to do. */
function Said({ answer, steps, isRunning }: { answer: ToolAnswer | null; steps: NextSteps; isRunning: boolean }) {
  const page = usePageWords()
  const said = answer ? `${answer.headline} ${steps.first?.text ?? ''}` : isRunning ? page('running') : ''
  return (
    <p class="hidden" role="status">
      {said.replaceAll('`', '')}
    </p>
  )
}

function RunHead({ answer, mark, isRunning }: { answer: ToolAnswer | null; mark: Mark | null; isRunning: boolean }) {
  const [page, say] = [usePageWords(), useSay(frameText)]
  if (!answer)
    return isRunning ? (
      <>
        <Head id="outcome" mark={null}>
          <span class="quiet">{page('running')}</span>
        </Head>
        <div class="progress" />
      </>
    ) : (
      <h2 id="outcome" class="hidden">
        {say('result')}
      </h2>
    )
  return (
    <>
      <Head id="outcome" mark={mark}>
        <Prose text={answer.headline} />
      </Head>
      <Understood answer={answer} />
    </>
  )
}

/** Says what was read from what was pasted, and what of it the tool has no use for. */
function Understood({ answer }: { answer: ToolAnswer }) {
  const say = useSay(readText)
  const understood = understoodIn(answer)
  const fields = useDescriptions(useLocale(), understood.length > 0)?.find(({ name }) => name === answer.tool)?.request
    ?.properties
  return (['read', 'unused'] as const).map((key) => {
    const some = understood.filter(({ field }) => (fields?.[field] !== undefined) === (key === 'read'))
    const parts = some.map(({ field, value }) => `${fields?.[field]?.title ?? field}: ${value}`).join(', ')
    return fields && parts !== '' ? <p class="quiet small">{say(key, { parts })}</p> : null
  })
}
