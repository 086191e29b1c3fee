import { wayText } from '../../../../diagnostics/where/way.text.ts'
import { type Sight, stationsOf } from '../../../../diagnostics/where/way.ts'
import type { Pictured, PortFinding } from '../answers.ts'
import { Icon } from '../icon.tsx'
import { useSay } from '../words.ts'

/** Renders the way of the packets from the internet to a service as boxes, broken where they ended: in a row where there is room. */
export function WherePath(sight: Sight) {
  const say = useSay(wayText)
  return (
    <ol class="path" aria-label={say('title')}>
      {stationsOf(sight, say).map(({ mark, name, seen, address }) => (
        <li key={name} class={`stop step-${mark}`}>
          <span class="tick">
            <Icon name={mark === 'running' ? 'waiting' : mark} />
          </span>
          <div>
            <strong>{name}</strong> {address === undefined ? null : <span class="mono">{address}</span>}
            <span class="small block">{seen}</span>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Renders the way to the port. */
export function PortPicture({ answer }: Pictured<PortFinding, unknown>) {
  if (!answer) return <WherePath ip={null} where={null} now="router" />
  const { status, protocol, port, ...found } = answer
  return <WherePath {...found} isOpen={status === 'open'} called={{ program: `${protocol.toUpperCase()} ${port}` }} />
}
