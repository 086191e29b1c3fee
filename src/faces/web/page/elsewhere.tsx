import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { placesText } from '../../text/places.text.ts'
import { type Comparison, type NotAsked, PLACE_MS, type Seen, sayDifference, saySeen, seenIn } from '../../text/places.ts'
import type { ToolAnswer } from './answers.ts'
import { askPlace, type PlaceEnding } from './ask-place.ts'
import { elsewhereText } from './elsewhere.text.ts'
import { OtherPlaces } from './other-places.ts'
import { Facts } from './results/facts.tsx'
import type { Run } from './run.ts'
import { useLocale, useSay } from './words.ts'

const SECOND_MS = 1000

/** Renders the offer to ask other places; once taken, a line for each as it comes, and then the sentence on how they differ. Nothing is asked before. */
export function Elsewhere({ run: { tool, request }, answer }: { run: Run; answer: ToolAnswer }) {
  const [say, said, locale] = [useSay(elsewhereText), useSay(placesText), useLocale()]
  const known = useContext(OtherPlaces)
  const [endings, setEndings] = useState<readonly (PlaceEnding | null)[] | null>(null)
  const gone = useRef(new AbortController())
  useEffect(() => () => gone.current.abort(), [])
  const by = known?.by[tool]
  const own = by ? seenIn(by, answer) : null
  if (!known || !by || !own) return null
  const { others, name } = known
  const ask = () => {
    setEndings(others.map(() => null))
    others.forEach(({ url }, place) => {
      void askPlace({ url, tool }, request, { locale, signal: gone.current.signal }).then((ending) =>
        setEndings((before) => (before ?? []).map((one, index) => (index === place ? ending : one))),
      )
    })
  }
  if (!endings) return <Offer names={others.map((other) => other.name)} ask={ask} />
  const looked = others.map((other, index) => ({ name: other.name, ...seenOf(endings[index] ?? null, by) }))
  const all = [{ name, seen: own, why: null, status: 0 }, ...looked]
  const lines = all.map(({ name: label, seen, why, status }) => {
    const slots = { seconds: PLACE_MS / SECOND_MS, status }
    return [label, seen ? saySeen(by, seen, locale) : why ? said(why, slots) : say('asking')] as const
  })
  return (
    <div class="elsewhere">
      <Facts facts={lines} />
      <p role="status">{endings.includes(null) ? null : sayDifference(by, all, locale).sentence}</p>
    </div>
  )
}

/** Renders the button, and what it does: the visitor's request goes to others. */
function Offer({ names, ask }: { names: readonly string[]; ask(): void }) {
  const [say, locale] = [useSay(elsewhereText), useLocale()]
  return (
    <p class="elsewhere screen">
      <button type="button" class="button" onClick={ask}>
        {say('see')}
      </button>{' '}
      <span class="quiet small">{say('sends', { names: new Intl.ListFormat(locale).format(names) })}</span>
    </p>
  )
}

/** Returns what another place has seen, or why nothing is known from there; neither while it is asked. */
function seenOf(ending: PlaceEnding | null, by: Comparison): { seen: Seen | null; why: NotAsked | null; status: number } {
  if (ending === null) return { seen: null, why: null, status: 0 }
  if ('why' in ending) return { seen: null, why: ending.why, status: ending.status ?? 0 }
  const seen = seenIn(by, ending.answer)
  return { seen, why: seen ? null : 'nonsense', status: 0 }
}
