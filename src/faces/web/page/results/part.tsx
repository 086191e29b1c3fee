import type { ComponentChildren } from 'preact'
import { Sentences } from '../blocks.tsx'

interface Props {
  readonly title: string
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

/** Renders a part that is folded away, unless it is what a reader needs first. */
export function Part({ title, isOpen = false, children }: Props) {
  return (
    <details class="part" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

/** Renders a folded list of sentences; nothing where there are none. */
export function Notes({ notes, ...part }: Omit<Props, 'children'> & { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <Part {...part}>
      <Sentences items={notes} />
    </Part>
  )
}
