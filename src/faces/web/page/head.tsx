import type { ComponentChildren } from 'preact'
import { frameText } from './frame.text.ts'
import { Icon, MARK_CLASSES, type Mark, Tick } from './icon.tsx'
import type { Run } from './remembered.ts'
import { useSay } from './words.ts'

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
    <header class="head">
      <Tick mark={mark}>{mark === 'bad' ? <Icon name="warning" /> : null}</Tick>
      <div>
        <h2 id={id} tabIndex={id ? -1 : undefined} class={mark ? `verdict ${MARK_CLASSES[mark]}` : 'verdict'}>
          {children}
        </h2>
        {note ? <p class="quiet small">{note}</p> : null}
      </div>
    </header>
  )
}

/** Renders when a result that was brought back was found: by now, it may be old. */
export function Restored({ run: { isRestored, ending } }: { run: Run }) {
  const say = useSay(frameText)
  if (!isRestored || ending?.kind !== 'answered') return null
  return <p class="restored quiet small">{say('restored', { time: timeOf(ending.answer.checkedAt) })}</p>
}

/** Returns a time on the clock of the reader: formatters of browsers are slow to load. */
export function timeOf(checkedAt: string): string {
  const at = new Date(checkedAt)
  const numbers = [at.getFullYear(), at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes()]
  const [year, month, day, hour, minute] = numbers.map((number) => String(number).padStart(2, '0'))
  return `${year}-${month}-${day} ${hour}:${minute}`
}
