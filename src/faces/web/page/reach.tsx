import { useState } from 'preact/hooks'
import type { Catalogue } from './lists.ts'
import { useCatalogue } from './lists.ts'
import { firstFields, type ReachFields, requestOf } from './reach-request.ts'
import { store, storedFields } from './stored.ts'
import type { Runner } from './use-run.ts'
import { WithViews } from './with-views.tsx'
import { useLocale, usePageWords } from './words.ts'

const DETAILS = [
  { field: 'routerBrand', words: 'router', list: 'routerBrands' },
  { field: 'isp', words: 'isp', list: null },
  { field: 'routerWanIp', words: 'wan', list: null },
  { field: 'internalIp', words: 'device', list: null },
  { field: 'hostname', words: 'name', list: null },
] as const

interface Props {
  readonly runner: Runner
  /** Fields from the address. */
  readonly linked: URLSearchParams
  /** Opens a tool, and runs the chosen request. */
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Renders the main job of the page: whether the internet reaches a service at home, and if not, the one thing to do. */
export function Reach({ runner, linked, open }: Props) {
  const say = usePageWords()
  const locale = useLocale()
  const [fields, setFields] = useState<ReachFields>(() => firstFields(linked, runner.run))
  const [isUsed, setUsed] = useState(false)
  const catalogue = useCatalogue(locale, isUsed)
  const set = (field: string, value: string) => setFields({ ...fields, [field]: value })
  const { run } = runner
  const isRunning = run !== null && run.ending === null
  const start = () => {
    const request = requestOf(fields)
    store('tool:reachability', JSON.stringify(request))
    runner.start('reachability', request)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    if (isRunning) runner.stop()
    else if (fields.subject.trim() !== '') start()
  }
  const recall = () => {
    if (isUsed) return
    setUsed(true)
    const { routerBrand, isp, routerWanIp, internalIp, hostname } = storedFields('reachability')
    const known = Object.entries({ routerBrand, isp, routerWanIp, internalIp, hostname }).filter(
      ([, value]) => typeof value === 'string',
    )
    setFields({ ...Object.fromEntries(known), ...fields })
  }
  return (
    <section class="reach" aria-labelledby="question">
      <form onSubmit={submit} onFocusIn={recall}>
        <Question subject={fields.subject} set={set} catalogue={catalogue} isRunning={isRunning} />
        <Details fields={fields} set={set} catalogue={catalogue} />
      </form>
      {run ? <WithViews draw={({ Outcome }) => <Outcome run={run} again={start} open={open} />} /> : null}
      {runner.run ? null : <p class="hidden">{say('reach.steps')}</p>}
    </section>
  )
}

interface InputProps {
  readonly catalogue: Catalogue | null
  set(field: string, value: string): void
}

function Question({ subject, set, catalogue, isRunning }: InputProps & { subject: string; isRunning: boolean }) {
  const say = usePageWords()
  return (
    <>
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
          placeholder={say('reach.example')}
          aria-describedby="subject-hint"
          onInput={({ currentTarget }) => set('subject', currentTarget.value)}
        />
        <button type="submit" class="button main">
          {isRunning ? say('reach.stop') : say('reach.go')}
        </button>
      </div>
      <p id="subject-hint" class="quiet small">
        {say('reach.hint')}
      </p>
      <datalist id="services">
        {catalogue?.useCases.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  )
}

function Details({ fields, set, catalogue }: InputProps & { fields: ReachFields }) {
  const say = usePageWords()
  return (
    <details class="more">
      <summary>{say('reach.more')}</summary>
      <div class="fields">
        {DETAILS.map(({ field, words, list }) => (
          <div key={field} class="field">
            <label for={`reach-${field}`}>{say(`reach.${words}`)}</label>
            <input
              id={`reach-${field}`}
              value={fields[field] ?? ''}
              autocomplete="off"
              spellcheck={false}
              list={list === null ? undefined : 'routers'}
              aria-describedby={`reach-${field}-hint`}
              onInput={({ currentTarget }) => set(field, currentTarget.value)}
            />
            <p id={`reach-${field}-hint`} class="quiet small">
              {say(`reach.${words}-hint`)}
            </p>
          </div>
        ))}
      </div>
      <datalist id="routers">
        {catalogue?.routerBrands.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </details>
  )
}
