import { useEffect, useState } from 'preact/hooks'
import { AtHome } from './at-home-hint.tsx'
import { type Complaint, complaintOf, subjectsIn } from './complaint.ts'
import { useCatalogue } from './lists.ts'
import { PLAN, planRequest } from './plan-request.ts'
import { Question } from './question.tsx'
import { ReachDetails } from './reach-details.tsx'
import { fieldsIn, firstFields, type ReachFields, requestOf } from './reach-request.ts'
import { store, storedFields } from './stored.ts'
import { TypedHome } from './typed-home.ts'
import type { Run, Runner } from './use-run.ts'
import { WithViews } from './with-views.tsx'
import { useLocale, usePageWords } from './words.ts'

type Request = Readonly<Record<string, unknown>>

interface Props {
  readonly runner: Runner
  /** Fields from the address. */
  readonly linked: URLSearchParams
  /** Whether this server cannot look from outside. */
  readonly isAtHome: boolean
  /** Opens a tool, and runs the chosen request. */
  open(tool: string, request: Request): void
}

/** Renders the main job of the page: whether the internet reaches a service at home, and if not, the one thing to do. */
export function Reach({ runner, linked, isAtHome, open }: Props) {
  const locale = useLocale()
  const { run } = runner
  const { fields, set, isUsed, begin, recall, isEmpty, forget } = useQuestion(runner, linked, isAtHome ? open : null)
  const { complaint, wrong } = useComplaint(run, isEmpty)
  const catalogue = useCatalogue(locale, isUsed)
  const isRunning = run !== null && run.ending === null
  const submit = (event: Event) => {
    event.preventDefault()
    if (isRunning) runner.stop()
    else begin(fields)
  }
  // A result may suggest another service: that is asked here as well.
  const follow = (tool: string, request: Request) =>
    tool === 'reachability' ? begin({ ...fields, ...fieldsIn(request) }, request) : open(tool, request)
  return (
    <section class="reach" aria-labelledby="question">
      <form onSubmit={submit} onFocusIn={recall}>
        <Question
          {...{ subject: fields.subject, set, isRunning, isAtHome, wrong }}
          services={catalogue?.useCases ?? []}
          choose={(subject) => begin({ ...recall(), subject })}
        />
        <ReachDetails
          {...{ fields, set, complaint }}
          routers={catalogue?.routerBrands ?? []}
          forget={run || isUsed ? forget : null}
        />
      </form>
      {isAtHome ? <AtHome /> : null}
      {run && !complaint ? (
        <TypedHome.Provider value={{ home: fields, set }}>
          <WithViews
            draw={({ Outcome }) => <Outcome run={run} again={(more) => begin({ ...fields, ...more })} open={follow} />}
          />
        </TypedHome.Provider>
      ) : null}
    </section>
  )
}

/** Returns what is wrong with a field, and with the subject; brings the reader to it as soon as it is known. */
function useComplaint(run: Run | null, isEmpty: boolean) {
  const say = usePageWords()
  const complaint = complaintOf(run, say)
  useEffect(() => {
    if (complaint && !run?.isRestored) document.getElementById(inputOf(complaint))?.focus()
  }, [run?.ending])
  if (isEmpty) return { complaint, wrong: { code: 'empty', text: say('reach.empty'), meant: [] } }
  if (complaint?.field !== 'subject') return { complaint, wrong: null }
  return { complaint, wrong: { ...complaint, meant: [...complaint.meant, ...subjectsIn(String(run?.request.useCase ?? ''))] } }
}

function inputOf({ field }: Complaint): string {
  return field === 'subject' ? field : `reach-${field}`
}

/** Keeps what was typed, and starts the check; `open` shows the plan instead, where no check can be made. */
function useQuestion(runner: Runner, linked: URLSearchParams, open: Props['open'] | null) {
  const [fields, setFields] = useState<ReachFields>(() => firstFields(linked, runner.run))
  const [isUsed, setUsed] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const recall = () => {
    if (isUsed) return fields
    const { subject } = fields
    const all = { ...fieldsIn(storedFields('reachability')), ...withoutEmpty(fields), subject }
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
    store('tool:reachability', JSON.stringify(request))
    if (open) open(PLAN, planRequest(request))
    else runner.start('reachability', request)
  }
  return {
    ...{ fields, isUsed, isEmpty, recall, begin },
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

function withoutEmpty(fields: ReachFields): Partial<ReachFields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
