import type { Entry } from './lists.ts'

/** Renders the names that a field suggests. */
export function Names({ id, entries }: { id: string; entries: readonly Entry[] }) {
  return (
    <datalist id={id}>
      {entries.map((entry) => (
        <option key={entry.id} value={entry.name} />
      ))}
    </datalist>
  )
}
