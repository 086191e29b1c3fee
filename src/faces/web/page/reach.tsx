import { useContext, useEffect, useState } from 'preact/hooks'
import { Actions, type Request, type ResultActions } from './answers.ts'
import { useCatalogue } from './lists.ts'
import { AtHomeHint, Paragraph } from './parts.tsx'
import { Question, ReachDetails } from './question.tsx'
import {
  complaintOf,
  fieldsIn,
  firstFields,
  PLAN,
  planRequest,
  type ReachFields,
  requestOf,
  subjectsIn,
  withoutEmpty,
} from './requests.ts'
import { CHECK_TOOL, type Run, type Runner } from './runs.ts'
import { store, storedFields } from './storage.ts'
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
