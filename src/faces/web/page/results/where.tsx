import { Icon } from '../icon.tsx'
import { waysText } from '../ways.text.ts'
import { useSay } from '../words.ts'
import { type End, stationsOf } from './stations.ts'

/** Renders the way of the packets to a port as boxes from this server to the device, marked where they ended. */
export function WherePath(end: End) {
  const say = useSay(waysText)
  return (
    <ol class="path" aria-label={say('path.title')}>
      {stationsOf(end, say).map(({ mark, name, seen, address }) => (
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
