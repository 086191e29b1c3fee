import type { Entry } from './lists.ts'
import { Button, Names } from './parts.tsx'
import { type Complaint, type DetailField, LABELS, type ReachFields } from './requests.ts'
import { usePageWords } from './words.ts'

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
export function ReachDetails(props: ReachDetailsProps) {
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
export function Question({ subject, services, isRunning, isAtHome, wrong, set, choose }: QuestionProps) {
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
