import { isRecord } from '../../../contract/record.ts'
import { frameText } from './frame.text.ts'
import { useLocale, useSay } from './words.ts'
import { LOOKS, WorldMap } from './world-map.tsx'

interface Props {
  /** The answers, which may be anything. */
  readonly places: readonly { readonly name: string; readonly answer: unknown }[]
}

/** Renders the ways from several places on one map, each with its number, and the countries of each beside it; nothing for fewer than two. */
export function Paths({ places }: Props) {
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
          <li key={way} class={`way-${way % LOOKS}`}>
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

/** Returns the hops of an answer whose place is known. */
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
