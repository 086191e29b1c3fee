import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Home, Problem } from './answers.ts'
import type { askTool } from './ask.ts'
import { Field, type FieldError } from './field.tsx'
import { bodyFrom, fieldsOf, firstValues, inParts, lineOf, listOf, oneOfIn, strangersIn, type Values } from './fields.ts'
import { formsText } from './forms.text.ts'
import { Icon } from './icon.tsx'
import { type Catalogue, type FieldSchema, useCatalogue, useOperations } from './lists.ts'
import { Outcome } from './outcome.tsx'
import { Paragraph } from './prose.tsx'
import { type Run, remembered, store, storedFields } from './remembered.ts'
import { withoutEmpty } from './requests.ts'
import { type Listed, TypedHome } from './state.ts'
import { errorAt, isAtFields, labelsOf, partAt } from './trouble.tsx'
import { paramsOf, useTitle } from './use-route.ts'
import { type Runner, useRun } from './use-run.ts'
import { UNTRANSLATED, useLocale, usePageWords, useSay } from './words.ts'

export interface Opening {
  readonly tool: string
  readonly request: Readonly<Record<string, unknown>>
}

interface Props {
  readonly listed: Listed
  readonly linked: URLSearchParams
  /** A request chosen on this page: it runs at once. */
  readonly opening: Opening | null
  /** Run that the document contains. */
  readonly brought: Run | null
  readonly ask: typeof askTool
  /** The address of the reader, which is in no title. */
  readonly own: string
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Renders one tool: its form and its result. */
export function ToolView({ listed, linked, opening, brought, ask, own, open }: Props) {
  const locale = useLocale()
  const { name } = listed
  const runner = useRun(name, () => brought ?? (opening ? null : remembered(name, linked)), ask)
  const { run, start } = runner
  const operation = useOperations(locale, true)?.find((one) => one.name === name)
  useTitle(operation?.title ?? listed.title, run?.request, own)
  // A form that comes after the result would push it out of sight.
  useEffect(() => {
    if (opening && operation) start(name, opening.request)
  }, [opening, operation !== undefined])
  const values = useMemo(
    () => (opening ? paramsOf(opening.request) : brought ? paramsOf(brought.request) : linked),
    [opening, linked],
  )
  const [typed, setTyped] = useState<Partial<Home>>({})
  const again = (more: Partial<Home> = {}) => {
    if (run) start(name, { ...run.request, ...withoutEmpty({ ...typed, ...more }) })
  }
  const schema = operation?.request ?? null
  const hasResult = run !== null && !isAtForm(run, schema)
  const { isFolded, turn } = useFold(run)
  return (
    <article class={hasResult && isFolded ? 'tool folded' : 'tool'}>
      <ToolHead name={name} title={operation?.title ?? listed.title} summary={operation?.summary ?? listed.summary} />
      {hasResult && schema ? <Asked runner={runner} schema={schema} isFolded={isFolded} turn={turn} /> : null}
      <FormOf runner={runner} tool={name} schema={schema} linked={values} />
      {hasResult ? (
        <TypedHome.Provider value={{ home: typed, set: (field, value) => setTyped({ ...typed, [field]: value }) }}>
          <Outcome run={run} again={again} open={open} />
        </TypedHome.Provider>
      ) : null}
    </article>
  )
}

/** Folds the form away for each request, where it would stand above the result. */
function useFold(run: Run | null) {
  const [opened, setOpened] = useState<Run['request'] | null>(null)
  const isFolded = run?.request !== opened
  return { isFolded, turn: () => setOpened(isFolded ? (run?.request ?? null) : null) }
}

interface AskedProps extends Pick<FormProps, 'schema'> {
  readonly runner: Runner
  readonly isFolded: boolean
  turn(): void
}

/** Renders what was asked in one line, where the form is folded away. */
function Asked({ runner: { run, stop }, schema, isFolded, turn }: AskedProps) {
  const [page, say] = [usePageWords(), useSay(formsText)]
  return (
    <p class="asked">
      <span>{run && lineOf(schema, run.request)}</span>
      {run?.ending ? (
        <button type="button" class="button" aria-expanded={!isFolded} onClick={turn}>
          {say('form.change')}
        </button>
      ) : (
        <button type="button" class="button" onClick={stop}>
          {page('reach.stop')}
        </button>
      )}
    </p>
  )
}

/** Renders what the tool is, and begins there for those who read with a screen reader. */
function ToolHead({ name, title, summary }: Pick<Listed, 'name' | 'title' | 'summary'>) {
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
  return ending?.kind === 'refused' && isAtFields(ending.problem, schema)
}

interface FormOfProps extends Pick<FormProps, 'tool' | 'linked'> {
  readonly runner: Runner
  /** Null until it has come. */
  readonly schema: FieldSchema | null
}

function FormOf({ runner: { run, start, stop, forget }, schema, ...of }: FormOfProps) {
  const loading = useSay(formsText)('form.loading')
  if (schema === null)
    return (
      <p class="loading quiet" role="status">
        {loading}
      </p>
    )
  const problem = run?.ending?.kind === 'refused' ? run.ending.problem : null
  const isRunning = run !== null && run.ending === null
  const send = (request: Record<string, unknown>) => start(of.tool, request)
  return <Form key={`${of.tool} ${of.linked}`} {...{ ...of, schema, problem, isRunning, stop, forget }} run={send} />
}

interface FormProps {
  readonly tool: string
  readonly schema: FieldSchema
  /** Values from the link that was followed. */
  readonly linked: URLSearchParams
  /** Refusal of the server. */
  readonly problem: Problem | null
  readonly isRunning: boolean
  run(request: Record<string, unknown>): void
  stop(): void
  /** Drops all that is kept of this tool. */
  forget(): void
}

/** Renders the form of a tool, from its schema alone. */
export function Form(props: FormProps) {
  const { schema, linked, isRunning, stop } = props
  const [page, say] = [usePageWords(), useSay(formsText)]
  const needsCatalogue = fieldsOf(schema).some(([name]) => listOf(name) !== null || name === 'recordType')
  const catalogue = useCatalogue(useLocale(), needsCatalogue)
  const { form, send, forget, ...rest } = useForm(props)
  const strangers = strangersIn(schema, linked)
  const submit = (event: Event) => {
    event.preventDefault()
    if (isRunning) stop()
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
        <button type="button" class="button quiet-button" onClick={forget}>
          {page('reach.forget')}
        </button>
      </div>
    </form>
  )
}

interface PartsProps {
  readonly schema: FieldSchema
  readonly values: Values
  readonly errors: Errors
  readonly catalogue: Catalogue | null
  set(name: string, value: unknown): void
  choose(name: string, value: string): void
}

/** Renders the fields: those that matter, and the others on request. What a folded field says is never hidden. */
function Parts(props: PartsProps) {
  const say = useSay(formsText)
  const { schema, values, errors } = props
  const [first, others] = inParts(schema)
  const oneOf = oneOfIn(schema).map((name) => schema.properties?.[name]?.title ?? name)
  const isTold = others.some(([name, field]) => errors[name] || (values[name] ?? '') !== (field.default ?? ''))
  return (
    <>
      {oneOf.length === 0 ? null : <p class="quiet">{say('one-of', { fields: oneOf.join(', ') })}</p>}
      <Fields {...props} fields={first} />
      {others.length === 0 ? null : (
        <details class="more-fields" open={isTold}>
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
          schema={field}
          value={values[name]}
          isRequired={schema.required?.includes(name) ?? false}
          error={errors[name] ?? null}
          catalogue={catalogue}
          set={(value) => set(name, value)}
          choose={(value) => choose(name, value)}
        />
      ))}
    </div>
  )
}

