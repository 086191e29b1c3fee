import { listOf } from './fields.ts'
import { type Entry, useCatalogue } from './lists.ts'
import { useLocale, usePageWords } from './words.ts'

interface Props {
  readonly field: string
  /** Values that may have been meant, best first. */
  readonly words: readonly string[]
  /** Runs the request again with a value in place of the one that was typed. */
  choose(word: string): void
}

/** Renders values that may have been meant, each as a button. */
export function Suggestions({ field, words, choose }: Props) {
  const say = usePageWords()
  const list = listOf(field)
  const catalogue = useCatalogue(useLocale(), list !== null && words.length > 0)
  if (words.length === 0) return null
  const entries = (list && catalogue?.[list]) ?? []
  return (
    <div class="meant">
      <p>{say('refused.meant')}</p>
      <div class="buttons">
        {words.map((word) => (
          <button key={word} type="button" class="button" onClick={() => choose(word)}>
            {entries.find(({ id }) => id === word)?.name ?? word}
          </button>
        ))}
      </div>
    </div>
  )
}

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
