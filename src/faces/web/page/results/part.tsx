import type { ComponentChildren } from 'preact'

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
