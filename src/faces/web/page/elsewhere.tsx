import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { placesText } from '../../text/places.text.ts'
import { PLACE_MS, sayDifference, saySeen, seenIn } from '../../text/places.ts'
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
  if (!endings)
    return (
      <div class="elsewhere screen">
        <button type="button" class="button" onClick={ask}>
          {say('see')}
        </button>{' '}
        <span class="quiet small">
          {say('sends', { names: new Intl.ListFormat(locale).format(others.map((other) => other.name)) })}
        </span>
      </div>
    )
  const looked = endings.map((ending, index) => {
    const seen = ending && 'answer' in ending ? seenIn(by, ending.answer) : null
    const slots = { seconds: PLACE_MS / SECOND_MS, status: ending && 'status' in ending ? (ending.status ?? 0) : 0 }
    const why = ending && 'why' in ending ? ending.why : 'nonsense'
    const line = seen ? saySeen(by, seen, locale) : ending ? said(why, slots) : say('asking')
    return { name: others[index]?.name ?? '', seen, line }
  })
  const all = [{ name, seen: own, line: saySeen(by, own, locale) }, ...looked]
  return (
    <div class="elsewhere">
      <Facts facts={all.map((one) => [one.name, one.line])} />
      <p role="status">{endings.includes(null) ? null : sayDifference(by, all, locale).sentence}</p>
    </div>
  )
}
