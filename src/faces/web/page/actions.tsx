import type { NextAction } from './answers.ts'
import { Icon } from './icon.tsx'
import { Prose } from './prose.tsx'
import { useToolWords } from './words.ts'

interface Props {
  readonly actions: readonly NextAction[]
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Draws what a result suggests, in its order; an action that can be run from here is a button. */
export function Actions({ actions, open }: Props) {
  const say = useToolWords()
  if (actions.length === 0) return null
  return (
    <section class="actions">
      <h3>{say('result.next')}</h3>
      <ol>
        {actions.map(({ code, text, tool, request }) => (
          <li key={code + text}>
            <p>
              <Prose text={text} />
            </p>
            {tool === undefined ? null : (
              <button type="button" class="button" onClick={() => open(tool, request ?? {})}>
                <span class="hidden">{say('result.run')}: </span>
                {tool}
                <Icon name="next" />
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
