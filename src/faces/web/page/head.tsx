import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import { MARK_CLASSES, MARK_ICONS, type Mark } from './mark.ts'

interface Props {
  readonly id?: string
  /** Null where nothing is judged, or nothing is known yet. */
  readonly mark: Mark | null
  /** The line below the headline. */
  readonly note?: ComponentChildren
  readonly children: ComponentChildren
}

/** Renders the head of a result: its mark and its finding in one sentence. */
export function Head({ id, mark, note, children }: Props) {
  return (
    <header class={mark ? `head head-${mark}` : 'head'}>
      {mark ? (
        <span class="head-mark">
          <Icon name={MARK_ICONS[mark]} />
        </span>
      ) : null}
      <div>
        <h2 id={id} class={mark ? `verdict ${MARK_CLASSES[mark]}` : 'verdict'}>
          {children}
        </h2>
        {note ? <p class="quiet small">{note}</p> : null}
      </div>
    </header>
  )
}
