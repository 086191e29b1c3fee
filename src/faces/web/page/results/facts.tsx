import type { ComponentChildren } from 'preact'

export type Fact = readonly [label: string, value: ComponentChildren]

interface Props {
  readonly facts: readonly Fact[]
  /** The class of the list. */
  readonly look?: string
}

/** Renders what is known, each with its label; what is not known is left out. */
export function Facts({ facts, look = 'values known' }: Props) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (known.length === 0) return null
  return (
    <dl class={look}>
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface PartProps {
  readonly title: string
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

/** Renders a part that is folded away, unless it is what a reader needs first. */
export function Part({ title, isOpen = false, children }: PartProps) {
  return (
    <details class="part" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
