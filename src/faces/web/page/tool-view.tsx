import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { askTool } from './ask.ts'
import { Form } from './form.tsx'
import { Icon } from './icon.tsx'
import { type FieldSchema, useOperations } from './lists.ts'
import { Outcome } from './outcome.tsx'
import { isAtFields } from './problem-words.ts'
import { Prose } from './prose.tsx'
import { remembered } from './remembered.ts'
import type { Listed } from './state.ts'
import { useTitle } from './title.ts'
import { toolText } from './tool.text.ts'
import { type Home, TypedHome } from './typed-home.ts'
import { UNTRANSLATED } from './untranslated.ts'
import { paramsOf } from './use-route.ts'
import { type Run, type Runner, useRun } from './use-run.ts'
import { useLocale, useSay } from './words.ts'

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
  const { run } = runner
  const operation = useOperations(locale, true)?.find((one) => one.name === name)
  const hasForm = operation !== undefined
  useTitle(operation?.title ?? listed.title, run?.request, own)
  // A form that comes after the result would push it out of sight.
  useEffect(() => {
    if (opening && hasForm) runner.start(name, opening.request)
  }, [opening, hasForm])
  const values = useMemo(
    () => (opening ? paramsOf(opening.request) : brought ? paramsOf(brought.request) : linked),
    [opening, linked],
  )
  const [typed, setTyped] = useState<Partial<Home>>({})
  const again = (more: Partial<Home> = {}) => {
    if (run) runner.start(name, { ...run.request, ...filled({ ...typed, ...more }) })
  }
  return (
    <article class="tool">
      <ToolHead name={name} title={operation?.title ?? listed.title} summary={operation?.summary ?? listed.summary} />
      <FormOf runner={runner} tool={name} schema={operation?.request ?? null} linked={values} />
      {run && !isAtForm(run, operation?.request ?? null) ? (
        <TypedHome.Provider value={{ home: typed, set: (field, value) => setTyped({ ...typed, [field]: value }) }}>
          <Outcome run={run} again={again} open={open} />
        </TypedHome.Provider>
      ) : null}
    </article>
  )
}

/** Returns what was typed, without what was left empty. */
function filled(home: Partial<Home>): Partial<Home> {
  return Object.fromEntries(Object.entries(home).filter(([, value]) => value !== ''))
}

/** Renders what the tool is, and begins there for those who read with a screen reader. */
function ToolHead({ name, title, summary }: Pick<Listed, 'name' | 'title' | 'summary'>) {
  const say = useSay(toolText)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [name])
  return (
    <>
      <a class="back" href="#tools">
        <Icon name="back" />
        {say('tools.back')}
      </a>
      <h1 ref={heading} tabIndex={-1}>
        {title}{' '}
        <code class="quiet small" {...UNTRANSLATED}>
          {name}
        </code>
      </h1>
      <p class="lead">
        <Prose text={summary} />
      </p>
    </>
  )
}

/** Returns whether the form says all of a refusal at its fields, so that it is not said once more below them. */
function isAtForm({ ending }: Run, schema: FieldSchema | null): boolean {
  return ending?.kind === 'refused' && isAtFields(ending.problem, schema)
}

interface FormOfProps {
  readonly runner: Runner
  readonly tool: string
  /** Null until it has come. */
  readonly schema: FieldSchema | null
  readonly linked: URLSearchParams
}

function FormOf({ runner: { run, start, stop, forget }, tool, schema, linked }: FormOfProps) {
  const say = useSay(toolText)
  if (schema === null)
    return (
      <p class="loading quiet" role="status">
        {say('form.loading')}
      </p>
    )
  return (
    <Form
      key={`${tool} ${linked}`}
      tool={tool}
      schema={schema}
      linked={linked}
      problem={run?.ending?.kind === 'refused' ? run.ending.problem : null}
      isRunning={run !== null && run.ending === null}
      run={(request) => start(tool, request)}
      stop={stop}
      forget={forget}
    />
  )
}
