import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Actions, type HomeFields, type ListedTool, type Request } from './answers.ts'
import { fieldsOf, requestLine } from './fields.ts'
import { Form } from './form.tsx'
import { formsText } from './forms.text.ts'
import { type FieldSchema, useOperation } from './lists.ts'
import { mistakesIn } from './mistakes.ts'
import { Outcome } from './outcome.tsx'
import { Button, Icon, Paragraph } from './parts.tsx'
import { withoutEmpty } from './requests.ts'
import { type Run, type Runner, remembered, useRun } from './runs.ts'
import { paramsOf, useTitle } from './use-route.ts'
import { UNTRANSLATED, usePageWords, useSay } from './words.ts'

export interface Opening {
  readonly tool: string
  readonly request: Request
}

interface Props {
  readonly listed: ListedTool
  readonly linked: URLSearchParams
  /** A request chosen on this page: it runs at once. */
  readonly opening: Opening | null
  /** Run that the document contains. */
  readonly brought: Run | null
  /** The address of the reader, which is in no title. */
  readonly own: string
}

export function ToolView({ listed, linked, opening, brought, own }: Props) {
  const { name } = listed
  const { open } = useContext(Actions)
  const runner = useRun(name, () => brought ?? (opening ? null : remembered(name, linked)))
  const { run, start } = runner
  const operation = useOperation(name)
  const { title, summary } = operation ?? listed
  useTitle(title, run?.request, own)
  // A form that comes after the result would push it out of sight.
  useEffect(() => {
    if (opening && operation) start(name, opening.request)
  }, [opening, operation !== null])
  const chosen = opening ?? brought
  const values = useMemo(() => (chosen ? paramsOf(chosen.request) : linked), [opening, linked])
  const [typed, setTyped] = useState<Partial<HomeFields>>({})
  const set = (field: keyof HomeFields, value: string) => setTyped({ ...typed, [field]: value })
  const again = (more: Partial<HomeFields> = {}) => {
    if (run) start(name, { ...run.request, ...withoutEmpty({ ...typed, ...more }) })
  }
  const schema = operation?.request ?? null
  const hasResult = run !== null && !isAtForm(run, schema)
  // The form is folded away for each request, where it would stand above the result.
  const [opened, setOpened] = useState<Request | null>(null)
  const isFolded = run?.request !== opened
  const turn = () => setOpened(isFolded ? (run?.request ?? null) : null)
  return (
    <article class={hasResult && isFolded ? 'tool folded' : 'tool'}>
      <ToolHead name={name} title={title} summary={summary} />
      {hasResult && schema ? <SentRequest runner={runner} schema={schema} isFolded={isFolded} turn={turn} /> : null}
      {schema ? <Form key={`${name} ${values}`} tool={name} linked={values} runner={runner} schema={schema} /> : <Loading />}
      {hasResult ? (
        <Actions.Provider value={{ open, again, home: typed, set }}>
          <Outcome run={run} />
        </Actions.Provider>
      ) : null}
    </article>
  )
}

interface SentRequestProps {
  readonly runner: Runner
  readonly schema: FieldSchema
  readonly isFolded: boolean
  turn(): void
}

/** Renders what was asked in one line, where the form is folded away. */
function SentRequest({ runner: { run, stop }, schema, isFolded, turn }: SentRequestProps) {
  const [page, say] = [usePageWords(), useSay(formsText)]
  return (
    <p class="asked">
      <span>{run && requestLine(schema, run.request)}</span>
      {run?.ending ? (
        <Button label={say('form.change')} aria-expanded={!isFolded} press={turn} />
      ) : (
        <Button label={page('reach.stop')} press={stop} />
      )}
    </p>
  )
}

/** Renders what the tool is, and begins there for those who read with a screen reader. */
function ToolHead({ name, title, summary }: Pick<ListedTool, 'name' | 'title' | 'summary'>) {
  const say = usePageWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [name])
  return (
    <>
      <a class="back" href="#tools">
        <Icon name="back" />
        {say('nav.tools')}
      </a>
      <h1 ref={heading} tabIndex={-1}>
        {title}{' '}
        <code class="quiet small" {...UNTRANSLATED}>
          {name}
        </code>
      </h1>
      <Paragraph text={summary} look="lead" />
    </>
  )
}

/** Returns whether the form says all of a refusal at its fields, so that it is not said once more below them. */
function isAtForm({ ending }: Run, schema: FieldSchema | null): boolean {
  if (ending?.kind !== 'refused' || schema === null) return false
  const names = fieldsOf(schema).map(([name]) => name)
  const mistakes = mistakesIn(ending.problem)
  return mistakes.length > 0 && mistakes.every(({ field }) => names.includes(field))
}

function Loading() {
  const say = useSay(formsText)
  return (
    <p class="loading quiet" role="status">
      {say('form.loading')}
    </p>
  )
}
