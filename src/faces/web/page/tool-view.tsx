import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Actions, type HomeFields, type ListedTool, type Request } from './answers.ts'
import { type Catalogue, type FieldSchema, useCatalogue, useOperation } from './ask.ts'
import { Field } from './field.tsx'
import {
  bodyFrom,
  type FieldErrors,
  fieldsOf,
  firstValues,
  inParts,
  labelsIn,
  listOf,
  missingIn,
  mistakesIn,
  oneOfIn,
  refusedIn,
  requestLine,
  strangersIn,
  type Values,
} from './fields.ts'
import { formsText } from './forms.text.ts'
import { Outcome } from './outcome.tsx'
import { Button, Icon, Paragraph } from './parts.tsx'
import { withoutEmpty } from './requests.ts'
import { type Run, type Runner, remembered, store, storedFields, useRun } from './runs.ts'
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

interface FormProps {
  readonly tool: string
  readonly schema: FieldSchema
  /** Values from the link that was followed. */
  readonly linked: URLSearchParams
  readonly runner: Pick<Runner, 'run' | 'start' | 'stop' | 'forget'>
}

/** Renders the form of a tool, from its schema alone. */
function Form(props: FormProps) {
  const { schema, linked, runner } = props
  const [page, say] = [usePageWords(), useSay(formsText)]
  const catalogue = useCatalogue(fieldsOf(schema).some(([name]) => listOf(name) !== null || name === 'recordType'))
  const { form, send, forget, ...rest } = useForm(props)
  const strangers = strangersIn(schema, linked)
  const isRunning = runner.run !== null && runner.run.ending === null
  const submit = (event: Event) => {
    event.preventDefault()
    if (isRunning) runner.stop()
    else send()
  }
  return (
    <form class="form" ref={form} onSubmit={submit} noValidate>
      {strangers.length === 0 ? null : <p class="left-out">{say('left-out', { names: strangers.join(', ') })}</p>}
      <Parts schema={schema} catalogue={catalogue} {...rest} />
      <div class="buttons">
        <button type="submit" class="button main">
          {isRunning ? page('reach.stop') : say('form.run')}
        </button>
        <Button label={page('reach.forget')} look="button quiet-button" press={forget} />
      </div>
    </form>
  )
}

interface PartsProps {
  readonly schema: FieldSchema
  readonly values: Values
  readonly errors: FieldErrors
  readonly catalogue: Catalogue | null
  set(name: string, value: unknown): void
  choose(name: string, value: string): void
}

/** Renders the fields: those that matter, and the others on request. What a folded field says is never hidden. */
function Parts(props: PartsProps) {
  const say = useSay(formsText)
  const { schema, values, errors } = props
  const [first, others] = inParts(schema)
  const oneOf = oneOfIn(schema)
  const isFilledIn = others.some(([name, field]) => errors[name] || (values[name] ?? '') !== (field.default ?? ''))
  return (
    <>
      {oneOf.length === 0 ? null : <p class="quiet">{say('one-of', { fields: labelsIn(schema, oneOf) })}</p>}
      <Fields {...props} fields={first} />
      {others.length === 0 ? null : (
        <details class="more-fields" open={isFilledIn}>
          <summary>{say('more')}</summary>
          <Fields {...props} fields={others} />
        </details>
      )}
    </>
  )
}

function Fields({ fields, schema, values, errors, catalogue, set, choose }: PartsProps & { fields: [string, FieldSchema][] }) {
  return (
    <div class="fields">
      {fields.map(([name, field]) => (
        <Field
          key={name}
          name={name}
          catalogue={catalogue}
          schema={field}
          value={values[name]}
          isRequired={schema.required?.includes(name) ?? false}
          error={errors[name] ?? null}
          set={(value) => set(name, value)}
          choose={(value) => choose(name, value)}
        />
      ))}
    </div>
  )
}

/** Keeps the values of a form and their mistakes, and points to the first one when the form was sent with it. */
function useForm({ tool, schema, linked, runner: { run, start, forget } }: FormProps) {
  const say = useSay(formsText)
  const [values, setValues] = useState<Values>(() => firstValues(schema, linked, storedFields(tool)))
  const { form, errors, setErrors, mark } = useMarks()
  const problem = run?.ending?.kind === 'refused' ? run.ending.problem : null
  // In another language, a sentence of the server does not stay in the old one.
  useEffect(() => setErrors({}), [schema])
  useEffect(() => {
    if (problem) mark(refusedIn(problem, schema))
  }, [problem])
  const send = (next: Values) => {
    const body = bodyFrom(schema, next)
    const missing = missingIn(body, schema, say)
    mark(missing)
    if (Object.keys(missing).length > 0) return
    store(`tool:${tool}`, JSON.stringify(body))
    start(tool, body)
  }
  return {
    form,
    values,
    errors,
    send: () => send(values),
    forget() {
      forget()
      setValues(firstValues(schema, new URLSearchParams(), {}))
      setErrors({})
    },
    set(name: string, value: unknown) {
      setValues({ ...values, [name]: value })
      setErrors({ ...errors, [name]: null })
    },
    choose(name: string, value: string) {
      const next = { ...values, [name]: value }
      setValues(next)
      send(next)
    },
  }
}

/** Keeps the mistakes of a form. Those that are marked when it was sent get the focus, at the first of them. */
function useMarks() {
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  useEffect(() => {
    const find = (controls: string) => form.current?.querySelector<HTMLElement>(controls)
    const wrong = isSent.current && (find('[aria-invalid=true]') ?? find('.field-wrong :is(input, select)'))
    if (!wrong) return
    isSent.current = false
    wrong.focus()
    // After the drawing with these errors: before it, the fields of the last ones are still marked.
  }, [errors])
  const mark = (found: FieldErrors) => {
    setErrors(found)
    isSent.current = Object.keys(found).length > 0
  }
  return { form, errors, setErrors, mark }
}
