import { Component, type ComponentChildren } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { Actions, type Failure, type Problem } from './answers.ts'
import { useCatalogue } from './ask.ts'
import { listOf, mistakesIn } from './fields.ts'
import { formsText } from './forms.text.ts'
import { AtHomeHint, Button, Code, Head, Paragraph } from './parts.tsx'
import type { Run } from './runs.ts'
import { usePageWords, useSay } from './words.ts'

const SECOND_MS = 1000

/** Renders a refusal: what is wrong, what to do, and, where only time helps, how long to wait. */
export function Refused({ problem, run }: { problem: Problem; run: Run }) {
  const { open } = useContext(Actions)
  const { title, didYouMean = [], retryAfterS, code, field } = problem
  const isInside = code === 'requester-not-public'
  return (
    <div class="trouble" role="alert" data-code={code}>
      <h3>{title}</h3>
      {isInside ? <SeenFromInside problem={problem} /> : <Mistakes problem={problem} />}
      {field === undefined ? null : (
        <Suggestions field={field} words={didYouMean} choose={(word) => open(run.tool, { ...run.request, [field]: word })} />
      )}
      {retryAfterS === undefined ? null : <Wait seconds={retryAfterS} />}
    </div>
  )
}

function Mistakes({ problem }: { problem: Problem }) {
  const found = mistakesIn(problem).map(({ sentence }) => sentence)
  const sentences = found.length > 0 ? [...new Set(found)] : [withoutWait(problem.detail, problem.retryAfterS)]
  return (
    <>
      {sentences.map((sentence) => (
        <Paragraph key={sentence} text={sentence} />
      ))}
    </>
  )
}

/** Renders values that may have been meant for a field, best first; `choose` runs the request again with one of them. */
export function Suggestions({ field, words, choose }: { field: string; words: readonly string[]; choose(word: string): void }) {
  const say = usePageWords()
  const list = listOf(field)
  const catalogue = useCatalogue(list !== null && words.length > 0)
  if (words.length === 0) return null
  const entries = (list && catalogue?.[list]) ?? []
  return (
    <div class="meant">
      <p>{say('refused.meant')}</p>
      <div class="buttons">
        {words.map((word) => (
          <Button key={word} label={entries.find(({ id }) => id === word)?.name ?? word} press={() => choose(word)} />
        ))}
      </div>
    </div>
  )
}

/** Renders that this server cannot look from outside; what its operator could change is for the operator. */
function SeenFromInside({ problem }: { problem: Problem }) {
  const [page, say] = [usePageWords(), useSay(formsText)]
  return (
    <>
      <AtHomeHint>
        <p>{page('at-home.why')}</p>
      </AtHomeHint>
      <details>
        <summary>{say('operator')}</summary>
        <Paragraph text={problem.detail} />
      </details>
    </>
  )
}

/** Counts the seconds down, then offers to try again. */
function Wait({ seconds }: { seconds: number }) {
  const say = usePageWords()
  const { again } = useContext(Actions)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = Date.now() + seconds * SECOND_MS
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / SECOND_MS))), SECOND_MS / 4)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <Button label={left > 0 ? say('refused.wait', { count: left }) : say('refused.again')} disabled={left > 0} press={again} />
  )
}

export function Failed({ why }: { why: Failure }) {
  const say = usePageWords()
  const { again } = useContext(Actions)
  const isOnline = useOnline(why)
  return (
    <div class={why === 'stopped' ? 'trouble trouble-meant' : 'trouble'} role="alert" data-code={why}>
      <h3>{say(`failed.${why}`)}</h3>
      <p>{say(`failed.${why}-detail`)}</p>
      <Button label={say('refused.again')} disabled={!isOnline} press={again} />
    </div>
  )
}

function useOnline(why: Failure): boolean {
  const [isOnline, setOnline] = useState(why !== 'offline')
  useEffect(() => {
    const changed = () => setOnline(navigator.onLine)
    addEventListener('online', changed)
    addEventListener('offline', changed)
    return () => {
      removeEventListener('online', changed)
      removeEventListener('offline', changed)
    }
  }, [])
  return isOnline
}

/**
 * Renders a result, and where that throws, its headline and its fields alone. A page that was opened before the server changed its version
 * may get an answer of another form.
 */
export class Guarded extends Component<{ run: Run; children: ComponentChildren }, { failed?: Run }> {
  override componentDidCatch(): void {
    this.setState({ failed: this.props.run })
  }

  render({ run, children }: Guarded['props']) {
    if (this.state.failed !== run) return children
    if (run.ending?.kind !== 'answered') return null
    const { answer } = run.ending
    return (
      <section class="outcome" aria-labelledby="outcome">
        <Head id="outcome" mark={null}>
          {answer.headline}
        </Head>
        <Code text={JSON.stringify(answer, null, 2)} what="JSON" />
      </section>
    )
  }
}

/** Returns a refusal without the sentence that says how long to wait: a button counts that down. */
export function withoutWait(detail: string, seconds: number | undefined): string {
  const waits = [`in ${seconds} s`, `${seconds}초 후`]
  const rest = detail.split(/(?<=\.)\s+/).filter((sentence) => !waits.some((wait) => sentence.includes(wait)))
  return rest.length > 0 ? rest.join(' ') : detail
}
