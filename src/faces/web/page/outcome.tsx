import type { ComponentChildren } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { ABOUT_OTHERS } from '../../../contract/about-others.gen.ts'
import { isRecord } from '../../../contract/clean.ts'
import { understoodIn } from '../../../contract/good.ts'
import { type LinkedResult, RESULT_PREFIX, readResult, writeResult } from '../../../contract/result-link.ts'
import { renderBlocks } from '../../text/blocks.ts'
import { stepLines } from '../../text/steps.ts'
import { readText } from '../../text/text.text.ts'
import {
  Actions,
  type Answered,
  type Plan,
  type PortFinding,
  type Reachability,
  type ReachStep,
  type ToolAnswer,
} from './answers.ts'
import { commandLine, curlLine } from './api-reference.tsx'
import { useCatalogue, useDescription, useOperation } from './ask.ts'
import { Blocks } from './blocks.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { frameText } from './frame.text.ts'
import { timeOf, useFacts, useFinding } from './linked-result.tsx'
import { Further, Next, type NextSteps, nextStepsOf } from './next.tsx'
import { Button, Code, CopyButton, Facts, Head, markOf, Part, Prose } from './parts.tsx'
import { PortPicture, ReachGuide, ReachLead, ReachPicture, ReachWhy } from './reach-result.tsx'
import { PLAN } from './requests.ts'
import { DRAWN_ACTIONS, PlanResult } from './router-steps.tsx'
import type { Run } from './runs.ts'
import { Failed, Guarded, Refused } from './trouble.tsx'
import { linkTo } from './use-route.ts'
import { Language, useLocale, usePageWords, useSay } from './words.ts'

interface Props {
  readonly run: Run
}

/** Renders a request in any of its states: every tool has this one frame, and draws its own parts into it. */
export function Outcome({ run }: Props) {
  return (
    <OwnLanguage run={run}>
      <RestoredNote run={run} />
      <Guarded run={run}>
        <Framed run={run} />
      </Guarded>
    </OwnLanguage>
  )
}

/**
 * Keeps a result in the language of its request, all of it: nothing is sent again without being asked to. Where the page speaks
 * another one by now, that is one click.
 */
function OwnLanguage({ run, children }: Props & { children: ComponentChildren }) {
  const say = useSay(frameText)
  const { again } = useContext(Actions)
  const isOther = run.locale !== useLocale() && run.ending !== null
  return (
    <>
      {isOther ? (
        <p class="other-language">
          {say('language.other')} <Button label={say('language.again')} press={again} />
        </p>
      ) : null}
      <div lang={run.locale}>
        <Language.Provider value={run.locale}>{children}</Language.Provider>
      </div>
    </>
  )
}

function Framed({ run }: Props) {
  const { ending, events, tool, request } = run
  const answer = ending?.kind === 'answered' ? ending.answer : null
  const isReach = tool === 'reachability'
  // A seam: the server keeps to the schemas of its answers, here and below.
  const reach = isReach && answer ? { answer: answer as Reachability, request } : null
  const guide = useScroll(run)
  const drawn = answer ? drawnIn(answer) : []
  const steps = nextStepsOf(answer?.nextActions?.filter(({ code }) => !drawn.includes(code)) ?? [], run)
  const further = <Further steps={steps} isPlain={isReach || drawn.includes('add-rules')} />
  const isStreamed = events.some((event) => isRecord(event) && event.blocks)
  const evidence = (answer || isStreamed) && (
    <div class="evidence">
      {isReach ? further : null}
      <Body run={run} answer={answer} />
    </div>
  )
  return (
    <section class={isReach ? 'outcome beside' : 'outcome'} aria-labelledby="outcome" aria-busy={!ending}>
      <Announcement answer={answer} steps={steps} isRunning={!ending} />
      <div class={isStreamed ? 'guide streamed' : 'guide'} ref={guide}>
        <RunHead answer={answer} isRunning={!ending} />
        {!ending || answer || events.length > 0 ? <Picture run={run} answer={answer} /> : null}
      </div>
      {/* A drawing that grew while the check ran stays where it was. */}
      {isStreamed ? evidence : null}
      <div class="guide">
        {reach ? <ReachLead answer={reach.answer} /> : null}
        {answer ? <Next steps={steps} mark={markOf(answer)} /> : null}
        {reach ? <ReachGuide {...reach} /> : null}
      </div>
      {isStreamed ? null : evidence}
      {ending?.kind === 'refused' ? <Refused problem={ending.problem} run={run} /> : null}
      {ending?.kind === 'failed' ? <Failed why={ending.why} /> : null}
      {isReach ? null : further}
      {answer && !run.isRestored ? <Elsewhere key={answer.checkedAt} run={run} answer={answer} /> : null}
      {answer ? <ResultFoot answer={answer} request={request} /> : null}
    </section>
  )
}

interface FoundSoFar {
  readonly run: Run
  /** Null until it has come. */
  readonly answer: ToolAnswer | null
}

