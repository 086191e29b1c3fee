import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ABOUT_OTHERS } from '../../../contract/about-others.gen.ts'
import { isRecord } from '../../../contract/clean.ts'
import { understoodIn } from '../../../contract/good.ts'
import { type LinkedResult, RESULT_PREFIX, readResult, writeResult } from '../../../contract/result-link.ts'
import { renderBlocks } from '../../text/blocks.ts'
import { stepLines } from '../../text/steps.ts'
import { readText } from '../../text/text.text.ts'
import type { AnyDrawing, Drawing, Home, Issuance, Plan, PortFinding, Reachability, ReachStep, ToolAnswer } from './answers.ts'
import { Blocks } from './blocks.tsx'
import { Code, CopyButton } from './code.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { frameText } from './frame.text.ts'
import { Head, Restored } from './head.tsx'
import { markOf } from './icon.tsx'
import { commandLine, curlLine } from './lines.ts'
import { timeOf, useFacts, useFinding } from './linked-result.tsx'
import { useCatalogue, useDescriptions, useOperations } from './lists.ts'
import { Further, Next, type NextSteps, nextStepsOf } from './next.tsx'
import { Prose } from './prose.tsx'
import type { Run } from './remembered.ts'
import { Facts, Part } from './results/facts.tsx'
import { PlanResult } from './results/plan.tsx'
import { ReachGuide, ReachLead, ReachPicture, ReachWhy } from './results/reach.tsx'
import { PortPicture } from './results/where.tsx'
import { DRAWN_ACTIONS } from './router-steps.tsx'
import { Failed, Guarded, Refused } from './trouble.tsx'
import { linkTo } from './use-route.ts'
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
  const say = useSay(frameText)
  const isOther = run.locale !== useLocale() && run.ending !== null
  return (
    <>
      {isOther ? (
        <p class="other-language">
          {say('language.other')}{' '}
          <button type="button" class="button" onClick={() => again()}>
            {say('language.again')}
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
  const { Picture, Lead, Guide, Body, isBeside } = drawingOf(tool)
  const isRunning = ending === null
  const guide = useScroll(run)
  const { steps, isPlain } = stepsFor(answer, run)
  const shown = answer && { answer, request, open, again }
  const pictured = { answer, events, request, isRunning }
  const isStreamed = events.some((event) => isRecord(event) && event.blocks)
  const evidence =
    shown || isStreamed ? (
      <div class="evidence">
        {isBeside ? <Further steps={steps} isPlain={isPlain} open={open} /> : null}
        {shown && Body ? <Body {...shown} /> : <Told {...pictured} />}
      </div>
    ) : null
  return (
    <section class={isBeside ? 'outcome beside' : 'outcome'} aria-labelledby="outcome" aria-busy={isRunning}>
      <Said answer={answer} steps={steps} isRunning={isRunning} />
      <div class={isStreamed ? 'guide streamed' : 'guide'} ref={guide}>
        <RunHead answer={answer} isRunning={isRunning} />
        {Picture && (isRunning || answer || events.length > 0) ? <Picture {...pictured} /> : null}
      </div>
      {/* A drawing that grew while the check ran stays where it was. */}
      {isStreamed ? evidence : null}
      <div class="guide">
        {shown && Lead ? <Lead {...shown} /> : null}
        {answer ? <Next steps={steps} mark={markOf(answer)} again={() => again()} open={open} /> : null}
        {shown && Guide ? <Guide {...shown} /> : null}
      </div>
      {isStreamed ? null : evidence}
      {ending?.kind === 'refused' ? <Refused problem={ending.problem} run={run} again={() => again()} open={open} /> : null}
      {ending?.kind === 'failed' ? <Failed why={ending.why} again={() => again()} /> : null}
      {isBeside ? null : <Further steps={steps} isPlain={isPlain} open={open} />}
      {answer && !run.isRestored ? <Elsewhere key={answer.checkedAt} run={run} answer={answer} /> : null}
      {answer ? <Foot answer={answer} request={request} /> : null}
    </section>
  )
}

/** Returns what is left to do, and whether the drawing numbers steps of its own. */
function stepsFor(answer: ToolAnswer | null, run: Run) {
  const { draws, numbers } = drawingOf(run.tool)
  const drawn = (answer && draws?.(answer)) ?? []
  const told = (answer?.nextActions ?? []).filter(({ code }) => !drawn.includes(code))
  return { steps: nextStepsOf(told, run), isPlain: (answer && numbers?.(answer)) ?? false }
}

/** Follows a run: brings its head into view when it starts, and again when it ends, with the focus if that has nowhere to be. A result that was there already stays where it is. */
function useScroll({ request, ending }: Run) {
  const guide = useRef<HTMLDivElement>(null)
  const before = useRef({ request, isRunning: false })
  useEffect(() => {
    const isRunning = ending === null
    const hasEnded = !isRunning && before.current.isRunning
    before.current = { request, isRunning }
    const box = guide.current
    if (!box || !(isRunning || hasEnded)) return
    // The button or field of the run may be folded away or gone.
    const isLost = document.activeElement === document.body || !document.activeElement?.checkVisibility()
    if (isRunning && isLost) box.querySelector('h2')?.focus({ preventScroll: true })
    const { top, bottom } = box.getBoundingClientRect()
    const asked = box.closest('.tool')?.querySelector('.asked')?.getBoundingClientRect().top ?? 0
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    // While a check runs, the question stays in sight: it has the button that stops it.
    const block = isRunning && box.closest('.reach') ? 'nearest' : 'start'
    if (Math.min(top, asked) < 0 || top > innerHeight / 3 || bottom > innerHeight)
      box.scrollIntoView({ block, behavior: isCalm ? 'auto' : 'smooth' })
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

function RunHead({ answer, isRunning }: { answer: ToolAnswer | null; isRunning: boolean }) {
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
      <h2 id="outcome" tabIndex={-1} class="hidden">
        {say('result')}
      </h2>
    )
  return (
    <>
      <Head id="outcome" mark={markOf(answer)}>
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

/** The drawings of results by the name of their tool. Any other result, also of a plug-in, is drawn of its blocks. */
const DRAWINGS: {
  readonly reachability: Drawing<Reachability, ReachStep>
  readonly 'port-check': Drawing<PortFinding>
  readonly 'port-forward-plan': Drawing<Plan>
  readonly 'certificate-check': Drawing<Issuance>
} = {
  reachability: {
    Picture: ReachPicture,
    Lead: ReachLead,
    Guide: ReachGuide,
    Body: ReachWhy,
    isBeside: true,
    numbers: () => true,
  },
  'port-check': { Picture: PortPicture },
  'port-forward-plan': {
    Body: PlanResult,
    draws: ({ rules }) => (rules.length > 0 ? DRAWN_ACTIONS : []),
    numbers: ({ rules }) => rules.length > 0,
  },
  // The lines to type are among the blocks.
  'certificate-check': { draws: ({ commands }) => (commands.length > 0 ? ['use-certbot', 'use-caddy', 'use-acme-sh'] : []) },
}

/** Returns the drawing of a tool. A seam: the server keeps to the schemas of its answers, from which the types of drawings are made. */
export function drawingOf(tool: string): AnyDrawing {
  const drawing = Object.entries(DRAWINGS).find(([name]) => name === tool)?.[1]
  return (drawing ?? {}) as unknown as AnyDrawing
}

/** Renders the blocks of an answer; until it has come, those of what was reported last. */
function Told({ answer, events }: { answer: ToolAnswer | null; events: readonly unknown[] }) {
  // A seam: the server sends blocks with what it reports, and `Blocks` draws none where there are none.
  const drawn = answer ?? (events.findLast((event) => isRecord(event) && event.blocks) as ToolAnswer | undefined)
  return <Blocks blocks={drawn?.blocks} />
}

interface FootProps {
  readonly answer: ToolAnswer
  readonly request: Readonly<Record<string, unknown>>
}

/** Renders the ways out of a result: to other people, to paper, and to programs. */
export function Foot({ answer: { blocks = [], ...answer }, request }: FootProps) {
  const [page, say] = [usePageWords(), useSay(frameText)]
  const [isSharing, setSharing] = useState(false)
  const text = () => {
    const end = say('from', { server: location.host, at: timeOf(answer) })
    const parts = [answer.headline, renderBlocks(blocks), stepLines(answer.nextActions ?? []), end]
    return parts.filter((part) => part !== '').join('\n\n')
  }
  return (
    <section class="foot screen" aria-label={say('title')}>
      <div class="buttons">
        <button type="button" class="button" aria-expanded={isSharing} onClick={() => setSharing(!isSharing)}>
          {say('share')}
        </button>
        <CopyButton text={text} label={page('copy')} />
        <button type="button" class="button" onClick={() => print()}>
          {say('print')}
        </button>
      </div>
      {isSharing ? <Share answer={answer} /> : null}
      <p class="quiet small">{say('at', { at: timeOf(answer), seconds: (answer.elapsedMs / 1000).toFixed(1) })}</p>
      <Part look="below" title={say('scripts')} isLazy>
        <Programs answer={answer} request={request} />
      </Part>
    </section>
  )
}

/** Renders the result and its request for programs. */
function Programs({ answer, request }: FootProps) {
  const say = useSay(frameText)
  const { tool } = answer
  const operation = useOperations(useLocale(), true)?.find(({ name }) => name === tool) ?? null
  const texts = {
    [say('request')]: new URL(linkTo(tool, request), location.href.split('#')[0]).href,
    [say('curl')]: curlLine(tool, request),
    [say('cli')]: commandLine(tool, request, operation),
    [say('json')]: JSON.stringify(answer, null, 2),
  }
  return (
    <>
      {Object.entries(texts).map(([title, text]) => (
        <div key={title}>
          <p class="small quiet">{title}</p>
          <Code text={text} what={title} />
        </div>
      ))}
    </>
  )
}

/** Renders what a link to the result holds, what can be left out, and then the link. */
function Share({ answer }: { readonly answer: ToolAnswer }) {
  const say = useSay(frameText)
  const [isShort, setShort] = useState(true)
  const [isNameless, setNameless] = useState(true)
  const isOwn = !ABOUT_OTHERS.has(answer.tool)
  const data = writeResult(answer, { isOwn, wholeAddress: !isShort, hostName: !isNameless })
  // Read from the data, so that nothing else can be in it.
  const result = data && readResult(data)
  return (
    <div class="share">
      {isOwn && (typeof answer.ip === 'string' || typeof answer.publicIp === 'string') ? (
        <Choice label={say('without-address')} isOn={isShort} turn={setShort} />
      ) : null}
      {isOwn && typeof answer.hostname === 'string' ? (
        <Choice label={say('without-name')} isOn={isNameless} turn={setNameless} />
      ) : null}
      {result ? <Preview result={result} /> : null}
      <p class="quiet small">
        {isOwn ? say('never') : null} {say('readable')}
      </p>
      {result ? <Link url={new URL(`#${RESULT_PREFIX}${data}`, document.baseURI).href} result={result} /> : null}
    </div>
  )
}

function Choice({ label, isOn, turn }: { label: string; isOn: boolean; turn(isOn: boolean): void }) {
  return (
    <label class="choice">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
      {label}
    </label>
  )
}

/** Renders a link in words, as its reader will see it. */
export function Preview({ result }: { result: LinkedResult }) {
  const say = useSay(frameText)
  const { text, step } = useFinding(result)
  const catalogue = useCatalogue(useLocale(), Boolean(result.useCase ?? result.routerBrand))
  const facts = useFacts({ result, catalogue })
  return (
    <>
      <p>{say('holds')}</p>
      <Facts facts={[[say('result'), text], [say('next.first'), step], ...facts, [say('time'), timeOf(result)]]} />
    </>
  )
}

/** Renders the link. Where the system can send it, that is asked at once: the press that made the link allows it. */
function Link({ url, result }: { url: string; result: LinkedResult }) {
  const say = useSay(frameText)
  const title = useFinding(result).text ?? say('the-link')
  const canSend = 'share' in navigator
  const send = () => void navigator.share({ title, url }).catch(() => {})
  useEffect(() => {
    if (canSend) send()
  }, [])
  return (
    <Code text={url} what={say('the-link')}>
      {canSend ? (
        <button type="button" class="copy" onClick={send}>
          {say('send')}
        </button>
      ) : null}
    </Code>
  )
}
