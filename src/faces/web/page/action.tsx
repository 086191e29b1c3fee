import type { NextAction } from './answers.ts'
import { Icon } from './icon.tsx'
import { Prose } from './prose.tsx'

interface Props {
  readonly action: NextAction
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Renders one thing to do: its sentence, a link to the visitor's own router, and a button for what can be run from here. */
export function Action({ action: { label, text, tool, request, url }, open }: Props) {
  return (
    <>
      <p>
        <Prose text={text} />
      </p>
      {url === undefined ? null : (
        <a class="button" href={url} rel="noreferrer" target="_blank">
          {url}
        </a>
      )}
      {tool === undefined ? null : (
        <button type="button" class="button" onClick={() => open(tool, request ?? {})}>
          {label}
          <Icon name="next" />
        </button>
      )}
    </>
  )
}
