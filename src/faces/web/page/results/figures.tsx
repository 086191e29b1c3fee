import type { ComponentChildren } from 'preact'

type Figure = readonly [label: string, value: ComponentChildren]

/** Renders values with their labels in a row; one without a value is left out. */
export function Figures({ list }: { list: readonly (Figure | null)[] }) {
  const shown = list.filter((figure) => figure !== null)
  if (shown.length === 0) return null
  return (
    <dl class="figures">
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns a time, in fewer digits the longer it is: microseconds do not matter in tens of milliseconds. */
export function inMs(ms: number): string {
  return ms >= 100 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toFixed(2)
}
