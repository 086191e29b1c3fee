import type { Hop, Trace } from '../answers.ts'
import { useToolWords } from '../words.ts'
import { type Mark, WorldMap } from '../world-map.tsx'

interface Props {
  readonly answer: Trace | null
  readonly events: readonly Hop[]
}

/** Renders the path hop by hop, as it is found, and on the map where the data know a place. */
export function TraceResult({ answer, events }: Props) {
  const say = useToolWords()
  const hops = answer?.hops ?? events
  const marks = marksOf(hops)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
      <div class="scroll" tabIndex={0}>
        <table class="hops">
          <thead>
            <tr>
              <th scope="col">{say('trace.hop')}</th>
              <th scope="col">{say('trace.address')}</th>
              <th scope="col">{say('trace.network')}</th>
              <th scope="col" class="number">
                {say('trace.time')}
              </th>
            </tr>
          </thead>
          <tbody>
            {hops.map((hop) => (
              <HopRow key={hop.hop} hop={hop} />
            ))}
          </tbody>
        </table>
      </div>
      {marks.length > 0 ? <WorldMap label={say('trace.map')} marks={marks} /> : null}
    </>
  )
}

function HopRow({ hop: { hop, address, hostname, asn, organization, countryCode, rttMs, status } }: { hop: Hop }) {
  const say = useToolWords()
  const times = rttMs.filter((time) => time !== null)
  return (
    <tr class={`hop-${status}`}>
      <th scope="row">{hop}</th>
      <td>
        <span class="mono">{address ?? say(status === 'hidden' ? 'trace.hidden' : 'trace.silent')}</span>
        {hostname === null ? null : <span class="quiet small block">{hostname}</span>}
      </td>
      <td>
        {organization}
        {asn === null ? null : <span class="quiet"> AS{asn}</span>}
        {countryCode === null ? null : <span class="quiet"> {countryCode}</span>}
      </td>
      <td class="number">{times.length === 0 ? '' : `${Math.min(...times).toFixed(1)} ms`}</td>
    </tr>
  )
}

/** Returns the marks of hops: neighbours at the same place are one, with the numbers of the first and the last. */
function marksOf(hops: readonly Hop[]): Mark[] {
  const marks: (Mark & { first: number })[] = []
  for (const { hop, latitude, longitude } of hops) {
    if (latitude === null || longitude === null) continue
    const before = marks.at(-1)
    const isSame = before?.latitude === latitude && before.longitude === longitude
    const first = isSame ? before.first : hop
    if (isSame) marks.pop()
    marks.push({ latitude, longitude, first, label: first === hop ? String(hop) : `${first}–${hop}` })
  }
  return marks
}
