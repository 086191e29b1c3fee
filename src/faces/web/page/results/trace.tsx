import { placeIn } from '../../../../contract/place.ts'
import type { Hop, Trace } from '../answers.ts'
import { Wide } from '../code.tsx'
import { toolText } from '../tool.text.ts'
import { waysText } from '../ways.text.ts'
import { useLocale, useSay } from '../words.ts'
import { type Mark, WorldMap } from '../world-map.tsx'
import { inMs } from './span.ts'
import { WherePath } from './where.tsx'

interface Props {
  readonly answer: Trace | null
  readonly events: readonly Hop[]
}

/** Renders the path hop by hop, as it is found, and on the map where the data know a place. */
export function TraceResult({ answer, events }: Props) {
  const [say, ways] = [useSay(toolText), useSay(waysText)]
  const hops = answer?.hops ?? events
  const marks = marksOf(hops)
  return (
    <>
      <Wide>
        <table class="hops">
          <thead>
            <tr>
              <th scope="col">{say('trace.hop')}</th>
              <th scope="col">
                {say('trace.address')} · {say('trace.network')}
              </th>
              <th scope="col" class="number">
                {say('trace.time')}
              </th>
            </tr>
          </thead>
          <tbody>
            {foldedRows(hops).map(({ hop, last }) => (
              <HopRow key={hop.hop} hop={hop} last={last} />
            ))}
          </tbody>
        </table>
      </Wide>
      {marks.length > 0 ? <WorldMap label={say('trace.map')} marks={marks} /> : null}
      {answer?.where ? (
        <>
          <h3>{ways('path.title')}</h3>
          <WherePath ip={answer.address} where={answer.where} />
        </>
      ) : null}
    </>
  )
}

interface Row {
  readonly hop: Hop
  /** The last of several hops in a row of which nothing is known. */
  readonly last: number
}

/** Returns a row for each hop, and a single one for neighbours of which nothing is known. */
export function foldedRows(hops: readonly Hop[]): Row[] {
  const rows: Row[] = []
  for (const hop of hops) {
    const before = rows.at(-1)
    const isSame = before !== undefined && isBlank(hop) && isBlank(before.hop) && before.hop.status === hop.status
    if (isSame) rows.pop()
    rows.push({ hop: isSame ? before.hop : hop, last: hop.hop })
  }
  return rows
}

function isBlank({ status, reason }: Hop): boolean {
  return (status === 'timeout' || status === 'hidden') && reason === null
}

function HopRow({ hop, last }: Row) {
  const [say, locale] = [useSay(toolText), useLocale()]
  const { hop: first, address, hostname, asn, organization, rttMs, status, reason } = hop
  const { city, countryCode } = hop
  const times = rttMs.filter((time) => time !== null)
  const place = placeIn({ city, region: null, country: countryCode, countryCode }, locale)
  return (
    <tr class={`hop-${status}`}>
      <th scope="row">{first === last ? first : `${first}–${last}`}</th>
      <td>
        <div class="hop">
          <div>
            <span class="mono">{address ?? say(status === 'hidden' ? 'trace.hidden' : 'trace.silent')}</span>
            {hostname === null ? null : <span class="quiet small block">{hostname}</span>}
            {reason === null ? null : <span class="quiet small block">({reason})</span>}
          </div>
          <div>
            {organization}
            {asn === null ? null : <span class="quiet"> AS{asn}</span>}
            {place === null ? null : <span class="quiet small block">{place}</span>}
          </div>
        </div>
      </td>
      <td class="number">{times.length === 0 ? '' : `${inMs(Math.min(...times))} ms`}</td>
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
