import { useContext, useEffect, useState } from 'preact/hooks'
import { Actions, type Request, type ResultActions } from './answers.ts'
import { type Entry, useCatalogue } from './ask.ts'
import { AtHomeHint, Button, Names, Paragraph } from './parts.tsx'
import {
  type Complaint,
  complaintOf,
  type DetailField,
  fieldsIn,
  firstFields,
  LABELS,
  PLAN,
  planRequest,
  type ReachFields,
  requestOf,
  subjectsIn,
  withoutEmpty,
} from './requests.ts'
import { CHECK_TOOL, type Run, type Runner, store, storedFields } from './runs.ts'
import { WithViews } from './with-views.tsx'
import { usePageWords } from './words.ts'

interface Props {
  readonly runner: Runner
  /** Fields from the address. */
  readonly linked: URLSearchParams
  /** Whether this server cannot look from outside. */
  readonly isAtHome: boolean
}

/** Renders the main job of the page: whether the internet reaches a service at home, and if not, the one thing to do. */
export function Reach({ runner, linked, isAtHome }: Props) {
  const { open } = useContext(Actions)
  const { run } = runner
  const { fields, set, isUsed, begin, recall, isEmpty, forget } = useQuestion(runner, linked, isAtHome ? open : null)
  const { complaint, wrong } = useComplaint(run, isEmpty)
  const catalogue = useCatalogue(isUsed)
  const isRunning = run !== null && run.ending === null
  const submit = (event: Event) => {
    event.preventDefault()
    if (isRunning) runner.stop()
    else begin(fields)
  }
  // A result may suggest another service: that is asked here as well.
  const follow = (tool: string, request: Request) =>
    tool === CHECK_TOOL ? begin({ ...fields, ...fieldsIn(request) }, request) : open(tool, request)
  return (
    <section class="reach" aria-labelledby="question">
      <form onSubmit={submit} onFocusIn={recall}>
        <Question
          subject={fields.subject}
          isRunning={isRunning}
          isAtHome={isAtHome}
          wrong={wrong}
          set={set}
          services={catalogue?.services ?? []}
          choose={(subject) => begin({ ...recall(), subject })}
        />
        <ReachDetails
          fields={fields}
          complaint={complaint}
          routers={catalogue?.brands ?? []}
          set={set}
          forget={run || isUsed ? forget : null}
        />
      </form>
      {isAtHome ? <AtHome /> : null}
      {run && !complaint ? (
        <Actions.Provider value={{ open: follow, again: (more) => begin({ ...fields, ...more }), home: fields, set }}>
          <WithViews draw={({ Outcome }) => <Outcome run={run} />} />
        </Actions.Provider>
      ) : null}
    </section>
  )
}

/** Renders what a copy at home can do besides the plan: the way into the router, and a look from inside. */
function AtHome() {
  const say = usePageWords()
  return (
    <>
      <p class="also">
        <a href="#router-login-route">{say('at-home.login')}</a>
      </p>
      <AtHomeHint />
      <Paragraph text={say('at-home.proxy')} look="quiet small" />
    </>
  )
}

/** Returns what is wrong with a field, and with the subject; brings the reader to it as soon as it is known. */
function useComplaint(run: Run | null, isEmpty: boolean) {
  const say = usePageWords()
  const complaint = complaintOf(run, say)
  useEffect(() => {
    if (!complaint || run?.isRestored) return
    document.getElementById(complaint.field === 'subject' ? 'subject' : `reach-${complaint.field}`)?.focus()
  }, [run?.ending])
  if (isEmpty) return { complaint, wrong: { code: 'empty', text: say('reach.empty'), meant: [] } }
  if (complaint?.field !== 'subject') return { complaint, wrong: null }
  return { complaint, wrong: { ...complaint, meant: [...complaint.meant, ...subjectsIn(String(run?.request.useCase ?? ''))] } }
}

/** Keeps what was typed, and starts the check; `open` shows the plan instead, where no check can be made. */
function useQuestion(runner: Runner, linked: URLSearchParams, open: ResultActions['open'] | null) {
  const [fields, setFields] = useState<ReachFields>(() => firstFields(linked, runner.run))
  const [isUsed, setUsed] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const recall = () => {
    if (isUsed) return fields
    const { subject } = fields
    const all = { ...fieldsIn(storedFields(CHECK_TOOL)), ...withoutEmpty(fields), subject }
    setUsed(true)
    setFields(all)
    return all
  }
  const begin = (next: ReachFields, request: Request = requestOf(next)) => {
    setFields(next)
    const isNothing = next.subject.trim() === ''
    setEmpty(isNothing)
    const input = document.getElementById('subject')
    if (isNothing) return input?.focus()
    // The keyboard of a phone would cover the result.
    if (matchMedia('(pointer: coarse)').matches) input?.blur()
    store(`tool:${CHECK_TOOL}`, JSON.stringify(request))
    if (open) open(PLAN, planRequest(request))
    else runner.start(CHECK_TOOL, request)
  }
  return {
    fields,
    isUsed,
    isEmpty,
    recall,
    begin,
    set(field: keyof ReachFields, value: string) {
      setEmpty(false)
      setFields({ ...fields, [field]: value })
    },
    forget() {
      runner.forget()
      setFields({ subject: '' })
    },
  }
}

