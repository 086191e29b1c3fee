import type { Entry } from './lists.ts'
import { Names } from './names.tsx'
import type { ReachFields } from './reach-request.ts'
import { usePageWords } from './words.ts'

/** The mistake in the subject, and what may have been meant: ids of services, or ports. */
export interface Wrong {
  readonly code: string
  readonly text: string
  readonly meant: readonly string[]
}

interface Props {
  readonly subject: string
  readonly services: readonly Entry[]
  readonly isRunning: boolean
  readonly isAtHome: boolean
  readonly wrong: Wrong | null
  set(field: keyof ReachFields, value: string): void
  /** Checks another subject. */
  choose(subject: string): void
}

/** Renders the one question, with examples and what is wrong with its answer. */
export function Question({ subject, services, isRunning, isAtHome, wrong, set, choose }: Props) {
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

interface ChoicesProps extends Pick<Props, 'services' | 'choose'> {
  readonly words: string
  readonly subjects: readonly string[]
}

/** Renders a button for each subject, which checks it at once. */
function Choices({ words, subjects, services, choose }: ChoicesProps) {
  return (
    <p class="examples">
      <span class="quiet small">{words}</span>
      {subjects.map((subject) => {
        const name = services.find(({ id }) => id === subject)?.name ?? subject
        return (
          <button key={subject} type="button" class="chip" onClick={() => choose(name)}>
            {name}
          </button>
        )
      })}
    </p>
  )
}
