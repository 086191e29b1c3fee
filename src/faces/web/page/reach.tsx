import { useEffect, useState } from 'preact/hooks'
import { AtHome } from './at-home-hint.tsx'
import { type Complaint, complaintOf, subjectsIn } from './complaint.ts'
import { useCatalogue } from './lists.ts'
import { Question, type Wrong } from './question.tsx'
import { ReachDetails } from './reach-details.tsx'
import { fieldsIn, firstFields, type ReachFields, requestOf } from './reach-request.ts'
import { store, storedFields } from './stored.ts'
import type { Runner } from './use-run.ts'
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
  const [say, locale] = [usePageWords(), useLocale()]
  const question = useQuestion(runner, linked, isAtHome ? open : null)
  const { fields, set, isUsed, begin, recall, isEmpty } = question
  const catalogue = useCatalogue(locale, isUsed)
  const { run } = runner
  const complaint = complaintOf(run, say)
  const isRunning = run !== null && run.ending === null
  const isSubject = complaint?.field === 'subject'
  const wrong: Wrong | null = isEmpty
    ? { code: 'empty', text: say('reach.empty'), meant: [] }
    : isSubject
      ? meantBy(complaint, run?.request)
      : null
  useEffect(() => {
    if (complaint && !run?.isRestored) document.getElementById(isSubject ? 'subject' : `reach-${complaint.field}`)?.focus()
  }, [run?.ending])
  const submit = (event: Event) => {
    event.preventDefault()
    if (isRunning) runner.stop()
    else begin(fields)
  }
  // What a result suggests for the same question is asked here.
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
          forget={run || isUsed ? question.forget : null}
        />
      </form>
      {isAtHome ? <AtHome /> : null}
      {run && !complaint ? (
        <WithViews draw={({ Outcome }) => <Outcome run={run} again={() => begin(fields)} open={follow} />} />
      ) : null}
    </section>
  )
}

/** Returns what to say at the subject, with what may have been meant by it. */
function meantBy({ code, text, meant }: Complaint, { useCase = '' }: Request = {}): Wrong {
  return { code, text, meant: [...meant, ...subjectsIn(String(useCase))] }
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
    if (open) open('port-forward-plan', planRequest(request))
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

/** Returns what to ask for the plan of the same service. */
export function planRequest({ port, protocol, hostname, scheme, ...rest }: Request): Request {
  return port === undefined ? rest : { ...rest, ports: [{ port, protocol: protocol ?? 'tcp' }] }
}
