import { Action, ActionButtons } from './action.tsx'
import { frameText } from './frame.text.ts'
import type { Mark } from './mark.ts'
import type { NextSteps } from './next-steps.ts'
import { Prose } from './prose.tsx'
import { usePageWords, useSay } from './words.ts'

interface Props {
  readonly steps: NextSteps
  readonly mark: Mark | null
  again(): void
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Renders the first thing to do with everything to press for it. */
export function Next({ steps: { first, leading, further, isRepeated }, mark, again, open }: Props) {
  const [page, say] = [usePageWords(), useSay(frameText)]
  if (!first) return null
  const leads = first.tool !== undefined || first.url !== undefined
  const title = mark === 'good' ? 'next.good' : further.length > 0 ? 'next.first' : 'next.only'
  return (
    <section class="next" aria-labelledby="next">
      <h3 id="next">{say(title)}</h3>
      <p>
        <Prose text={first.text} />
      </p>
      <div class="buttons">
        <ActionButtons action={first} open={open} isMain={mark !== 'good'} />
        {isRepeated ? (
          <button type="button" class={leads || mark === 'good' ? 'button' : 'button main'} onClick={again}>
            {page('reach.again')}
          </button>
        ) : null}
        {leading.map((action) => (
          <ActionButtons key={action.code} action={action} open={open} />
        ))}
      </div>
    </section>
  )
}

/** Renders what to do after that, in the order of doing. */
export function Further({ steps: { further }, open }: Pick<Props, 'steps' | 'open'>) {
  const say = useSay(frameText)
  if (further.length === 0) return null
  return (
    <section class="actions">
      <h3>{say('next.then')}</h3>
      <ol start={2}>
        {further.map((action) => (
          <li key={action.code + action.text}>
            <Action action={action} open={open} />
          </li>
        ))}
      </ol>
    </section>
  )
}
