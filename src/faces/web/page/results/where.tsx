import { Icon } from '../icon.tsx'
import { waysText } from '../ways.text.ts'
import { useSay } from '../words.ts'
import { type End, type Station, stationsOf } from './stations.ts'

/** Renders the way of the packets to a port as boxes from this server to the device, marked where they ended. */
export function WherePath(end: End) {
  const say = useSay(waysText)
  return <Path label={say('path.title')} stations={stationsOf(end, say)} />
}

/** Renders boxes one after the other, in a row where there is room. */
export function Path({ label, stations }: { label: string; stations: readonly Station[] }) {
  return (
    <ol class="path" aria-label={label}>
      {stations.map(({ mark, name, seen, address }) => (
        <li key={name} class={`stop step-${mark}`}>
          <span class="tick">
            <Icon name={mark} />
          </span>
          <div>
            <strong>{name}</strong>
            {address === undefined ? null : <span class="mono block">{address}</span>}
            <span class="small block">{seen}</span>
          </div>
        </li>
      ))}
    </ol>
  )
}
