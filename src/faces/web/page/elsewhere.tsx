import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { isRecord } from '../../../contract/clean.ts'
import type { Locale } from '../../../contract/text.ts'
import { type Comparison, type NotAsked, PLACE_BYTES_MAX, PLACE_MS, sayDifference, saySeen, seenIn } from '../../text/places.ts'
import { placesText } from '../../text/text.text.ts'
import { OtherPlaces, type ToolAnswer } from './answers.ts'
import { frameText } from './frame.text.ts'
import { Button, Facts } from './parts.tsx'
import type { Run } from './runs.ts'
import { useLocale, useSay } from './words.ts'
import { WAY_LOOKS, WorldMap } from './world-map.tsx'

/** Renders the offer to ask other places; once taken, a line for each as it comes, and then the sentence on how they differ. Nothing is asked before. */
export function Elsewhere({ run: { tool, request }, answer }: { run: Run; answer: ToolAnswer }) {
  const [say, said, locale] = [useSay(frameText), useSay(placesText), useLocale()]
  const known = useContext(OtherPlaces)
  const [endings, setEndings] = useState<readonly (PlaceEnding | null)[] | null>(null)
  const gone = useRef(new AbortController())
  useEffect(() => () => gone.current.abort(), [])
  const by = known?.by[tool]
  const own = by && seenIn(by, answer)
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
  const all = [{ name, seen: own, why: null, status: 0, answer }, ...looked]
  const lines = all.map(({ name: label, seen, why, status }) => {
    const found = seen ? saySeen(by, seen, locale) : why && said(why, { seconds: PLACE_MS / 1000, status })
    return [label, found ?? say('elsewhere.asking')] as const
  })
  const told = endings.includes(null) ? null : sayDifference(by, all, locale)
  const steps = told?.steps.map(({ code, text }) => <li key={code}>{text}</li>) ?? []
  return (
    <div class="elsewhere">
      <Facts facts={lines} />
      <Paths places={all} />
      <p role="status">{told?.sentence}</p>
      {steps.length > 0 && <ol>{steps}</ol>}
    </div>
  )
}

/** Renders the button, and what it does: the visitor's request goes to others. */
function Offer({ names, ask }: { names: readonly string[]; ask(): void }) {
  const [say, locale] = [useSay(frameText), useLocale()]
  return (
    <p class="elsewhere screen">
      <Button label={say('elsewhere.see')} press={ask} />{' '}
      <span class="quiet small">{say('elsewhere.sends', { names: new Intl.ListFormat(locale).format(names) })}</span>
    </p>
  )
}

/** Returns what another place has seen, or why nothing is known from there; neither while it is asked. */
function seenOf(ending: PlaceEnding | null, by: Comparison) {
  const { answer, why, status = 0 } = ending ?? {}
  const seen = answer === undefined ? null : seenIn(by, answer)
  const reason: NotAsked | null = why ?? (ending && !seen ? 'nonsense' : null)
  return { seen, why: reason, status, answer: seen && answer }
}

/** The answer of another place, which may be anything, or why there is none. */
interface PlaceEnding {
  readonly answer?: unknown
  readonly why?: NotAsked
  readonly status?: number
}

interface Asking {
  readonly locale: Locale
  readonly signal: AbortSignal
  readonly withinMs?: number
}

/** Asks another place, which nobody vouches for: it gets neither cookies nor more time or memory than an answer needs. Never throws. */
export async function askPlace(
  { url, tool }: { readonly url: string; readonly tool: string },
  request: object,
  { locale, signal, withinMs = PLACE_MS }: Asking,
): Promise<PlaceEnding> {
  const ended = new AbortController()
  let begun = false
  const end = () => ended.abort()
  const timer = setTimeout(() => ended.abort('late'), withinMs)
  signal.addEventListener('abort', end)
  try {
    const reply = await fetch(`${url}/api/tools/${tool}`, {
      method: 'POST',
      body: JSON.stringify(request),
      signal: ended.signal,
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-language': locale },
    })
    if (!reply.ok) return { why: 'refused', status: reply.status }
    begun = true
    return { answer: JSON.parse(await shortText(reply)) }
  } catch {
    return { why: ended.signal.reason === 'late' ? 'late' : begun ? 'nonsense' : 'unreachable' }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
}

/** Returns the text of a reply. Throws if it is longer than any answer. */
async function shortText({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (bytes > PLACE_BYTES_MAX) throw new Error('too long')
    text += decoder.decode(value, { stream: true })
  }
  return text
}

/** Renders the ways from several places on one map, each with its number, and the countries of each beside it; nothing for fewer than two. */
function Paths({ places }: { places: readonly { name: string; answer: unknown }[] }) {
  const [say, locale] = [useSay(frameText), useLocale()]
  const ways = places.map(({ name, answer }) => ({ name, hops: hopsIn(answer) })).filter(({ hops }) => hops.length > 0)
  if (ways.length < 2) return null
  const region = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const countries = (hops: readonly Hop[]) => [...new Set(hops.flatMap(({ code }) => (code && region.of(code)) || []))].join(', ')
  const marked = ways.map(({ hops }, way) => hops.map((hop, at) => (at === 0 ? { ...hop, label: `${way + 1}` } : hop)))
  return (
    <div class="block-map">
      <WorldMap
        label={say('elsewhere.paths', { names: new Intl.ListFormat(locale).format(ways.map(({ name }) => name)) })}
        ways={marked}
      />
      <ol>
        {ways.map(({ name, hops }, way) => (
          <li key={way} class={`way-${way % WAY_LOOKS}`}>
            {[name, countries(hops)].filter((part) => part !== '').join(': ')}
          </li>
        ))}
      </ol>
    </div>
  )
}

interface Hop {
  readonly latitude: number
  readonly longitude: number
  readonly code: string | null
}

/** The most hops that are read of an answer. */
const HOPS_MAX = 32

function hopsIn(answer: unknown): Hop[] {
  const hops: readonly unknown[] = isRecord(answer) && Array.isArray(answer.hops) ? answer.hops : []
  return hops.slice(0, HOPS_MAX).flatMap((hop) => {
    if (!isRecord(hop)) return []
    const { latitude, longitude, countryCode } = hop
    if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return []
    return [{ latitude, longitude, code: typeof countryCode === 'string' && /^[A-Z]{2}$/.test(countryCode) ? countryCode : null }]
  })
}

function isWithin(value: unknown, degrees: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= degrees
}