/** Keeps the values of a form and their mistakes, and points to the first one when the form was sent with it. */
function useForm({ tool, schema, linked, problem, run, forget }: FormProps) {
  const mistakes = useMistakes(schema)
  const [values, setValues] = useState<Values>(() => firstValues(schema, linked, storedFields(tool)))
  const { form, errors, setErrors, mark } = useMarks()
  // In another language, a sentence of the server does not stay in the old one.
  useEffect(() => setErrors({}), [schema])
  useEffect(() => {
    if (problem) mark(mistakes.refused(problem))
  }, [problem])
  const send = (next: Values) => {
    const missing = mistakes.missing(next)
    mark(missing)
    if (Object.keys(missing).length > 0) return
    const body = bodyFrom(schema, next)
    store(`tool:${tool}`, JSON.stringify(body))
    run(body)
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
  const [errors, setErrors] = useState<Errors>({})
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
  const mark = (found: Errors) => {
    setErrors(found)
    isSent.current = Object.keys(found).length > 0
  }
  return { form, errors, setErrors, mark }
}

/** Mistakes by field. */
type Errors = Readonly<Record<string, FieldError | null>>

/** Returns the ways to find mistakes: in values that are missing, and in those that the server refused. */
function useMistakes(schema: FieldSchema) {
  const say = useSay(formsText)
  const fields = fieldsOf(schema)
  const labels = labelsOf(schema, (label, count) => say('row', { label, count }))
  const labelOf = (name: string) => labels(name) ?? name
  const found = (sentenceOf: (name: string) => FieldError | null): Errors =>
    Object.fromEntries(fields.flatMap(([name]) => [[name, sentenceOf(name)] as const].filter(([, error]) => error)))
  return {
    missing(values: Values): Errors {
      const body = bodyFrom(schema, values)
      const oneOf = oneOfIn(schema)
      const lacksAll = oneOf.every((name) => body[name] === undefined)
      return found((name) => {
        if (lacksAll && name === oneOf[0]) return { sentence: say('one-of', { fields: oneOf.map(labelOf).join(', ') }) }
        const isMissing = schema.required?.includes(name) && body[name] === undefined
        return isMissing ? { sentence: say('missing', { label: labelOf(name) }) } : null
      })
    },
    refused: (problem: Problem) =>
      found((name) => {
        const sentence = errorAt(problem, name, labels)
        const { code, field, didYouMean = [] } = problem
        return sentence === null ? null : { sentence, code, part: partAt(problem, name), meant: field === name ? didYouMean : [] }
      }),
  }
}
