import { Component, type ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Problem } from './answers.ts'
import type { Failure } from './ask.ts'
import { AtHomeHint } from './at-home-hint.tsx'
import { Code } from './code.tsx'
import { fieldsOf } from './fields.ts'
import { formsText } from './forms.text.ts'
import { Head } from './head.tsx'
import { type FieldSchema, useOperations } from './lists.ts'
import { Paragraph } from './prose.tsx'
import type { Run } from './remembered.ts'
import { Suggestions } from './suggestions.tsx'
import { useLocale, usePageWords, useSay } from './words.ts'

const SECOND_MS = 1000

interface Props {
  readonly problem: Problem
  readonly run: Run
  again(): void
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Renders a refusal: what is wrong, what to do, and, where only time helps, how long to wait. */
export function Refused({ problem, run, again, open }: Props) {
  const { title, didYouMean = [], retryAfterS, code, field } = problem
  const isInside = code === 'requester-not-public'
  return (
    <div class="trouble" role="alert" data-code={code}>
      <h3>{title}</h3>
      {isInside ? <Inside problem={problem} /> : <Mistakes problem={problem} tool={run.tool} />}
      {field === undefined ? null : (
        <Suggestions field={field} words={didYouMean} choose={(word) => open(run.tool, { ...run.request, [field]: word })} />
      )}
      {retryAfterS === undefined ? null : <Wait seconds={retryAfterS} again={again} />}
    </div>
  )
}

/** Renders what is wrong, with the labels that the fields have on the page. */
function Mistakes({ problem, tool }: { problem: Problem; tool: string }) {
  const say = useSay(formsText)
  const operation = useOperations(useLocale(), problem.field !== undefined)?.find(({ name }) => name === tool)
  const labelOf = labelsOf(operation?.request ?? null, (label, count) => say('row', { label, count }))
  const found = errorsIn(problem).map(({ field, message }) => withLabel(message, field, labelOf))
  const sentences = found.length > 0 ? [...new Set(found)] : [withoutWait(problem.detail, problem.retryAfterS)]
  return (
    <>
      {sentences.map((sentence) => (
        <Paragraph key={sentence} text={sentence} />
      ))}
    </>
  )
}

/** Renders that this server cannot look from outside; what its operator could change is for the operator. */
function Inside({ problem }: { problem: Problem }) {
  const say = useSay(formsText)
  return (
    <>
      <AtHomeHint />
      <details>
        <summary>{say('operator')}</summary>
        <Paragraph text={problem.detail} />
      </details>
    </>
  )
}

/** Counts the seconds down, then offers to try again. */
function Wait({ seconds, again }: { seconds: number; again(): void }) {
  const say = usePageWords()
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = Date.now() + seconds * SECOND_MS
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / SECOND_MS))), SECOND_MS / 4)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <button type="button" class="button" disabled={left > 0} onClick={again}>
      {left > 0 ? say('refused.wait', { count: left }) : say('refused.again')}
    </button>
  )
}

/** Renders a request that got neither an answer nor a refusal. */
export function Failed({ why, again }: { why: Failure; again(): void }) {
  const say = usePageWords()
  const isOnline = useOnline(why)
  return (
    <div class={why === 'stopped' ? 'trouble trouble-meant' : 'trouble'} role="alert" data-code={why}>
      <h3>{say(`failed.${why}`)}</h3>
      <p>{say(`failed.${why}-detail`)}</p>
      <button type="button" class="button" onClick={again} disabled={!isOnline}>
        {say('refused.again')}
      </button>
    </div>
  )
}

/** Returns whether the browser has a connection. */
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

interface GuardedProps {
  readonly run: Run
  readonly children: ComponentChildren
}

/**
 * Renders a result, and where that throws, its headline and its fields alone. A page that was opened before the server changed its version
 * may get an answer of another form.
 */
export class Guarded extends Component<GuardedProps, { failed?: Run }> {
  override componentDidCatch(): void {
    this.setState({ failed: this.props.run })
  }

  render({ run, children }: GuardedProps) {
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

/** Returns the label of a field, for `ports.0.port` that of the part and its row; null if nothing has a label there. */
type LabelOf = (field: string) => string | null

/** Returns the labels of a schema; `rowOf` names a row of a list. */
export function labelsOf(schema: FieldSchema | null, rowOf: (label: string, row: number) => string): LabelOf {
  return (field) => {
    const [name = '', row, part] = field.split('.')
    const found = schema?.properties?.[name]
    if (found?.title === undefined) return null
    const list = row === undefined ? found.title : rowOf(found.title, Number(row) + 1)
    const inside = part === undefined ? undefined : found.items?.properties?.[part]?.title
    return inside === undefined ? list : `${list}: ${inside}`
  }
}

/** Returns a sentence of the server with the label of a field in place of its name. */
function withLabel(sentence: string, field: string, labelOf: LabelOf): string {
  const label = labelOf(field)
  return label === null ? sentence : sentence.replaceAll(`"${field}"`, () => `"${label}"`)
}

/** Returns what a problem says about a field; what it says about a part of a list stands at the list. */
export function errorAt(problem: Problem | null, name: string, labelOf: LabelOf): string | null {
  if (problem === null) return null
  const [found] = errorsIn(problem).filter(({ field }) => field === name || field.startsWith(`${name}.`))
  return found ? withLabel(found.message, found.field, labelOf) : null
}

/** Returns which part of a list a problem is about (`0.port`); an empty text for the list as a whole. */
export function partAt(problem: Problem, name: string): string {
  const found = errorsIn(problem).find(({ field }) => field.startsWith(`${name}.`))
  return found?.field.slice(name.length + 1) ?? ''
}

/** Returns every mistake of a request with its field, each sentence once. */
function errorsIn({ errors = [], field, detail }: Problem): readonly { readonly field: string; readonly message: string }[] {
  return errors.length > 0 || field === undefined ? errors : [{ field, message: detail }]
}

/** Returns whether a form shows all that a problem says, each sentence at its field. */
export function isAtFields(problem: Problem, schema: FieldSchema | null): boolean {
  const names = schema === null ? [] : fieldsOf(schema).map(([name]) => name)
  const errors = errorsIn(problem)
  return errors.length > 0 && errors.every(({ field }) => names.includes(field.split('.')[0] ?? ''))
}

/** Returns a refusal without the sentence that says how long to wait: a button counts that down. */
export function withoutWait(detail: string, seconds: number | undefined): string {
  const waits = [`in ${seconds} s`, `${seconds}초 후`]
  const rest = detail.split(/(?<=\.)\s+/).filter((sentence) => !waits.some((wait) => sentence.includes(wait)))
  return rest.length > 0 ? rest.join(' ') : detail
}