/** Renders the picture right below the headline, from the start: it keeps its height, so that nothing moves when it is filled in. */
function Picture({ run: { tool, events, request, ending }, answer }: FoundSoFar) {
  // A seam, as above: what is reported is of the schema of the tool as well.
  if (tool === 'port-check') return <PortPicture answer={answer as PortFinding | null} />
  if (tool !== 'reachability') return null
  const [found, steps] = [answer as Reachability | null, events as readonly ReachStep[]]
  return <ReachPicture answer={found} events={steps} request={request} isRunning={ending === null} />
}

/** Renders what was found, of three tools by hand; any other result, also of a plug-in, is drawn of its blocks: until it has come, of those that were reported last. */
function Body({ run: { tool, events }, answer }: FoundSoFar) {
  // A seam, as above: the server sends blocks with what it reports, and `Blocks` draws none where there are none.
  if (answer && tool === 'reachability') return <ReachWhy answer={answer as Reachability} />
  if (answer && tool === PLAN) return <PlanResult plan={answer as Plan} />
  const drawn = answer ?? (events.findLast((event) => isRecord(event) && event.blocks) as ToolAnswer | undefined)
  return <Blocks blocks={drawn?.blocks} />
}

/** Returns the codes of the actions that a drawing has among its own steps or lines, so that no list repeats them. */
export function drawnIn({ tool, rules, commands }: ToolAnswer): readonly string[] {
  const has = (list: unknown) => Array.isArray(list) && list.length > 0
  if (tool === PLAN && has(rules)) return DRAWN_ACTIONS
  return tool === 'certificate-check' && has(commands) ? ['use-certbot', 'use-caddy', 'use-acme-sh'] : []
}

/** Renders when a result that was brought back was found: by now, it may be old. */
function RestoredNote({ run: { isRestored, ending } }: { run: Run }) {
  const say = useSay(frameText)
  if (!isRestored || ending?.kind !== 'answered') return null
  return <p class="restored quiet small">{say('restored', { time: clockTimeOf(ending.answer.checkedAt) })}</p>
}

/** Returns a time on the clock of the reader, such as "2026-01-02 03:04": formatters of browsers are slow to load. */
export function clockTimeOf(checkedAt: string): string {
  const at = new Date(checkedAt)
  at.setMinutes(at.getMinutes() - at.getTimezoneOffset())
  return at.toISOString().slice(0, 16).replace('T', ' ')
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
function Announcement({ answer, steps, isRunning }: { answer: ToolAnswer | null; steps: NextSteps; isRunning: boolean }) {
  const page = usePageWords()
  const found = answer ? `${answer.headline} ${steps.first?.text ?? ''}` : ''
  return (
    <p class="hidden" role="status">
      {isRunning ? page('running') : found.replaceAll('`', '')}
    </p>
  )
}

function RunHead({ answer, isRunning }: { answer: ToolAnswer | null; isRunning: boolean }) {
  const [page, say] = [usePageWords(), useSay(frameText)]
  if (isRunning)
    return (
      <>
        <Head id="outcome" mark={null}>
          <span class="quiet">{page('running')}</span>
        </Head>
        <div class="progress" />
      </>
    )
  if (!answer)
    return (
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
  const fields = useDescription(answer.tool, understood.length > 0)?.request?.properties
  return (['read', 'unused'] as const).map((key) => {
    const some = understood.filter(({ field }) => (fields?.[field] !== undefined) === (key === 'read'))
    const parts = some.map(({ field, value }) => `${fields?.[field]?.title ?? field}: ${value}`).join(', ')
    return fields && parts !== '' ? <p class="quiet small">{say(key, { parts })}</p> : null
  })
}

/** Renders the ways out of a result: to other people, to paper, and to programs. */
function ResultFoot({ answer: { blocks = [], ...answer }, request }: Answered<ToolAnswer>) {
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
        <Button label={say('share')} aria-expanded={isSharing} press={() => setSharing(!isSharing)} />
        <CopyButton text={text} label={page('copy')} />
        <Button label={say('print')} press={() => print()} />
      </div>
      {isSharing ? <Share answer={answer} /> : null}
      <p class="quiet small">{say('at', { at: timeOf(answer), seconds: (answer.elapsedMs / 1000).toFixed(1) })}</p>
      <Part look="below" title={say('scripts')} isLazy>
        <Programs answer={answer} request={request} />
      </Part>
    </section>
  )
}

function Programs({ answer, request }: Answered<ToolAnswer>) {
  const say = useSay(frameText)
  const { tool } = answer
  const texts = {
    [say('request')]: new URL(linkTo(tool, request), location.href.split('#')[0]).href,
    [say('curl')]: curlLine(tool, request),
    [say('cli')]: commandLine(tool, request, useOperation(tool)),
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

function Preview({ result }: { result: LinkedResult }) {
  const say = useSay(frameText)
  const { text, step } = useFinding(result)
  const catalogue = useCatalogue(Boolean(result.useCase ?? result.routerBrand))
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
      {canSend ? <Button label={say('send')} look="copy" press={send} /> : null}
    </Code>
  )
}
