import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

export type Fact = readonly [label: string, value: ComponentChildren]

interface Props {
  readonly facts: readonly Fact[]
  /** The class of the list. */
  readonly look?: string
}

/** Renders what is known, each with its label; what is not known is left out. */
export function Facts({ facts, look = 'values' }: Props) {
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
  /** The id of its title. */
  readonly id?: string
  readonly title: ComponentChildren
  readonly isOpen?: boolean
  /** Whether its contents are only drawn when somebody opens it. */
  readonly isLazy?: boolean
  readonly look?: string
  readonly children: ComponentChildren
}

/** Renders a part that is folded away, unless it is what a reader needs first. */
export function Part({ id, title, isOpen = false, isLazy = false, look = 'part', children }: PartProps) {
  const [isDrawn, setDrawn] = useState(isOpen || !isLazy)
  return (
    <details class={look} open={isOpen} onToggle={({ currentTarget }) => currentTarget.open && setDrawn(true)}>
      <summary id={id}>{title}</summary>
      {isDrawn ? children : null}
    </details>
  )
}