/** Fields that people can fill in without looking anything up. */
const KNOWN = ['routerBrand', 'isp', 'hostname'] as const
/** Fields that need a look at a device or at the router, which the result asks for where they matter. */
const LOOKED_UP = ['routerWanIp', 'internalIp'] as const

interface ReachDetailsProps {
  readonly fields: ReachFields
  readonly complaint: Complaint | null
  readonly routers: readonly Entry[]
  set(field: DetailField, value: string): void
  /** Drops what was typed here before; null if nothing was. */
  readonly forget: (() => void) | null
}

/** Renders what makes the answer better, folded: first what people know, then what they would have to look up. */
function ReachDetails(props: ReachDetailsProps) {
  const say = usePageWords()
  const { fields, complaint, routers, forget } = props
  const isOpen = (names: readonly DetailField[]) => names.some((name) => name === complaint?.field)
  const hasAddress = LOOKED_UP.some((name) => (fields[name] ?? '') !== '')
  return (
    <details class="more" open={isOpen([...KNOWN, ...LOOKED_UP]) || undefined}>
      <summary>{say('reach.more')}</summary>
      <DetailFields names={KNOWN} {...props} />
      <details open={isOpen(LOOKED_UP) || hasAddress || undefined}>
        <summary>{say('reach.addresses')}</summary>
        <DetailFields names={LOOKED_UP} {...props} />
      </details>
      {forget === null ? null : <Button label={say('reach.forget')} look="button quiet-button" press={forget} />}
      <Names id="routers" entries={routers} />
    </details>
  )
}

function DetailFields({ names, fields, complaint, set }: ReachDetailsProps & { names: readonly DetailField[] }) {
  const say = usePageWords()
  return (
    <div class="fields">
      {names.map((name) => {
        const [id, isWrong] = [`reach-${name}`, complaint?.field === name]
        return (
          <div key={name} class={isWrong ? 'field field-wrong' : 'field'}>
            <label for={id}>{say(LABELS[name])}</label>
            <input
              id={id}
              value={fields[name] ?? ''}
              autocomplete="off"
              spellcheck={false}
              list={name === 'routerBrand' ? 'routers' : undefined}
              aria-invalid={isWrong}
              aria-describedby={`${id}-error ${id}-hint`}
              onInput={({ currentTarget }) => set(name, currentTarget.value)}
            />
            <p id={`${id}-error`} class="error small" data-code={isWrong ? complaint?.code : undefined}>
              {isWrong ? complaint?.text : null}
            </p>
            <p id={`${id}-hint`} class="quiet small">
              {say(`${LABELS[name]}-hint`)}
            </p>
          </div>
        )
      })}
    </div>
  )
}

interface QuestionProps {
  readonly subject: string
  readonly services: readonly Entry[]
  readonly isRunning: boolean
  readonly isAtHome: boolean
  /** The mistake in the subject, and what may have been meant: ids of services, or ports. */
  readonly wrong: Omit<Complaint, 'field'> | null
  set(field: keyof ReachFields, value: string): void
  /** Checks another subject. */
  choose(subject: string): void
}

/** Renders the one question, with examples and what is wrong with its answer. */
function Question({ subject, services, isRunning, isAtHome, wrong, set, choose }: QuestionProps) {
  const say = usePageWords()
  const go = isAtHome ? 'at-home.go' : 'reach.go'
  return (
    <div class={wrong ? 'field-wrong' : undefined}>
      <h2 id="question" class="question">
        <label for="subject">{say('reach.question')}</label>
      </h2>
      <div class="ask">
        <input
          id="subject"
          list="services"
          value={subject}
          autocomplete="off"
          enterkeyhint="go"
          maxLength={100}
          aria-invalid={wrong !== null}
          aria-describedby="subject-error subject-hint"
          onInput={({ currentTarget }) => set('subject', currentTarget.value)}
        />
        <button type="submit" class="button main">
          {isRunning ? say('reach.stop') : say(go)}
        </button>
      </div>
      <p id="subject-error" class="error" data-code={wrong?.code}>
        {wrong?.text}
      </p>
      {wrong && wrong.meant.length > 0 ? (
        <Choices words={say('refused.meant')} subjects={wrong.meant} services={services} choose={choose} />
      ) : (
        <Choices words={say('reach.such-as')} subjects={say('reach.examples').split(', ')} services={[]} choose={choose} />
      )}
      <p id="subject-hint" class="quiet small">
        {say(isAtHome ? 'at-home.hint' : 'reach.hint')}
      </p>
      <Names id="services" entries={services} />
    </div>
  )
}

interface ChoicesProps extends Pick<QuestionProps, 'services' | 'choose'> {
  readonly words: string
  readonly subjects: readonly string[]
}

function Choices({ words, subjects, services, choose }: ChoicesProps) {
  return (
    <p class="examples">
      <span class="quiet small">{words}</span>
      {subjects.map((subject) => {
        const name = services.find(({ id }) => id === subject)?.name ?? subject
        return <Button key={subject} label={name} look="chip" press={() => choose(name)} />
      })}
    </p>
  )
}
